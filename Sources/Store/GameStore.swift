package import MemoryGame

/// Keeps games, how each began and its log, the settings, and what was practised.
///
/// All else follows from these by replay. What a method has returned from is kept, whatever happens to the process then.
package final class GameStore {
  private let database: Database
  private let statements: GameStatements
  private var history: HistoryStatements?
  private var settings: SettingStatements?
  private var practised: PracticeStatements?

  /// Whether something was deleted of which the log of the database may still tell.
  package private(set) var hasForgotten = false

  /// Opens the database, and makes or migrates it where that is needed.
  ///
  /// - Parameter path: The file.
  /// - Throws: `StoreError`.
  package init(path: String) throws(StoreError) {
    database = try Database(path: path)
    try database.execute("PRAGMA busy_timeout = \(Self.patience)")
    try Schema.check(database, path: path)
    try database.execute("PRAGMA journal_mode = WAL")
    try database.execute("PRAGMA synchronous = NORMAL")
    try database.execute("PRAGMA foreign_keys = ON")
    // What somebody wants forgotten must not stay in the gaps of the file.
    try database.execute("PRAGMA secure_delete = ON")
    // The checkpoint is taken when nobody waits, else when the log is about 16 MB long.
    try database.execute("PRAGMA wal_autocheckpoint = 4000")
    // Longer it gets only while somebody reads for long, and it does not stay so.
    try database.execute("PRAGMA journal_size_limit = 16777216")
    // Nearly all is written and not read again.
    try database.execute("PRAGMA cache_size = -512")
    try Schema.prepare(database)
    statements = try GameStatements(database)
  }

  /// Somebody who writes to it, as by sqlite3(1), must not make a flip fail at once; in milliseconds.
  private static let patience = 50

  /// Chooses whether to wait for another program that writes: to wait again for one that was waited
  /// for already would hold up one call after the other.
  ///
  /// - Parameter isPatient: Whether to wait, as at first.
  package func wait(_ isPatient: Bool) {
    try? database.execute("PRAGMA busy_timeout = \(isPatient ? Self.patience : 0)")
  }

  /// Begins a game, and ends the one that was on: both or neither.
  ///
  /// - Parameters:
  ///   - beginning: What the game follows from.
  ///   - pairs: The number of pairs dealt.
  ///   - revision: The revision that the beginning brings.
  ///   - ended: The game that was on, with the result of giving it up.
  /// - Returns: The game's number.
  /// - Throws: `StoreError`; then nothing is changed.
  package func begin(
    _ beginning: GameBeginning, pairs: Int, revision: UInt64,
    ending ended: (id: UInt64, result: GameResult)? = nil
  ) throws(StoreError) -> UInt64 {
    try database.transaction { () throws(StoreError) in
      if let ended { try statements.end(ended.id, .abandoned, ended.result) }
      let theme = try statements.themeID(of: beginning.deal.theme)
      return try statements.begin(beginning, theme: theme, pairs: pairs, revision: revision)
    }
  }

  /// Adds a transition to a game's log.
  ///
  /// - Parameters:
  ///   - entry: The transition.
  ///   - place: How many came before it.
  ///   - id: The game's number.
  ///   - result: The result, where it wins the game.
  /// - Throws: `StoreError`; then nothing is changed.
  package func add(
    _ entry: LogEntry, at place: Int, to id: UInt64, winning result: GameResult? = nil
  ) throws(StoreError) {
    guard let result else { return try statements.add(entry, at: place, to: id) }
    try database.transaction { () throws(StoreError) in
      try statements.add(entry, at: place, to: id)
      try statements.end(id, .won, result)
    }
  }

  /// Adds a whole game that another database has had.
  ///
  /// - Parameters:
  ///   - log: Its transitions in order.
  ///   - beginning: What the game follows from.
  ///   - pairs: The number of pairs dealt.
  ///   - wanted: The number it had there; it gets another where there is one as high here.
  ///   - revision: The revision that the beginning brought.
  ///   - result: The result, where it is won.
  ///   - ended: The game that was on here, with the result of giving it up.
  /// - Returns: The game's number.
  /// - Throws: `StoreError`; then nothing is changed.
  package func add(
    _ log: [LogEntry], of beginning: GameBeginning, pairs: Int, id wanted: UInt64,
    revision: UInt64, winning result: GameResult?, ending ended: (id: UInt64, result: GameResult)?
  ) throws(StoreError) -> UInt64 {
    try database.transaction { () throws(StoreError) in
      if let ended { try statements.end(ended.id, .abandoned, ended.result) }
      let theme = try statements.themeID(of: beginning.deal.theme)
      let last = try statements.lastID() ?? 0
      let id = try statements.begin(
        beginning, theme: theme, pairs: pairs, revision: revision, id: max(wanted, last + 1))
      for (place, entry) in log.enumerated() { try statements.add(entry, at: place, to: id) }
      if let result { try statements.end(id, .won, result) }
      return id
    }
  }

  /// The last game that was begun; nil where there is none.
  ///
  /// - Throws: `StoreError`.
  package func last() throws(StoreError) -> StoredGame? {
    guard let id = try statements.lastID() else { return nil }
    return try game(id)
  }

  /// A game with its log; nil where there is none of the number.
  ///
  /// - Parameter id: The game's number.
  /// - Returns: The game.
  /// - Throws: `StoreError`, `damagedGame` where what is kept makes no game.
  package func game(_ id: UInt64) throws(StoreError) -> StoredGame? {
    try statements.game(id)
  }

  /// Games, the newest first.
  ///
  /// - Parameters:
  ///   - limit: The most that are wanted.
  ///   - before: Only those of smaller numbers.
  /// - Returns: The games.
  /// - Throws: `StoreError`.
  package func games(limit: Int, before: UInt64? = nil) throws(StoreError) -> [GameRecord] {
    try historyStatements().games(limit: limit, before: before)
  }

  /// What the history tells of a game; nil where there is none of the number.
  ///
  /// - Parameter id: The game's number.
  /// - Returns: The record.
  /// - Throws: `StoreError`, `damagedGame` where what is kept makes no record.
  package func record(_ id: UInt64) throws(StoreError) -> GameRecord? {
    try historyStatements().record(id)
  }

  /// What a game follows from, without its log; nil where there is none of the number.
  ///
  /// - Parameter id: The game's number.
  /// - Returns: The beginning.
  /// - Throws: `StoreError`, `damagedGame` where what is kept makes no game.
  package func beginning(_ id: UInt64) throws(StoreError) -> GameBeginning? {
    try statements.beginning(id)
  }

  /// The transitions of a game in order; none where there is no game of the number.
  ///
  /// - Parameter id: The game's number.
  /// - Returns: The log.
  /// - Throws: `StoreError`, `damagedGame` where what is kept makes no log.
  package func log(of id: UInt64) throws(StoreError) -> [LogEntry] {
    try statements.entries.log(of: id)
  }

  /// The number of a game's transitions.
  ///
  /// - Parameter id: The game's number.
  /// - Returns: The length of its log.
  /// - Throws: `StoreError`.
  package func logCount(of id: UInt64) throws(StoreError) -> Int {
    try statements.entries.count(of: id)
  }

  /// Sums up all games.
  ///
  /// - Parameter today: Today, from which the days in a row are counted back.
  /// - Returns: What they come to.
  /// - Throws: `StoreError`.
  package func statistics(today: DailyDate) throws(StoreError) -> Statistics {
    try historyStatements().statistics(today: today)
  }

  func settingStatements() throws(StoreError) -> SettingStatements {
    if let settings { return settings }
    let prepared = try SettingStatements(database)
    settings = prepared
    return prepared
  }

  func practiceStatements() throws(StoreError) -> PracticeStatements {
    if let practised { return practised }
    let prepared = try PracticeStatements(database)
    practised = prepared
    return prepared
  }

  private func historyStatements() throws(StoreError) -> HistoryStatements {
    if let history { return history }
    let prepared = try HistoryStatements(database)
    history = prepared
    return prepared
  }

  /// Does several changes as one: all of them are kept, or none.
  func transaction<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    try database.transaction(body)
  }

  /// Whether a daily game was begun on a day.
  ///
  /// - Parameter date: The day.
  /// - Returns: True where there is one.
  /// - Throws: `StoreError`.
  package func hasDaily(of date: DailyDate) throws(StoreError) -> Bool {
    try statements.hasDaily(of: date)
  }

  /// Bounds the database, at what it has where that is more: for tests of the end of all room.
  func limit(pages: Int) throws(StoreError) {
    try database.execute("PRAGMA max_page_count = \(pages)")
  }

  /// Moves what is in the log of the database into the database itself.
  ///
  /// Where something was forgotten since the last time, the log is emptied as well.
  package func checkpoint() {
    // Somebody who reads may hold it up; it is tried again the next time.
    guard hasForgotten else {
      try? database.execute("PRAGMA wal_checkpoint(PASSIVE)")
      return
    }
    let isBusy = try? database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").first {
      row throws(StoreError) in row.boolean(0)
    }
    if isBusy == false { hasForgotten = false }
  }

  /// Empties the log of the database of what was just deleted.
  func forget() {
    hasForgotten = true
    checkpoint()
  }
}
