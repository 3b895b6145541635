package import Practice

/// The table of changes of cards that the files of their decks may not have yet.
///
/// A change is recorded before the first file is written, and deleted after the last one. If a daemon
/// ends in between, the next one finds the record, and sees in the files how far the change has come.
package struct ChangeTable {
  let database: Database

  private var cards: CardTable { CardTable(database: database) }

  /// Records a change and gives the card its new identity, in a transaction.
  ///
  /// `time` is in microseconds since 1970-01-01 UTC. Returns whether the card has it now, as
  /// ``CardTable/rename(_:to:)`` does.
  package func begin(_ change: CardChange, at time: UInt64) throws(StoreError) -> Bool {
    // A card without a row would have another number with its other identity.
    _ = try cards.record(of: change.old, at: time)
    let old = change.old.stored
    try database["INSERT OR REPLACE INTO change VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"].bind(
      change.card
    )
    .bind(old.deck).bind(old.side).bind(change.new.stored.side).bind(change.removedFrom)
    .bind(change.front).bind(change.back).bind(change.pronunciation).bind(change.note).run()
    return change.old == change.new ? false : try cards.rename(change.card, to: change.new)
  }

  /// Deletes the record of a change that all files have.
  package func finish(_ change: CardChange) throws(StoreError) {
    try database["DELETE FROM change WHERE card = ?"].bind(change.card).run()
  }

  /// Undoes a change that no file has, in a transaction.
  package func revert(_ change: CardChange) throws(StoreError) {
    try finish(change)
    if change.old == change.new { return }
    if try cards.record(of: change.card)?.card == change.new {
      _ = try cards.rename(change.card, to: change.old)
    } else {
      try cards.setQuestions(change.new.stored, to: change.old.stored)
    }
  }

  /// The changes that were interrupted, or could not be undone.
  package func pending() throws(StoreError) -> [CardChange] {
    try database["SELECT * FROM change"].map { row throws(StoreError) in
      let deck = row.text(1)
      return CardChange(
        of: row.bits(0), from: CardIdentity(storedAs: deck, row.text(2)),
        to: CardIdentity(storedAs: deck, row.text(3)),
        removedFrom: row.isNull(4) ? nil : row.integer(4), front: row.isNull(5) ? nil : row.text(5),
        back: row.isNull(6) ? nil : row.text(6), pronunciation: row.isNull(7) ? nil : row.text(7),
        note: row.isNull(8) ? nil : row.text(8))
    }
  }

  func forget() throws(StoreError) {
    try database["DELETE FROM change"].run()
  }
}

/// A change of a card in the files of all decks that have it.
package struct CardChange: Hashable, Sendable {
  /// The card's number.
  package let card: UInt64
  package let old: CardIdentity
  /// Another one if the card has no guid and its first side changes.
  package let new: CardIdentity
  /// The number of decks that have a card that is removed; nil for a card that stays.
  package let removedFrom: Int?
  /// Nil for a text that stays.
  package let front: String?
  package let back: String?
  package let pronunciation: String?
  package let note: String?

  package init(
    of card: UInt64, from old: CardIdentity, to new: CardIdentity, removedFrom: Int? = nil,
    front: String? = nil, back: String? = nil, pronunciation: String? = nil, note: String? = nil
  ) {
    (self.card, self.old, self.new, self.removedFrom) = (card, old, new, removedFrom)
    (self.front, self.back, self.pronunciation, self.note) = (front, back, pronunciation, note)
  }

  package var isRemoval: Bool { removedFrom != nil }
}
