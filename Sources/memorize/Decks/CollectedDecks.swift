import DeckImport
import MemoryGame
import Practice
import UserFiles

/// The decks of an import; a deck has the cards of every file that names it.
struct CollectedDecks {
  struct Deck {
    let name: ThemeName
    fileprivate(set) var cards: [WordCard] = []
    fileprivate(set) var files: [String] = []
    fileprivate(set) var languages = SideLanguages.unknown
    private var places: [String: Int] = [:]

    fileprivate init(name: ThemeName) { self.name = name }

    /// If several files have a card with the same guid, the last one counts.
    fileprivate mutating func add(_ new: [WordCard], of file: String) {
      for card in new {
        if let guid = card.guid, let place = places.updateValue(cards.count, forKey: guid) {
          places[guid] = place
          cards[place] = card
        } else {
          cards.append(card)
        }
      }
      if files.last != file { files.append(file) }
    }
  }

  private(set) var decks: [Deck] = []
  private var places: [ThemeName: Int] = [:]
  private(set) var packages: [(file: String, package: AnkiPackage)] = []

  mutating func add(_ read: ReadDecks, of file: InputFile) {
    for deck in read.decks {
      let place = places[deck.name] ?? decks.count
      if place == decks.count {
        decks.append(Deck(name: deck.name))
        places[deck.name] = place
      }
      decks[place].add(deck.cards, of: file.name)
      if decks[place].languages == .unknown { decks[place].languages = deck.languages }
    }
    if let package = read.package { packages.append((file.name, package)) }
  }
}
