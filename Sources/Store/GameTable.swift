package import MemoryGame
internal import Practice
internal import PlainText

/// The tables of games: how each began, its log, and its result.
package struct GameTable {
  let database: Database
}

// Changes.
extension GameTable {
  /// Saves a game with its log, ends the running one, and returns the number, which is the next one.
  ///
  /// A game that is resumed moves from its old number to the next one, so that the current game always
  /// has the largest.
  package func begin(
    _ game: Game, _ beginning: GameBeginning, revision: UInt64, resuming old: UInt64? = nil,
    ending ended: (id: UInt64, result: GameResult)? = nil
  ) throws(StoreError) -> UInt64 {
    try database.transaction { () throws(StoreError) in
      if let ended { try end(ended.id, .abandoned, ended.result) }
      if let old {
        try remove(old)
      }
      let id = try insert(beginning, pairs: game.pairs, revision: revision)
      if !game.bots.isEmpty { try set(game.bots, of: id) }
      for (index, entry) in game.log.enumerated() { try insert(entry, at: index, to: id) }
      if let result = game.result { try end(id, .won, result) }
      return id
    }
  }

  /// Adds a transition to a game's log, the bots if they have changed, and the result if it wins the
  /// game.
  package func add(
    _ entry: LogEntry, at index: Int, to id: UInt64, bots: Bots? = nil,
    winning result: GameResult? = nil
  ) throws(StoreError) {
    if bots == nil, result == nil { return try insert(entry, at: index, to: id) }
    try database.transaction { () throws(StoreError) in
      try insert(entry, at: index, to: id)
      if let bots { try set(bots, of: id) }
      if let result { try end(id, .won, result) }
    }
  }

  private func set(_ bots: Bots, of id: UInt64) throws(StoreError) {
    try database["UPDATE game SET bots = ? WHERE id = ?"].bind(Int(bots.indices)).bind(id).run()
  }

  private func insert(_ entry: LogEntry, at index: Int, to id: UInt64) throws(StoreError) {
    try database["INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"].bind(id).bind(index)
      .bind(entry.kind.rawValue).bind(entry.card).bind(entry.points)
      .bind(entry.at.epoch).bind(entry.at.boottime).bind(entry.at.boot).bind(entry.elapsed).run()
  }

  /// `id` is the number of a game that it replaces.
  private func insert(
    _ beginning: GameBeginning, pairs: Int, revision: UInt64, as id: UInt64? = nil
  ) throws(StoreError) -> UInt64 {
    let deal = beginning.deal
    let start = beginning.startedAt
    let theme = try themeID(of: deal.theme)
    try database[
      """
      INSERT INTO game (id, revision, theme, wanted, seed, rules, scoring, seeded, daily, practice,
        players, started_at, started_boottime, started_boot, state, theme_name, pairs)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'playing', ?, ?)
      """
    ].bind(id).bind(revision).bind(theme).bind(deal.wanted).bind(deal.seed)
      .bind(deal.rulesVersion).bind(beginning.scoring.rawValue).bind(beginning.isSeeded)
      .bind(beginning.daily?.day).bind(beginning.isRepeatedDaily)
      .bind(beginning.players.joined(by: "\n")).bind(start.epoch).bind(start.boottime)
      .bind(start.boot).bind(deal.theme.name).bind(pairs)
      .run()
    return UInt64(bitPattern: database.insertedID)
  }

  /// The number of a theme; a theme that is not stored yet is added.
  private func themeID(of theme: Theme) throws(StoreError) -> Int {
    let text = theme.storedText
    let hash = text.utf8.hashFNV1a()
    var known: Int?
    try database["SELECT id, text FROM theme WHERE hash = ?"].bind(hash).rows {
      row throws(StoreError) in
      // String's == ignores differences of normalization; the bytes must match.
      if row.text(1).utf8.elementsEqual(text.utf8) { known = row.integer(0) }
    }
    if let known { return known }
    try database["INSERT INTO theme (hash, text) VALUES (?, ?)"].bind(hash).bind(text).run()
    return Int(database.insertedID)
  }

  private func end(
    _ id: UInt64, _ state: GameRecord.State, _ result: GameResult
  ) throws(StoreError) {
    try write(state, result, of: id)
    try LogTable(database: database).end(game: id)
  }

