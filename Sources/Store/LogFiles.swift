internal import MemoryGame
package import Practice

/// How far a file of another machine's log was read.
package struct LogPlace: Equatable, Sendable {
  /// In bytes.
  package let done: Int
  /// The checksum of what is before, which says whether the file is still the same.
  package let sum: UInt32

  package init(done: Int, sum: UInt32) { (self.done, self.sum) = (done, sum) }
}

/// What is known of a machine that writes into the log.
package struct KnownMachine: Equatable, Sendable {
  package let machine: Machine
  /// What people call it; nil if it has no such name.
  package let name: String?
  package let isOwn: Bool
  /// The number of its last event.
  package let last: UInt64
  /// When that was written, in microseconds since 1970-01-01 UTC.
  package let lastAt: UInt64
  package let reviews: Int
}

extension KnownMachine {
  /// A machine of which nothing was read.
  package init(unread machine: Machine) {
    self.init(machine: machine, name: nil, isOwn: false, last: 0, lastAt: 0, reviews: 0)
  }
}

// How the log in files follows the log in the store.
extension LogTable {
  /// How far the files of a machine were read, by month, and what is known of its events.
  package func places(
    of machine: Machine
  ) throws(StoreError) -> (files: [String: LogPlace], last: UInt64, forgotten: UInt64) {
    let known = try database["SELECT last, forgotten FROM machine WHERE name = ?"]
      .bind(machine.name).first { row throws(StoreError) in (row.bits(0), row.bits(1)) }
    let files = try database[
      """
      SELECT month, done, sum FROM log_file JOIN machine ON machine.id = machine WHERE name = ?
      """
    ].bind(machine.name).map { row throws(StoreError) in
      (row.text(0), LogPlace(done: row.integer(1), sum: UInt32(clamping: row.integer(2))))
    }
    return (
      Dictionary(files, uniquingKeysWith: { one, _ in one }), known?.0 ?? 0, known?.1 ?? 0
    )
  }

  /// Notes how far a file was read, in the transaction that takes its events over.
  package func set(
    _ place: LogPlace, of month: String, by machine: Machine
  ) throws(StoreError) {
    try database["INSERT OR REPLACE INTO log_file SELECT id, ?, ?, ? FROM machine WHERE name = ?"]
      .bind(month).bind(place.done).bind(Int(place.sum)).bind(machine.name).run()
  }

  /// Up to which number this machine's files have no reviews any more, and up to which they may have
  /// none.
  package func erasure() throws(StoreError) -> (done: UInt64, wanted: UInt64) {
    try database["SELECT erased, forgotten FROM machine WHERE id = ?"].bind(Self.own).first {
      row throws(StoreError) in (row.bits(0), row.bits(1))
    } ?? (0, 0)
  }

  package func setErased(upTo number: UInt64) throws(StoreError) {
    try forgetMonths()
    try database["UPDATE machine SET erased = ? WHERE id = ?"].bind(number).bind(Self.own).run()
  }

  /// Forgets how large this machine's files were.
  package func forgetMonths() throws(StoreError) {
    try database["DELETE FROM log_file WHERE machine = ?"].bind(Self.own).run()
  }

  /// The stamp of an event of a machine, else of this one; nil if the event is no more.
  package func stamp(
    of number: UInt64, by machine: Int = LogTable.own
  ) throws(StoreError) -> UInt64? {
    try database[
      """
      SELECT stamp FROM review WHERE machine = ?1 AND sequence = ?2
      UNION ALL SELECT stamp FROM fact WHERE machine = ?1 AND sequence = ?2
      UNION ALL SELECT stamp FROM undo WHERE machine = ?1 AND sequence = ?2
      UNION ALL SELECT stamp FROM rename WHERE machine = ?1 AND sequence = ?2
      UNION ALL SELECT stamp FROM logged_game WHERE machine = ?1 AND sequence = ?2
      UNION ALL SELECT stamp FROM forgetting WHERE machine = ?1 AND sequence = ?2
      """
    ].bind(machine).bind(number).first { row throws(StoreError) in row.bits(0) }
  }

  /// Whether all schedules follow from the reviews.
  package func isSettled() throws(StoreError) -> Bool {
    let unsettled = try database["SELECT 1 FROM unsettled LIMIT 1"].integer()
    if unsettled != nil { return false }
    return try database[
      "SELECT 1 FROM machine CROSS JOIN review ON machine = machine.id AND sequence <= forgotten LIMIT 1"
    ].integer() == nil
  }

  /// All machines, this one first.
  package func known() throws(StoreError) -> [KnownMachine] {
    let own = try stamp(of: try last())
    return try database[
      """
      SELECT machine.id, name, last, stamp, (
        SELECT value FROM fact WHERE kind = 'machine' AND subject = name
        ORDER BY fact.stamp DESC, machine DESC LIMIT 1
      ), (SELECT count(*) FROM review WHERE machine = machine.id AND rating > 0)
      FROM machine ORDER BY machine.id
      """
    ].map { row throws(StoreError) in
      Machine(row.text(1)).map { machine in
        let isOwn = row.integer(0) == Self.own
        // This machine's next stamp is later than all others.
        return KnownMachine(
          machine: machine, name: row.isNull(4) ? nil : row.text(4), isOwn: isOwn,
          last: row.bits(2), lastAt: isOwn ? own ?? 0 : row.bits(3), reviews: row.integer(5))
      }
    }
  }

