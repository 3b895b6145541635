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

/// A review in the log.
package struct LoggedReview: Hashable, Sendable {
  package let review: Review<UInt64>
  /// The local day on which it was made, counted from 1970-01-01.
  package let day: Int
  /// The day that was chosen for the next review; nil if none was.
  package let chosenDay: Int?

  package init(_ review: Review<UInt64>, on day: Int, chosenDay: Int? = nil) {
    self.review = review
    self.day = day
    self.chosenDay = chosenDay
  }
}

extension Review<UInt64> {
  /// The card and direction of a review in the log.
  package var key: CardDirection { CardDirection(card: card, direction: direction) }
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

/// The number of reviews, and how many of them found the card remembered.
package struct Retention: Hashable, Sendable {
  package private(set) var reviewed = 0
  package private(set) var recalled = 0

  package init() {}

  /// Adds a review, unless it came less than a day after the one before: repetitions on the same day
  /// say nothing about memory, nor do first answers, before which `days` is nil.
  package mutating func add(_ rating: Rating, after days: Int?) {
    guard let days, days >= 1 else { return }
    reviewed += 1
    if rating.isRecalled { recalled += 1 }
  }
}
