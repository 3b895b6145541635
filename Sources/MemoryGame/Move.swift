/// Two cards turned up one after the other.
public struct Move: Hashable, Sendable {
  /// The number of the first card.
  public let first: Int
  /// The number of the second card.
  public let second: Int
  /// What the first card shows.
  public let firstFace: String
  /// What the second card shows.
  public let secondFace: String
  /// Points won, or lost where negative.
  public let points: Int
}
