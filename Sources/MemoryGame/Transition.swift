/// What changes a game.
public enum TransitionKind: String, Hashable, Sendable {
  /// A card is turned up.
  case flip
  /// A mismatch on show is turned down early.
  case conceal
}

/// What came of an accepted flip.
public enum Outcome: String, Hashable, Sendable {
  /// The first card of a move is up.
  case turnedUp = "turned-up"
  /// The two cards of the move match.
  case matched
  /// The two cards of the move do not match, and are on show until the next flip.
  case mismatched
  /// The two cards of the move were the last pair.
  case won
}

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

/// One change of a game, all of it.
public struct Transition: Hashable, Sendable {
  /// What was done.
  public let kind: TransitionKind
  /// What came of a flip; nil for a conceal.
  public let outcome: Outcome?
  /// Points won, or lost where negative.
  public let points: Int
  /// The 1 to 3 cards that changed, in ascending order of their numbers.
  public let changes: [CardChange]
  /// The move that the flip completed, or nil.
  public let move: Move?
}
