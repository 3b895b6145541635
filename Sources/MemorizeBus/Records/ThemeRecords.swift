package import DBus
package import MemoryGame
package import Practice

/// A theme as `List` and `Get` describe it.
package struct ThemeSummary: Record {
  package var name = ""
  package var icon = ""
  package var colors: [String] = []
  package var size: UInt32 = 0
  package var minPairs: UInt32 = 0
  package var maxPairs: UInt32 = 0
  package var isTwoSided = false
  package var isBuiltIn = false
  package var isDeck = false
  package var isImported = false

  package init() {}

  package static let fields: [Field<ThemeSummary>] = [
    Field("name", \.name, "Its name."),
    Field("icon", \.icon, "One emoji that represents it."),
    Field("colors", \.colors, "Its colors, #rrggbb; two or more make a gradient.", .color),
    Field("size", \.size, "The number of pairs."),
    Field("min-pairs", \.minPairs, "The fewest pairs of a game."),
    Field("max-pairs", \.maxPairs, "The most pairs of a game."),
    Field("two-sided", \.isTwoSided, "Whether the cards of a pair show different sides."),
    Field("built-in", \.isBuiltIn, "Whether it comes with the program."),
    Field("deck", \.isDeck, "Whether it can be practiced."),
    Field("imported", \.isImported, "Whether it came from a deck file."),
  ]
}

/// A deck with its numbers of due and new cards.
package struct DeckSummary: Record {
  package var name = ""
  package var cards: UInt32 = 0
  package var due: UInt32 = 0
  package var dueForward: UInt32 = 0
  package var dueBackward: UInt32 = 0
  package var resting: UInt32 = 0
  package var new: UInt32 = 0
  package var unseen: UInt32 = 0
  package var language = ""
  package var isSuspended = false
  /// From 1 in the user's order; 0 for a deck that it leaves out.
  package var place: UInt32 = 0
  /// True of an older service, which offered the new cards of every deck.
  package var offersNew = true

  package init() {}

  /// How many due ones can be asked today.
  package var ready: UInt32 { due - min(resting, due) }

  package init(name: String, _ counts: DeckCounts, _ languages: SideLanguages) {
    self.name = name
    language = languages.written
    cards = UInt32(clamping: counts.cards)
    due = UInt32(clamping: counts.due)
    dueForward = UInt32(clamping: counts.dueForward)
    dueBackward = UInt32(clamping: counts.dueBackward)
    resting = UInt32(clamping: counts.resting)
    new = UInt32(clamping: counts.new)
    unseen = UInt32(clamping: counts.unseen)
    isSuspended = counts.standing.isSuspended
    place = UInt32(clamping: counts.standing.place ?? 0)
    offersNew = counts.offersNew
  }

  package static let fields: [Field<DeckSummary>] = [
    Field("name", \.name, "Its name."),
    Field("cards", \.cards, "The number of cards."),
    Field("due", \.due, "The number of due cards; a card may count once in each direction."),
    Field("due-forward", \.dueForward, "The number of cards due forward.", isOptional: true),
    Field("due-backward", \.dueBackward, "The number of cards due backward.", isOptional: true),
    Field(
      "resting", \.resting,
      "How many of the due ones rest until the next day, because a sibling was asked or comes before.",
      isOptional: true),
    Field(
      "new", \.new,
      "The number of cards never answered that a session over all decks may ask, up to today's limit."
    ),
    Field("unseen", \.unseen, "The number of cards never answered.", isOptional: true),
    Field(
      "language", \.language,
      "The languages of its sides, as in ja/en (BCP 47); empty if both are unknown.",
      isOptional: true),
    Field(
      "suspended", \.isSuspended, "Whether it is suspended: then nothing of it is due or new.",
      isOptional: true),
    Field(
      "place", \.place,
      "Its place in the order that the user has set, from 1; 0 if the order leaves it out.",
      isOptional: true),
    Field(
      "offers-new", \.offersNew,
      """
      Whether sessions over all decks ask its new cards: not if it is suspended, nor if it came with \
      the program or the system and was never started by its name or answered.
      """, isOptional: true),
  ]
}

package struct ThemePair: Structure, Hashable {
  package static let names = ["first", "second", "pronunciation"]

  package let first: String
  /// The other side; empty if both cards show the first.
  package let second: String
  package let pronunciation: String

  package init(_ first: String, _ second: String, _ pronunciation: String) {
    (self.first, self.second, self.pronunciation) = (first, second, pronunciation)
  }

  package init(_ pair: Pair) {
    self.init(pair.first.text, pair.second?.text ?? "", pair.pronunciation ?? "")
  }

  package init(_ wire: Struct<String, String, String>) {
    (first, second, pronunciation) = wire.fields
  }
  package var wire: Struct<String, String, String> { Struct(first, second, pronunciation) }
}

extension Pair {
  package init(_ pair: ThemePair) throws(ThemeError) {
    try self.init(pair.first, pair.second, pronunciation: pair.pronunciation)
  }
}
