internal import PlainText
internal import Practice
internal import ThemeFiles

/// Reads the notes of a collection, and makes a card of each that has two sides of text.
struct PackageReader {
  private(set) var faults = FirstFaults<String>()
  private(set) var omissions = AnkiPackage.Omissions()
  private(set) var suspended: [String] = []
  private(set) var fieldNames: [String] = []
  private(set) var reviews = PackageReviews()
  var decks: [AnkiPackage.Deck] { placed.decks }

  private let collection: Collection
  private let options: AnkiPackage.Options
  private var placed: PackageDecks
  /// By note and template.
  private var cards: [Card] = []
  private var layouts: [Int64: Layout] = [:]

  /// A card as Anki schedules it.
  private struct Card {
    let id: Int64
    let note: Int64
    let deck: Int64
    let template: Int64
    let isSuspended: Bool
  }

  /// How the notes of a kind become cards.
  private struct Layout {
    let kind: NoteType.Kind
    let fields: [String]
    let card: CardLayout
    let directions: [Int64: Direction]
    /// The field with the gaps, if it is a kind of sentences.
    let sentence: Int
    let languages: [Int: String]

    /// The languages in which Anki speaks the two sides.
    var spoken: SideLanguages {
      let sides = kind == .cloze ? [[sentence], []] : [card.front, card.back]
      let tags = sides.map { $0.lazy.compactMap { languages[$0] }.first ?? "" }
      return SideLanguages(tags[0], tags[1]) ?? .unknown
    }

    func text(of index: Int, in fields: [Substring]) throws(LineError) -> CleanText {
      guard index < fields.count else { return CleanText("", isHTML: true) }
      let field = fields[index]
      if field.utf8.count > DelimitedRecords.maximumFieldBytes { throw LineError.longField }
      return card.isOurs
        ? CleanText(exported: String(field), separator: CleanText.blockSeparator)
        : CleanText(
          SpokenText.unmarked(String(field)), isHTML: true, separator: CleanText.blockSeparator)
    }
  }

  private static let maximumNotes = ThemeClaims.maximumCards
  private static let maximumCards = 2 * ThemeClaims.maximumCards

  init(_ collection: Collection, _ options: AnkiPackage.Options) throws(LineError) {
    (self.collection, self.options) = (collection, options)
    placed = PackageDecks(names: collection.decks, options)
    try readCards()
    try readNotes()
    faults.add(placed.faults)
  }
}

extension PackageReader {
  /// The notes follow in the order of their numbers, so the cards are sorted by those.
  private mutating func readCards() throws(LineError) {
    let isWhole = try collection.database.rows(
      "SELECT id, nid, iif(odid, odid, did), ord, queue FROM cards", upTo: Self.maximumCards
    ) {
      cards.append(
        Card(
          id: $0.integer(0), note: $0.integer(1), deck: $0.integer(2), template: $0.integer(3),
          isSuspended: $0.integer(4) == -1))
    }
    if !isWhole {
      faults.add(
        english("The package has more than \(Self.maximumCards) cards: the rest is left out."))
    }
    cards.sort { ($0.note, $0.template, $0.id) < ($1.note, $1.template, $1.id) }
  }

  private mutating func readNotes() throws(LineError) {
    let isWhole = try collection.database.rows(
      "SELECT id, guid, mid, flds FROM notes ORDER BY id", upTo: Self.maximumNotes
    ) { row in
      let note = row.integer(0)
      let own = cards(of: note)
      guard !own.isEmpty else { return }
      let fields = row.text(3)
      do throws(LineError) {
        try add(own, guid: row.text(1), type: row.integer(2), fields: fields)
      } catch {
        let start = CleanText(String(fields.prefix { $0 != "\u{1F}" }.prefix(400)), isHTML: true)
        let message = WrittenText.harmless(error.message, upTo: 400, replacement: "\u{FFFD}")
        faults.add(Self.fault(ofNote: note, start.text, message))
      }
      see(own, type: row.integer(2), fields)
    }
    if !isWhole {
      faults.add(
        english("The package has more than \(Self.maximumNotes) notes: the rest is left out."))
    }
  }

