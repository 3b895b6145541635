import DeckImport
import MemoryGame
import Practice

/// The decks of all files of an import: a deck has the cards of every file that names it.
struct CollectedDecks {
  struct Deck {
    let name: ThemeName
    fileprivate(set) var cards: [WordCard]
    fileprivate(set) var files: [String]

    func has(_ file: String) -> Bool { files.contains(file) }
  }

  private(set) var decks: [Deck] = []
  private(set) var packages: [(file: String, package: AnkiPackage)] = []

  /// The guids of cards that are in other decks, and not in this one.
  func guids(besides deck: Deck) -> Set<String> {
    let others = decks.lazy.filter { $0.name != deck.name }.flatMap(\.cards)
    return Set(others.compactMap(\.guid)).subtracting(deck.cards.compactMap(\.guid))
  }

  mutating func add(_ read: ReadDecks, of file: InputFile) {
    for (name, cards) in read.decks {
      if let place = decks.firstIndex(where: { $0.name == name }) {
        decks[place].cards += cards
        if decks[place].files.last != file.name { decks[place].files.append(file.name) }
      } else {
        decks.append(Deck(name: name, cards: cards, files: [file.name]))
      }
    }
    if let package = read.package { packages.append((file.name, package)) }
  }
}