  /// Whether an event was taken over, or says nothing any more.
  package func has(_ event: LogEvent) throws(StoreError) -> Bool {
    let forgotten = try forgotten()
    switch event.content {
    case .forget(let numbers):
      return numbers.allSatisfy { $0.value <= forgotten[$0.key] ?? 0 }
    case .game(let game):
      return try database["SELECT 1 FROM game WHERE started_at = ? AND seed = ?"]
        .bind(game.key.startedAt).bind(game.key.seed).integer() != nil
    default: break
    }
    if event.tellsOfReviews, event.id.sequence <= forgotten[event.id.machine] ?? 0 {
      return true
    }
    return try database[
      """
      WITH writer (id) AS (SELECT id FROM machine WHERE name = ?1)
      SELECT 1 FROM review, writer WHERE machine = writer.id AND sequence = ?2 AND stamp = ?3
      UNION ALL SELECT 1 FROM fact, writer WHERE machine = writer.id AND sequence = ?2 AND stamp = ?3
      UNION ALL SELECT 1 FROM rename, writer WHERE machine = writer.id AND sequence = ?2 AND stamp = ?3
      UNION ALL SELECT 1 FROM undo, writer WHERE machine = writer.id AND sequence = ?2 AND stamp = ?3
      UNION ALL SELECT 1 FROM undo, writer WHERE undone_machine = writer.id AND undone = ?2
      """
    ].bind(event.id.machine.name).bind(event.id.sequence).bind(event.stamp).integer() != nil
  }

  package func setName(_ name: String) throws(StoreError) {
    try set(Fact(.machine, named: try machine().name), to: name)
  }
}

// A machine whose name another one has too: a clone of its disk, or itself after a backup was restored.
extension LogTable {
  /// Gives this machine a new name, in a transaction: what it did up to a number was done under its old
  /// name, which is another machine's from now on, and later events are its first ones.
  package func rename(to new: Machine, after number: UInt64) throws(StoreError) {
    let old = try machine()
    try forgetMonths()
    try database[
      """
      UPDATE machine SET name = ?1, last = last - ?2, forgotten = max(0, forgotten - ?2), erased = 0
      WHERE id = ?3
      """
    ].bind(new.name).bind(number).bind(Self.own).run()
    try database[
      """
      INSERT INTO machine (name, last, stamp, forgotten)
      SELECT ?1, ?2, stamp, min(forgotten, ?2) FROM machine WHERE id = ?3
      """
    ].bind(old.name).bind(number).bind(Self.own).run()
    let other = Int(database.insertedID)
    for table in ["review", "undo", "fact", "rename", "logged_game", "forgetting"] {
      try renumber(table, "machine", "sequence", after: number, to: other)
    }
    try renumber("undo", "undone_machine", "undone", after: number, to: other)
    // Facts about reviews have their events as text.
    try database[
      """
      UPDATE fact SET subject = ?1 || ':' || (CAST(substr(subject, 18) AS INTEGER) - ?2)
      WHERE kind = 'day' AND substr(subject, 1, 17) = ?3 || ':'
        AND CAST(substr(subject, 18) AS INTEGER) > ?2
      """
    ].bind(new.name).bind(number).bind(old.name).run()
    for (sequence, numbers) in try database[
      "SELECT sequence, numbers FROM forgetting WHERE machine = ?"
    ].bind(Self.own).map({ row throws(StoreError) in (row.integer(0), row.text(1)) }) {
      var changed = Self.forgotten(in: numbers)
      if let forgotten = changed[old], forgotten > number {
        (changed[old], changed[new]) = (number, forgotten - number)
      }
      try database["UPDATE forgetting SET numbers = ? WHERE machine = ? AND sequence = ?"]
        .bind(Self.text(ofForgotten: changed)).bind(Self.own).bind(sequence).run()
    }
    database.reviewsWillChange()
  }

  private func renumber(
    _ table: String, _ machine: String, _ sequence: String, after number: UInt64, to other: Int
  ) throws(StoreError) {
    // By way of negative numbers, since no two rows may have the same one in between.
    try database.execute(
      """
      UPDATE \(table) SET \(machine) = \(other) WHERE \(machine) = \(Self.own)
        AND \(sequence) <= \(number);
      UPDATE \(table) SET \(sequence) = \(number) - \(sequence) WHERE \(machine) = \(Self.own);
      UPDATE \(table) SET \(sequence) = -\(sequence) WHERE \(machine) = \(Self.own);
      """)
  }
}

extension Store {
  /// Takes events of another machine over, with how far its file was read then.
  package func take(
    _ events: [LogEvent], of machine: Machine, mayContradict: Bool, upTo place: LogPlace?,
    in month: String
  ) throws(StoreError) -> ForeignChanges {
    var new: [Setting: String?] = [:]
    var (past, days) = (pastSessions, practicedDays)
    let changes = try useUnasked(changing: true) { tables throws(StoreError) in
      let changes = try tables.log.take(events, mayContradict: mayContradict)
      new = changes.settings
      if let parameters = new["parameters"], parameters != settings["parameters"] {
        new[.schedulesAreOutdated] = "yes"
        try tables.settings.write(.schedulesAreOutdated, "yes")
      }
      if changes.hasForgotten, let done = past.done {
        past.done = try tables.log.hasNoted(done.day) ? done.single : nil
        try tables.practice.save(past)
      }
      if changes.hasForgotten || changes.arePracticedDays {
        days = PracticedDays(try tables.log.practicedDays())
      }
      if let place, !changes.isRewritten { try tables.log.set(place, of: month, by: machine) }
      return changes
    }
    for (setting, value) in new { settings[setting] = value }
    if !new.isEmpty || past != pastSessions || days != practicedDays { settingsRevision += 1 }
    (pastSessions, practicedDays) = (past, days)
    if changes.hasForgotten { needsTruncation = true }
    return changes
  }
}
