package import DBus
package import Practice

/// The result of a practice session, as `SessionFinished` publishes it.
package struct SessionSummary: Record {
  package var questions: UInt32 = 0
  package var wrong: UInt32 = 0
  package var firstTry: UInt32 = 0
  package var deck = ""

  package init() {}

  package static let fields: [Field<SessionSummary>] = [
    Field("questions", \.questions, "The number of questions."),
    Field("wrong", \.wrong, "The number of wrong responses."),
    Field("first-try", \.firstTry, "The number of questions answered right on the first try."),
    Field("deck", \.deck, "The name of the deck."),
  ]
}

/// What a side of a card has beside its text, by absolute paths on the service's machine.
package struct MediaPaths: Record, Hashable {
  /// In their order.
  package var sounds: [String] = []
  /// Empty without a picture.
  package var picture = ""

  package init() {}

  package static let fields: [Field<MediaPaths>] = [
    Field("sounds", \.sounds, "The paths of its sounds, in their order."),
    Field("picture", \.picture, "The path of its picture; empty without one."),
  ]
}

/// A row of the log of reviews.
package struct ReviewRow: Structure, Hashable, Sendable {
  package let id: UInt64
  package let card: UInt64
  package let direction: Word<Direction>
  /// From 1 to 4; 0 stands for what was known of a card before its reviews were logged.
  package let rating: UInt32
  /// In microseconds since 1970-01-01 UTC.
  package let at: UInt64
  /// In milliseconds.
  package let took: UInt32

  package static let names = ["id", "card", "direction", "rating", "at", "took"]

  package init(id: UInt64, _ review: Review<UInt64>) {
    (self.id, card, direction) = (id, review.card, Word(review.direction))
    (rating, at, took) = (UInt32(review.rating?.rawValue ?? 0), review.at, review.took)
  }

  /// Nil for a row of a later version.
  package var review: Review<UInt64>? {
    let known = Rating(rawValue: Int(rating))
    guard let direction = direction.known, known != nil || rating == 0 else {
      return nil
    }
    return Review(card: card, direction: direction, rating: known, at: at, took: took)
  }

  package init(_ wire: Struct<UInt64, UInt64, Word<Direction>, UInt32, UInt64, UInt32>) {
    (id, card, direction, rating, at, took) = wire.fields
  }

  package var wire: Struct<UInt64, UInt64, Word<Direction>, UInt32, UInt64, UInt32> {
    Struct(id, card, direction, rating, at, took)
  }
}

package struct PracticeStatistics: Record {
  /// Days ahead, and days back.
  package static let coveredDays = 30

  package var answers: UInt32 = 0
  package var reviewed: UInt32 = 0
  package var recalled: UInt32 = 0
  package var retrievability = -1.0
  package var ahead: [UInt32] = []
  package var days: [Struct<String, UInt32, UInt32>] = []
  package var streak: UInt32 = 0

  package init() {}

  package mutating func limit() {
    days = days.map { Struct($0.fields.0, $0.fields.1, min($0.fields.1, $0.fields.2)) }
  }

  package static let fields: [Field<PracticeStatistics>] = [
    Field("answers", \.answers, "First answers to a question in a session."),
    Field("reviewed", \.reviewed, "Answers to cards known from an earlier day."),
    Field("recalled", \.recalled, "The number of those that were right."),
    Field(
      "retrievability", \.retrievability,
      "The mean chance that a card is remembered now; if none, -1 on the bus and null in JSON.",
      form: .nullIfNegative),
    Field(
      "ahead", \.ahead,
      """
      Reviews that fall due today, including overdue ones, and on each of the next \
      \(coveredDays - 1) local days.
      """),
    Field(
      "days", \.days,
      "Those of the last \(coveredDays) local days with reviews of cards known from earlier.",
      form: .objects(["date", "reviewed", "recalled"])),
    Field(
      "streak", \.streak,
      "Local days in a row, up to today or yesterday, on which a session was finished.",
      isOptional: true),
  ]
}
