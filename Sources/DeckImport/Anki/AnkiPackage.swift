package import MemoryGame
package import Practice
package import ThemeFiles

/// A package of Anki, `.apkg` or `.colpkg`: its cards by deck, and its reviews.
package struct AnkiPackage {
  /// A deck with its cards in the order in which their notes were added.
  package struct Deck {
    package let name: ThemeName
    package fileprivate(set) var cards: [WordCard] = []
    /// Together, as their file will have them at least.
    fileprivate var bytes = 0
  }

  /// What is left out, each with its number.
  package struct Omissions {
    package var clozeNotes = 0
    package var imageOcclusions = 0
    /// Cards that ask for something other than one side of the note.
    package var otherCards = 0
    package var sounds = 0
    package var pictures = 0
    /// Cards whose other direction goes on, so they are not suspended here.
    package var suspendedDirections = 0

    package init() {}
  }

  package private(set) var decks: [Deck] = []
  /// Notes that could not be read, and why.
  package private(set) var faults: [String] = []
  package private(set) var omissions = Omissions()
  /// The guids of suspended cards.
  package private(set) var suspended: [String] = []
  /// The names of the fields of all notes.
  package private(set) var fieldNames: [String] = []

  private let collection: Collection
  private let options: Options
  private var cards: [Card] = []
  private var places: [Int64: Result<Int, LineFault>] = [:]
  private var placesByName: [ThemeName: Int] = [:]
  private var guids: Set<String> = []
  private var sides: Set<Int> = []
  private var layouts: [Int64: Layout] = [:]
  private var reviewed: [Review] = []
  /// The guids of all cards, and the place of each of Anki's cards among them.
  private var importedGuids: [String] = []
  private var identities: [Int64: (guid: Int32, direction: Direction)] = [:]
  private var bytes = 0

  package struct Options {
    package var front: FieldChoice?
    package var back: FieldChoice?
    /// The deck of all cards; nil for those that they have in Anki.
    package var deck: ThemeName?
    /// The most bytes of a deck's file.
    package var maximumBytes: Int

    package init(
      front: FieldChoice? = nil, back: FieldChoice? = nil, deck: ThemeName? = nil,
      maximumBytes: Int
    ) {
      (self.front, self.back, self.deck) = (front, back, deck)
      self.maximumBytes = maximumBytes
    }
  }

  /// A card as Anki schedules it.
  private struct Card {
    let id: Int64
    let note: Int64
    let deck: Int64
    let template: Int64
    let isSuspended: Bool
  }

  /// A review in the memory of a few of them: there may be millions.
  private struct Review {
    let at: UInt64
    let guid: Int32
    let took: UInt16
    let rating: UInt8
    let direction: Direction
  }

  /// How the notes of a kind become cards.
  private struct Layout {
    let kind: NoteType.Kind
    let front: [Int]
    let back: [Int]
    let directions: [Int64: Direction]
  }

  private static let mostNotes = ThemeClaims.maximumCards
  private static let mostCards = 2 * ThemeClaims.maximumCards
  private static let mostBytes = 64 << 20
  private static let mostReviews = 2_000_000

  /// Whether a file begins as a package does.
  package static func isLikely(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) || bytes.starts(with: Array("PK\u{5}\u{6}".utf8))
  }

  /// Reads a package; an interrupted program leaves nothing behind.
  package init(path: String, _ options: Options) throws(LineFault) {
    self.options = options
    collection = try Collection(try CollectionMember.open(path))
    try readCards()
    try readNotes()
    (cards, guids, sides, placesByName) = ([], [], [], [:])
    try readReviews()
    identities = [:]
  }
}

extension AnkiPackage {
  /// The notes follow in the order of their numbers, so the cards are sorted by those.
  private mutating func readCards() throws(LineFault) {
    let isWhole = try collection.database.rows(
      "SELECT id, nid, iif(odid, odid, did), ord, queue FROM cards", upTo: Self.mostCards
    ) {
      cards.append(
        Card(
          id: $0.integer(0), note: $0.integer(1), deck: $0.integer(2), template: $0.integer(3),
          isSuspended: $0.integer(4) == -1))
    }
    if !isWhole {
      faults.append("The package has more than \(Self.mostCards) cards: the rest is left out.")
    }
    cards.sort { ($0.note, $0.template, $0.id) < ($1.note, $1.template, $1.id) }
  }

