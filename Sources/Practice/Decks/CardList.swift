/// The cards of a deck, in one piece of memory: a string for each text would take three times as much.
package struct CardList: RandomAccessCollection, Hashable, Sendable {
  private static let texts = 5

  private var bytes: [UInt8] = []
  /// The index after each text of each card.
  private var ends: [UInt32] = []

  /// The cards of the lines of a deck's file, as many as a deck may have.
  package init(_ lines: [WordCard]) {
    ends.reserveCapacity(Self.texts * lines.count)
    bytes.reserveCapacity(lines.reduce(0) { $0 + Self.size(of: $1) })
    for card in lines.lazy.flatMap(\.cards).prefix(Deck.maximumCards) {
      append(card.first)
      append(card.second)
      append(card.pronunciation ?? "")
      append(card.guid ?? "")
      append(card.hasExtras ? Extras(card).text : "")
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
    let extras = range(index, 4).isEmpty ? nil : Extras(text: text(index, 4))
    return WordCard(
      text(index, 0), text(index, 1), pronunciation: text(index, 2), guid: text(index, 3),
      note: extras?.note, media: extras?.media ?? CardMedia(), gap: extras?.gap)
  }

  /// Whether a card is asked in a direction, mostly without reading its texts.
  func isAsked(_ direction: Direction, at index: Int) -> Bool {
    range(index, 4).isEmpty ? true : self[index].isAsked(direction)
  }

  /// The identity of a card in a deck with this key, without reading all of its texts.
  func identity(at index: Int, in deck: String) -> CardIdentity {
    let guid = text(index, 3)
    if !range(index, 4).isEmpty { return CardIdentity(self[index], in: deck) }
    return guid.isEmpty
      ? CardIdentity(WordCard(text(index, 0), ""), in: deck) : .guid(guid)
  }

  /// The bytes of the longer side of a card, and of the shorter one.
  package func sides(at index: Int) -> (longer: Int, shorter: Int) {
    let (first, second) = (range(index, 0).count, range(index, 1).count)
    return (Swift.max(first, second), Swift.min(first, second))
  }

  private func text(_ index: Int, _ number: Int) -> String {
    String(decoding: bytes[range(index, number)], as: UTF8.self)
  }

  private func range(_ index: Int, _ number: Int) -> Range<Int> {
    let field = Self.texts * index + number
    return (field == 0 ? 0 : Int(ends[field - 1]))..<Int(ends[field])
  }
}

/// What stands beside the texts of a card, as one text.
private struct Extras {
  /// Control characters, which no text of a card contains.
  private static let (field, item): (Character, Character) = ("\u{1F}", "\u{1E}")

  let note: String
  let media: CardMedia
  let gap: WordCard.Gap?

  init(_ card: WordCard) { (note, media, gap) = (card.note, card.media, card.gap) }

  init(text: String) {
    let fields = text.split(separator: Self.field, omittingEmptySubsequences: false)
      .map(String.init)
    func side(_ first: Int) -> SideMedia {
      SideMedia(
        sounds: fields[first].split(separator: Self.item).map(String.init),
        picture: fields[first + 1].isEmpty ? nil : fields[first + 1])
    }
    note = fields[0]
    media = CardMedia(front: side(1), back: side(3))
    gap = Int(fields[5]).map { WordCard.Gap(number: $0, sentence: fields[6]) }
  }

  var text: String {
    let sides = [media.front, media.back].flatMap {
      [$0.sounds.joined(separator: String(Self.item)), $0.picture ?? ""]
    }
    return ([note] + sides + [gap.map { "\($0.number)" } ?? "", gap?.sentence ?? ""])
      .joined(separator: String(Self.field))
  }
}
