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

/// A card that a transition changed, as it is afterwards.
package struct CardChange: Hashable, Sendable {
  /// The card's number, its place in the deal from 0.
  package let number: Int
  /// The card as everybody may see it.
  package let card: VisibleCard
}

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

/// What came of an accepted flip.
package enum Outcome: String, Hashable, Sendable {
  /// The first card of a move is up.
  case turnedUp = "turned-up"
  /// The two cards of the move match.
  case matched
  /// The two cards of the move do not match, and are on show until the next flip.
  case mismatched
  /// The two cards of the move were the last pair.
  case won
}

/// One transition as the log keeps it; a number of a card tells nothing of its face.
package struct LogEntry: Hashable, Sendable {
  /// When it was done.
  package let at: Moment
  /// What was done.
  package let kind: TransitionKind
  /// The number of the card turned up; 0 for a conceal.
  package let card: Int
  /// Points won, or lost where negative.
  package let points: Int
  /// Microseconds since the first card of the move; 0 where the entry completes no move.
  package let elapsed: UInt64

  /// Makes an entry, as one that was stored.
  package init(at: Moment, kind: TransitionKind, card: Int, points: Int, elapsed: UInt64) {
    self.at = at
    self.kind = kind
    self.card = card
    self.points = points
    self.elapsed = elapsed
  }

  /// Seconds since the first card of the move.
  package var seconds: Double { Double(elapsed) / 1_000_000 }
}
