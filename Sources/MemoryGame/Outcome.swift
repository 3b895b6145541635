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
