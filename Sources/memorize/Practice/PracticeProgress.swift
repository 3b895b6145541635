import MemorizeBus

/// The session as published, and the outcome of the last question.
struct PracticeProgress {
  struct Outcome: Equatable {
    let number: UInt32
    let isCorrect: Bool
    let question: String
    /// The answer that was given, else the right one; nil if neither is known.
    var answer: String?
    /// Whether the question is still asked, so that its right answer is not known yet.
    let isOpen: Bool
  }

  /// Nil until it is published.
  private(set) var facts: PracticeState?
  private(set) var isOnline = true
  private(set) var preferences: PracticePreferences?
  private(set) var outcome: Outcome?
  /// The answer that waits for its grade.
  private(set) var revealedAnswer: String?
  private(set) var wrongAnswers: Set<String> = []
  private(set) var hasAskedForChoices = false

  var showsChoices: Bool { preferences?.settings.showChoices == true || hasAskedForChoices }

  /// Takes news, whoever caused them; returns whether a new question is asked.
  mutating func take(_ news: LivePractice.News) -> Bool {
    switch news {
    case .offline: isOnline = false
    case .fault: break
    case .preferences(let preferences): self.preferences = preferences
    case .due(let facts): self.facts = facts
    case .revealed(let answer, let question): reveal(answer, question)
    case .state(let facts):
      isOnline = true
      let isSame = self.facts?.isSameQuestion(as: facts) == true
      if !isSame { forgetQuestion() }
      if self.facts?.revision != facts.revision { outcome = nil }
      if facts.state != "revealed" { revealedAnswer = nil }
      self.facts = facts
      return !isSame
    case .change(let transition, let facts): return change(transition, facts)
    }
    return false
  }

  mutating func askForChoices() { hasAskedForChoices = true }

  private mutating func change(_ transition: PracticeTransition, _ facts: PracticeState) -> Bool {
    let isNew = transition.isAsked || self.facts?.isSameQuestion(as: facts) != true
    if let response = transition.response {
      outcome = Outcome(
        number: response.number, isCorrect: response.isCorrect, question: response.question.bounded,
        answer: response.answer.isEmpty ? revealedAnswer : response.answer.bounded,
        isOpen: !response.isCorrect && !isNew)
      if !response.isCorrect { wrongAnswers.insert(response.answer.bounded) }
    } else if facts.state != "revealed" {
      // An undo, or another session.
      outcome = nil
      wrongAnswers = []
    }
    if isNew { forgetQuestion() }
    if facts.state != "revealed" { revealedAnswer = nil }
    self.facts = facts
    return isNew
  }

  private mutating func reveal(_ answer: String, _ question: UInt32) {
    if let facts, facts.state == "revealed", facts.questionNumber == question {
      revealedAnswer = answer.bounded
    } else if let last = outcome, last.number == question, !last.isCorrect, last.answer == nil {
      outcome?.answer = answer.bounded
    }
  }

  private mutating func forgetQuestion() {
    wrongAnswers = []
    revealedAnswer = nil
    hasAskedForChoices = false
  }
}

/// A line to choose from, beside a question or below it: a choice, a grade or a command.
struct PracticeEntry: Equatable {
  enum Action: Equatable {
    /// A choice, counted from 0.
    case choose(UInt32)
    case showChoices
    case reveal
    /// From 1.
    case grade(UInt32)
    case new
    case restart
  }

  let key: Character
  let label: String
  let action: Action
  /// Whether it was tried and is wrong.
  var isWrong = false
}

extension PracticeProgress {
  var entries: [PracticeEntry] {
    guard let facts else { return [] }
    switch (facts.state, facts.mode) {
    case ("asking", "typed"): return []
    case ("asking", "recall"):
      return [PracticeEntry(key: "r", label: "the answer", action: .reveal)]
    case ("asking", _) where !showsChoices:
      return [PracticeEntry(key: "c", label: "the choices", action: .showChoices)]
    case ("asking", _):
      return facts.choices.enumerated().map { index, choice in
        PracticeEntry(
          key: Self.key(index + 1), label: choice.harmless, action: .choose(UInt32(index)),
          isWrong: wrongAnswers.contains(choice))
      }
    case ("revealed", _):
      return PracticeEvent.Grade.allCases.map { grade in
        PracticeEntry(
          key: Self.key(Int(grade.rawValue)), label: grade.meaning, action: .grade(grade.rawValue))
      }
    case ("finished", _):
      return [
        PracticeEntry(key: "n", label: "new session", action: .new),
        PracticeEntry(key: "R", label: "the same again", action: .restart),
      ]
    default: return [PracticeEntry(key: "n", label: "new session", action: .new)]
    }
  }

  var isTyped: Bool { facts?.state == "asking" && facts?.mode == "typed" }

  private static func key(_ number: Int) -> Character { "\(number)".first ?? "0" }
}
