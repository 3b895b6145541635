internal import MemoryGame

/// The texts of all cards without case and accents, to be searched.
package struct CardSearch {
  package struct Found: Hashable, Sendable {
    /// The deck's place among those given.
    package let deck: Int
    /// The card's place in its deck.
    package let card: Int
  }

  /// Where a text was found, the best place first.
  private enum Rank: Int {
    case side, word, beginning, inside
  }

  /// Ends each text; no side contains it.
  private static let end: UInt8 = 0

  private var bytes: [UInt8] = []
  /// For each card the place after its last text.
  private var ends: [UInt32] = []
  private var counts: [Int] = []
  private var folding = TextFolding()

  package init(_ decks: [CardList]) {
    ends.reserveCapacity(decks.reduce(0) { $0 + $1.count })
    bytes.reserveCapacity(decks.reduce(0) { $0 + $1.size })
    for deck in decks {
      var last = 0
      deck.forEachText { card, text in
        while last < card {
          ends.append(UInt32(bytes.count))
          last += 1
        }
        folding.append(text, to: &bytes)
        bytes.append(Self.end)
      }
      if !deck.isEmpty { ends.append(UInt32(bytes.count)) }
      counts.append(deck.count)
    }
  }

  /// The cards with a text on either side or in the pronunciation: first those of which it is one of
  /// these, then those in which it is a whole word, then those in which a word begins with it, then,
  /// unless it has to be a `beginning`, the others, each in the decks' order.
  package mutating func cards(
    with text: String, limit: Int, beginning: Bool = false
  ) -> [Found] {
    var wanted: [UInt8] = []
    var text = WrittenText.trimmed(text)
    text.withUTF8 { folding.append($0, to: &wanted) }
    guard !wanted.isEmpty, !wanted.contains(Self.end), limit > 0 else { return [] }
    var found: [[Int]] = [[], [], [], []]
    bytes.withUnsafeBufferPointer { bytes in
      wanted.withUnsafeBufferPointer { wanted in
        Self.search(wanted, in: bytes, ends, limit: limit, &found)
      }
    }
    if beginning { found.removeLast() }
    return found.joined().prefix(limit).map(place)
  }

  private static func search(
    _ wanted: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, _ ends: [UInt32],
    limit: Int, _ found: inout [[Int]]
  ) {
    let (first, last) = (wanted[0], wanted[wanted.count - 1])
    let reach = wanted.count - 1
    var (card, best) = (0, Rank?.none)
    func finishCard() {
      if let best, found[best.rawValue].count < limit { found[best.rawValue].append(card) }
      best = nil
    }
    var place = 0
    while place + reach < bytes.count, found[0].count < limit {
      guard bytes[place] == first, bytes[place + reach] == last,
        (0..<reach).allSatisfy({ bytes[place + $0] == wanted[$0] })
      else {
        place += 1
        continue
      }
      while ends[card] <= place {
        finishCard()
        card += 1
      }
      let rank = Self.rank(place..<(place + wanted.count), in: bytes)
      if rank.rawValue < best?.rawValue ?? .max { best = rank }
      // Nothing better can follow in this card.
      place = rank == .side ? Int(ends[card]) : place + 1
    }
    finishCard()
  }

  private static func rank(
    _ range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Rank {
    let (start, next) = (range.lowerBound, range.upperBound)
    if start == 0 || bytes[start - 1] == end, bytes[next] == end { return .side }
    guard !isWord(before: start, in: bytes) else { return .inside }
    return isWord(at: next, in: bytes) ? .beginning : .word
  }

  private static func isWord(before place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = place
    repeat { start -= 1 } while start > 0 && bytes[start] & 0xC0 == 0x80
    return start >= 0 && isWord(at: start, in: bytes)
  }

  /// Whether a letter, digit or sign of a script begins at a place.
  private static func isWord(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let lead = bytes[place]
    if lead < 0x80 {
      return (0x61...0x7A).contains(lead) || (0x30...0x39).contains(lead)
    }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    let text = String(decoding: bytes[place..<min(place + length, bytes.count)], as: UTF8.self)
    guard let properties = text.unicodeScalars.first?.properties else { return false }
    return properties.isAlphabetic || properties.numericType != nil
      || properties.generalCategory == .nonspacingMark
  }

  private func place(_ card: Int) -> Found {
    var rest = card
    var deck = 0
    while rest >= counts[deck] {
      rest -= counts[deck]
      deck += 1
    }
    return Found(deck: deck, card: rest)
  }
}