  /// Not for the log.
  private func write(
    _ state: GameRecord.State, _ result: GameResult, of id: UInt64
  ) throws(StoreError) {
    try database[
      """
      UPDATE game SET state = ?, score = ?, flips = ?, moves = ?, par = ?, regret = ?, luck = ?,
        grade = ?, seconds = ?, winners = ? WHERE id = ?
      """
    ].bind(state.rawValue).bind(result.score).bind(result.flips).bind(result.moves)
      .bind(result.par).bind(result.regret).bind(result.luck).bind(result.grade.rawValue)
      .bind(result.seconds).bind(result.winners.joined(by: "\n")).bind(id).run()
  }
}

// Games of other machines.
extension GameTable {
  /// Saves a game that ended on another machine, unless its end is known already, or a later one, or it
  /// goes on here.
  func take(
    _ game: FinishedGame, _ event: LogEvent, of machine: Int
  ) throws(StoreError) {
    let known = try database[
      """
      SELECT game.id, name, sequence, logged_game.stamp
      FROM game LEFT JOIN logged_game ON game = game.id LEFT JOIN machine ON machine.id = machine
      WHERE started_at = ? AND seed = ?
      """
    ].bind(game.key.startedAt).bind(game.key.seed).first { row throws(StoreError) in
      (
        id: row.bits(0),
        order: Machine(row.text(1)).map {
          EventOrder(row.bits(3), EventID($0, row.bits(2)))
        }
      )
    }
    if let known {
      guard let order = known.order, order < event.order else { return }
      try remove(known.id)
    }
    let id = try insert(game.beginning, pairs: game.result.pairs, revision: 1, as: known?.id)
    if !game.result.bots.isEmpty { try set(game.result.bots, of: id) }
    for (index, entry) in game.log.enumerated() { try insert(entry, at: index, to: id) }
    try write(game.result.isWon ? .won : .abandoned, game.result, of: id)
    try database["INSERT INTO logged_game VALUES (?, ?, ?, ?)"].bind(id).bind(machine)
      .bind(event.id.sequence).bind(event.stamp).run()
  }

  private func remove(_ id: UInt64) throws(StoreError) {
    try database["DELETE FROM entry WHERE game = ?"].bind(id).run()
    try database["DELETE FROM game WHERE id = ?"].bind(id).run()
    try database["DELETE FROM logged_game WHERE game = ?"].bind(id).run()
  }
}

// Reading games; an unreadable one throws `damagedGame`.
extension GameTable {
  /// This machine's game that was started last.
  package func last() throws(StoreError) -> StoredGame? {
    let id = try database["SELECT max(id) FROM own_game"].integer()
    guard let id else { return nil }
    return try game(UInt64(bitPattern: Int64(id)))
  }

  package func game(_ id: UInt64) throws(StoreError) -> StoredGame? {
    let log = try log(of: id)
    return try row(of: id) { row throws(StoreError) in
      StoredGame(
        revision: try row.revision(), beginning: try row.beginning(), log: log,
        bots: row.bots, record: try row.record())
    }
  }

  package func beginning(_ id: UInt64) throws(StoreError) -> GameBeginning? {
    try row(of: id) { row throws(StoreError) in try row.beginning() }
  }

  private func row<T>(
    of id: UInt64, _ read: (GameRow) throws(StoreError) -> T
  ) throws(StoreError) -> T? {
    try database[
      """
      SELECT game.*, theme.text FROM game LEFT JOIN theme ON theme.id = game.theme
      WHERE game.id = ?
      """
    ].bind(id).first { row throws(StoreError) in try read(GameRow(row)) }
  }

  /// Empty if there is no such game.
  package func log(of id: UInt64) throws(StoreError) -> [LogEntry] {
    try database[
      """
      SELECT kind, card, points, at, boottime, boot, elapsed FROM entry WHERE game = ?
      ORDER BY place
      """
    ].bind(id).map { row throws(StoreError) in
      guard let kind = TransitionKind(rawValue: row.text(0)) else { throw .damagedGame(id) }
      let at = Moment(epoch: row.bits(3), boottime: row.bits(4), boot: row.bits(5))
      return LogEntry(
        at: at, kind: kind, card: row.integer(1), points: row.integer(2), elapsed: row.bits(6))
    }
  }

  package func logCount(of id: UInt64) throws(StoreError) -> Int {
    try database["SELECT count(*) FROM entry WHERE game = ?"].bind(id).integer() ?? 0
  }

  /// This machine's scored daily game of a day, if it is neither won nor damaged.
  package func unfinishedDaily(of date: DailyDate) throws(StoreError) -> StoredGame? {
    let id = try database[
      "SELECT max(id) FROM own_game WHERE daily = ? AND practice = 0 AND state <> 'won'"
    ].bind(date.day).integer()
    do throws(StoreError) {
      return try id.flatMap { id throws(StoreError) in try game(UInt64(bitPattern: Int64(id))) }
    } catch {
      guard case .damagedGame = error else { throw error }
      return nil
    }
  }

