/// The cards of a deck, in one piece of memory: four strings for each would take three times as much.
package struct CardList: RandomAccessCollection, Hashable, Sendable {
  private static let texts = 4

  private var bytes: [UInt8] = []
  /// The index after each text of each card.
  private var ends: [UInt32] = []

  package init(_ cards: [WordCard]) {
    ends.reserveCapacity(Self.texts * cards.count)
    bytes.reserveCapacity(cards.reduce(0) { $0 + Self.size(of: $1) })
    for card in cards {
      append(card.first)
      append(card.second)
      append(card.pronunciation ?? "")
      append(card.guid ?? "")
    }
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    ends.append(UInt32(bytes.count))
  }

  private static func size(of card: WordCard) -> Int {
    card.first.utf8.count + card.second.utf8.count + (card.pronunciation?.utf8.count ?? 0)
      + (card.guid?.utf8.count ?? 0)
  }

  /// Passes both sides and the pronunciation of each card, as UTF-8, to `body`.
  func forEachText(_ body: (_ card: Int, UnsafeBufferPointer<UInt8>) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      for card in indices {
        var start = card == 0 ? 0 : Int(ends[Self.texts * card - 1])
        for end in ends[(Self.texts * card)..<(Self.texts * card + 3)] where end > start {
          body(card, UnsafeBufferPointer(rebasing: bytes[start..<Int(end)]))
          start = Int(end)
        }
      }
    }
  }

  /// The bytes of all texts.
  var size: Int { bytes.count }

  package var startIndex: Int { 0 }
  package var endIndex: Int { ends.count / Self.texts }

  package subscript(index: Int) -> WordCard {
    WordCard(
      text(index, 0), text(index, 1), pronunciation: text(index, 2), guid: text(index, 3))
  }

  /// The identity of a card in a deck with this key, without reading all of its texts.
  func identity(at index: Int, in deck: String) -> CardIdentity {
    let guid = text(index, 3)
    return guid.isEmpty
      ? CardIdentity(WordCard(text(index, 0), ""), in: deck) : .guid(guid)
  }

  /// The bytes of the longer side of a card.
  package func longestSide(at index: Int) -> Int {
    Swift.max(range(index, 0).count, range(index, 1).count)
  }

  private func text(_ index: Int, _ number: Int) -> String {
    String(decoding: bytes[range(index, number)], as: UTF8.self)
  }

  private func range(_ index: Int, _ number: Int) -> Range<Int> {
    let field = Self.texts * index + number
    return (field == 0 ? 0 : Int(ends[field - 1]))..<Int(ends[field])
  }
}
