package import MemoryGame
internal import PlainText

/// Identifies a card, so that it keeps its schedule when its deck is imported again.
package enum CardIdentity: Hashable, Sendable {
  /// The card's guid, the same in every deck.
  case guid(String)
  /// The comparison keys of the deck's name and the first side.
  case side(deck: String, first: String)

  package init(_ card: WordCard, in deck: String) {
    // The other gaps of a sentence are other cards.
    if let guid = card.guid {
      self = .guid(guid, gap: card.gap?.number)
    } else {
      let gap = card.gap.map { Self.suffix(ofGap: $0.number) } ?? ""
      let media = card.media.front
      let first =
        card.writtenFirst.isEmpty
        ? (media.sounds + [media.picture ?? ""]).joined(separator: "/") : card.writtenFirst
      self = .side(deck: deck, first: WrittenText.comparisonKey(first) + gap)
    }
  }

  /// The card with a guid, or one of the gaps of its sentence.
  package static func guid(_ guid: String, gap: Int?) -> CardIdentity {
    .guid(guid + (gap.map(suffix(ofGap:)) ?? ""))
  }

  /// After a tab, which is in no guid and on no side.
  package static func suffix(ofGap number: Int) -> String { "\t\(number)" }

  /// The card after its deck got guids: without one it gets a guid that follows from what it is, so that
  /// two machines give it the same.
  package var named: CardIdentity {
    guard case .side(let deck, _) = self else { return self }
    let hash = NormalForm.composed("\(deck)\n\(text)").utf8.hashFNV1a()
    return .guid(String(hash, radix: 36), gap: gap)
  }

  /// Whether a line of a deck's file is that of the card, without making that line's identity if it
  /// has a guid.
  package func isOf(_ line: WordCard, in deck: ThemeName) -> Bool {
    switch self {
    case .guid(let guid): line.guid.map { $0[...] == Self.beforeGap(guid) } ?? false
    case .side:
      line.guid == nil && withoutGap == CardIdentity(line, in: deck.comparisonKey)
    }
  }

  /// What it has in common with the other gaps of its sentence; a card with two sides has itself.
  var siblings: CardIdentity { withoutGap }

  var isGap: Bool { gap != nil }

  /// The guid or the first side, without the gap.
  var text: String {
    switch self {
    case .guid(let text), .side(_, let text): String(Self.beforeGap(text))
    }
  }

  /// The number of the gap; nil for a card with two sides.
  var gap: Int? {
    switch self {
    case .guid(let text), .side(_, let text):
      text.lastIndex(of: "\t").flatMap { Int(text[text.index(after: $0)...]) }
    }
  }

  private static func beforeGap(_ text: String) -> Substring {
    text.lastIndex(of: "\t").map { text[..<$0] } ?? text[...]
  }

  /// The identity that the line of a gap's sentence has.
  private var withoutGap: CardIdentity {
    switch self {
    case .guid: .guid(text)
    case .side(let deck, _): .side(deck: deck, first: text)
    }
  }
}

extension WordCard {
  /// The cards of a line of a deck's file, by the deck's comparison key.
  package func identities(in deck: String) -> [CardIdentity] {
    cards.map { CardIdentity($0, in: deck) }
  }
}
