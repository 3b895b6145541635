import Practice

/// The session as published, and the outcome of the last question.
package struct PracticeProgress {
  package struct Outcome: Equatable {
    package let number: UInt32
    package let isCorrect: Bool
    package let question: String
    /// The given answer, otherwise the right one; empty if neither is known.
    package fileprivate(set) var answer: String
    /// Whether the question is still asked, so that its right answer is not known yet.
    package let isOpen: Bool
    /// The right answer, if the given one differs from it only in accents and it is asked for once
    /// more; else empty.
    package let nearly: String
    /// The characters of the given answer that differ from the right one, if it was wrong but near.
    package let differences: Set<Int>
    /// The whole sentence of a gap, and the note of the card; empty while the question is still asked.
    package let sentence: String
    package let note: String
    /// How the card is read, unless that was shown with the question, and whether that is how the
    /// answer is read.
    package let reading: String
    package let isBackward: Bool

    package init(
      number: UInt32 = 0, isCorrect: Bool, question: String, answer: String, isOpen: Bool = false,
      nearly: String = "", differences: [UInt32] = [], sentence: String = "", note: String = "",
      reading: String = "", isBackward: Bool = false
    ) {
      (self.reading, self.isBackward) = (reading, isBackward)
      (self.sentence, self.note) = (sentence, note)
      (self.number, self.isCorrect, self.question) = (number, isCorrect, question)
      (self.answer, self.isOpen, self.nearly) = (answer, isOpen, nearly)
      self.differences = Set(differences.map { Int($0) })
    }
  }

  /// Nil until it is published.
  package private(set) var session: PracticeState?
  package private(set) var isOnline = true
  package private(set) var preferences: PracticePreferences?
  package private(set) var outcome: Outcome?
  /// The answer to be graded; empty if it cannot be read.
  package private(set) var revealedAnswer: String?
  /// Whether the question was answered wrong, as far as this client knows.
  package private(set) var isMissed = false
  private var hasAskedForChoices = false

  package init() {}

  package var showsChoices: Bool {
    preferences?.settings.showChoices == true || hasAskedForChoices
  }

  /// Empty if nobody is registered.
  package var userName: String { preferences?.profile.name ?? "" }

  /// Applies news caused by any client; returns whether a new question is asked.
  package mutating func apply(_ news: PracticeClient.News) -> Bool {
    switch news {
    case .preferences(let preferences): self.preferences = preferences
    case .revealed(let answer, let question): reveal(answer ?? "", question)
    case .session(.absent): isOnline = false
    case .session(.failure): break
    case .session(.update(let session)): self.session = session
    case .session(.state(let session)):
      isOnline = true
      if self.session?.revision != session.revision {
        outcome =
          session.nearly.isEmpty
          ? nil
          : Outcome(
            number: session.questionNumber, isCorrect: false, question: session.question,
            answer: "", isOpen: true, nearly: session.nearly)
      }
      return replace(session, isAskedAgain: false)
    case .session(.transition(let transition, let session)):
      return change(transition, session)
    }
    return false
  }

  package mutating func askForChoices() { hasAskedForChoices = true }

  package mutating func forgetOutcome() { outcome = nil }

  private mutating func change(_ transition: PracticeTransition, _ session: PracticeState) -> Bool {
    let (answer, asked) = (revealedAnswer ?? "", self.session)
    let isNew = replace(session, isAskedAgain: transition.isAsked)
    if let response = transition.response {
      outcome = Outcome(
        number: response.number, isCorrect: response.isCorrect, question: response.question,
        answer: response.answer.isEmpty ? answer : response.answer,
        isOpen: !response.isCorrect && !isNew, nearly: session.nearly,
        differences: response.isCorrect ? [] : session.differences, sentence: session.sentence,
        note: session.note, reading: session.answerReading(to: asked),
        isBackward: asked.map { $0.direction == .backward } ?? false)
      if !response.isCorrect, !isNew, session.nearly.isEmpty { isMissed = true }
    } else if session.phase != .revealed {
      // An undo, or another session.
      outcome = nil
      isMissed = false
    }
    return isNew
  }

  /// Returns whether the question is new.
  private mutating func replace(_ session: PracticeState, isAskedAgain: Bool) -> Bool {
    let isNew = isAskedAgain || self.session?.isSameQuestion(as: session) != true
    if isNew {
      isMissed = false
      hasAskedForChoices = false
    }
    if isNew || session.phase != .revealed { revealedAnswer = nil }
    self.session = session
    return isNew
  }

  private mutating func reveal(_ answer: String, _ question: UInt32) {
    if let session, session.phase == .revealed, session.questionNumber == question {
      revealedAnswer = answer
    } else if let last = outcome, last.number == question, !last.isCorrect, last.answer.isEmpty {
      outcome?.answer = answer
    }
  }
}

extension PracticeState {
  /// How the card that was answered or revealed last is read, unless that was shown with its question,
  /// when it was asked.
  package func answerReading(to asked: PracticeState?) -> String {
    asked?.pronunciation.isEmpty == false ? "" : answerPronunciation
  }

  /// The same of the answer that is revealed now.
  package var revealedReading: String { phase == .revealed ? answerReading(to: self) : "" }

  /// Whether the same question is asked and shown in the same way.
  fileprivate func isSameQuestion(as other: PracticeState) -> Bool {
    session == other.session && questionNumber == other.questionNumber && question == other.question
      && choices == other.choices && mode == other.mode
  }
}