  /// A fault names its note by Anki's number, and the text that it begins with.
  static func fault(ofNote note: Int64, _ text: String, _ message: String) -> String {
    let start = WrittenText.harmless(text, upTo: 40, replacement: "\u{FFFD}")
    // Translators: {note} is the number of a note in Anki.
    if start.isEmpty { return english("Note \(note): \(message)") }
    // Translators: {note} is the number of a note in Anki, {start} the text that it begins with.
    return english("Note \(note) (“\(start)”): \(message)")
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
  ) throws(LineError) {
    let layout = try layout(of: type)
    switch layout.kind {
    case .cards: break
    case .cloze:
      return try addSentence(own, guid: guid, layout, Self.split(written))
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
    let fields = Self.split(written)
    let isReversed = asked.contains { $0.direction == .backward }
    var leftOut = CardLayout.LeftOut()
    let card = try layout.card.card(guid: guid, isReversed: isReversed, &leftOut) {
      index throws(LineError) in try layout.text(of: index, in: fields)
    }
    let shown = layout.card.all
    guard try put(card, in: main.card.deck, layout, shown, fields, leftOut) else { return }
    remember(card, of: main.card.note, asked)
  }

  /// Adds a sentence, each of whose gaps is one of Anki's cards.
  private mutating func addSentence(
    _ own: ArraySlice<Card>, guid: String, _ layout: Layout, _ fields: [Substring]
  ) throws(LineError) {
    guard let first = own.first else { return }
    let line: WordCard
    var leftOut = CardLayout.LeftOut()
    do throws(LineError) {
      line = try layout.card.sentence(layout.sentence, guid: guid, &leftOut) {
        index throws(LineError) in try layout.text(of: index, in: fields)
      }
    } catch {
      omissions.clozeNotes += 1
      throw error
    }
    let shown = layout.card.all.union([layout.sentence])
    guard try put(line, in: first.deck, layout, shown, fields, leftOut) else { return }
    var gaps: [Int64: WordCard] = [:]
    for gap in line.cards { gaps[Int64(gap.gap?.number ?? 0) - 1] = gap }
    for card in own {
      if let gap = gaps.removeValue(forKey: card.template) {
        remember(gap, of: card.note, [(card, .forward)])
      } else {
        omissions.otherCards += 1
      }
    }
  }

  /// Returns false if the deck cannot be used.
  private mutating func put(
    _ card: WordCard, in deck: Int64, _ layout: Layout, _ shown: Set<Int>, _ fields: [Substring],
    _ leftOut: CardLayout.LeftOut
  ) throws(LineError) -> Bool {
    guard card.guid != nil else { throw LineError(english("It has no guid.")) }
    guard try placed.put(card, in: deck, layout.spoken) else { return false }
    for index in shown where index < fields.count {
      omissions.sounds += fields[index].ranges(of: "[sound:").count
      omissions.pictures += fields[index].ranges(of: "<img").count
    }
    let media = [card.media.front, card.media.back]
    omissions.sounds -= media.reduce(leftOut.sounds) { $0 + $1.sounds.count }
    omissions.pictures -= media.count { $0.picture != nil } + leftOut.pictures
    omissions.answerMedia += leftOut.sounds + leftOut.pictures
    omissions.longNotes += leftOut.notes
    return true
  }

  private static func split(_ fields: String) -> [Substring] {
    fields.split(separator: "\u{1F}", omittingEmptySubsequences: false)
  }

  private mutating func layout(of type: Int64) throws(LineError) -> Layout {
    if let known = layouts[type] { return known }
    guard let noteType = collection.noteTypes[type] else {
      throw LineError(english("Its note type is missing in the package."))
    }
    for name in noteType.fields where !fieldNames.contains(name) { fieldNames.append(name) }
    let card = noteType.layout(
      front: options.front, back: options.back, pronunciation: options.pronunciation,
      note: options.note)
    let layout = Layout(
      kind: noteType.kind, fields: noteType.fields, card: card,
      directions: noteType.directions(front: card.front, back: card.back),
      sentence: options.front.flatMap(noteType.index) ?? noteType.sentence ?? 0,
      languages: noteType.languages)
    layouts[type] = layout
    return layout
  }

  /// Remembers the fields of a note, in case its deck gets no card at all.
  private mutating func see(_ own: ArraySlice<Card>, type: Int64, _ written: String) {
    guard let card = own.first, let layout = layouts[type], layout.kind != .imageOcclusion else {
      return
    }
    placed.see(in: card.deck) {
      zip(layout.fields, Self.split(written)).map { name, field in
        let text = CleanText(
          String(field.prefix(400)), isHTML: true, separator: CleanText.blockSeparator)
        return (
          WrittenText.harmless(name, upTo: 40, replacement: "\u{FFFD}"),
          WrittenText.harmless(text.text, upTo: 40, replacement: "\u{FFFD}")
        )
      }
    }
  }

  /// Records the cards for the reviews, and whether all of a note's cards are suspended.
  private mutating func remember(
    _ card: WordCard, of note: Int64, _ asked: [(card: Card, direction: Direction)]
  ) {
    let guid = (card.guid ?? "") + (card.gap.map { CardIdentity.suffix(ofGap: $0.number) } ?? "")
    reviews.add(
      PackageReviews.Note(number: note, guid: guid, front: card.first),
      asked.map { ($0.card.id, $0.direction) })
    if asked.allSatisfy(\.card.isSuspended) {
      suspended.append(guid)
    } else {
      omissions.suspendedDirections += asked.count { $0.card.isSuspended }
    }
  }
}
