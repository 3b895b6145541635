internal import MemoryGame
internal import PlainText
internal import Practice
internal import ThemeFiles

/// The decks of a package while cards are put into them.
struct PackageDecks {
  private(set) var decks: [AnkiPackage.Deck] = []

  /// Decks that cannot be used, and why; one message for each deck.
  private(set) var faults = FirstFaults<String>()

  /// The names of the decks in Anki, by number.
  private let names: [Int64: String]
  private let options: AnkiPackage.Options
  /// By Anki's numbers.
  private var indices: [Int64: Int?] = [:]
  private var indicesByName: [ThemeName: Int] = [:]
  private var guids: Set<String> = []
  private var sides: Set<Int> = []
  private var bytes = 0

  private static let maximumBytes = 64 << 20

  init(names: [Int64: String], _ options: AnkiPackage.Options) {
    (self.names, self.options) = (names, options)
  }

  /// Puts a card into the deck with Anki's number; returns false if that deck cannot be used.
  mutating func put(
    _ card: WordCard, in number: Int64, _ languages: SideLanguages = .unknown
  ) throws(LineError) -> Bool {
    guard let index = index(of: number) else { return false }
    let size = [
      card.frontField, card.backField, card.pronunciation ?? "", card.guid ?? "", card.note,
    ]
    .reduce(8) { $0 + $1.utf8.count }
    let count = card.cards.count
    if decks[index].cardCount + count > Deck.maximumCards {
      throw LineError(
        english("Its deck has more than \(Deck.maximumCards) cards: split it in Anki."))
    }
    if decks[index].bytes + size > options.maximumBytes || bytes + size > Self.maximumBytes {
      throw LineError(english("Its deck has too much text: split it in Anki."))
    }
    guard guids.insert(card.guid ?? "").inserted else {
      throw LineError(english("Another note has the same guid."))
    }
    guard sides.insert(DeckBuilder.digest(of: "\(index)", card.frontField, card.backField)).inserted
    else {
      throw LineError(english("Another note of the deck has the same sides."))
    }
    decks[index].cards.append(card)
    decks[index].cardCount += count
    if decks[index].languages == .unknown { decks[index].languages = languages }
    decks[index].bytes += size
    bytes += size
    return true
  }

  /// Remembers the fields of the first note.
  mutating func see(in number: Int64, _ fields: () -> AnkiPackage.Fields) {
    guard let index = index(of: number), decks[index].firstNote == nil else { return }
    decks[index].firstNote = fields()
  }

  /// Nil for a deck without a name that can be used.
  private mutating func index(of number: Int64) -> Int? {
    if let known = indices[number] { return known }
    let index = name(of: number).map { newIndex(of: $0) }
    indices.updateValue(index, forKey: number)
    return index
  }

  private mutating func newIndex(of name: ThemeName) -> Int {
    if let known = indicesByName[name] { return known }
    decks.append(AnkiPackage.Deck(name: name))
    indicesByName[name] = decks.count - 1
    return decks.count - 1
  }

  private mutating func name(of number: Int64) -> ThemeName? {
    if let chosen = options.deck { return chosen }
    guard let written = names[number] else {
      faults.add(
        english("Deck \(number) is missing in the package; its notes are left out. Use --deck."))
      return nil
    }
    do throws(ThemeError) {
      return try ThemeName(written)
    } catch {
      let start = WrittenText.harmless(written, upTo: 40, replacement: "\u{FFFD}")
      faults.add(
        english("The notes of the deck “\(start)” are left out. \(error.message) Use --deck."))
      return nil
    }
  }
}
