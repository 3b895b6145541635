package import Practice

/// A deck's file to which cards can be appended.
package protocol AppendableDeck {
  /// Whether the file has a column for the guid of a card that is appended.
  var hasGuids: Bool { get }

  /// Adds a card at the end of the file.
  mutating func append(_ card: WordCard) throws(DeckEditError)
}

/// Cards that are appended to a file whose cards are known: reading a large one takes longer than all
/// else.
package struct DeckAddition: AppendableDeck {
  package let hasGuids = true

  private let header: AnkiHeader
  private let layout: DeckLayout
  private let lineEnd: [UInt8]
  private let known: CardList
  /// What the cards that can be appended may not have again.
  private var sides: Set<Int>
  private var appended: [WordCard] = []
  private var lines: [UInt8] = []
  private var count: Int

  /// Only for a file without faults that has exactly the known cards.
  ///
  /// `cards` are those that may be appended. Nil if the file has no column for their guids or tags.
  package init?(_ bytes: [UInt8], with known: CardList, for cards: [WordCard]) {
    header = AnkiHeader(FileLines(bytes))
    layout = DeckLayout(header)
    let hasTags = cards.contains { !$0.tags.isEmpty }
    guard layout.hasGuids, !hasTags || header.tagsColumn != nil else { return nil }
    lineEnd = DeckEdit.lineEnd(of: bytes)
    (self.known, count) = (known, known.count)
    sides = Set(
      known.indices(ofFronts: cards.map(\.first)).map { known[$0].line.digestOfSides })
  }

  package mutating func append(_ card: WordCard) throws(DeckEditError) {
    if count + card.cardCount > Deck.maximumCards { throw .full }
    if sides.contains(card.digestOfSides) || card.guid.map(isTaken) == true { throw .exists(card) }
    guard let line = layout.line(of: card, replacing: nil, in: []) else {
      throw DeckEdit.unwritable(card, header)
    }
    lines += line + lineEnd
    appended.append(card)
    sides.insert(card.digestOfSides)
    count += card.cardCount
  }

  private func isTaken(_ guid: String) -> Bool {
    known.hasGuid(guid) || appended.contains { $0.guid == guid }
  }

  /// The file with the new cards, and what is read from it.
  package func applied(to bytes: [UInt8]) -> (bytes: [UInt8], cards: DeckCards) {
    var result = bytes
    if !appended.isEmpty { DeckEdit.append(lines, to: &result, lineEnd) }
    return (
      result,
      DeckCards(
        name: header.deck, cards: known.appending(appended), languages: header.languages)
    )
  }
}
