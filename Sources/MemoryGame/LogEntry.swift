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
  ///
  /// - Parameters:
  ///   - at: When it was done.
  ///   - kind: What was done.
  ///   - card: The number of the card; 0 for a conceal.
  ///   - points: Points won or lost.
  ///   - elapsed: Microseconds since the first card of the move.
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
