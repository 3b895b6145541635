internal import Practice

// Events that contradict others: their machine was put back to an earlier state, or is two with one name.
// What its files say now counts.
extension LogTable {
  /// Whether a machine has given an event's number to another event before, which is still known.
  func isOther(_ event: LogEvent, of machine: Int) throws(StoreError) -> Bool {
    if event.stamp == 0 { return false }
    let known = try stamp(of: event.id.sequence, by: machine)
    return known.map { $0 != event.stamp } ?? false
  }

  /// Leaves out what a machine did from a number on; returns the facts that may have changed, and the
  /// cards that have other identities.
  ///
  /// Its games stay, without their numbers, and so does what was forgotten.
  func leaveOut(
    from number: UInt64, of machine: Int
  ) throws(StoreError) -> (facts: [Fact], cards: Set<CardIdentity>) {
    let reviews = try database["SELECT id, card FROM review WHERE machine = ? AND sequence >= ?"]
      .bind(machine).bind(number).map { row throws(StoreError) in
        (id: row.integer(0), card: row.bits(1))
      }
    for review in reviews { try remove(review.id, of: review.card) }
    let facts = try database["SELECT kind, subject FROM fact WHERE machine = ? AND sequence >= ?"]
      .bind(machine).bind(number).map { row throws(StoreError) in
        Fact.Kind(rawValue: row.text(0)).flatMap { Fact($0, storedAs: row.text(1)) }
      }
    let cards = try leaveOutRenames(from: number, of: machine)
    try database.execute(
      """
      DELETE FROM fact WHERE machine = \(machine) AND sequence >= \(number);
      DELETE FROM undo WHERE machine = \(machine) AND sequence >= \(number);
      UPDATE logged_game SET sequence = 0 WHERE machine = \(machine) AND sequence >= \(number);
      UPDATE machine SET last = \(number) - 1 WHERE id = \(machine);
      DELETE FROM log_file WHERE machine = \(machine);
      """)
    return (facts, cards)
  }

  private func leaveOutRenames(
    from number: UInt64, of machine: Int
  ) throws(StoreError) -> Set<CardIdentity> {
    let left = try database[
      """
      SELECT sequence, old, new FROM rename WHERE machine = ? AND sequence >= ?
      ORDER BY sequence DESC
      """
    ].bind(machine).bind(number).map { row throws(StoreError) in
      (
        sequence: row.integer(0), old: CardIdentity(storedText: row.text(1)),
        new: CardIdentity(storedText: row.text(2))
      )
    }
    var cards: Set<CardIdentity> = []
    for rename in left {
      let connected = try self.renames(of: rename.old).connected(to: rename.old)
      try keepNames(of: connected)
      try database["DELETE FROM rename WHERE machine = ? AND sequence = ?"].bind(machine)
        .bind(rename.sequence).run()
      // Another machine says the same.
      if try isNamed(rename.old, rename.new) { continue }
      cards.formUnion(connected)
      let table = CardTable(database: database)
      if try table.record(of: rename.old) == nil, let card = try table.record(of: rename.new) {
        try table.exchange(card, with: rename.old)
      }
      try giveReviews(of: connected, try renames(of: rename.old, rename.new))
    }
    return cards
  }
}