  private mutating func readNotes() throws(LineFault) {
    let isWhole = try collection.database.rows(
      "SELECT id, guid, mid, flds FROM notes ORDER BY id", upTo: Self.mostNotes
    ) { row in
      let note = row.integer(0)
      let own = cards(of: note)
      guard !own.isEmpty else { return }
      let fields = row.text(3)
      do throws(LineFault) {
        try add(own, guid: row.text(1), type: row.integer(2), fields: fields)
      } catch {
        let start = CleanText(String(fields.prefix { $0 != "\u{1F}" }.prefix(400)), isHTML: true)
        let name = WrittenText.harmless(start.text, upTo: 40, replacement: "\u{FFFD}")
        let message = WrittenText.harmless(error.message, upTo: 400, replacement: "\u{FFFD}")
        faults.append("Note \(note)\(name.isEmpty ? "" : " (“\(name)”)"): \(message)")
      }
    }
    if !isWhole {
      faults.append("The package has more than \(Self.mostNotes) notes: the rest is left out.")
    }
  }

  private func cards(of note: Int64) -> ArraySlice<Card> {
    var (low, high) = (0, cards.count)
    while low < high {
      let middle = (low + high) / 2
      if cards[middle].note < note { low = middle + 1 } else { high = middle }
    }
    return cards[low...].prefix { $0.note == note }
  }

  /// Adds the card of a note.
  private mutating func add(
    _ own: ArraySlice<Card>, guid: String, type: Int64, fields written: String
  ) throws(LineFault) {
    let layout = try layout(of: type)
    switch layout.kind {
    case .cards: break
    case .cloze:
      omissions.clozeNotes += 1
      return
    case .imageOcclusion:
      omissions.imageOcclusions += 1
      return
    }
    var asked: [(card: Card, direction: Direction)] = []
    for card in own {
      if let direction = layout.directions[card.template],
        !asked.contains(where: { $0.direction == direction })
      {
        asked.append((card, direction))
      } else {
        omissions.otherCards += 1
      }
    }
    guard let main = asked.first(where: { $0.direction == .forward }) ?? asked.first else { return }
    let fields = written.split(separator: "\u{1F}", omittingEmptySubsequences: false)
    let front = try text(of: layout.front, in: fields)
    let back = try text(of: layout.back, in: fields)
    let card = try WordCard(
      checking: front.text, back.text, pronunciation: front.reading, guid: guid)
    guard card.guid != nil else { throw LineFault("It has no guid.") }
    try put(card, in: try place(of: main.card.deck))
    remember(card, asked)
  }

  private mutating func layout(of type: Int64) throws(LineFault) -> Layout {
    if let known = layouts[type] { return known }
    guard let noteType = collection.noteTypes[type] else {
      throw LineFault("Its note type is missing in the package.")
    }
    for name in noteType.fields where !fieldNames.contains(name) { fieldNames.append(name) }
    let (front, back) = noteType.sides(front: options.front, back: options.back)
    let layout = Layout(
      kind: noteType.kind, front: front, back: back,
      directions: noteType.directions(front: front, back: back))
    layouts[type] = layout
    return layout
  }

  /// The first of some fields that has a text.
  private mutating func text(
    of places: [Int], in fields: [Substring]
  ) throws(LineFault) -> CleanText {
    var text = CleanText("", isHTML: true)
    for place in places where place < fields.count {
      let field = fields[place]
      if field.utf8.count > DelimitedRecords.maximumFieldBytes { throw LineFault.longField }
      omissions.sounds += field.ranges(of: "[sound:").count
      omissions.pictures += field.ranges(of: "<img").count
      text = CleanText(String(field), isHTML: true)
      if !text.text.isEmpty { break }
    }
    return text
  }

  private mutating func place(of deck: Int64) throws(LineFault) -> Int {
    if let known = places[deck] { return try known.get() }
    let place: Result<Int, LineFault>
    do throws(LineFault) {
      place = .success(try newPlace(of: deck))
    } catch {
      place = .failure(error)
    }
    places[deck] = place
    return try place.get()
  }

