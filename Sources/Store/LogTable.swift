internal import MemoryGame
internal import PlainText
package import Practice

/// What happened on this machine, numbered for the log that several machines share, and whose log it
/// is.
///
/// Reviews and games are in tables of their own, and what was taken back since, or goes on after all,
/// leaves a gap in the numbers.
package struct LogTable {
  let database: Database

  /// The number of this machine's row.
  package static let own = 1

  package func machine() throws(StoreError) -> Machine {
    let name = try database["SELECT name FROM machine WHERE id = ?"].bind(Self.own).first {
      row throws(StoreError) in row.text(0)
    }
    guard let machine = name.flatMap({ Machine($0) }) else { throw database.damage }
    return machine
  }

  /// All machines, by the numbers of their rows.
  func machines() throws(StoreError) -> [Int: Machine] {
    var machines: [Int: Machine] = [:]
    try database["SELECT id, name FROM machine"].rows { row throws(StoreError) in
      machines[row.integer(0)] = Machine(row.text(1))
    }
    return machines
  }

  /// The number of a machine's row, which is added if there is none.
  func number(of machine: Machine) throws(StoreError) -> Int {
    let known = try database["SELECT id FROM machine WHERE name = ?"].bind(machine.name).integer()
    if let known { return known }
    try database["INSERT INTO machine (name, last, stamp, forgotten) VALUES (?, 0, 0, 0)"]
      .bind(machine.name).run()
    return Int(database.insertedID)
  }

  /// The next event's number, and its stamp in microseconds since 1970-01-01 UTC, in a transaction.
  ///
  /// A stamp is later than all before, even if the clock was set back.
  func next() throws(StoreError) -> (sequence: UInt64, stamp: UInt64) {
    try database[
      "UPDATE machine SET last = last + 1, stamp = min(max(stamp + 1, ?), ?) WHERE id = ?"
    ].bind(database.now()).bind(LogLine.latestStamp).bind(Self.own).run()
    let last = try database["SELECT last, stamp FROM machine WHERE id = ?"].bind(Self.own).first {
      row throws(StoreError) in (row.bits(0), row.bits(1))
    }
    guard let last else { throw database.damage }
    database.eventIsNumbered()
    return last
  }
}

// Changes, in a transaction.
extension LogTable {
  func set(_ fact: Fact, to value: String?) throws(StoreError) {
    let event = try next()
    try database["INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?)"].bind(fact.kind.rawValue)
      .bind(fact.subject.stored).bind(Self.own).bind(event.sequence).bind(event.stamp).bind(value)
      .run()
  }

  func set(_ isSuspended: Bool, _ card: CardIdentity) throws(StoreError) {
    try set(Fact(.suspended, of: card), to: isSuspended ? "yes" : nil)
  }

  /// Sets what has changed of a deck's standing.
  func set(
    _ new: DeckStanding, from old: DeckStanding, ofDeck key: String
  ) throws(StoreError) {
    func set(_ kind: Fact.Kind, _ value: (DeckStanding) -> String?) throws(StoreError) {
      if value(new) != value(old) { try self.set(Fact(kind, named: key), to: value(new)) }
    }
    try set(.place) { $0.place.map { String($0) } }
    try set(.added) { $0.addedAt.map { String($0) } }
    try set(.started) { $0.isStarted ? "yes" : nil }
    try set(.deckSuspended) { $0.isSuspended ? "yes" : nil }
  }

  func undo(_ review: Int64) throws(StoreError) {
    let event = try next()
    try database[
      """
      INSERT INTO undo SELECT ?, ?, machine, sequence, ? FROM review
      WHERE id = ? AND sequence IS NOT NULL
      """
    ].bind(Self.own).bind(event.sequence).bind(event.stamp).bind(Int(review)).run()
  }

  func rename(_ old: CardIdentity, to new: CardIdentity) throws(StoreError) {
    let event = try next()
    try rename(old, to: new, EventOrder(event.stamp, EventID(try machine(), event.sequence)))
  }

  func end(game: UInt64) throws(StoreError) {
    let event = try next()
    try database["INSERT OR REPLACE INTO logged_game VALUES (?, ?, ?, ?)"].bind(game).bind(Self.own)
      .bind(event.sequence).bind(event.stamp).run()
  }

