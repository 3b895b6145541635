package import MemoryGame

/// A card of a deck: two sides by the rules of faces, but up to 1,024 bytes each.
package struct DeckPair: Hashable, Sendable {
  /// The most bytes of UTF-8 that a side, a pronunciation or a guid may take.
  package static let maximumBytes = SideText.maximumBytes

  /// The first side.
  package let first: String

  /// The second side.
  package let second: String

  /// How the first side is said, or nil where nothing is told.
  package let pronunciation: String?

  /// What the card is known by when its deck is imported again, or nil where it has no such name.
  package let guid: String?

  /// Makes a card.
  ///
  /// - Parameters:
  ///   - first: The first side.
  ///   - second: The second side, which differs from the first.
  ///   - pronunciation: How the first side is said; nil or "" where nothing is told.
  ///   - guid: What the card is known by; nil or "" where it has no such name.
  /// - Throws: `DeckPairFault` where a text is empty, too long or holds control characters, or
  ///   both sides are equal.
  package init(
    _ first: String, _ second: String, pronunciation: String? = nil, guid: String? = nil
  ) throws(DeckPairFault) {
    do throws(LineFault) {
      self.first = try SideText.checked(first, "The first side")
      self.second = try SideText.checked(second, "The second side")
      self.pronunciation = try Self.optional(pronunciation, "The pronunciation")
      self.guid = try Self.optional(guid, "The guid")
    } catch {
      throw DeckPairFault(message: error.message)
    }
    if key.first == key.second {
      throw DeckPairFault(
        message: "Both sides of the pair “\(self.first)” are equal: change one of them.")
    }
  }

  /// Makes a card of a pair of a theme.
  ///
  /// - Parameter pair: A pair of two sides; nil is returned for one of one side.
  package init?(_ pair: Pair) {
    guard let second = pair.second else { return nil }
    self.first = pair.first.text
    self.second = second.text
    self.pronunciation = pair.pronunciation
    self.guid = nil
  }

  /// Returns the card as a pair that a game can be played with.
  ///
  /// - Returns: The pair.
  /// - Throws: `ThemeFault` where a side is too long for a card on a board.
  package func gamePair() throws(ThemeFault) -> Pair {
    try Pair(first, second, pronunciation: pronunciation)
  }

  private static func optional(_ text: String?, _ what: String) throws(LineFault) -> String? {
    guard let text, !WrittenText.trimmed(text).isEmpty else { return nil }
    return try SideText.checked(text, what)
  }
}

extension DeckPair {
  /// What two cards of one deck must not have in common.
  struct Key: Hashable {
    let first: String
    let second: String
  }

  var key: Key {
    Key(first: WrittenText.comparisonKey(first), second: WrittenText.comparisonKey(second))
  }
}

/// Why two texts are no card of a deck.
package struct DeckPairFault: Error, Hashable, Sendable {
  /// A sentence that says what to mend.
  package let message: String
}
