/// The identities that cards were given, which say what card an earlier event means.
///
/// A card takes its past along: one that had its new identity before gets the old one. Only a guid is
/// never given twice, so what became a guid also means it for a machine that did not know that yet.
package struct CardRenames: Hashable, Sendable {
  private struct Rename: Hashable {
    let order: EventOrder
    let old: CardIdentity
    let new: CardIdentity

    func other(than card: CardIdentity) -> CardIdentity? {
      if card == old { return new }
      if card == new, case .side = new { return old }
      return nil
    }

    func counts(for event: EventOrder?) -> Bool {
      if case .guid = new { true } else { event.map { order > $0 } ?? false }
    }
  }

  /// Those that concern a card, in their order.
  private var byCard: [CardIdentity: [Rename]] = [:]

  package init() {}

  package mutating func insert(_ old: CardIdentity, to new: CardIdentity, _ order: EventOrder) {
    let rename = Rename(order: order, old: old, new: new)
    for card in Set([old, new]) {
      var renames = byCard[card] ?? []
      let index = renames.firstIndex { $0.order >= order } ?? renames.endIndex
      if index < renames.endIndex, renames[index].order == order {
        renames[index] = rename
      } else {
        renames.insert(rename, at: index)
      }
      byCard[card] = renames
    }
  }

  /// The identities that renames lead to and from, with this one.
  package func connected(to card: CardIdentity) -> Set<CardIdentity> {
    var (found, rest) = (Set([card]), [card])
    while let next = rest.popLast() {
      for other in (byCard[next] ?? []).flatMap({ [$0.old, $0.new] })
      where found.insert(other).inserted { rest.append(other) }
    }
    return found
  }

  /// The identity that the card of an event has now; nil is an event that follows all.
  package func current(_ card: CardIdentity, at event: EventOrder?) -> CardIdentity {
    var (card, last) = (card, nil as EventOrder?)
    while let next = next(for: card, at: event, after: last) { (card, last) = next }
    return card
  }

  private func next(
    for card: CardIdentity, at event: EventOrder?, after last: EventOrder?
  ) -> (CardIdentity, EventOrder?)? {
    for rename in byCard[card] ?? [] where rename.counts(for: event) {
      if let last, rename.order <= last { continue }
      if let other = rename.other(than: card) { return (other, rename.order) }
    }
    return nil
  }
}
