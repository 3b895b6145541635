internal import CLinux
internal import MemoryGame
package import Practice

/// What events of other machines have changed, besides schedules.
package struct ForeignChanges: Equatable, Sendable {
  /// Nil for one that was removed.
  package fileprivate(set) var settings: [Setting: String?] = [:]
  /// Whether other days may be known on which sessions were finished.
  package fileprivate(set) var arePracticedDays = false
  /// Whether reviews were forgotten.
  package fileprivate(set) var hasForgotten = false
  /// Whether a machine's log says otherwise than before, so that all of it has to be read again.
  package fileprivate(set) var isRewritten = false
  /// Whether this machine has another name, since others know more events of it than it has.
  package fileprivate(set) var isOwnPutBack = false
}

// Events of other machines, in a transaction. They may come in any order, and again.
extension LogTable {
  /// Takes events over; the schedules of their cards are computed by ``settle(_:)``, which also frees
  /// the memory.
  ///
  /// An event with the number of another one leaves out what was known from there on, unless it may not
  /// contradict: then it is skipped.
  package func take(
    _ events: some Sequence<LogEvent>, mayContradict: Bool = true
  ) throws(StoreError) -> ForeignChanges {
    // Else pages with many cards would be read again for each review.
    try database.execute("PRAGMA cache_size = 2000")
    var batch = try ForeignBatch(self, mayContradict: mayContradict)
    for event in events { try batch.take(event) }
    return try batch.finish()
  }
}

/// A machine whose events are taken over.
private struct Writer {
  let number: Int
  private(set) var last: UInt64
  private(set) var stamp: UInt64 = 0

  init(number: Int, last: UInt64) { (self.number, self.last) = (number, last) }

  mutating func add(_ event: LogEvent) {
    (last, stamp) = (max(last, event.id.sequence), max(stamp, event.stamp))
  }
}

/// Some events that are taken over at once, and what many of them need.
private struct ForeignBatch {
  let log: LogTable
  var changes = ForeignChanges()
  private var facts: Set<Fact> = []
  /// Cards whose suspension may have changed, before they were given other names.
  private var suspensions: Set<CardIdentity> = []
  private var machines: [Machine: Writer] = [:]
  private var forgotten: [Machine: UInt64]
  private let mayContradict: Bool
  private var hasRenames: Bool
  private var hasMovedDays: Bool
  private var renames: [CardIdentity: CardRenames] = [:]
  private var cards: [CardIdentity: UInt64] = [:]
  private var unsettled: Set<UInt64> = []

  private var database: Database { log.database }

  init(_ log: LogTable, mayContradict: Bool) throws(StoreError) {
    (self.log, self.mayContradict) = (log, mayContradict)
    forgotten = try log.forgotten()
    hasRenames = try log.database["SELECT 1 FROM rename LIMIT 1"].integer() != nil
    hasMovedDays =
      try log.database["SELECT 1 FROM fact WHERE kind = 'day' LIMIT 1"].integer() != nil
  }

  mutating func take(_ event: LogEvent) throws(StoreError) {
    // The rest is read again.
    if changes.isRewritten { return }
    let machine = try number(of: event)
    if try isOtherwise(event, of: machine) {
      if !mayContradict { return }
      let left = try log.leaveOut(from: event.id.sequence, of: machine)
      for fact in left.facts { note(fact) }
      suspensions.formUnion(left.cards)
      machines[event.id.machine] = nil
      return changes.isRewritten = true
    }
    machines[event.id.machine]?.add(event)
    if event.tellsOfReviews, event.id.sequence <= forgotten[event.id.machine] ?? 0 { return }
    switch event.content {
    case .review(let review): try insert(review, event, of: machine)
    case .unreview(let review): try log.take(undoOf: review, event, of: machine)
    case .fact(let fact, let value):
      try database["INSERT OR IGNORE INTO fact VALUES (?, ?, ?, ?, ?, ?)"]
        .bind(fact.kind.rawValue).bind(fact.subject.stored).bind(machine).bind(event.id.sequence)
        .bind(event.stamp).bind(value).run()
      note(fact)
      if fact.kind == .day { hasMovedDays = true }
    case .rename(let old, let new):
      try log.rename(old, to: new, event.order)
      suspensions.insert(old)
      (hasRenames, renames, cards) = (true, [:], [:])
    case .game(let game):
      try GameTable(database: database).take(game, event, of: machine)
    case .forget(let numbers):
      // This machine was put back to an earlier state: with its old numbers, what it does now would be
      // forgotten too.
      let (own, last) = (try log.machine(), try log.last())
      if let number = numbers[own], number > last {
        var generator = SystemRandomNumberGenerator()
        try log.rename(to: Machine(using: &generator), after: last)
        changes.isOwnPutBack = true
      }
      forgotten.merge(numbers) { max($0, $1) }
      let (changed, hasReviews) = try log.forget(numbers)
      facts.formUnion(changed)
      if hasReviews || !changed.isEmpty { changes.hasForgotten = true }
    }
  }

