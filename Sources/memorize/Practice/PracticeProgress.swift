import MemorizeBus

/// The session as the service published it, and how the responses went.
struct PracticeProgress {
  /// How a question went.
  struct Outcome: Equatable {
    let number: UInt32
    let isCorrect: Bool
    /// The side that was asked.
    let question: String
    /// The answer that was given, or the right one; nil if neither is known.
    var answer: String?
    /// Whether the question is still asked, so that its answer is not known yet.
    let isOpen: Bool
  }

  /// The session as it was published last; nil before that.
  private(set) var facts: PracticeState?
  /// Whether the service is there.
  private(set) var isOnline = true
  /// Who practises, and how.
  private(set) var preferences: PracticePreferences?
  /// How the last response went.
  private(set) var outcome: Outcome?
  /// The answer that waits for its grade.
  private(set) var revealedAnswer: String?
  /// The answers to the question that were wrong.
  private(set) var wrongAnswers: Set<String> = []
  /// Whether choices that are shown on demand were asked for.
  private(set) var hasAskedForChoices = false

  /// Whether the choices are to be shown now.
  var showsChoices: Bool { preferences?.settings.showChoices == true || hasAskedForChoices }

  /// Takes what happened, whoever did it, and returns whether a question is asked that was not before.
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

  /// Shows choices that are shown on demand.
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
      // Undone, or another session.
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