  /// The numbers of the games abandoned here that can be resumed on a day, the next one first: those
  /// after the last game that was won here.
  ///
  /// A game in which no card was turned up comes after all others. The daily game that counts is
  /// resumed on its own day only.
  package func resumable(on date: DailyDate) throws(StoreError) -> [UInt64] {
    try database[
      """
      SELECT id FROM own_game WHERE state = 'abandoned' AND id > ?
        AND (daily IS NULL OR practice <> 0 OR daily = ?)
      ORDER BY flips > 0 DESC, id DESC
      """
    ].bind(try lastWon()).bind(date.day).map { row throws(StoreError) in row.bits(0) }
  }

  /// 0 if none was won on this machine.
  package func lastWon() throws(StoreError) -> UInt64 { try last(.won) }

  /// 0 if none was abandoned on this machine.
  package func lastAbandoned() throws(StoreError) -> UInt64 { try last(.abandoned) }

  private func last(_ state: GameRecord.State) throws(StoreError) -> UInt64 {
    let id = try database["SELECT max(id) FROM own_game WHERE state = ?"].bind(state.rawValue)
      .integer()
    return UInt64(clamping: id ?? 0)
  }

  package func hasDaily(of date: DailyDate) throws(StoreError) -> Bool {
    try database["SELECT 1 FROM game WHERE daily = ? LIMIT 1"].bind(date.day).integer() != nil
  }
}

// The history.
extension GameTable {
  /// The games that began before one with a number, newest first; all if there is no such game.
  ///
  /// Games of other machines come late, and their numbers say nothing about their time.
  /// Damaged games are replaced by older ones, and `onDamage` gets their errors; a game without a
  /// result that is not in progress counts as damaged.
  package func games(
    limit: Int, before: UInt64? = nil, onDamage: (StoreError) -> Void = { _ in },
    isRunning: (UInt64) -> Bool = { _ in true }
  ) throws(StoreError) -> [GameRecord] {
    try database[
      """
      SELECT * FROM game
      WHERE (started_at, id) < (coalesce((SELECT started_at FROM game WHERE id = ?1), ?2), ?1)
      ORDER BY started_at DESC, id DESC
      """
    ].bind(before.map { Int(clamping: $0) } ?? .max).bind(Int.max)
      .map(upTo: limit) { row throws(StoreError) in
        do throws(StoreError) {
          let record = try GameRow(row).record()
          if record.state == .playing, !isRunning(record.id) { throw .damagedGame(record.id) }
          return record
        } catch {
          onDamage(error)
          return nil
        }
      }
  }

  package func record(_ id: UInt64) throws(StoreError) -> GameRecord? {
    try row(of: id) { row throws(StoreError) in try row.record() }
  }

  /// Adds up all games; streaks are counted back from today.
  package func statistics(today: DailyDate) throws(StoreError) -> Statistics {
    let games = try database["SELECT count(*) FROM game"].integer() ?? 0
    let days = try database[
      """
      SELECT daily FROM game
      WHERE daily IS NOT NULL AND practice = 0 AND state = 'won' AND bots = 0
      """
    ].map { row throws(StoreError) in DailyDate(day: row.integer(0)) }
    var statistics = Statistics(games: games, streak: DailyStreak(of: days, today: today))
    // Each theme's name is read once: there are few, and reading texts takes most of the time.
    var names: [Int: String] = [:]
    // In one pass, since rows are long.
    try database[
      """
      SELECT seeded = 0 AND practice = 0 AND players = '' AND bots = 0,
        bots <> 0 AND players <> '', bots, players, winners,
        theme, theme_name, pairs, scoring, score, regret, seconds
      FROM game WHERE state = 'won' ORDER BY started_at, id
      """
    ].rows { row in
      statistics.won += 1
      if row.boolean(1) {
        statistics.add(
          duelOf: Bots(indices: UInt8(clamping: row.integer(2)), of: row.lines(3)),
          won: row.lines(4))
      }
      let theme = row.integer(5)
      // A damaged row counts as a game and must not stop the sum.
      guard row.boolean(0), let name = names[theme] ?? row.name(6),
        let scoring = Scoring(rawValue: row.text(8))
      else { return }
      names[theme] = name
      statistics.add(
        BestGame(
          theme: name, pairs: row.integer(7), scoring: scoring, score: row.integer(9),
          regret: row.real(10), seconds: row.real(11)))
    }
    return statistics
  }
}
