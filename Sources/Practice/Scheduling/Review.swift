/// A review of a card in one direction.
///
/// `Card` identifies the card: its guid in a package, its identity in the store, its number in the
/// log.
package struct Review<Card: Hashable & Sendable>: Hashable, Sendable {
  package let card: Card
  package let direction: Direction
  /// Nil for a schedule that was taken over without its reviews, which only the log has.
  package let rating: Rating?
  /// In microseconds since 1970-01-01 UTC.
  package let at: UInt64
  /// In milliseconds, at most ``Response/maximumTook``.
  package let took: UInt32

  package init(
    card: Card, direction: Direction, rating: Rating?, at: UInt64, took: UInt32 = 0
  ) {
    self.card = card
    self.direction = direction
    self.rating = rating
    self.at = at
    self.took = took
  }
}

extension Review<UInt64> {
  /// The card and direction of a review in the log.
  var key: CardDirection { CardDirection(card: card, direction: direction) }
}

/// A card by its number, in one direction: each has a schedule of its own.
package struct CardDirection: Hashable, Sendable {
  package let card: UInt64
  package let direction: Direction

  package init(card: UInt64, direction: Direction) {
    self.card = card
    self.direction = direction
  }
}
