internal import MemoryGame
package import Practice

/// What events of other machines have changed, besides schedules.
package struct ForeignChanges: Equatable, Sendable {
  /// Nil for one that was removed.
  package fileprivate(set) var settings: [Setting: String?] = [:]
  package fileprivate(set) var hasStandings = false
  package fileprivate(set) var hasSuspensions = false
  package fileprivate(set) var hasGames = false
  /// Whether reviews were forgotten.
  package fileprivate(set) var hasForgotten = false
}

// Events of other machines, in a transaction. They may come in any order, and again.
extension LogTable {
  private var practice: PracticeTable { PracticeTable(database: database) }

  /// Takes events over; the schedules of their cards are computed by ``settle(_:)``.
  package func take(_ events: some Sequence<LogEvent>) throws(StoreError) -> ForeignChanges {
    var changes = ForeignChanges()
    var facts: Set<Fact> = []
    var forgotten = try forgotten()
    var latest: [Int: (sequence: UInt64, stamp: UInt64)] = [:]
    var renames = try renames()
    for event in events {
      let machine = try number(of: event.id.machine)
      let known = latest[machine] ?? (0, 0)
      latest[machine] = (max(known.sequence, event.id.sequence), max(known.stamp, event.stamp))
      if event.content.tellsOfReviews, event.id.sequence <= forgotten[event.id.machine] ?? 0 {
        continue
      }
      switch event.content {
      case .review(let review):
        try insert(review, event, of: machine, renames.current(review.card, at: event.order))
      case .unreview(let review): try take(undoOf: review, event, of: machine)
      case .fact(let fact, let value):
        try database["INSERT OR IGNORE INTO fact VALUES (?, ?, ?, ?, ?, ?)"]
          .bind(fact.kind.rawValue).bind(fact.subject.stored).bind(machine).bind(event.id.sequence)
          .bind(event.stamp).bind(value).run()
        facts.insert(fact)
      case .rename(let old, let new):
        try rename(old, to: new, event.order)
        renames = try self.renames()
        for card in renames.connected(to: old) { facts.insert(Fact(.suspended, of: card)) }
      case .game(let game):
        if try GameTable(database: database).take(game, event, of: machine) {
          changes.hasGames = true
        }
      case .forget(let numbers):
        forgotten.merge(numbers) { max($0, $1) }
        facts.formUnion(try forget(numbers, &changes))
      }
    }
    for fact in facts { try settle(fact, renames, &changes) }
    for (machine, last) in latest {
      try database["UPDATE machine SET last = max(last, ?), stamp = max(stamp, ?) WHERE id = ?"]
        .bind(last.sequence).bind(last.stamp).bind(machine).run()
    }
    // Own events are to be later than all that was read.
    try database[
      "UPDATE machine SET stamp = max(stamp, (SELECT max(stamp) FROM machine)) WHERE id = ?"
    ].bind(Self.own).run()
    return changes
  }

  private func number(of machine: Machine) throws(StoreError) -> Int {
    let known = try database["SELECT id FROM machine WHERE name = ?"].bind(machine.name).integer()
    if let known { return known }
    try database["INSERT INTO machine (name, last, stamp, forgotten) VALUES (?, 0, 0, 0)"]
      .bind(machine.name).run()
    return Int(database.insertedID)
  }
}

