/// A row of the review log, as training reads it.
package struct LoggedReview: Sendable {
  /// The longest time that a response is logged to have taken, in milliseconds: whoever takes longer
  /// does something else.
  package static let maximumTook: UInt32 = 60_000

  let card: UInt64
  let direction: Direction
  /// In microseconds since 1970-01-01 UTC.
  let at: UInt64
  /// Nil for a schedule that was taken over without its reviews.
  let rating: Rating?

  package init(card: UInt64, direction: Direction, at: UInt64, rating: Rating?) {
    self.card = card
    self.direction = direction
    self.at = at
    self.rating = rating
  }
}
