internal import MemoryGame

/// The statements on games, prepared once.
struct GameStatements {
  private let findTheme: Statement
  private let addTheme: Statement
  private let readTheme: Statement
  private let addGame: Statement
  private let endGame: Statement
  private let readLast: Statement
  private let readGame: Statement
  private let readDaily: Statement
  let entries: EntryStatements

  init(_ database: Database) throws(StoreError) {
    findTheme = try database.prepare("SELECT id, text FROM theme WHERE hash = ?")
    addTheme = try database.prepare("INSERT INTO theme (hash, text) VALUES (?, ?) RETURNING id")
    readTheme = try database.prepare("SELECT text FROM theme WHERE id = ?")
    addGame = try database.prepare(
      """
      INSERT INTO game (id, revision, theme, wanted, seed, rules, scoring, seeded, daily, practice,
        players, started_at, started_boottime, started_boot, state, theme_name, pairs)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'playing', ?, ?) RETURNING id
      """)
    endGame = try database.prepare(
      """
      UPDATE game SET state = ?, score = ?, flips = ?, moves = ?, par = ?, regret = ?, luck = ?,
        grade = ?, seconds = ?, winners = ? WHERE id = ?
      """)
    readLast = try database.prepare("SELECT max(id) FROM game")
    readGame = try database.prepare(
      "SELECT \(GameRow.columns), \(GameRow.ofBeginning) FROM game WHERE id = ?")
    readDaily = try database.prepare("SELECT 1 FROM game WHERE daily = ? LIMIT 1")
    entries = try EntryStatements(database)
  }

  /// The number of a theme that is kept; it is added where it is not.
  func themeID(of theme: Theme) throws(StoreError) -> Int {
    let text = StoredTheme.text(of: theme)
    let hash = StoredTheme.hash(of: text)
    var known: Int?
    try findTheme.rows(.bits(hash)) { row throws(StoreError) in
      // Swift would take texts for equal that differ in their bytes.
      if row.text(1).utf8.elementsEqual(text.utf8) { known = row.integer(0) }
    }
    if let known { return known }
    let added = try addTheme.first(.bits(hash), .text(text)) { row throws(StoreError) in
      row.integer(0)
    }
    guard let added else { throw .failed("a theme got no number") }
    return added
  }

  func begin(
    _ beginning: GameBeginning, theme: Int, pairs: Int, revision: UInt64, id: UInt64? = nil
  ) throws(StoreError) -> UInt64 {
    let deal = beginning.deal
    let start = beginning.startedAt
    let id = try addGame.first(
      id.map { .bits($0) } ?? .null, .bits(revision), .integer(Int64(theme)),
      .integer(Int64(deal.wanted)), .bits(deal.seed),
      .integer(Int64(deal.rulesVersion)), .text(beginning.scoring.rawValue),
      .integer(beginning.isSeeded ? 1 : 0), .optional(beginning.daily?.day),
      .integer(beginning.isPractice ? 1 : 0), .text(GameRow.lines(beginning.players)),
      .bits(start.epoch), .bits(start.boottime), .bits(start.boot), .text(deal.theme.name),
      .integer(Int64(pairs))
    ) { row throws(StoreError) in row.bits(0) }
    guard let id else { throw .failed("a game got no number") }
    return id
  }

  func end(
    _ id: UInt64, _ state: GameRecord.State, _ result: GameResult
  ) throws(StoreError) {
    try endGame.run(
      .text(state.rawValue), .integer(Int64(result.score)), .integer(Int64(result.flips)),
      .integer(Int64(result.moves)), .real(result.par), .real(result.regret), .real(result.luck),
      .text(result.grade.rawValue), .real(result.seconds), .text(GameRow.lines(result.winners)),
      .bits(id))
  }

  func add(_ entry: LogEntry, at place: Int, to id: UInt64) throws(StoreError) {
    try entries.add(entry, at: place, to: id)
  }

  func lastID() throws(StoreError) -> UInt64? {
    let id = try readLast.first { row throws(StoreError) in row.isNull(0) ? nil : row.bits(0) }
    return id ?? nil
  }

  func game(_ id: UInt64) throws(StoreError) -> StoredGame? {
    guard let found = try head(of: id) else { return nil }
    return StoredGame(
      id: id, revision: found.revision, beginning: found.beginning, log: try entries.log(of: id),
      record: found.record)
  }

  func beginning(_ id: UInt64) throws(StoreError) -> GameBeginning? {
    try head(of: id)?.beginning
  }

  /// A game without its log.
  private func head(
    of id: UInt64
  ) throws(StoreError) -> (beginning: GameBeginning, revision: UInt64, record: GameRecord)? {
    var found: (row: GameRow.Beginning, revision: UInt64, record: GameRecord)?
    try readGame.rows(.bits(id)) { row throws(StoreError) in
      let game = GameRow(row)
      found = (game.beginning, try game.revision(), try game.record())
    }
    guard let found else { return nil }
    let text = try readTheme.first(.integer(Int64(found.row.theme))) { row throws(StoreError) in
      row.text(0)
    }
    guard let theme = text.flatMap(StoredTheme.theme) else {
      throw .damagedGame(id)
    }
    return (try found.row.beginning(theme, of: id), found.revision, found.record)
  }

  func hasDaily(of date: DailyDate) throws(StoreError) -> Bool {
    let found = try readDaily.first(.integer(Int64(date.day))) { _ throws(StoreError) in true }
    return found ?? false
  }
}
