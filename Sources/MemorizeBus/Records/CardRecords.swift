package import DBus
internal import PlainText
package import Practice

/// A card of a deck, as `Cards` and `Search` describe it.
package struct CardSummary: Record {
  package var id: UInt64 = 0
  package var deck = ""
  package var front = ""
  package var back = ""
  package var pronunciation = ""
  package var guid = ""
  package var note = ""
  package var tags: [String] = []
  package var frontSounds: [String] = []
  package var frontPicture = ""
  package var backSounds: [String] = []
  package var backPicture = ""
  /// 0 for a card with two sides.
  package var gap: UInt32 = 0
  package var sentence = ""
  package var isSuspended = false
  package var addedAt: UInt64 = 0
  /// Nil until it was reviewed in this direction.
  package var forward: CardMemory?
  package var backward: CardMemory?

  package init() {}

  package static let fields: [Field<CardSummary>] = [
    Field("id", \.id, "Its number, which stays the same and is never given to another card."),
    Field("deck", \.deck, "The name of its deck."),
    Field("front", \.front, "Its first side."),
    Field("back", \.back, "Its second side."),
    Field("pronunciation", \.pronunciation, "How the first side is pronounced; empty if unknown."),
    Field("guid", \.guid, "What identifies it when its deck is imported again; empty if nothing."),
    Field("suspended", \.isSuspended, "Whether it is suspended: never asked and never due."),
    Field(
      "added-at", \.addedAt,
      "When something was first stored of it beside its texts: it was added or answered, say; else 0."
    ),
    Field(
      "forward", \.forward, "How well it is remembered when its first side is asked.",
      isOptional: true),
    Field(
      "backward", \.backward, "How well it is remembered when its second side is asked.",
      isOptional: true),
    Field(
      "note", \.note, "What is shown after the answer only; empty without.", isOptional: true),
    Field(
      "front-sounds", \.frontSounds, "The paths of its first side's sounds.", isOptional: true),
    Field(
      "front-picture", \.frontPicture, "The path of its first side's picture; empty without.",
      isOptional: true),
    Field(
      "back-sounds", \.backSounds, "The paths of its second side's sounds.", isOptional: true),
    Field(
      "back-picture", \.backPicture, "The path of its second side's picture; empty without.",
      isOptional: true),
    Field(
      "gap", \.gap,
      "The number of the gap that it asks in its sentence; 0 for a card with two sides.",
      isOptional: true),
    Field(
      "sentence", \.sentence,
      "Its sentence with all gaps, as the file has it; empty for a card with two sides.",
      isOptional: true),
    Field("tags", \.tags, "Words by which other programs find it.", isOptional: true),
  ]
}

/// The memory of a card in one direction.
package struct CardMemory: Record {
  package var due: UInt64 = 0
  package var stability = 0.0
  package var difficulty = 0.0
  package var reviews: UInt32 = 0
  package var lapses: UInt32 = 0
  package var reviewedAt: UInt64 = 0

  package init() {}

  package static let fields: [Field<CardMemory>] = [
    Field("due", \.due, "When it is due.", .positive),
    Field(
      "stability", \.stability,
      "The days after which the chance that it is remembered has fallen to 90%."),
    Field("difficulty", \.difficulty, "How hard it is to remember, from 1 to 10."),
    Field("reviews", \.reviews, "How often it was reviewed."),
    Field("lapses", \.lapses, "How often it was forgotten after it was known."),
    Field("reviewed-at", \.reviewedAt, "When it was last reviewed.", isOptional: true),
  ]
}

/// The texts of a new card.
package struct NewCardOptions: CallOptions {
  package var front: String?
  package var back: String?
  package var pronunciation: String?
  package var guid: String?
  package var note: String?
  package var tags: [String]?
  package var isDated: Bool?

  package init() {}

  package static func refusal(ofKey key: String) -> String {
    english("A card has no key “\(key)”.")
  }
  package static let table: [CallOption<NewCardOptions>] = [
    CallOption("front", \.front),
    CallOption("back", \.back),
    CallOption("pronunciation", \.pronunciation),
    CallOption("guid", \.guid),
    CallOption("note", \.note),
    CallOption("tags", \.tags),
    CallOption("dated", \.isDated),
  ]
}

/// The result of adding one of several cards.
package struct AddedCard: Structure, Hashable {
  package static let names = ["id", "fault"]

  /// 0 if it was not added.
  package let id: UInt64
  /// Why it was not added; empty if it was.
  package let fault: String

  package init(id: UInt64 = 0, fault: String = "") {
    (self.id, self.fault) = (id, fault)
  }

  package init(_ wire: Struct<UInt64, String>) {
    (id, fault) = wire.fields
  }
  package var wire: Struct<UInt64, String> { Struct(id, fault) }
}

/// The texts of a card that change; its guid identifies it and stays.
package struct CardChangeOptions: CallOptions {
  package var front: String?
  package var back: String?
  package var pronunciation: String?
  package var note: String?

  package init() {}

  package static func refusal(ofKey key: String) -> String {
    english("UpdateCard has no key “\(key)”.")
  }
  package static let table: [CallOption<CardChangeOptions>] = [
    CallOption("front", \.front),
    CallOption("back", \.back),
    CallOption("pronunciation", \.pronunciation),
    CallOption("note", \.note),
  ]
}

/// A review made elsewhere, of the card with a guid.
package struct ForeignReview: Structure, Hashable {
  package static let names = ["guid", "direction", "at", "rating", "took"]

  package let guid: String
  package let direction: Word<Direction>
  /// In microseconds since 1970-01-01 UTC.
  package let at: UInt64
  /// 1…4.
  package let rating: UInt32
  /// In milliseconds.
  package let took: UInt32
}

extension ForeignReview {
  package init(_ review: Review<String>) {
    self.init(
      guid: review.card, direction: Word(review.direction), at: review.at,
      rating: UInt32(review.rating?.rawValue ?? 0), took: review.took)
  }

  package init(_ wire: Struct<String, Word<Direction>, UInt64, UInt32, UInt32>) {
    (guid, direction, at, rating, took) = wire.fields
  }
  package var wire: Struct<String, Word<Direction>, UInt64, UInt32, UInt32> {
    Struct(guid, direction, at, rating, took)
  }
}
