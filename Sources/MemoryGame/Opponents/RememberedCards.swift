/// The unmatched cards that somebody remembers: the last different ones that were face up.
struct RememberedCards: Sendable {
  /// A remembered card.
  private struct Sighting {
    let face: String
    /// A remembered card that may be its mate.
    var mate: Int?
  }

  private let limit: Int
  private let mates: FaceMates
  /// By the cards' numbers; nil for a card that is not remembered.
  private var sightings: [Sighting?]
  /// The remembered cards, the one that was face up last at the end.
  private var order: [Int] = []
  /// Cards whose faces could be a pair, and that turned out not to match.
  private var refuted: Set<[Int]> = []

  init(_ span: MemorySpan, cards: Int, mates: FaceMates) {
    (limit, self.mates) = (span.limit, mates)
    sightings = Array(repeating: nil, count: cards)
  }

  func remembers(_ card: Int) -> Bool { sightings[card] != nil }

  func mate(of card: Int) -> Int? { sightings[card]?.mate }

  /// A card of a remembered pair: of those the one that would be forgotten first.
  var pairedCard: Int? { order.first { mate(of: $0) != nil } }

  /// How many remembered pairs there are, and how many cards without a remembered mate.
  func counts(without first: Int?) -> (pairs: Int, singles: Int) {
    var (paired, single) = (0, 0)
    for card in order where card != first {
      if let mate = mate(of: card), mate != first { paired += 1 } else { single += 1 }
    }
    return (paired / 2, single)
  }

  /// Notes a card that is turned up; the oldest card beyond the span is forgotten.
  mutating func note(_ card: Int, face: String) {
    guard limit > 0 else { return }
    guard !remembers(card) else {
      order.removeAll { $0 == card }
      order.append(card)
      return
    }
    if order.count == limit { forget(order[0]) }
    sightings[card] = Sighting(face: FaceMates.key(face))
    order.append(card)
    findMate(of: card)
  }

  mutating func forget(_ card: Int) {
    guard remembers(card) else { return }
    let mate = mate(of: card)
    sightings[card] = nil
    order.removeAll { $0 == card }
    if let mate { findMate(of: mate) }
  }

  /// Notes that two cards are no pair.
  mutating func refute(_ one: Int, _ other: Int) {
    guard mate(of: one) == other || mate(of: other) == one else { return }
    refuted.insert([min(one, other), max(one, other)])
    findMate(of: one)
    findMate(of: other)
  }

  /// Looks for it among the remembered cards that have no mate.
  private mutating func findMate(of card: Int) {
    sightings[card]?.mate = nil
    guard let face = sightings[card]?.face else { return }
    let found = order.first { other in
      guard other != card, let known = sightings[other], known.mate == nil || known.mate == card
      else { return false }
      return mates.match(face, known.face)
        && !(refuted.contains([min(card, other), max(card, other)]))
    }
    guard let found else { return }
    sightings[card]?.mate = found
    sightings[found]?.mate = card
  }
}