  /// Forgets all that tells of reviews, on all machines.
  func forgetReviews() throws(StoreError) {
    try database["UPDATE machine SET forgotten = last WHERE id <> ?"].bind(Self.own).run()
    let event = try next()
    try database["UPDATE machine SET forgotten = ? WHERE id = ?"].bind(event.sequence - 1)
      .bind(Self.own).run()
    try database["DELETE FROM undo WHERE machine = undone_machine"].run()
    try database["DELETE FROM unsettled"].run()
    for kind in Fact.Kind.allCases where kind.tellsOfReviews {
      try database["DELETE FROM fact WHERE kind = ?"].bind(kind.rawValue).run()
    }
    try database["INSERT INTO forgetting VALUES (?, ?, ?, ?)"].bind(Self.own).bind(event.sequence)
      .bind(event.stamp).bind(Self.text(ofForgotten: try forgotten())).run()
  }

  static func text(ofForgotten numbers: [Machine: UInt64]) -> String {
    numbers.map { EventID($0.key, $0.value).text }.joined(by: " ")
  }

  static func forgotten(in text: String) -> [Machine: UInt64] {
    let last = text.split(separator: " ").compactMap { EventID(String($0)) }
    return Dictionary(last.map { ($0.machine, $0.sequence) }, uniquingKeysWith: max)
  }
}

// Reading.
extension LogTable {
  /// The number of the last event of a machine, else of this one; 0 before the first.
  package func last(of machine: Int = LogTable.own) throws(StoreError) -> UInt64 {
    UInt64(
      clamping: try database["SELECT last FROM machine WHERE id = ?"].bind(machine).integer() ?? 0)
  }

  /// This machine's events after a number, in their order; empty after the last one.
  ///
  /// In the place of one that is no more stands one that says nothing, so that nobody waits for it.
  package func events(after number: UInt64, limit: UInt64 = 1000) throws(StoreError) -> [LogEvent] {
    let own = try database["SELECT name, last FROM machine WHERE id = ?"].bind(Self.own).first {
      row throws(StoreError) in Machine(row.text(0)).map { (machine: $0, last: row.bits(1)) }
    }
    guard let (machine, last) = own ?? nil else { throw database.damage }
    let end = min(last, number + limit)
    guard number < end else { return [] }
    let range = number + 1...end
    var events = try reviews(range)
    // Most events are answers, after which nobody waits for five more questions to the database.
    for read in [facts, games, undos, renames, forgettings] where events.count < range.count {
      events += try read(range)
    }
    let numbered = Dictionary(events.map { ($0.sequence, $0) }, uniquingKeysWith: { one, _ in one })
    return range.map { sequence in
      let event = numbered[sequence]
      return LogEvent(
        EventID(machine, sequence), at: event?.stamp ?? 0, event?.content ?? .forget([:]))
    }
  }

  private typealias Numbered = (sequence: UInt64, stamp: UInt64, content: LogEvent.Content)

  private func reviews(_ range: ClosedRange<UInt64>) throws(StoreError) -> [Numbered] {
    try database[
      """
      SELECT sequence, stamp, deck, side, named, direction, rating, mode, at, day, took, given_day,
        stability, difficulty, introduced_at
      FROM review JOIN card ON card.id = review.card
      WHERE machine = ? AND sequence BETWEEN ? AND ?
        AND sequence > (SELECT forgotten FROM machine WHERE id = review.machine)
      """
    ].bind(Self.own).bind(range.lowerBound).bind(range.upperBound).map { row throws(StoreError) in
      ReviewEvent(row, from: 2).map { (row.bits(0), row.bits(1), .review($0)) }
    }
  }

  private func undos(_ range: ClosedRange<UInt64>) throws(StoreError) -> [Numbered] {
    try database[
      """
      SELECT undo.sequence, undo.stamp, name, undone FROM undo
      JOIN machine ON machine.id = undone_machine WHERE machine = ? AND sequence BETWEEN ? AND ?
      """
    ].bind(Self.own).bind(range.lowerBound).bind(range.upperBound).map { row throws(StoreError) in
      Machine(row.text(2)).map {
        (row.bits(0), row.bits(1), .unreview(EventID($0, row.bits(3))))
      }
    }
  }

  private func facts(_ range: ClosedRange<UInt64>) throws(StoreError) -> [Numbered] {
    try database[
      """
      SELECT sequence, stamp, kind, subject, value FROM fact
      WHERE machine = ? AND sequence BETWEEN ? AND ?
      """
    ].bind(Self.own).bind(range.lowerBound).bind(range.upperBound).map { row throws(StoreError) in
      Fact.Kind(rawValue: row.text(2)).flatMap { Fact($0, storedAs: row.text(3)) }.map {
        (row.bits(0), row.bits(1), .fact($0, row.isNull(4) ? nil : row.text(4)))
      }
    }
  }

  private func renames(_ range: ClosedRange<UInt64>) throws(StoreError) -> [Numbered] {
    try database[
      """
      SELECT sequence, stamp, old, new FROM rename
      WHERE machine = ? AND sequence BETWEEN ? AND ?
      """
    ].bind(Self.own).bind(range.lowerBound).bind(range.upperBound).map { row throws(StoreError) in
      (
        row.bits(0), row.bits(1),
        .rename(CardIdentity(storedText: row.text(2)), to: CardIdentity(storedText: row.text(3)))
      )
    }
  }

