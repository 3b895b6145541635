/// What was asked for when a session was started; a restart asks for the same.
package struct SessionOptions: Hashable, Sendable {
  /// The name of the deck.
  package var deck: String
  /// The number of questions asked for, of which a small deck has fewer.
  package var questions: Int
  /// Which side is the question.
  package var direction: Direction
  /// How questions are answered.
  package var mode: PracticeMode
  /// Whether only cards that are due are asked, and new ones up to the day's allowance.
  package var isDue: Bool

  package init(
    deck: String, questions: Int, direction: Direction = .forward, mode: PracticeMode = .choices,
    isDue: Bool = false
  ) {
    self.deck = deck
    self.questions = questions
    self.direction = direction
    self.mode = mode
    self.isDue = isDue
  }
}

/// How a question is answered.
package enum PracticeMode: String, Hashable, Sendable, CaseIterable {
  /// One of up to three answers is chosen.
  case choices
  /// The answer is typed.
  case typed
  /// The answer is revealed, and the person says how well it was remembered.
  case recall
}

/// Which side of a card is the question.
package enum Direction: String, Hashable, Sendable, CaseIterable {
  /// The first side is asked, the second is the answer.
  case forward
  /// The second side is asked, the first is the answer.
  case backward
}

/// What a person has set that sessions go by.
package struct PracticeSettings: Hashable, Sendable {
  /// How many questions a session may ask.
  package static let questionRange = 3...20
  /// How many new cards a day may bring.
  package static let newPerDayRange = 0...100

  /// The questions of a session that says nothing else.
  package var questionsPerSession = 5
  /// The new cards that due sessions bring on a day.
  package var newPerDay = 10
  /// Whether answers change the schedule.
  package var isLearningEnabled = true

  package init() {}
}

/// The time as sessions see it, in microseconds since 1970-01-01 UTC.
package struct PracticeTime: Hashable, Sendable {
  /// The time itself.
  package let now: UInt64
  /// When the local day began, which the allowance of new cards is for.
  package let startOfDay: UInt64

  package init(now: UInt64, startOfDay: UInt64) {
    self.now = now
    self.startOfDay = startOfDay
  }
}
