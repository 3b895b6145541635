package import MemoryGame

/// A named list of cards that can be practised.
package struct Deck: Hashable, Sendable {
  /// The most cards of a deck.
  package static let maximumCards = 20_000

  /// The validated name with its key for look-up.
  package let deckName: ThemeName
  /// The cards in the deck's order, in which new ones are asked.
  package let cards: [WordCard]

  /// Makes a deck.
  ///
  /// - Parameters:
  ///   - name: The deck's name.
  ///   - cards: The cards; those beyond the first 20,000 are left out.
  package init(name: ThemeName, cards: [WordCard]) {
    self.deckName = name
    self.cards = cards.count > Deck.maximumCards ? Array(cards.prefix(Deck.maximumCards)) : cards
  }

  /// Makes a deck of a theme.
  ///
  /// - Parameter theme: A two-sided theme; nil is returned for any other.
  package init?(_ theme: Theme) {
    var cards: [WordCard] = []
    for pair in theme.pairs {
      guard let second = pair.second else { return nil }
      cards.append(
        WordCard(pair.first.text, second.text, pronunciation: pair.pronunciation))
    }
    self.init(name: theme.themeName, cards: cards)
  }

  /// The name as it is shown.
  package var name: String { deckName.text }
}
