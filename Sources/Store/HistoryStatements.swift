internal import MemoryGame

/// The statements by which the history is told, prepared once it is asked for.
struct HistoryStatements {
  private let readGames: Statement
  private let readRecord: Statement
  private let countGames: Statement
  private let readWon: Statement
  private let readDays: Statement

  init(_ database: Database) throws(StoreError) {
    readGames = try database.prepare(
      "SELECT \(GameRow.columns) FROM game WHERE id < ? ORDER BY id DESC LIMIT ?")
    readRecord = try database.prepare("SELECT \(GameRow.columns) FROM game WHERE id = ?")
    countGames = try database.prepare("SELECT count(*) FROM game")
    readWon = try database.prepare(
      """
      SELECT theme, players = '', pairs, scoring, score, regret, seconds, theme_name FROM game
      WHERE state = 'won' AND seeded = 0 AND practice = 0 ORDER BY id
      """)
    readDays = try database.prepare(
      "SELECT daily FROM game WHERE daily IS NOT NULL AND practice = 0 AND state = 'won'")
  }

  func games(limit: Int, before: UInt64?) throws(StoreError) -> [GameRecord] {
    var records: [GameRecord] = []
    try readGames.rows(
      .integer(before.map { Int64(clamping: $0) } ?? .max), .integer(Int64(limit))
    ) { row throws(StoreError) in
      records.append(try GameRow(row).record())
    }
    return records
  }

  func record(_ id: UInt64) throws(StoreError) -> GameRecord? {
    try readRecord.first(.bits(id)) { row throws(StoreError) in try GameRow(row).record() }
  }

  func statistics(today: DailyDate) throws(StoreError) -> Statistics {
    let games = try countGames.first { row throws(StoreError) in row.integer(0) }
    var days: [DailyDate] = []
    try readDays.rows { row throws(StoreError) in days.append(DailyDate(day: row.integer(0))) }
    var statistics = Statistics(
      games: games ?? 0, streak: DailyStreak(of: days, today: today))
    // A name is read once for each theme as dealt: there are few, and texts take most of the time.
    var names: [Int: String] = [:]
    try readWon.rows { row throws(StoreError) in
      let theme = row.integer(0)
      // One damaged row is a game too, and must not keep all others from being summed up.
      guard let name = names[theme] ?? row.name(7),
        let scoring = Scoring(rawValue: row.text(3))
      else { return }
      names[theme] = name
      statistics.add(
        BestGame(
          theme: name, pairs: row.integer(2), scoring: scoring, score: row.integer(4),
          regret: row.real(5), seconds: row.real(6)),
        isSolo: row.boolean(1))
    }
    return statistics
  }
}
