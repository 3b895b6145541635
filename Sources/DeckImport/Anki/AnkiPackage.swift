package import MemoryGame
package import Practice
package import ThemeFiles

/// A package of Anki, `.apkg` or `.colpkg`: its cards by deck, and its reviews.
package struct AnkiPackage {
  /// A deck with its cards in the order in which their notes were added.
  package struct Deck {
    package let name: ThemeName
    package internal(set) var cards: [WordCard] = []
    /// The fields of the first note that became no card; nil if all did.
    package internal(set) var refused: Fields?
    /// The fewest bytes that the cards can need in the deck's file.
    var bytes = 0
  }

  /// The fields of a note: names, and the beginnings of their texts.
  package typealias Fields = [(name: String, sample: String)]

  /// What is left out, each with its number.
  package struct Omissions {
    package var clozeNotes = 0
    package var imageOcclusions = 0
    /// Cards of templates that ask for something other than one side of the note.
    package var otherCards = 0
    package var sounds = 0
    package var pictures = 0
    /// Cards whose other direction goes on, so they are not suspended here.
    package var suspendedDirections = 0

    package init() {}
  }

  package let decks: [Deck]
  /// The names of all decks, also of those without cards; none if all cards go to one deck.
  package let deckNames: [ThemeName]
  /// Notes that could not be read, and why.
  package let faults: FirstFaults<String>
  package let omissions: Omissions
  /// The guids of suspended cards.
  package let suspended: [String]
  /// The names of the fields of all notes.
  package let fieldNames: [String]
  private let reviews: PackageReviews

  package struct Options {
    package var front: FieldChoice?
    package var back: FieldChoice?
    package var pronunciation: FieldChoice?
    /// The deck of all cards; nil for those that they have in Anki.
    package var deck: ThemeName?
    /// The most bytes of a deck's file.
    package var maximumBytes: Int

    package init(
      front: FieldChoice? = nil, back: FieldChoice? = nil, pronunciation: FieldChoice? = nil,
      deck: ThemeName? = nil, maximumBytes: Int
    ) {
      (self.front, self.back, self.pronunciation) = (front, back, pronunciation)
      self.deck = deck
      self.maximumBytes = maximumBytes
    }
  }

  /// Whether a file begins as a package does.
  package static func isLikely(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) || bytes.starts(with: Array("PK\u{5}\u{6}".utf8))
  }

  /// Reads a package; an interrupted program leaves nothing behind.
  package init(path: String, _ options: Options) throws(LineError) {
    let collection = try Collection(try CollectionMember.open(path))
    let notes = try PackageReader(collection, options)
    var reviews = notes.reviews
    try reviews.read(collection.database)
    self.reviews = reviews
    decks = notes.decks
    deckNames =
      options.deck == nil ? collection.decks.values.compactMap { try? ThemeName($0) } : []
    var faults = notes.faults
    faults.add(reviews.faults)
    self.faults = faults
    (omissions, suspended) = (notes.omissions, notes.suspended)
    fieldNames = notes.fieldNames
  }

  package var reviewCount: Int { reviews.count }

  /// Some of the reviews, which are sorted by card and time; a card is named by its guid.
  package func reviews(_ range: Range<Int>) -> [Review<String>] { reviews[range] }
}