  private mutating func newPlace(of deck: Int64) throws(LineFault) -> Int {
    let name: ThemeName
    if let chosen = options.deck { name = chosen } else { name = try self.name(of: deck) }
    if let known = placesByName[name] { return known }
    decks.append(Deck(name: name))
    placesByName[name] = decks.count - 1
    return decks.count - 1
  }

  private func name(of deck: Int64) throws(LineFault) -> ThemeName {
    guard let written = collection.decks[deck] else {
      throw LineFault("Its deck is missing in the package.")
    }
    do throws(ThemeFault) {
      return try ThemeName(written)
    } catch {
      throw LineFault(
        "The name of its deck, “\(written.prefix(40))”, cannot be used. \(error.message) Use --deck."
      )
    }
  }

  private mutating func put(_ card: WordCard, in place: Int) throws(LineFault) {
    let deck = decks[place]
    let size = [card.first, card.second, card.pronunciation ?? "", card.guid ?? ""]
      .reduce(8) { $0 + $1.utf8.count }
    if deck.cards.count == Practice.Deck.maximumCards {
      throw LineFault(
        "Its deck has more than \(Practice.Deck.maximumCards) cards: split it in Anki.")
    }
    if deck.bytes + size > options.maximumBytes || bytes + size > Self.mostBytes {
      throw LineFault("Its deck has too much text: split it in Anki.")
    }
    guard guids.insert(card.guid ?? "").inserted else {
      throw LineFault("Another note has the same guid.")
    }
    guard sides.insert(DeckBuilder.digest(of: "\(place)", card.first, card.second)).inserted else {
      throw LineFault("Another note of the deck has the same sides.")
    }
    decks[place].cards.append(card)
    decks[place].bytes += size
    bytes += size
  }

  /// Keeps what the reviews need, and whether the card is suspended in all its directions.
  private mutating func remember(_ card: WordCard, _ asked: [(card: Card, direction: Direction)]) {
    let guid = card.guid ?? ""
    for (card, direction) in asked {
      identities[card.id] = (Int32(clamping: importedGuids.count), direction)
    }
    importedGuids.append(guid)
    if asked.allSatisfy(\.card.isSuspended) {
      suspended.append(guid)
    } else {
      omissions.suspendedDirections += asked.count { $0.card.isSuspended }
    }
  }
}

/// A review as it is imported.
package struct ImportedReview: Equatable, Sendable {
  package let guid: String
  package let direction: Direction
  /// Microseconds since 1970.
  package let at: UInt64
  /// From 1 (again) to 4 (easy).
  package let rating: UInt32
  package let tookMilliseconds: UInt32
}

extension AnkiPackage {
  package var reviewCount: Int { reviewed.count }

  /// Some of the reviews, which are sorted by card and time.
  package func reviews(_ places: Range<Int>) -> [ImportedReview] {
    reviewed[places].map {
      ImportedReview(
        guid: importedGuids[Int($0.guid)], direction: $0.direction, at: $0.at,
        rating: UInt32($0.rating), tookMilliseconds: UInt32($0.took))
    }
  }

  /// Anki keeps changes by hand in the same table, as types beyond 3 or without a rating.
  private mutating func readReviews() throws(LineFault) {
    let isWhole = try collection.database.rows(
      """
      SELECT cid, id * 1000, ease, min(max(time, 0), \(LoggedReview.maximumTook)) FROM revlog
      WHERE type BETWEEN 0 AND 3 AND ease BETWEEN 1 AND 4 AND id BETWEEN 1 AND 9007199254740
      ORDER BY cid, id
      """, upTo: Self.mostReviews
    ) { row in
      guard let (guid, direction) = identities[row.integer(0)] else { return }
      reviewed.append(
        Review(
          at: UInt64(row.integer(1)), guid: guid, took: UInt16(clamping: row.integer(3)),
          rating: UInt8(clamping: row.integer(2)), direction: direction))
    }
    if !isWhole {
      faults.append("The package has more than \(Self.mostReviews) reviews: the rest is left out.")
    }
  }
}
