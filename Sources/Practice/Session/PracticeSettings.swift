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

  /// Makes the settings of somebody who has set nothing.
  package init() {}
}

/// The time as sessions see it, in microseconds since 1970-01-01 UTC.
package struct PracticeTime: Hashable, Sendable {
  /// The time itself.
  package let now: UInt64
  /// When the local day began, which the allowance of new cards is for.
  package let startOfDay: UInt64

  /// Makes a time.
  ///
  /// - Parameters:
  ///   - now: The time itself.
  ///   - startOfDay: When the local day began.
  package init(now: UInt64, startOfDay: UInt64) {
    self.now = now
    self.startOfDay = startOfDay
  }
}
