internal import MemoryGame
internal import PlainText
package import Practice

/// The table of cards about which something is stored, such as that they were answered or suspended.
package struct CardTable {
  let database: Database

  private var log: LogTable { LogTable(database: database) }

  /// How many consecutive numbers to try; only cards crafted to collide occupy more.
  private static let maximumTaken: UInt64 = 100

  /// The row of the card that this machine means, which may have got a guid elsewhere; it is inserted
  /// if there is none; for use in a transaction.
  ///
  /// `time` is in microseconds since 1970-01-01 UTC. The number of a new row follows from the card, or,
  /// if it `isDated`, from the time.
  package func record(
    of card: CardIdentity, at time: UInt64, isDated: Bool = false
  ) throws(StoreError) -> CardRecord {
    try record(
      named: try log.renames(of: card).current(card, at: nil), at: time, isDated: isDated)
  }

  /// The row of a card, which is inserted if there is none; for use in a transaction.
  func record(
    named card: CardIdentity, at time: UInt64, isDated: Bool = false
  ) throws(StoreError) -> CardRecord {
    if let known = try record(of: card) { return known }
    let id = try isDated ? freeNumber(at: time) : freeNumber(for: card)
    let (deck, side) = card.stored
    try database["INSERT INTO card (id, deck, side, added_at) VALUES (?, ?, ?, ?)"].bind(id)
      .bind(deck).bind(side).bind(time).run()
    return CardRecord(id: id, card: card, addedAt: time, isSuspended: false)
  }

  package func record(of card: CardIdentity) throws(StoreError) -> CardRecord? {
    let (deck, side) = card.stored
    return try database["SELECT id, added_at, suspended FROM card WHERE deck = ? AND side = ?"]
      .bind(deck).bind(side).first { row throws(StoreError) in
        CardRecord(
          id: row.bits(0), card: card, addedAt: row.bits(1), isSuspended: row.boolean(2))
      }
  }

  package func record(of id: UInt64) throws(StoreError) -> CardRecord? {
    try database["SELECT deck, side, added_at, suspended FROM card WHERE id = ?"].bind(id).first {
      row throws(StoreError) in
      CardRecord(
        id: id, card: CardIdentity(storedAs: row.text(0), row.text(1)), addedAt: row.bits(2),
        isSuspended: row.boolean(3))
    }
  }

  /// The number of a card, whether it has a row or not.
  package func number(of card: CardIdentity) throws(StoreError) -> UInt64 {
    if let known = try record(of: card) { return known.id }
    return try freeNumber(for: card)
  }

  /// The number of a card without a row, which it keeps when it gets one: the next free number if a
  /// renamed card already has it.
  package func freeNumber(for card: CardIdentity) throws(StoreError) -> UInt64 {
    for id in card.number..<card.number + Self.maximumTaken where try !isTaken(id) { return id }
    return UInt64(try database["SELECT max(id) + 1 FROM card"].integer() ?? 1)
  }

  /// In milliseconds, like the numbers of Anki's notes: tools take the largest for the newest.
  private func freeNumber(at time: UInt64) throws(StoreError) -> UInt64 {
    var id = time / 1000
    while try isTaken(id) { id += 1 }
    return id
  }

  /// The last cards with a number that is a time, since a time in microseconds, in the numbers' order.
  package func dated(
    since time: UInt64, limit: Int
  ) throws(StoreError) -> [CardIdentity] {
    try database[
      "SELECT deck, side FROM card WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT ?"
    ].bind(max(time / 1000, Self.firstDated)).bind(CardIdentity.numbers.lowerBound - 1).bind(limit)
      .map { row throws(StoreError) in CardIdentity(storedAs: row.text(0), row.text(1)) }
      .reversed()
  }

  /// Above all numbers of cards that older versions counted: in 1970.
  private static let firstDated: UInt64 = 10_000_000_000

  private func isTaken(_ id: UInt64) throws(StoreError) -> Bool {
    try database["SELECT 1 FROM card WHERE id = ?"].bind(id).integer() != nil
  }

  /// The cards with these numbers; those without a row are found among `cards`.
  package func find(
    _ ids: [UInt64], among cards: some Sequence<CardIdentity>
  ) throws(StoreError) -> [UInt64: CardIdentity] {
    var found: [UInt64: CardIdentity] = [:]
    /// By the numbers with which looking for a free one may have begun.
    var missing: [UInt64: UInt64] = [:]
    for id in ids {
      found[id] = try record(of: id)?.card
      if found[id] != nil || !CardIdentity.numbers.contains(id) { continue }
      var first = id
      missing[first] = id
      while id - first < Self.maximumTaken, try isTaken(first - 1) {
        first -= 1
        missing[first] = id
      }
    }
    if missing.isEmpty { return found }
    var doubtful: Set<UInt64> = []
    for card in cards {
      guard let id = missing[card.number], try number(of: card) == id else { continue }
      if found.updateValue(card, forKey: id) != nil { doubtful.insert(id) }
    }
    // Someone who means one of two cards must not change the other.
    for id in doubtful { found[id] = nil }
    return found
  }

  /// The cards after a number, in the order of their numbers.
  package func identities(
    after id: UInt64, limit: Int
  ) throws(StoreError) -> [(id: UInt64, card: CardIdentity)] {
    try database["SELECT id, deck, side FROM card WHERE id > ? ORDER BY id LIMIT ?"].bind(id)
      .bind(limit).map { row throws(StoreError) in
        (row.bits(0), CardIdentity(storedAs: row.text(1), row.text(2)))
      }
  }

  /// The cards of a deck that are known by their first sides.
  package func sides(ofDeck key: String) throws(StoreError) -> [CardIdentity] {
    try database["SELECT deck, side FROM card WHERE deck = ?"]
      .bind(CardIdentity.side(deck: key, first: "").stored.deck).map { row throws(StoreError) in
        CardIdentity(storedAs: row.text(0), row.text(1))
      }
  }

  package func setSuspended(_ isSuspended: Bool, _ id: UInt64) throws(StoreError) {
    try write(isSuspended, id)
    if let card = try record(of: id)?.card { try log.set(isSuspended, card) }
  }

  /// Not for the log.
  func write(_ isSuspended: Bool, _ id: UInt64) throws(StoreError) {
    try database["UPDATE card SET suspended = ? WHERE id = ?"].bind(isSuspended).bind(id).run()
  }

  package func suspended() throws(StoreError) -> [CardIdentity] {
    try database["SELECT deck, side FROM card WHERE suspended"].map { row throws(StoreError) in
      CardIdentity(storedAs: row.text(0), row.text(1))
    }
  }

  /// Gives a card another identity, in a transaction; a card that had it gets the old one.
  ///
  /// So the schedule stays with the card whose first side was edited. If the other card has reviews
  /// and this one has none, an earlier edit was interrupted: this adopts the other row and returns
  /// false.
  package func rename(_ id: UInt64, to card: CardIdentity) throws(StoreError) -> Bool {
    guard let mine = try record(of: id) else { return false }
    let (old, (deck, side)) = (mine.card.stored, card.stored)
    let other = try record(of: card)
    if other?.id == id { return false }
    if let other, try hasReviews(other.id), try !hasReviews(id) {
      try setSuspended(mine.isSuspended, other.id)
      try setQuestions(old, to: (deck, side))
      return false
    }
    try log.rename(mine.card, to: card)
    if mine.isSuspended { try log.set(true, card) }
    if let other, other.isSuspended { try log.set(true, mine.card) }
    return true
  }

  /// Gives a card another identity; a card that had it gets the old one.
  func exchange(_ mine: CardRecord, with card: CardIdentity) throws(StoreError) {
    let (old, new) = (mine.card.stored, card.stored)
    let isTaken = try record(of: card) != nil
    // Two rows never have the same identity, not even for a moment.
    let between = (deck: "", side: "\n")
    if isTaken { try set(new, to: between) }
    try set(old, to: new)
    if isTaken { try set(between, to: old) }
  }

  /// Keeps with the reviews of a card which identity it had then.
  func keepName(of card: CardRecord) throws(StoreError) {
    try database["UPDATE review SET named = ? WHERE card = ? AND named IS NULL"]
      .bind(card.card.storedText).bind(card.id).run()
  }

  private func hasReviews(_ id: UInt64) throws(StoreError) -> Bool {
    try database["SELECT 1 FROM review WHERE card = ? LIMIT 1"].bind(id).integer() != nil
  }

  /// The questions of the running session follow.
  private func set(
    _ old: (deck: String, side: String), to new: (deck: String, side: String)
  ) throws(StoreError) {
    try database["UPDATE card SET deck = ?, side = ? WHERE deck = ? AND side = ?"]
      .bind(new.deck).bind(new.side).bind(old.deck).bind(old.side).run()
    try setQuestions(old, to: new)
  }

  func setQuestions(
    _ old: (deck: String, side: String), to new: (deck: String, side: String)
  ) throws(StoreError) {
    try database[
      "UPDATE question SET card_deck = ?, card_side = ? WHERE card_deck = ? AND card_side = ?"
    ].bind(new.deck).bind(new.side).bind(old.deck).bind(old.side).run()
  }

  /// Deletes all rows but those of suspended cards.
  func forget() throws(StoreError) {
    try database["DELETE FROM card WHERE NOT suspended"].run()
  }
}

