internal import MemoryGame

/// The statements on the logs of games, prepared once.
struct EntryStatements {
  private let addEntry: Statement
  private let readLog: Statement
  private let countLog: Statement

  init(_ database: Database) throws(StoreError) {
    addEntry = try database.prepare("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    readLog = try database.prepare(
      """
      SELECT kind, card, points, at, boottime, boot, elapsed FROM entry WHERE game = ?
      ORDER BY place
      """)
    countLog = try database.prepare("SELECT count(*) FROM entry WHERE game = ?")
  }

  func add(_ entry: LogEntry, at place: Int, to id: UInt64) throws(StoreError) {
    try addEntry.run(
      .bits(id), .integer(Int64(place)), .text(entry.kind.rawValue), .integer(Int64(entry.card)),
      .integer(Int64(entry.points)), .bits(entry.at.epoch), .bits(entry.at.boottime),
      .bits(entry.at.boot), .bits(entry.elapsed))
  }

  func log(of id: UInt64) throws(StoreError) -> [LogEntry] {
    var log: [LogEntry] = []
    try readLog.rows(.bits(id)) { row throws(StoreError) in
      guard let kind = TransitionKind(rawValue: row.text(0)) else { throw .damagedGame(id) }
      let at = Moment(epoch: row.bits(3), boottime: row.bits(4), boot: row.bits(5))
      log.append(
        LogEntry(
          at: at, kind: kind, card: row.integer(1), points: row.integer(2), elapsed: row.bits(6)))
    }
    return log
  }

  func count(of id: UInt64) throws(StoreError) -> Int {
    try countLog.first(.bits(id)) { row throws(StoreError) in row.integer(0) } ?? 0
  }
}
