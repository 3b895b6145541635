import MemorizeBus

/// A session in words, for a listener.
struct PracticeLines {
  let progress: PracticeProgress

  init(_ progress: PracticeProgress) { self.progress = progress }

  /// Where the session is.
  var summary: [String] {
    guard let facts = progress.facts else { return [] }
    switch facts.state {
    case "asking", "revealed":
      let direction = facts.direction == "backward" ? ", backward" : ""
      return ["\(facts.deck.harmless): \(facts.mode.harmless)\(direction)"]
    case "finished": return [facts.praise(of: progress.preferences?.profile.name ?? "")]
    default: return ["no session: “new” starts one"]
    }
  }

  /// The question with its choices, if they are shown.
  var question: [String] {
    guard let facts = progress.facts, facts.isOn else { return [] }
    let said = facts.pronunciation.isEmpty ? "" : " [\(facts.pronunciation.harmless)]"
    let line = "\(facts.place): \(facts.question.harmless)\(said)"
    if facts.state == "revealed" {
      let answer = progress.revealedAnswer.map { ["answer: \($0.harmless)"] } ?? []
      return [line] + answer + ["grade: \(GradeWords.line)"]
    }
    return [line] + (progress.showsChoices && !facts.choices.isEmpty ? choices : [])
  }

  /// The choices, a line each.
  var choices: [String] {
    guard let facts = progress.facts, facts.isOn else { return ["no session: “new” starts one"] }
    guard !facts.choices.isEmpty else { return ["there are no choices"] }
    return facts.choices.enumerated().map { "\($0 + 1) \($1.harmless)" }
  }

  /// How many were right so far.
  var score: [String] {
    guard let facts = progress.facts, facts.state != "idle" else {
      return ["no session: “new” starts one"]
    }
    return [
      "\(facts.answered) of \(facts.questions) answered, \(facts.firstTry) at the first try, "
        + "\(facts.wrong) wrong, \(facts.dueText)"
    ]
  }

  /// How a response went.
  func outcome(of transition: PracticeTransition) -> [String] {
    guard transition.response != nil, let outcome = progress.outcome else { return [] }
    return [outcome.text(isASCII: true)]
  }

  /// The answer that was revealed; with the grades, if it waits for one.
  func revealed(_ answer: String, _ question: UInt32) -> [String] {
    guard let facts = progress.facts, facts.state == "revealed", facts.questionNumber == question
    else {
      // The next question may be asked already.
      let asked = progress.outcome.map { $0.number == question ? "\($0.question.harmless) = " : "" }
      return ["answer: \(asked ?? "")\(answer.bounded.harmless)"]
    }
    return ["answer: \(answer.bounded.harmless)", "grade: \(GradeWords.line)"]
  }
}
