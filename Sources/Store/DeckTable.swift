internal import PlainText
package import Practice

/// The table of decks about which something is stored, by comparison key; the rows of decks that are
/// gone stay.
package struct DeckTable {
  let database: Database

  private var log: LogTable { LogTable(database: database) }

  func standings() throws(StoreError) -> [String: DeckStanding] {
    var standings: [String: DeckStanding] = [:]
    try database["SELECT key, added_at, place, started, suspended FROM deck"].rows {
      row throws(StoreError) in
      standings[row.text(0)] = DeckStanding(
        place: row.isNull(2) ? nil : row.integer(2), addedAt: row.isNull(1) ? nil : row.bits(1),
        isStarted: row.boolean(3), isSuspended: row.boolean(4))
    }
    return standings
  }

  /// Saves the standings of some decks, as part of a transaction.
  package func save(_ standings: [String: DeckStanding]) throws(StoreError) {
    let known = try self.standings()
    for (key, standing) in standings {
      try log.set(standing, from: known[key] ?? DeckStanding(), ofDeck: key)
      try write(standing, ofDeck: key)
    }
  }

  /// Not for the log.
  func write(_ standing: DeckStanding, ofDeck key: String) throws(StoreError) {
    // The database compares bytes.
    try database["INSERT OR REPLACE INTO deck VALUES (?, ?, ?, ?, ?)"]
      .bind(NormalForm.composed(key)).bind(standing.addedAt).bind(standing.place)
      .bind(standing.isStarted).bind(standing.isSuspended).run()
  }

  func forgetStarts() throws(StoreError) {
    try database["UPDATE deck SET started = 0, added_at = NULL WHERE started"].run()
    // The log has forgotten the others too.
    for (key, standing) in try standings() {
      guard let addedAt = standing.addedAt else { continue }
      try log.set(Fact(.added, named: key), to: String(addedAt))
    }
  }
}