package struct CardRecord: Hashable, Sendable {
  /// Never changed; older versions counted.
  package let id: UInt64
  package let card: CardIdentity
  /// When it was inserted, in microseconds since 1970-01-01 UTC.
  package let addedAt: UInt64
  package let isSuspended: Bool
}

extension CardIdentity {
  init(storedAs deck: String, _ side: String) {
    self = deck.isEmpty ? .guid(side) : .side(deck: deck, first: side)
  }

  /// Of 16 digits and below 2^52, so that programs that read numbers as floating point keep them,
  /// even doubled, as in the log of reviews.
  static let numbers: Range<UInt64> = 1_000_000_000_000_000..<4_500_000_000_000_000

  /// A number that follows from the identity alone, so that it need not be stored to be shown.
  var number: UInt64 {
    let (deck, side) = stored
    let hash = side.utf8.hashFNV1a(after: "\n".utf8.hashFNV1a(after: deck.utf8.hashFNV1a()))
    return Self.numbers.lowerBound + hash % UInt64(Self.numbers.count)
  }

  /// The deck's key ("" for a guid) and the side or the guid, normalized: the database compares
  /// bytes.
  var stored: (deck: String, side: String) {
    switch self {
    case .guid(let guid): ("", NormalForm.composed(guid))
    case .side(let deck, let first): (NormalForm.composed(deck), NormalForm.composed(first))
    }
  }
}
