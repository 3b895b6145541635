/// What a person has set that sessions go by.
public struct PracticeSettings: Hashable, Sendable {
  /// How many questions a session may ask.
  public static let questionRange = 3...20
  /// How many new cards a day may bring.
  public static let newPerDayRange = 0...100

  /// The questions of a session that says nothing else.
  public var questionsPerSession = 5
  /// The new cards that due sessions bring on a day.
  public var newPerDay = 10
  /// Whether answers change the schedule.
  public var isLearningEnabled = true

  /// Makes the settings of somebody who has set nothing.
  public init() {}
}

/// The time as sessions see it, in microseconds since 1970-01-01 UTC.
public struct PracticeTime: Hashable, Sendable {
  /// The time itself.
  public let now: UInt64
  /// When the local day began, which the allowance of new cards is for.
  public let startOfDay: UInt64

  /// Makes a time.
  ///
  /// - Parameters:
  ///   - now: The time itself.
  ///   - startOfDay: When the local day began.
  public init(now: UInt64, startOfDay: UInt64) {
    self.now = now
    self.startOfDay = startOfDay
  }
}
