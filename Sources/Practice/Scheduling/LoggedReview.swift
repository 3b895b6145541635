/// A row of the review log.
package struct LoggedReview: Hashable, Sendable {
  /// The longest time that a response is logged to have taken, in milliseconds: whoever takes longer
  /// does something else.
  package static let maximumTook: UInt32 = 60_000

  package let id: UInt64
  package let card: UInt64
  package let direction: Direction
  /// In microseconds since 1970-01-01 UTC.
  package let at: UInt64
  /// Nil for a schedule that was taken over without its reviews.
  package let rating: Rating?
  /// In milliseconds.
  package let took: UInt32

  package init(
    id: UInt64 = 0, card: UInt64, direction: Direction, at: UInt64, rating: Rating?,
    took: UInt32 = 0
  ) {
    self.id = id
    self.card = card
    self.direction = direction
    self.at = at
    self.rating = rating
    self.took = took
  }

  /// What it is a review of.
  var key: CardDirection { CardDirection(card: card, direction: direction) }
}

/// What has a schedule: a card by its number, in one direction.
package struct CardDirection: Hashable, Sendable {
  package let card: UInt64
  package let direction: Direction

  package init(card: UInt64, direction: Direction) {
    self.card = card
    self.direction = direction
  }
}
