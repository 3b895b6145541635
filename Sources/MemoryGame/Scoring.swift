/// How points are counted.
package enum Scoring: String, Hashable, Sendable, CaseIterable {
  /// A match wins 2, a mismatch loses 1 for each of its cards seen before.
  case classic
  /// The same, times a factor from 10 down to 1 that falls each second.
  case timed

  /// Returns what the points of a move are multiplied by.
  ///
  /// - Parameter elapsed: The time between the two cards, in microseconds.
  /// - Returns: 1 for classic scoring, 1 to 10 for timed.
  func factor(after elapsed: UInt64) -> Int {
    switch self {
    case .classic: 1
    case .timed: max(10 - Int(min(elapsed / 1_000_000, 10)), 1)
    }
  }
}
