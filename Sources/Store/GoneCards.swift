package import Practice

// Cards that were removed from their decks, which a copy of a deck must not bring back.
extension LogTable {
  /// Those that were not added or reviewed since, on any machine.
  package func gone() throws(StoreError) -> Set<CardIdentity> {
    let decisions = try database[
      """
      SELECT name, sequence, fact.stamp, subject, value FROM fact
      JOIN machine ON machine.id = machine WHERE kind = ?
      """
    ].bind(Fact.Kind.gone.rawValue).map { row throws(StoreError) in
      EventOrder(row).map { ($0, CardIdentity(storedText: row.text(3)), !row.isNull(4)) }
    }
    if decisions.isEmpty { return [] }
    let hasRenames = try database["SELECT 1 FROM rename LIMIT 1"].integer() != nil
    var last: [CardIdentity: (order: EventOrder, isGone: Bool)] = [:]
    for (order, named, isGone) in decisions {
      let card = hasRenames ? try renames(of: named).current(named, at: order) : named
      if last[card].map({ $0.order < order }) ?? true { last[card] = (order, isGone) }
    }
    var gone: Set<CardIdentity> = []
    for (card, decision) in last where decision.isGone {
      let reviewed = try lastReview(of: card)
      if reviewed.map({ $0 < decision.order }) ?? true { gone.insert(card) }
    }
    return gone
  }

  private func lastReview(of card: CardIdentity) throws(StoreError) -> EventOrder? {
    guard let id = try CardTable(database: database).record(of: card)?.id else { return nil }
    return try database[
      """
      SELECT name, sequence, review.stamp FROM review JOIN machine ON machine.id = machine
      WHERE card = ? ORDER BY review.stamp DESC, name DESC, sequence DESC LIMIT 1
      """
    ].bind(id).map { row throws(StoreError) in EventOrder(row) }.first
  }

  /// Records that cards were removed from their decks, or added again, in a transaction.
  package func set(gone isGone: Bool, _ cards: [CardIdentity]) throws(StoreError) {
    if cards.isEmpty { return }
    let known = try gone()
    for card in cards where known.contains(card) != isGone {
      try set(Fact(.gone, of: card), to: isGone ? "yes" : nil)
    }
  }
}

extension EventOrder {
  /// From a machine's name, a number and a stamp; nil if the name is unreadable.
  fileprivate init?(_ row: Row) {
    guard let machine = Machine(row.text(0)) else { return nil }
    self.init(row.bits(2), EventID(machine, row.bits(1)))
  }
}
