internal import MemoryGame
internal import Practice
internal import ThemeFiles

/// The decks of a package while cards are put into them.
struct PackageDecks {
  private struct Deck {
    let name: ThemeName
    var cards: [WordCard] = []
    /// Together, as their file will have them at least.
    var bytes = 0
  }

  var decks: [AnkiPackage.Deck] { made.map { AnkiPackage.Deck(name: $0.name, cards: $0.cards) } }

  /// Anki's names by its numbers.
  private let names: [Int64: String]
  private let options: AnkiPackage.Options
  private var made: [Deck] = []
  private var places: [Int64: Result<Int, LineFault>] = [:]
  private var placesByName: [ThemeName: Int] = [:]
  private var guids: Set<String> = []
  private var sides: Set<Int> = []
  private var bytes = 0

  private static let mostBytes = 64 << 20

  init(names: [Int64: String], _ options: AnkiPackage.Options) {
    (self.names, self.options) = (names, options)
  }

  mutating func put(_ card: WordCard, in number: Int64) throws(LineFault) {
    let place = try place(of: number)
    let size = [card.first, card.second, card.pronunciation ?? "", card.guid ?? ""]
      .reduce(8) { $0 + $1.utf8.count }
    if made[place].cards.count == Practice.Deck.maximumCards {
      throw LineFault(
        "Its deck has more than \(Practice.Deck.maximumCards) cards: split it in Anki.")
    }
    if made[place].bytes + size > options.maximumBytes || bytes + size > Self.mostBytes {
      throw LineFault("Its deck has too much text: split it in Anki.")
    }
    guard guids.insert(card.guid ?? "").inserted else {
      throw LineFault("Another note has the same guid.")
    }
    guard sides.insert(DeckBuilder.digest(of: "\(place)", card.first, card.second)).inserted else {
      throw LineFault("Another note of the deck has the same sides.")
    }
    made[place].cards.append(card)
    made[place].bytes += size
    bytes += size
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
    made.append(Deck(name: name))
    placesByName[name] = made.count - 1
    return made.count - 1
  }

  private func name(of deck: Int64) throws(LineFault) -> ThemeName {
    guard let written = names[deck] else {
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
}
