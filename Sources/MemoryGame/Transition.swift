/// What changes a game.
public enum TransitionKind: String, Hashable, Sendable {
  /// A card is turned up.
  case flip
  /// A mismatch on show is turned down early.
  case conceal
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
