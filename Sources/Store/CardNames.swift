package import Practice

// Cards that were given another identity.
extension LogTable {
  /// Whether another machine has written into the log too.
  package func hasOthers() throws(StoreError) -> Bool {
    try database["SELECT 1 FROM machine WHERE id <> ? LIMIT 1"].bind(Self.own).integer() != nil
  }

  /// The cards of a deck that were given guids.
  package func named(ofDeck key: String) throws(StoreError) -> [CardIdentity] {
    try database[
      "SELECT old, new FROM rename WHERE old >= ?1 || char(10) AND old < ?1 || char(11)"
    ].bind(CardIdentity.side(deck: key, first: "").stored.deck).map { row throws(StoreError) in
      let card = CardIdentity(storedText: row.text(0))
      return card.named.storedText == row.text(1) ? card : nil
    }
  }

  /// Gives a card the guid that its line has got, in a transaction.
  package func name(_ card: CardIdentity) throws(StoreError) {
    let isKnown = try CardTable(database: database).record(of: card.named) != nil
    try rename(card, to: card.named)
    if isKnown { _ = try settle(suspensionOf: card) }
  }

  /// The renames that lead to or from cards.
  func renames(of cards: CardIdentity...) throws(StoreError) -> CardRenames {
    var renames = CardRenames()
    var (known, rest) = (Set(cards), cards)
    while let next = rest.popLast() {
      try database[
        """
        SELECT name, sequence, rename.stamp, old, new FROM rename JOIN machine ON machine.id = machine
        WHERE old = ?1 OR new = ?1
        """
      ].bind(next.storedText).rows { row throws(StoreError) in
        guard let machine = Machine(row.text(0)) else { return }
        let old = CardIdentity(storedText: row.text(3))
        let new = CardIdentity(storedText: row.text(4))
        renames.insert(old, to: new, EventOrder(row.bits(2), EventID(machine, row.bits(1))))
        for other in [old, new] where known.insert(other).inserted { rest.append(other) }
      }
    }
    return renames
  }

  /// Gives the numbers of two cards to each other, and each review to the card that it is of now.
  func rename(
    _ old: CardIdentity, to new: CardIdentity, _ order: EventOrder
  ) throws(StoreError) {
    let machine = try number(of: order.id.machine)
    let known = try database["SELECT 1 FROM rename WHERE machine = ? AND sequence = ?"]
      .bind(machine).bind(order.id.sequence).integer()
    if known != nil { return }
    let isNamed = try isNamed(old, new)
    try database["INSERT INTO rename VALUES (?, ?, ?, ?, ?)"].bind(machine)
      .bind(order.id.sequence).bind(order.time).bind(old.storedText).bind(new.storedText).run()
    // All events about it mean the guid already.
    if isNamed { return }
    let cards = CardTable(database: database)
    // A card that another machine has given the same guid keeps its number.
    var card = try cards.record(of: old)
    let isGiven = if case .guid = new { try cards.record(of: new) != nil } else { false }
    if card == nil, !isGiven { card = try cards.record(named: old, at: order.time) }
    let renames = try renames(of: old)
    let connected = renames.connected(to: old)
    try keepNames(of: connected)
    if let card { try cards.exchange(card, with: new) }
    try giveReviews(of: connected, renames)
  }

  /// Whether a machine has given a card this guid.
  func isNamed(_ card: CardIdentity, _ guid: CardIdentity) throws(StoreError) -> Bool {
    guard case .guid = guid else { return false }
    return try database["SELECT 1 FROM rename WHERE old = ? AND new = ? LIMIT 1"]
      .bind(card.storedText).bind(guid.storedText).integer() != nil
  }

  /// Keeps with the reviews of some cards which identities they had then.
  func keepNames(of connected: Set<CardIdentity>) throws(StoreError) {
    let cards = CardTable(database: database)
    for card in connected {
      if let record = try cards.record(of: card) { try cards.keepName(of: record) }
    }
  }

  /// Gives each review of some cards to the card that it is of now.
  func giveReviews(
    of connected: Set<CardIdentity>, _ renames: CardRenames
  ) throws(StoreError) {
    let cards = CardTable(database: database)
    for other in connected {
      guard let id = try cards.record(of: other)?.id else { continue }
      for (review, named, order) in try named(ofCard: id) {
        let current = try cards.record(
          named: renames.current(named, at: order), at: order.time
        ).id
        if current == id { continue }
        database.reviewsWillChange()
        try database["UPDATE review SET card = ? WHERE id = ?"].bind(current).bind(review).run()
        try unsettle(id)
        try unsettle(current)
      }
    }
  }

  /// The reviews of a card, with the identities that it had then.
  private func named(
    ofCard id: UInt64
  ) throws(StoreError) -> [(review: Int, named: CardIdentity, order: EventOrder)] {
    try database[
      """
      SELECT review.id, named, review.stamp, name, sequence
      FROM review JOIN machine ON machine.id = machine WHERE card = ? AND named IS NOT NULL
      """
    ].bind(id).map { row throws(StoreError) in
      Machine(row.text(3)).map {
        (
          row.integer(0), CardIdentity(storedText: row.text(1)),
          EventOrder(row.bits(2), EventID($0, row.bits(4)))
        )
      }
    }
  }
}
