/// How much of the unmatched pairs is known: what perfect play depends on.
///
/// A card is known from the moment it was turned up; turning it down changes nothing.
struct KnownCounts: Equatable, Sendable {
  /// p, the pairs with both cards known.
  var pairs: Int
  /// k, the pairs with one card known.
  var singles: Int
  /// u, the pairs with no card known.
  var unseen: Int

  init(_ pairs: Int, _ singles: Int, _ unseen: Int) {
    self.pairs = pairs
    self.singles = singles
    self.unseen = unseen
  }

  /// N, the cards not known.
  var unknownCards: Int { singles + 2 * unseen }

  /// Counts a card that is turned up for the first time.
  mutating func learn(mateIsKnown: Bool) {
    if mateIsKnown {
      singles -= 1
      pairs += 1
    } else {
      unseen -= 1
      singles += 1
    }
  }
}
