internal import Practice
internal import ThemeFiles

extension Practice.Deck {
  /// The cards of something that can be practised; nil where it has one side alone.
  init?(_ theme: LibraryTheme) {
    switch theme.content {
    case .theme(let theme): self.init(theme)
    case .deck(let deck):
      self.init(
        name: deck.name,
        cards: deck.cards.map {
          WordCard($0.first, $0.second, pronunciation: $0.pronunciation, guid: $0.guid)
        })
    }
  }
}

extension Deck {
  /// The words that come with the program, to be practised and played with.
  static var japaneseBasics: Deck {
    let deck = Practice.Deck.japaneseBasics
    return Deck(
      name: deck.deckName,
      cards: deck.cards.compactMap {
        try? DeckPair($0.first, $0.second, pronunciation: $0.pronunciation)
      })
  }
}