  private mutating func number(of event: LogEvent) throws(StoreError) -> Int {
    if let writer = machines[event.id.machine] { return writer.number }
    let number = try log.number(of: event.id.machine)
    machines[event.id.machine] = Writer(number: number, last: try log.last(of: number))
    return number
  }

  private func isOtherwise(_ event: LogEvent, of machine: Int) throws(StoreError) -> Bool {
    guard event.id.sequence <= machines[event.id.machine]?.last ?? 0 else { return false }
    return try log.isOther(event, of: machine)
  }

  private mutating func note(_ fact: Fact) {
    if case .card(let card) = fact.subject { suspensions.insert(card) } else { facts.insert(fact) }
  }

  /// The number of the card that a review is of now, and whether it has another name.
  private mutating func card(
    of review: ReviewEvent, at order: EventOrder
  ) throws(StoreError) -> (id: UInt64, isRenamed: Bool) {
    let card = review.card
    var current = card
    if hasRenames {
      let found = if let known = renames[card] { known } else { try log.renames(of: card) }
      renames[card] = found
      current = found.current(card, at: order)
    }
    if let id = cards[current] { return (id, current != card) }
    let id = try CardTable(database: database).record(named: current, at: review.at).id
    cards[current] = id
    return (id, current != card)
  }

  /// Does nothing if the review is known, or was taken back: no rating leaves it out.
  ///
  /// Reviews mostly come in their order, so that the days since the one before are right already, and
  /// the rows, which are far from each other, are not written a second time.
  private mutating func insert(
    _ review: ReviewEvent, _ event: LogEvent, of machine: Int
  ) throws(StoreError) {
    let card = try card(of: review, at: event.order)
    let (rating, mode, state) = review.content.stored
    let changes = database.changes
    try database[
      """
      INSERT OR IGNORE INTO review (card, direction, day, machine, sequence, stamp, named, at, rating,
        mode, took, stability, difficulty, introduced_at, chosen_day, given_day, elapsed)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, (
        SELECT ?9 WHERE NOT EXISTS (SELECT 1 FROM undo WHERE undone_machine = ?4 AND undone = ?5)
      ), ?10, ?11, ?12, ?13, ?14, ?15, ?15, (
        SELECT max(?3 - day, 0) FROM review WHERE card = ?1 AND direction = ?2 ORDER BY day DESC LIMIT 1
      ))
      """
    ].bind(card.id).bind(review.direction.rawValue).bind(review.day).bind(machine)
      .bind(event.id.sequence).bind(event.stamp)
      .bind(card.isRenamed ? review.card.storedText : nil).bind(review.at).bind(rating).bind(mode)
      .bind(Int(review.took)).bind(state?.memory.stability).bind(state?.memory.difficulty)
      .bind(state?.introducedAt).bind(review.chosenDay).run()
    if database.changes == changes { return }
    unsettled.insert(card.id)
    let moved = Fact(dayAfter: event.id)
    if hasMovedDays, try log.decision(about: moved) != nil { facts.insert(moved) }
  }

