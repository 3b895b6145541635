package struct PracticeSettings: Hashable, Sendable {
  package static let questionRange = 3...20
  package static let newPerDayRange = 0...100
  package static let mostReviewsRange = 1...10_000

  package var questionsPerSession = 5
  /// The most new cards that due sessions add in a day.
  package var newPerDay = 10
  /// The most due cards asked in a day, the other ones wait; 0 for no bound.
  package var mostReviews = 0
  package var plan = DayPlan()
  /// Whether answers change the schedule.
  package var isLearningEnabled = true
  package var accents = Accents.nearly
  package var reading = ReadingTime.withQuestion

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

/// When the pronunciation of a card that is asked is told.
package enum ReadingTime: String, Hashable, Sendable, CaseIterable {
  case withQuestion = "with-question"
  /// For those who learn to read.
  case withAnswer = "with-answer"
}

/// The time as sessions see it, in microseconds since 1970-01-01 UTC.
package struct PracticeTime: Hashable, Sendable {
  package let now: UInt64
  /// The local day, counted from 1970-01-01.
  package let day: Int
  /// When that day began.
  package let startOfDay: UInt64

  package init(now: UInt64, day: Int, startOfDay: UInt64) {
    self.now = now
    self.day = day
    self.startOfDay = startOfDay
  }
}
