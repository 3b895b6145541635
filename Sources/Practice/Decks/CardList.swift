internal import PlainText

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
    for line in lines where count < Deck.maximumCards {
      guard let sentence = line.sentence else {
        append(line)
        continue
      }
      for card in line.cards(of: sentence) where count < Deck.maximumCards { append(card) }
    }
  }

  /// The same with the cards of more lines.
  package func appending(_ lines: [WordCard]) -> CardList {
    var all = self
    for line in lines {
      for card in line.cards where all.count < Deck.maximumCards { all.append(card) }
    }
    return all
  }

  /// Whether another list begins with all of these cards.
  func isBeginning(of other: CardList) -> Bool {
    other.ends.prefix(ends.count) == ends[...] && other.bytes.prefix(bytes.count) == bytes[...]
  }

  /// Whether a card has a guid, in any form of Unicode that compares equal.
  package func hasGuid(_ guid: String) -> Bool {
    let isPlain = guid.utf8.allSatisfy { $0 < 0x80 }
    return indices.contains { index in
      let bytes = bytes[range(index, 3)]
      // To make a text of each takes much longer.
      return bytes.elementsEqual(guid.utf8)
        || !(isPlain && bytes.allSatisfy { $0 < 0x80 }) && text(index, 3) == guid
    }
  }

  package var haveTags: Bool {
    indices.contains { !range($0, 4).isEmpty && !self[$0].tags.isEmpty }
  }

  private mutating func append(_ card: WordCard) {
    append(card.first)
    append(card.second)
    append(card.pronunciation ?? "")
    append(card.guid ?? "")
    append(card.hasExtras ? Extras(card).text : "")
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
    let extras = range(index, 4).isEmpty ? nil : Extras(bytes[range(index, 4)])
    return WordCard(
      text(index, 0), text(index, 1), pronunciation: text(index, 2), guid: text(index, 3),
      note: extras?.note, media: extras?.media ?? CardMedia(), gap: extras?.gap,
      tags: extras?.tags ?? "")
  }

  /// Whether a card is asked in a direction, without reading its texts.
  func isAsked(_ direction: Direction, at index: Int) -> Bool {
    !range(index, direction == .forward ? 1 : 0).isEmpty
      && (direction == .forward || gap(at: index) == nil)
  }

  /// The answer of a card, without reading its other texts.
  func answer(_ direction: Direction, at index: Int) -> String {
    text(index, direction == .forward ? 1 : 0)
  }

  /// The number of the gap that a card asks, without reading its texts.
  private func gap(at index: Int) -> Int? {
    let extras = bytes[range(index, 4)]
    return Int(String(decoding: extras.prefix { $0 != Extras.field }, as: UTF8.self))
  }

  /// The sentence of a gap; nil for a card with two sides.
  func sentence(at index: Int) -> String? {
    range(index, 4).isEmpty ? nil : self[index].gap?.sentence
  }

  /// The cards with one of these first sides; of a sentence, given with all gaps, those of all gaps.
  package func indices(ofFronts fronts: [String]) -> [Int] {
    let keys = fronts.map(WrittenText.comparisonKey)
    // A few are compared faster than each card's is hashed.
    let wanted = keys.count > 4 ? Set(keys) : nil
    return indices.filter { index in
      let sentence = range(index, 4).isEmpty ? nil : sentence(at: index)
      let key = WrittenText.comparisonKey(sentence ?? text(index, 0))
      return wanted?.contains(key) ?? keys.contains(key)
    }
  }

  /// Whether new cards have two different answers, without which there is no choice.
  var haveDifferentAnswers: Bool {
    var first: (direction: Direction, key: String)?
    return indices.contains { index in
      let direction = first?.direction ?? (isAsked(.forward, at: index) ? .forward : .backward)
      guard isAsked(direction, at: index) else { return false }
      let key = WrittenText.comparisonKey(answer(direction, at: index))
      defer { first = first ?? (direction, key) }
      return first.map { $0.key != key } ?? false
    }
  }

  package var haveGuids: Bool { indices.allSatisfy { !range($0, 3).isEmpty } }

  /// The identity of a card in a deck with this key, without reading all of its texts.
  func identity(at index: Int, in deck: String) -> CardIdentity {
    let guid = text(index, 3)
    if !guid.isEmpty { return .guid(guid, gap: gap(at: index)) }
    let hasExtras = !range(index, 4).isEmpty
    return CardIdentity(hasExtras ? self[index] : WordCard(text(index, 0), ""), in: deck)
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

/// What stands beside the texts of a card, as one text; the number of a gap comes first.
private struct Extras {
  /// Control characters, which no text of a card contains.
  static let field: UInt8 = 0x1F
  private static let item: UInt8 = 0x1E

  let note: String
  let media: CardMedia
  let gap: WordCard.Gap?
  let tags: String

  init(_ card: WordCard) {
    (note, media, gap, tags) = (card.note, card.media, card.gap, card.tags)
  }

  init(_ bytes: ArraySlice<UInt8>) {
    func texts(_ bytes: ArraySlice<UInt8>, between mark: UInt8) -> [String] {
      bytes.split(separator: mark, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    let fields = bytes.split(separator: Self.field, omittingEmptySubsequences: false)
    func text(_ index: Int) -> String { String(decoding: fields[index], as: UTF8.self) }
    func side(_ first: Int) -> SideMedia {
      SideMedia(
        sounds: fields[first].isEmpty ? [] : texts(fields[first], between: Self.item),
        picture: fields[first + 1].isEmpty ? nil : text(first + 1))
    }
    gap = Int(text(0)).map { WordCard.Gap(number: $0, sentence: text(1)) }
    note = text(2)
    media = CardMedia(front: side(3), back: side(5))
    tags = text(7)
  }

  var text: String {
    func joined(_ texts: [String], by mark: UInt8) -> String {
      texts.joined(separator: String(Unicode.Scalar(mark)))
    }
    let sides = [media.front, media.back].flatMap {
      [joined($0.sounds, by: Self.item), $0.picture ?? ""]
    }
    return joined(
      [gap.map { "\($0.number)" } ?? "", gap?.sentence ?? "", note] + sides + [tags], by: Self.field
    )
  }
}