  mutating func finish() throws(StoreError) -> ForeignChanges {
    for fact in facts { try log.settle(fact, &changes) }
    while let card = suspensions.first {
      suspensions.subtract(try log.settle(suspensionOf: card))
    }
    for card in unsettled { try log.unsettle(card) }
    for machine in machines.values {
      try database["UPDATE machine SET last = max(last, ?), stamp = max(stamp, ?) WHERE id = ?"]
        .bind(machine.last).bind(machine.stamp).bind(machine.number).run()
    }
    // Own events are to be later than all that was read.
    try database[
      "UPDATE machine SET stamp = max(stamp, (SELECT max(stamp) FROM machine)) WHERE id = ?"
    ].bind(LogTable.own).run()
    return changes
  }
}

// Reviews.
extension LogTable {
  fileprivate func take(
    undoOf review: EventID, _ event: LogEvent, of machine: Int
  ) throws(StoreError) {
    let undone = try number(of: review.machine)
    try database["INSERT OR IGNORE INTO undo VALUES (?, ?, ?, ?, ?)"].bind(machine)
      .bind(event.id.sequence).bind(undone).bind(review.sequence).bind(event.stamp).run()
    let found = try database["SELECT id, card FROM review WHERE machine = ? AND sequence = ?"]
      .bind(undone).bind(review.sequence).first { row throws(StoreError) in
        (id: row.integer(0), card: row.bits(1))
      }
    if let found { try remove(found.id, of: found.card) }
  }

  func remove(_ review: Int, of card: UInt64) throws(StoreError) {
    database.reviewsWillChange()
    try database["UPDATE response SET review = NULL WHERE review = ?"].bind(review).run()
    try database["DELETE FROM review WHERE id = ?"].bind(review).run()
    try unsettle(card)
  }

  /// Returns the facts that may have changed; the reviews are erased by ``settle(_:)``.
  fileprivate func forget(
    _ numbers: [Machine: UInt64]
  ) throws(StoreError) -> (changed: Set<Fact>, hasReviews: Bool) {
    var changed: Set<Fact> = []
    var hasReviews = false
    for (machine, number) in numbers {
      let id = try self.number(of: machine)
      try database[
        """
        UPDATE machine SET forgotten = max(forgotten, ?1), last = max(last, ?1) WHERE id = ?2
        """
      ].bind(number).bind(id).run()
      let known = try database["SELECT 1 FROM review WHERE machine = ? AND sequence <= ? LIMIT 1"]
        .bind(id).bind(number).integer()
      if known != nil { hasReviews = true }
      try database[
        """
        UPDATE response SET review = NULL WHERE EXISTS (
          SELECT 1 FROM review WHERE id = response.review AND machine = ? AND sequence <= ?
        )
        """
      ].bind(id).bind(number).run()
      try database["DELETE FROM undo WHERE machine = ?1 AND undone_machine = ?1 AND sequence <= ?2"]
        .bind(id).bind(number).run()
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
    return (changed, hasReviews)
  }
}

// What follows from the events.
extension LogTable {
  private var practice: PracticeTable { PracticeTable(database: database) }

  /// Remembers that the schedules of a card do not follow from its reviews any more.
  func unsettle(_ card: UInt64) throws(StoreError) {
    try database["INSERT OR IGNORE INTO unsettled VALUES (?)"].bind(card).run()
  }

