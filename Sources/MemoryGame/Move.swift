/// Two cards turned up one after the other.
package struct Move: Hashable, Sendable {
  /// The number of the first card.
  package let first: Int
  /// The number of the second card.
  package let second: Int
  /// What the first card shows.
  package let firstFace: String
  /// What the second card shows.
  package let secondFace: String
  /// Points won, or lost where negative.
  package let points: Int
}
