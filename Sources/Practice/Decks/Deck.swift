package import MemoryGame

package struct Deck: Hashable, Sendable {
  package static let maximumCards = 20_000

  package let deckName: ThemeName
  /// In the deck's order, which is also the order of new cards.
  package let cards: CardList
  package var languages: SideLanguages

  package init(
    name: ThemeName, cards: [WordCard], languages: SideLanguages = .unknown
  ) {
    self.init(name: name, cards: CardList(cards), languages: languages)
  }

  package init(name: ThemeName, cards: CardList, languages: SideLanguages = .unknown) {
    self.deckName = name
    self.cards = cards
    self.languages = languages
  }

  package func has(_ card: CardIdentity) -> Bool {
    let key = deckName.comparisonKey
    return cards.indices.contains { cards.identity(at: $0, in: key) == card }
  }

  package init?(_ theme: Theme) {
    var cards: [WordCard] = []
    for pair in theme.pairs {
      guard let second = pair.second else { return nil }
      cards.append(
        WordCard(pair.first.text, second.text, pronunciation: pair.pronunciation))
    }
    self.init(name: theme.themeName, cards: cards)
  }

  package var name: String { deckName.text }
}
