internal import PlainText

/// The texts of all cards without case and accents, to be searched.
package struct CardSearch {
  package struct Found: Hashable, Sendable {
    /// The deck's index among those given.
    package let deck: Int
    /// The card's index in its deck.
    package let card: Int
  }

  /// Where a text was found, the best place first.
  private enum Rank: Int {
    case side, word, beginning, inside
  }

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Ends each text; no side contains it.
  private static let end: UInt8 = 0
  /// No card has a longer text on all its sides together, in whatever form accents are written.
  private static let maximumBytes = 6 * WordCard.maximumBytes

  private var bytes: [UInt8] = []
  /// For each card the index after its last text.
  private var ends: [UInt32] = []
  private var counts: [Int] = []
  private var folding = TextFolding()

  package init(_ decks: [CardList] = []) {
    for deck in decks { add(deck) }
  }

  package mutating func add(_ deck: CardList) {
    ends.reserveCapacity(ends.count + deck.count)
    bytes.reserveCapacity(bytes.count + deck.size)
    let next = ends.count + deck.count
    deck.forEachText { card, text in
      while ends.count < next - deck.count + card { ends.append(UInt32(bytes.count)) }
      folding.append(text, to: &bytes)
      bytes.append(Self.end)
    }
    while ends.count < next { ends.append(UInt32(bytes.count)) }
    counts.append(deck.count)
  }

  /// The cards that have all words of a text on their sides or in the pronunciation.
  ///
  /// Cards with the text as a whole side come first, then as a whole word, as the beginning of a word,
  /// and inside a word. Cards that have its words apart follow, ordered by the worst match. With
  /// `beginning`, each word must begin a word of the card.
  package mutating func cards(
    with text: String, limit: Int, beginning: Bool = false
  ) -> [Found] {
    guard limit > 0, text.utf8.count <= Self.maximumBytes else { return [] }
    // The whole text, then its words.
    var (wanted, ranges): ([UInt8], [Range<Int>]) = ([], [])
    // Search for a repeated word only once.
    let words = Set(text.split(whereSeparator: \.isWhitespace)).map(String.init)
    for var part in [WrittenText.trimmed(text)] + words {
      let start = wanted.count
      part.withUTF8 { folding.append($0, to: &wanted) }
      if start < wanted.count { ranges.append(start..<wanted.count) }
    }
    guard ranges.count > 1, !wanted.contains(Self.end) else { return [] }
    let found = bytes.withUnsafeBufferPointer { bytes in
      wanted.withUnsafeBufferPointer { wanted in
        let parts = ranges.map { Bytes(rebasing: wanted[$0]) }
        // The longest word is the rarest: search for it first.
        let words = parts.dropFirst().sorted { $0.count > $1.count }
        return Self.search(parts[0], words, in: bytes, ends, limit: limit, beginning)
      }
    }
    return found.joined().prefix(limit).map(foundCard)
  }

  /// The first cards of each rank.
  private static func search(
    _ text: Bytes, _ words: [Bytes], in bytes: Bytes, _ ends: [UInt32], limit: Int,
    _ beginning: Bool
  ) -> [[Int]] {
    let ranks = Rank.inside.rawValue + 1
    var found: [[Int]] = Array(repeating: [], count: 2 * ranks)
    var start = 0
    for card in ends.indices {
      let range = start..<Int(ends[card])
      start = range.upperBound
      guard var rank = rank(ofAll: words, in: range, of: bytes),
        !beginning || rank != Rank.inside.rawValue
      else { continue }
      if text.count > words[0].count {
        rank = Self.rank(of: text, in: range, of: bytes)?.rawValue ?? rank + ranks
      }
      if found[rank].count < limit { found[rank].append(card) }
      if found[0].count == limit { break }
    }
    return found
  }

  /// The worst of the words' ranks; nil if one is missing.
  private static func rank(ofAll words: [Bytes], in range: Range<Int>, of bytes: Bytes) -> Int? {
    var worst = 0
    for word in words {
      guard let rank = rank(of: word, in: range, of: bytes) else { return nil }
      worst = max(worst, rank.rawValue)
    }
    return worst
  }

  /// The best place of a text among those of a card.
  private static func rank(of wanted: Bytes, in range: Range<Int>, of bytes: Bytes) -> Rank? {
    let (first, reach) = (wanted[0], wanted.count - 1)
    let last = wanted[reach]
    var best: Rank?
    var index = range.lowerBound
    while index + reach < range.upperBound {
      if bytes[index] == first, bytes[index + reach] == last,
        (0..<reach).allSatisfy({ bytes[index + $0] == wanted[$0] })
      {
        let rank = rank(index..<(index + wanted.count), in: bytes)
        if rank == .side { return rank }
        if rank.rawValue < best?.rawValue ?? .max { best = rank }
      }
      index += 1
    }
    return best
  }

  private static func rank(
    _ range: Range<Int>, in bytes: Bytes
  ) -> Rank {
    let (start, next) = (range.lowerBound, range.upperBound)
    if start == 0 || bytes[start - 1] == end, bytes[next] == end { return .side }
    guard !isWord(before: start, in: bytes) else { return .inside }
    return isWord(at: next, in: bytes) ? .beginning : .word
  }

  private static func isWord(before index: Int, in bytes: Bytes) -> Bool {
    var start = index
    repeat { start -= 1 } while start > 0 && bytes[start] & 0xC0 == 0x80
    return start >= 0 && isWord(at: start, in: bytes)
  }

  /// Whether a letter, digit or sign of a script begins at an index.
  private static func isWord(at index: Int, in bytes: Bytes) -> Bool {
    let lead = bytes[index]
    if lead < 0x80 {
      return (0x61...0x7A).contains(lead) || (0x30...0x39).contains(lead)
    }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    let text = String(decoding: bytes[index..<min(index + length, bytes.count)], as: UTF8.self)
    guard let properties = text.unicodeScalars.first?.properties else { return false }
    return properties.isAlphabetic || properties.numericType != nil
      || properties.generalCategory == .nonspacingMark
  }

  private func foundCard(_ card: Int) -> Found {
    var rest = card
    var deck = 0
    while rest >= counts[deck] {
      rest -= counts[deck]
      deck += 1
    }
    return Found(deck: deck, card: rest)
  }
}
