/// What changes a game.
package enum TransitionKind: String, Hashable, Sendable {
  /// A card is turned up.
  case flip
  /// A mismatch on show is turned down early.
  case conceal
}

/// One change of a game, all of it.
package struct Transition: Hashable, Sendable {
  /// What was done.
  package let kind: TransitionKind
  /// What came of a flip; nil for a conceal.
  package let outcome: Outcome?
  /// Points won, or lost where negative.
  package let points: Int
  /// The 1 to 3 cards that changed, in ascending order of their numbers.
  package let changes: [CardChange]
  /// The move that the flip completed, or nil.
  package let move: Move?
}