  private func games(_ range: ClosedRange<UInt64>) throws(StoreError) -> [Numbered] {
    let ended = try database[
      "SELECT sequence, stamp, game FROM logged_game WHERE machine = ? AND sequence BETWEEN ? AND ?"
    ].bind(Self.own).bind(range.lowerBound).bind(range.upperBound).map { row throws(StoreError) in
      (sequence: row.bits(0), stamp: row.bits(1), id: row.bits(2))
    }
    var games: [Numbered] = []
    for (sequence, stamp, id) in ended {
      do throws(StoreError) {
        guard let stored = try GameTable(database: database).game(id),
          let result = stored.record.result,
          let game = FinishedGame(beginning: stored.beginning, log: stored.log, result: result)
        else { continue }
        games.append((sequence, stamp, .game(game)))
      } catch {
        // Nobody else can read it either.
        guard case .damagedGame = error else { throw error }
      }
    }
    return games
  }

  private func forgettings(_ range: ClosedRange<UInt64>) throws(StoreError) -> [Numbered] {
    try database[
      "SELECT sequence, stamp, numbers FROM forgetting WHERE machine = ? AND sequence BETWEEN ? AND ?"
    ].bind(Self.own).bind(range.lowerBound).bind(range.upperBound).map { row throws(StoreError) in
      (row.bits(0), row.bits(1), .forget(Self.forgotten(in: row.text(2))))
    }
  }

  /// Up to which number the reviews of each machine are forgotten.
  package func forgotten() throws(StoreError) -> [Machine: UInt64] {
    let numbers = try database["SELECT name, forgotten FROM machine WHERE forgotten > 0"].map {
      row throws(StoreError) in Machine(row.text(0)).map { ($0, row.bits(1)) }
    }
    return Dictionary(numbers, uniquingKeysWith: max)
  }
}

extension ReviewEvent {
  /// Reads a row of the log with its card; nil if it is unreadable.
  init?(_ row: Row, from column: Int32) {
    let named = row.isNull(column + 2) ? nil : CardIdentity(storedText: row.text(column + 2))
    let mode = row.text(column + 5)
    let content: Content
    if let rating = Rating(rawValue: Int(clamping: row.integer(column + 4).magnitude)) {
      content = PracticeMode(rawValue: mode).map { .answer(rating, $0) } ?? .imported(rating)
    } else {
      guard
        let memory = MemoryState(
          stability: row.real(column + 10), difficulty: row.real(column + 11))
      else { return nil }
      content = .state(memory, introducedAt: row.bits(column + 12))
    }
    guard let direction = Direction(rawValue: row.text(column + 3)) else { return nil }
    self.init(
      named ?? CardIdentity(storedAs: row.text(column), row.text(column + 1)), direction, content,
      at: min(row.bits(column + 6), LogLine.latestStamp), on: row.integer(column + 7),
      took: UInt32(clamping: row.integer(column + 8)), chosenDay: row.optionalInteger(column + 9))
  }
}

extension ReviewEvent.Content {
  /// The rating, the mode, and the schedule that was taken over.
  var stored: (rating: Int, mode: String, state: (memory: MemoryState, introducedAt: UInt64)?) {
    switch self {
    case .answer(let rating, let mode): (rating.rawValue, mode.rawValue, nil)
    case .imported(let rating): (rating.rawValue, ReviewTable.Origin.imported.rawValue, nil)
    case .state(let memory, let introducedAt):
      (0, ReviewTable.Origin.state.rawValue, (memory, introducedAt))
    }
  }
}

// The texts by which the database knows cards and facts.
extension CardIdentity {
  /// The deck and the side, which have no line breaks.
  var storedText: String {
    let (deck, side) = stored
    return deck + "\n" + side
  }

  init(storedText text: String) {
    let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(storedAs: String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
  }
}

extension Fact.Subject {
  var stored: String {
    switch self {
    case .name(let name): NormalForm.composed(name)
    case .card(let card): card.storedText
    case .event(let id): id.text
    }
  }
}

extension Fact {
  init?(_ kind: Kind, storedAs subject: String) {
    switch kind {
    case .setting, .place, .added, .started, .deckSuspended, .practiced, .machine:
      self.init(kind, named: subject)
    case .suspended, .gone: self.init(kind, of: CardIdentity(storedText: subject))
    case .day:
      guard let id = EventID(subject) else { return nil }
      self.init(dayAfter: id)
    }
  }
}
