import MemorizeBus

extension PracticeState {
  /// The state with as much of texts and choices as ours can have: another service may publish them
  /// without end.
  var bounded: PracticeState {
    var state = self
    state.deck = deck.bounded
    state.mode = mode.bounded
    state.direction = direction.bounded
    state.question = question.bounded
    state.pronunciation = pronunciation.bounded
    state.choices = choices.prefix(9).map(\.bounded)
    return state
  }

  /// Where the session is, as `3/5`; after the last question as many as there were.
  var place: String {
    isOn ? "\(questionNumber)/\(questions)" : "\(answered)/\(questions)"
  }

  /// Whether the same question is asked as in others, and shown in the same way.
  func isSameQuestion(as other: PracticeState) -> Bool {
    session == other.session && questionNumber == other.questionNumber && question == other.question
      && choices == other.choices && mode == other.mode
  }
}

extension String {
  /// As much as any side of a card can have, and no more.
  var bounded: String { utf8.count > 1024 ? String(prefix(1024)) : self }
}
