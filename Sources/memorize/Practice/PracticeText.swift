import MemorizeBus
import MemoryGame

extension PracticeState {
  /// Empty if that question is not the one being asked.
  func question(numbered number: UInt32) -> String { number == questionNumber ? question : "" }

  var summary: JSON { JSON(self, without: ["Question", "Pronunciation", "Choices"]) }

  func json(showsChoices: Bool) -> JSON {
    JSON(self, without: showsChoices ? [] : ["Choices"])
  }

  /// `Japanese basics: 3/5, 2 answered, 1 wrong, 2 at the first try; 4 due, 10 new`.
  var statusLine: String {
    let waiting = "\(due) due, \(new) new"
    guard isThere else { return "no session; \(waiting): start one with “memorize practice start”" }
    let place = isFinished ? "finished" : self.place
    return
      ("\(deck): \(place), \(answered) answered, \(wrong) wrong, \(firstTry) at the first try; "
      + waiting).harmless
  }

  var startedLine: String {
    "started: \(deck), \(counted(questions, "question"))".harmless
  }

  /// `name` may be empty.
  func finishedLine(name: String) -> String {
    let who = name.isEmpty ? "" : ", " + name
    return "Well done\(who): \(firstTry) of \(questions) at the first try".harmless
  }

  var dueText: String { "\(due) due" }

  var modeText: String { (mode + (direction == "backward" ? ", backward" : "")).harmless }

  /// Limits texts and choices to the lengths of our service: another may publish them without end.
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

  /// `3/5`; after the last question `5/5`.
  var place: String {
    isOn ? "\(questionNumber)/\(questions)" : "\(answered)/\(questions)"
  }

  /// Whether the same question is asked and shown in the same way.
  func isSameQuestion(as other: PracticeState) -> Bool {
    session == other.session && questionNumber == other.questionNumber && question == other.question
      && choices == other.choices && mode == other.mode
  }
}

extension String {
  /// The limit of a card's side.
  var bounded: String { utf8.count > 1024 ? String(prefix(1024)) : self }
}

/// The current question, in lines for people or for scripts.
struct QuestionText {
  let practice: PracticeState
  /// Whether the choices are shown; if not, one recalls first and asks for them.
  let showsChoices: Bool
  /// Empty if the user has not set one.
  let name: String

  var text: String {
    guard practice.isOn else { return without }
    let sound = practice.pronunciation.isEmpty ? "" : " [\(practice.pronunciation)]"
    return ["\(practice.place)  \(practice.question)\(sound)".harmless, rest].joined(
      separator: "\n")
  }

  /// Fields separated by tabs, each line with its end: the question, then its choices.
  var plain: String {
    guard practice.isOn else { return without }
    let question = [
      "question", String(practice.questionNumber), String(practice.questions), practice.question,
      practice.pronunciation, practice.mode, practice.state,
    ]
    return ([question] + numbered.map { ["choice", $0.number, $0.text] }).tabbed
  }

  /// If no question is asked.
  private var without: String {
    practice.isFinished
      ? practice.finishedLine(name: name) + "\n"
      : "no session: start one with “memorize practice start”\n"
  }

  private var rest: String {
    if practice.state == "revealed" {
      return
        "The answer was told: say how well you knew it by “memorize practice grade”, or see it "
        + "again by “memorize practice reveal”.\n"
    }
    guard practice.choices.isEmpty || showsChoices else {
      return "\(practice.choices.count) choices: see them by “memorize practice show --choices”.\n"
    }
    return numbered.map { "  \($0.number)  \($0.text)".harmless + "\n" }.joined()
  }

  var numbered: [(number: String, text: String)] {
    guard showsChoices else { return [] }
    return practice.choices.enumerated().map { (String($0 + 1), $1) }
  }
}
