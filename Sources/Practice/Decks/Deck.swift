package import MemoryGame
internal import PlainText

package struct Deck: Hashable, Sendable {
  package static let maximumCards = 20_000

  package let deckName: ThemeName
  /// In the deck's order, which is also the order of new cards.
  package let cards: CardList

  package init(name: ThemeName, cards: [WordCard]) {
    self.init(name: name, cards: CardList(Array(cards.prefix(Deck.maximumCards))))
  }

  package init(name: ThemeName, cards: CardList) {
    self.deckName = name
    self.cards = cards
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

/// A card of a deck: two sides, one of which is the question and the other the answer.
package struct WordCard: Hashable, Sendable {
  /// The most bytes of UTF-8 of a side, a pronunciation, a guid or a typed answer.
  package static let maximumBytes = 1024

  package let first: String
  package let second: String
  /// How the first side is pronounced, if known.
  package let pronunciation: String?
  /// Identifies the card when its deck is imported again.
  package let guid: String?

  /// Unchecked: the readers of files apply the rules for faces.
  package init(_ first: String, _ second: String, pronunciation: String? = nil, guid: String? = nil)
  {
    self.first = first
    self.second = second
    self.pronunciation = pronunciation.flatMap { $0.isEmpty ? nil : $0 }
    self.guid = guid.flatMap { $0.isEmpty ? nil : $0 }
  }

  package func with(guid: String) -> WordCard {
    WordCard(first, second, pronunciation: pronunciation, guid: guid)
  }

  package func question(_ direction: Direction) -> String {
    direction == .forward ? first : second
  }

  package func answer(_ direction: Direction) -> String {
    direction == .forward ? second : first
  }

  /// How the question is pronounced; "" if the first side is the answer, which it would reveal.
  package func pronunciation(_ direction: Direction) -> String {
    direction == .forward ? pronunciation ?? "" : ""
  }
}

/// Identifies a card, so that it keeps its schedule when its deck is imported again.
package enum CardIdentity: Hashable, Sendable {
  /// The card's guid, the same in every deck.
  case guid(String)
  /// The comparison keys of the deck's name and the first side.
  case side(deck: String, first: String)

  package init(_ card: WordCard, in deck: String) {
    if let guid = card.guid {
      self = .guid(guid)
    } else {
      self = .side(deck: deck, first: WrittenText.comparisonKey(card.first))
    }
  }

  /// Whether a card of a deck has it, without making that card's.
  package func isOf(_ card: WordCard, in deck: ThemeName) -> Bool {
    switch self {
    case .guid(let guid): card.guid == guid
    case .side: card.guid == nil && self == CardIdentity(card, in: deck.comparisonKey)
    }
  }
}

package enum Direction: String, Hashable, Sendable, CaseIterable {
  /// The first side is asked, the second is the answer.
  case forward
  case backward
}