  /// Erases some reviews that were forgotten, or else computes the schedules of at most a hundred cards
  /// whose reviews have changed, in a transaction; returns whether these were the last.
  package func settle(_ fsrs: FSRS) throws(StoreError) -> Bool {
    let forgotten = try database[
      """
      SELECT review.id, card FROM machine CROSS JOIN review
      ON machine = machine.id AND sequence <= forgotten
      LIMIT 500
      """
    ].map { row throws(StoreError) in (id: row.integer(0), card: row.bits(1)) }
    for review in forgotten {
      database.reviewsWillChange()
      try database["DELETE FROM review WHERE id = ?"].bind(review.id).run()
      try unsettle(review.card)
    }
    if !forgotten.isEmpty { return false }
    let cards = try database["SELECT card FROM unsettled LIMIT 100"].map {
      row throws(StoreError) in row.bits(0)
    }
    for card in cards {
      try practice.settle(card, fsrs)
      try database["DELETE FROM unsettled WHERE card = ?"].bind(card).run()
    }
    let isLast = cards.count < 100
    if isLast {
      // What follows needs few pages.
      try database.execute("PRAGMA cache_size = \(Database.usualPages); PRAGMA shrink_memory")
      malloc_trim(0)
    }
    return isLast
  }

  fileprivate func settle(_ fact: Fact, _ changes: inout ForeignChanges) throws(StoreError) {
    switch (fact.kind, fact.subject) {
    case (.setting, .name(let name)) where Setting.shared.contains(Setting(rawValue: name)):
      let value = try decision(about: fact)?.value
      changes.settings[Setting(rawValue: name)] = value
      try SettingTable(database: database).write(Setting(rawValue: name), value)
    case (.day, .event(let id)): try settle(dayAfter: id)
    case (.practiced, .name): changes.arePracticedDays = true
    case (.place, .name(let deck)), (.added, .name(let deck)), (.started, .name(let deck)),
      (.deckSuspended, .name(let deck)):
      try settle(standingOf: deck)
    default: break
    }
  }

  /// Of facts about a card that was given another identity, each counts for the one that it has now;
  /// returns all that are connected with it.
  func settle(
    suspensionOf card: CardIdentity
  ) throws(StoreError) -> Set<CardIdentity> {
    let renames = try renames(of: card)
    let connected = renames.connected(to: card)
    var last: [CardIdentity: (order: EventOrder, value: String?)] = [:]
    for subject in connected {
      for decision in try decisions(about: Fact(.suspended, of: subject)) {
        let current = renames.current(subject, at: decision.order)
        if last[current].map({ $0.order < decision.order }) ?? true { last[current] = decision }
      }
    }
    let cards = practice.cards
    for card in connected {
      let isSuspended = last[card]?.value != nil
      if try cards.record(of: card)?.isSuspended ?? false == isSuspended { continue }
      let record = try cards.record(named: card, at: last[card]?.order.time ?? 0)
      try cards.write(isSuspended, record.id)
    }
    return connected
  }

  private func settle(dayAfter review: EventID) throws(StoreError) {
    let machine = try number(of: review.machine)
    let found = try database[
      "SELECT card, chosen_day, given_day FROM review WHERE machine = ? AND sequence = ?"
    ].bind(machine).bind(review.sequence).first { row throws(StoreError) in
      (card: row.bits(0), chosen: row.optionalInteger(1), given: row.optionalInteger(2))
    }
    guard let found else { return }
    let moved = try decision(about: Fact(dayAfter: review))
    let day = moved.map { $0.value.flatMap { Int($0) } } ?? found.given
    if day == found.chosen { return }
    database.reviewsWillChange()
    try database["UPDATE review SET chosen_day = ? WHERE machine = ? AND sequence = ?"].bind(day)
      .bind(machine).bind(review.sequence).run()
    try unsettle(found.card)
  }

  private func settle(standingOf deck: String) throws(StoreError) {
    var standing = DeckStanding()
    for kind in [Fact.Kind.place, .added, .started, .deckSuspended] {
      standing.set(kind, to: try decision(about: Fact(kind, named: deck))?.value)
    }
    try practice.decks.write(standing, ofDeck: deck)
  }

  /// The last decision about a fact; nil if there is none.
  fileprivate func decision(
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
      WHERE kind = ? AND subject = ?
      """
    ].bind(fact.kind.rawValue).bind(fact.subject.stored).map { row throws(StoreError) in
      Machine(row.text(0)).map {
        (EventOrder(row.bits(2), EventID($0, row.bits(1))), row.isNull(3) ? nil : row.text(3))
      }
    }
  }
}