// Reviews.
extension LogTable {
  /// Does nothing if the review is known, or was taken back.
  private func insert(
    _ review: ReviewEvent, _ event: LogEvent, of machine: Int, _ card: CardIdentity
  ) throws(StoreError) {
    let known = try database[
      """
      SELECT 1 FROM review WHERE machine = ?1 AND sequence = ?2
      UNION ALL SELECT 1 FROM undo WHERE undone_machine = ?1 AND undone = ?2
      """
    ].bind(machine).bind(event.id.sequence).integer()
    if known != nil { return }
    let id = try practice.cards.record(of: card, at: review.at).id
    let (rating, mode, state) = review.content.stored
    let moved = try decision(about: Fact(dayAfter: event.id))
    let chosenDay = moved.map { $0.value.flatMap { Int($0) } } ?? review.chosenDay
    try database[
      """
      INSERT INTO review (at, rating, card, direction, mode, took, stability, difficulty,
        introduced_at, day, chosen_day, machine, sequence, stamp, named)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    ].bind(review.at).bind(rating).bind(id).bind(review.direction.rawValue).bind(mode)
      .bind(Int(review.took)).bind(state?.memory.stability).bind(state?.memory.difficulty)
      .bind(state?.introducedAt).bind(review.day).bind(chosenDay).bind(machine).bind(
        event.id.sequence
      ).bind(event.stamp)
      .bind(card == review.card ? nil : review.card.storedText).run()
    try unsettle(id)
  }

  private func take(
    undoOf review: EventID, _ event: LogEvent, of machine: Int
  ) throws(StoreError) {
    let undone = try number(of: review.machine)
    try database["INSERT OR IGNORE INTO undo VALUES (?, ?, ?, ?, ?)"].bind(machine)
      .bind(event.id.sequence).bind(undone).bind(review.sequence).bind(event.stamp).run()
    let found = try database["SELECT id, card FROM review WHERE machine = ? AND sequence = ?"]
      .bind(undone).bind(review.sequence).first { row throws(StoreError) in
        (id: row.integer(0), card: row.bits(1))
      }
    guard let found else { return }
    database.reviewsWillChange()
    try database["UPDATE response SET review = NULL WHERE review = ?"].bind(found.id).run()
    try database["DELETE FROM review WHERE id = ?"].bind(found.id).run()
    try unsettle(found.card)
  }

  /// Returns the facts that may have changed.
  private func forget(
    _ numbers: [Machine: UInt64], _ changes: inout ForeignChanges
  ) throws(StoreError) -> Set<Fact> {
    var changed: Set<Fact> = []
    for (machine, number) in numbers {
      let id = try self.number(of: machine)
      try database[
        "UPDATE machine SET forgotten = max(forgotten, ?1), last = max(last, ?1) WHERE id = ?2"
      ]
      .bind(number).bind(id).run()
      let cards = try database[
        "SELECT DISTINCT card FROM review WHERE machine = ? AND sequence <= ?"
      ].bind(id).bind(number).map { row throws(StoreError) in row.bits(0) }
      for card in cards { try unsettle(card) }
      if !cards.isEmpty { changes.hasForgotten = true }
      database.reviewsWillChange()
      try database["DELETE FROM review WHERE machine = ? AND sequence <= ?"].bind(id).bind(number)
        .run()
      try database["DELETE FROM undo WHERE machine = ? AND sequence <= ?"].bind(id).bind(number)
        .run()
      for kind in Fact.Kind.allCases where kind.tellsOfReviews {
        let facts = try database[
          "SELECT subject FROM fact WHERE kind = ? AND machine = ? AND sequence <= ?"
        ].bind(kind.rawValue).bind(id).bind(number).map { row throws(StoreError) in
          Fact(kind, storedAs: row.text(0))
        }
        changed.formUnion(facts)
        try database["DELETE FROM fact WHERE kind = ? AND machine = ? AND sequence <= ?"]
          .bind(kind.rawValue).bind(id).bind(number).run()
      }
    }
    return changed
  }
}

// Cards that were given another identity.
extension LogTable {
  /// All renames of cards.
  func renames() throws(StoreError) -> CardRenames {
    var renames = CardRenames()
    try database[
      """
      SELECT name, sequence, rename.stamp, old, new FROM rename JOIN machine ON machine.id = machine
      """
    ].rows { row throws(StoreError) in
      guard let machine = Machine(row.text(0)) else { return }
      renames.insert(
        CardIdentity(storedText: row.text(3)), to: CardIdentity(storedText: row.text(4)),
        EventOrder(row.bits(2), EventID(machine, row.bits(1))))
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
    try database["INSERT INTO rename VALUES (?, ?, ?, ?, ?)"].bind(machine)
      .bind(order.id.sequence).bind(order.time).bind(old.storedText).bind(new.storedText).run()
    let cards = practice.cards
    let card = try cards.record(of: old, at: order.time)
    let renames = try renames()
    let connected = renames.connected(to: old)
    for other in connected {
      if let record = try cards.record(of: other) { try cards.keepName(of: record) }
    }
    try cards.exchange(card, with: new)
    for other in connected {
      guard let id = try cards.record(of: other)?.id else { continue }
      for (review, named, order) in try named(ofCard: id) {
        let current = try cards.record(of: renames.current(named, at: order), at: order.time).id
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

// What follows from the events.
extension LogTable {
  /// Remembers that the schedules of a card do not follow from its reviews any more.
  private func unsettle(_ card: UInt64) throws(StoreError) {
    try database["INSERT OR IGNORE INTO unsettled VALUES (?)"].bind(card).run()
  }

  /// Computes the schedules of at most a hundred cards whose reviews have changed, in a transaction;
  /// returns whether these were the last.
  package func settle(_ fsrs: FSRS) throws(StoreError) -> Bool {
    let cards = try database["SELECT card FROM unsettled LIMIT 100"].map {
      row throws(StoreError) in row.bits(0)
    }
    for card in cards {
      try practice.settle(card, fsrs)
      try database["DELETE FROM unsettled WHERE card = ?"].bind(card).run()
    }
    return cards.count < 100
  }

  private func settle(
    _ fact: Fact, _ renames: CardRenames, _ changes: inout ForeignChanges
  ) throws(StoreError) {
    switch (fact.kind, fact.subject) {
    case (.setting, .name(let name)) where Setting.shared.contains(Setting(rawValue: name)):
      let value = try decision(about: fact)?.value
      changes.settings[Setting(rawValue: name)] = value
      try SettingTable(database: database).write(Setting(rawValue: name), value)
    case (.suspended, .card(let card)):
      for other in renames.connected(to: card) { try settle(suspensionOf: other, renames) }
      changes.hasSuspensions = true
    case (.day, .event(let id)): try settle(dayAfter: id)
    case (.place, .name(let deck)), (.added, .name(let deck)), (.started, .name(let deck)),
      (.deckSuspended, .name(let deck)):
      try settle(standingOf: deck)
      changes.hasStandings = true
    default: break
    }
  }

  /// Of facts about a card that was given another identity, each counts for the one that it has now.
  private func settle(
    suspensionOf card: CardIdentity, _ renames: CardRenames
  ) throws(StoreError) {
    var last: (order: EventOrder, value: String?)?
    for subject in renames.connected(to: card) {
      for decision in try decisions(about: Fact(.suspended, of: subject))
      where renames.current(subject, at: decision.order) == card {
        if last.map({ $0.order < decision.order }) ?? true { last = decision }
      }
    }
    let cards = practice.cards
    let isSuspended = last?.value != nil
    let known = try cards.record(of: card)
    if known?.isSuspended ?? false == isSuspended { return }
    try cards.write(isSuspended, try cards.record(of: card, at: last?.order.time ?? 0).id)
  }

  private func settle(dayAfter review: EventID) throws(StoreError) {
    let machine = try number(of: review.machine)
    let card = try database["SELECT card FROM review WHERE machine = ? AND sequence = ?"]
      .bind(machine).bind(review.sequence).integer()
    guard let card, let decision = try decision(about: Fact(dayAfter: review)) else { return }
    database.reviewsWillChange()
    try database["UPDATE review SET chosen_day = ? WHERE machine = ? AND sequence = ?"]
      .bind(decision.value.flatMap { Int($0) }).bind(machine).bind(review.sequence).run()
    try unsettle(UInt64(clamping: card))
  }

  private func settle(standingOf deck: String) throws(StoreError) {
    var standing = DeckStanding()
    for kind in [Fact.Kind.place, .added, .started, .deckSuspended] {
      standing.set(kind, to: try decision(about: Fact(kind, named: deck))?.value)
    }
    try practice.decks.write(standing, ofDeck: deck)
  }

  /// The last decision about a fact; nil if there is none.
  private func decision(
    about fact: Fact
  ) throws(StoreError) -> (order: EventOrder, value: String?)? {
    try decisions(about: fact).max { $0.order < $1.order }
  }

  private func decisions(
    about fact: Fact
  ) throws(StoreError) -> [(order: EventOrder, value: String?)] {
    try database[
      """
      SELECT name, sequence, fact.stamp, value FROM fact JOIN machine ON machine.id = machine
      WHERE subject = ? AND kind = ?
      """
    ].bind(fact.subject.stored).bind(fact.kind.rawValue).map { row throws(StoreError) in
      Machine(row.text(0)).map {
        (EventOrder(row.bits(2), EventID($0, row.bits(1))), row.isNull(3) ? nil : row.text(3))
      }
    }
  }
}
