/// The options of a session; a restart uses them again.
package struct SessionOptions: Hashable, Sendable {
  package static let questionRange = 1...20

  /// Nil for the due cards of all decks.
  package var deck: String?
  /// The requested number, 0 for all that are due; a small deck has fewer.
  package var questions: Int
  /// Nil for both, in a session of due cards.
  package var direction: Direction?
  package var mode: PracticeMode
  /// Whether to ask only cards that are due, and new ones up to the day's allowance.
  package var isDue: Bool

  package init(
    deck: String?, questions: Int, direction: Direction? = .forward,
    mode: PracticeMode = .choices,
    isDue: Bool = false
  ) {
    self.deck = deck
    self.questions = questions
    self.direction = direction
    self.mode = mode
    self.isDue = isDue
  }

  var hasUsableCount: Bool {
    Self.questionRange.contains(questions) || (isDue && questions == 0)
  }

  /// Whether a session may have them: only what is due is asked of all decks or in both directions.
  package var isUsable: Bool { hasUsableCount && (isDue || (deck != nil && direction != nil)) }
}

package enum PracticeMode: String, Hashable, Sendable, CaseIterable {
  case choices
  case typed
  /// The answer is revealed, and the user grades how well it was remembered.
  case recall
}

package enum Direction: String, Hashable, Sendable, CaseIterable {
  /// The first side is asked, the second is the answer.
  case forward
  case backward
}

package struct PracticeSettings: Hashable, Sendable {
  package static let questionRange = 3...20
  package static let newPerDayRange = 0...100

  package var questionsPerSession = 5
  /// The most new cards that due sessions add in a day.
  package var newPerDay = 10
  /// Whether answers change the schedule.
  package var isLearningEnabled = true
  package var accents = Accents.nearly

  package init() {}
}

/// How a typed answer counts that differs from the card's only in accents.
package enum Accents: String, Hashable, Sendable, CaseIterable {
  /// Wrong.
  case strict
  /// Asked for once more, and hard.
  case nearly
  /// Right.
  case lenient
}

extension ClosedRange<Int> {
  /// `3 to 20`.
  package var text: String { "\(lowerBound) to \(upperBound)" }

  /// Of the questions of a session.
  package func refusal(questions: some CustomStringConvertible) -> String {
    "A session can have \(text) questions, not \(questions)."
  }
}

/// The time as sessions see it, in microseconds since 1970-01-01 UTC.
package struct PracticeTime: Hashable, Sendable {
  package let now: UInt64
  /// The start of the local day, for the allowance of new cards.
  package let startOfDay: UInt64

  package init(now: UInt64, startOfDay: UInt64) {
    self.now = now
    self.startOfDay = startOfDay
  }
}
