package import MemoryGame
package import Practice
package import ThemeFiles

/// A package of Anki, `.apkg` or `.colpkg`: its cards by deck, and its reviews.
package struct AnkiPackage {
  /// A deck with its cards in the order in which their notes were added.
  package struct Deck {
    package let name: ThemeName
    /// A sentence with gaps is one of them.
    package internal(set) var cards: [WordCard] = []
    package internal(set) var languages = SideLanguages.unknown
    /// Each gap counts.
    var cardCount = 0
    package internal(set) var firstNote: Fields?
    /// The fewest bytes that the cards can need in the deck's file.
    var bytes = 0
  }

  /// The fields of a note: names, and the beginnings of their texts.
  package typealias Fields = [(name: String, sample: String)]

  /// What is left out, each with its number.
  package struct Omissions {
    /// Sentences whose gaps could not be read.
    package var clozeNotes = 0
    package var imageOcclusions = 0
    /// Cards of templates that ask for something other than one side of the note.
    package var otherCards = 0
    /// Those with a name that no file of a package has.
    package var sounds = 0
    package var pictures = 0
    /// Sounds and pictures that only the answers of both directions show.
    package var answerMedia = 0
    /// Fields for the note that are too long.
    package var longNotes = 0
    /// Cards whose other direction goes on, so they are not suspended here.
    package var suspendedDirections = 0

    package init() {}
  }

  package let decks: [Deck]
  /// The names of all decks, also of those without cards; none if all cards go to one deck.
  package let deckNames: [ThemeName]
  /// Notes that could not be read, and why.
  package let faults: FirstFaults<String>
  package var omissions: Omissions
  package let media: PackageMedia
  /// The guids of suspended cards.
  package let suspended: [String]
  /// The names of the fields of all notes.
  package let fieldNames: [String]
  private let reviews: PackageReviews
  /// The hour at which days start in the collection; nil if the package does not say.
  package let rollover: Int?

  package struct Options {
    package var front: FieldChoice?
    package var back: FieldChoice?
    package var pronunciation: FieldChoice?
    package var note: FieldChoice?
    /// The deck of all cards; nil for those that they have in Anki.
    package var deck: ThemeName?
    /// The most bytes of a deck's file.
    package var maximumBytes: Int

    package init(
      front: FieldChoice? = nil, back: FieldChoice? = nil, pronunciation: FieldChoice? = nil,
      note: FieldChoice? = nil, deck: ThemeName? = nil, maximumBytes: Int
    ) {
      self.note = note
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
    rollover = collection.rollover
    decks = notes.decks
    let hasMedia = decks.contains { $0.cards.contains { !$0.media.isEmpty } }
    media = hasMedia ? PackageMedia(path: path, collection.database) : PackageMedia(path: path)
    deckNames =
      options.deck == nil ? collection.decks.values.compactMap { try? ThemeName($0) } : []
    var faults = notes.faults
    faults.add(reviews.faults)
    if let fault = media.fault { faults.add(fault.message) }
    self.faults = faults
    (omissions, suspended) = (notes.omissions, notes.suspended)
    fieldNames = notes.fieldNames
  }

  package var reviewCount: Int { reviews.count }

  /// Some of the reviews, which are sorted by card and time; a card is named by its guid.
  package func reviews(_ range: Range<Int>) -> [Review<String>] { reviews[range] }
}
