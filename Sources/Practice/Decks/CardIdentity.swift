internal import MemoryGame

/// What a card is known by, so that it keeps its schedule when its deck is imported again.
package enum CardIdentity: Hashable, Sendable {
  /// The card's own name, the same in every deck.
  case guid(String)
  /// The deck's name and the first side, both as they are compared.
  case side(deck: String, first: String)

  /// Identifies a card.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - deck: The comparison key of the name of the card's deck.
  package init(_ card: WordCard, in deck: String) {
    if let guid = card.guid {
      self = .guid(guid)
    } else {
      self = .side(deck: deck, first: SideKey.key(of: card.first))
    }
  }
}

/// What sides are compared by: as faces are.
enum SideKey {
  /// Returns a text without outer spaces and the variation selectors 15 and 16.
  static func key(of text: String) -> String { WrittenText.comparisonKey(text) }
}
