package import MemoryGame
internal import PlainText
package import Practice

/// The store of games, practice and settings: locks it, opens it, sets a damaged one aside.
///
/// When a change returns, it has been saved, even if the process crashes right after.
package final class Store {
  /// The open database, with a type for each group of tables.
  package struct Tables {
    package let games: GameTable
    package let practice: PracticeTable
    package let settings: SettingTable
    package let log: LogTable
    let isNew: Bool
    let database: Database

    /// Opens the database, and creates or migrates its tables if necessary.
    ///
    /// `now` is in microseconds since 1970-01-01 UTC.
    package init(path: String, now: @escaping () -> UInt64 = { 0 }) throws(StoreError) {
      database = try Database(path: path, now: now)
      // We hold the store's lock, so SQLite needs neither shared memory, which others could
      // truncate, nor locks of its own.
      try database.execute("PRAGMA locking_mode = EXCLUSIVE")
      // Set this before the first read, for which SQLite would allocate twice as much.
      try database.execute("PRAGMA cache_size = \(Database.usualPages)")
      try Schema.check(database, path: path)
      try database.execute("PRAGMA journal_mode = WAL")
      try database.execute("PRAGMA synchronous = NORMAL")
      // Deleted data must not stay in the gaps of the file.
      try database.execute("PRAGMA secure_delete = ON")
      // SQLite opens the database or its log for reading if it cannot write them, were it only now:
      // every change would be refused until they are opened again.
      try database.execute("BEGIN IMMEDIATE; COMMIT")
      let hadLog = StoreFiles.hasLog(of: path)
      let change = try Schema.prepare(database)
      isNew = change == .created
      try database.numberLogs(isLogBegun: hadLog || change != .none)
      games = GameTable(database: database)
      practice = PracticeTable(database: database)
      settings = SettingTable(database: database)
      log = LogTable(database: database)
    }
  }

  package struct Opened {
    package let isNew: Bool
    /// The last game; nil if there is none or it is unreadable.
    package let last: (stored: StoredGame, game: Game)?
  }

  /// Called when the store has been opened, to restore its content.
  package var onOpen: ((Opened) -> Void)?
  /// The stored settings; the last known ones while the store cannot be opened.
  package internal(set) var settings: [Setting: String] = [:]
  /// The past sessions; the last known ones while the store cannot be opened.
  package internal(set) var pastSessions = PastSessions()
  /// The days of all machines; the last known ones while the store cannot be opened.
  package internal(set) var practicedDays = PracticedDays()
  /// Grows when the store is opened, or when a setting, ``pastSessions`` or ``practicedDays`` changes.
  package internal(set) var settingsRevision = 0

  /// Called after a change that is an event for the log of several machines, and when the store has been
  /// opened.
  package var onEvents: (() -> Void)?

  let files: StoreFiles?
  /// In microseconds since 1970.
  package let now: () -> UInt64
  let turn: () -> UInt64?
  let report: (String) -> Void
  var tables: Tables? {
    // Closing it writes the log to the file.
    willSet { if tables != nil, newValue == nil { files?.note(file: nil) } }
  }
  /// The database's file as the service left it.
  var known: StoreFiles.State?
  /// The turn in which the file was looked at last.
  var checkedTurn: UInt64?
  /// The check of a database that was not closed properly, until it is done.
  var check: StoreCheck?
  private var lastError: StoreError?
  /// The open database was found damaged, although the parts read on opening are intact.
  var isSuspect = false
  /// Whether the log may still contain deleted data.
  var needsTruncation = false
  private var changesInDatabase = 0
  private var eventsSeen = 0

  /// Opens nothing yet; the directory is nil if the environment names none.
  ///
  /// `now` is in microseconds since 1970-01-01 UTC; `report` logs errors; `turn` numbers the turns of
  /// the loop, in each of which the file is checked once, and for each call without it.
  package init(
    directory: String?, now: @escaping () -> UInt64,
    report: @escaping (String) -> Void = { _ in }, turn: @escaping () -> UInt64? = { nil }
  ) {
    files = directory.map(StoreFiles.init)
    self.now = now
    self.turn = turn
    self.report = report
  }

  package var isOpen: Bool { tables != nil }

  /// Opens the store unless it is open; `silently` logs no errors.
  package func open(silently: Bool = false) throws(StoreError) {
    guard tables == nil else { return }
    do throws(StoreError) {
      guard let files else {
        throw .failed(english("neither XDG_STATE_HOME nor HOME names a directory"))
      }
      try files.prepare()
      let wasClosed = !files.hasLog
      let (tables, opened, stored, past, days) = try examine(files)
      self.tables = tables
      // A crash may have left deleted data in the log.
      needsTruncation = true
      try? emptyLog()
      changesInDatabase = tables.database.changes
      check = wasClosed || opened.isNew ? nil : StoreCheck(of: tables.database)
      noteDatabase(isNew: opened.isNew)
      (settings, pastSessions, practicedDays) = (stored, past, days)
      onOpen?(opened)
      onEvents?()
      settingsRevision += 1
      (isSuspect, lastError) = (false, nil)
    } catch {
      (tables, check) = (nil, nil)
      throw silently ? error : reported(error)
    }
  }

  private func examine(
    _ files: StoreFiles
  ) throws(StoreError) -> (Tables, Opened, [Setting: String], PastSessions, PracticedDays) {
    do throws(StoreError) {
      if isSuspect { throw .damaged(files.database) }
      return try load(files)
    } catch {
      guard case .damaged = error else { throw error }
    }
    // SQLite reports a read that fails once as damage.
    if files.isRegularFile {
      try files.readThrough()
      if try isSound(files) { return try load(files) }
    }
    let path = try files.setAside(now: now())
    report(
      "The database of games was damaged. It was moved to \(path), and a new one replaces it.")
    return try load(files)
  }

  private func isSound(_ files: StoreFiles) throws(StoreError) -> Bool {
    do throws(StoreError) {
      let database = try Database(path: files.database)
      try database.execute("PRAGMA locking_mode = EXCLUSIVE")
      return try database["PRAGMA quick_check(1)"].first { row throws(StoreError) in row.text(0) }
        == "ok"
    } catch {
      guard case .damaged = error else { throw error }
      return false
    }
  }

  private func load(
    _ files: StoreFiles
  ) throws(StoreError) -> (Tables, Opened, [Setting: String], PastSessions, PracticedDays) {
    try setForeignLogAside(files)
    files.note(file: nil)
    try files.secureDatabase()
    let tables = try Tables(path: files.database, now: now)
    let opened = Opened(isNew: tables.isNew, last: try lastGame(in: tables))
    return (
      tables, opened, try tables.settings.all(), try tables.practice.pastSessions(),
      PracticedDays(try tables.log.practicedDays())
    )
  }

  /// A damaged game is left out; earlier ones stay readable.
  private func lastGame(
    in tables: Tables
  ) throws(StoreError) -> (stored: StoredGame, game: Game)? {
    do throws(StoreError) {
      guard let stored = try tables.games.last() else { return nil }
      return (stored, try stored.played())
    } catch {
      guard case .damagedGame = error else { throw error }
      report(error.message)
      return nil
    }
  }

  /// Opens the store if necessary, then reads or changes it.
  package func use<T>(_ body: (Tables) throws(StoreError) -> T) throws(StoreError) -> T {
    try open()
    do throws(StoreError) {
      try checkFileOncePerTurn()
      guard let tables else { throw lastError ?? .failed(english("the store is not open")) }
      let result = try body(tables)
      lastError = nil
      if tables.database.pagesInLog > Self.maximumLogPages { checkpoint() }
      if tables.database.numberedEvents != eventsSeen {
        eventsSeen = tables.database.numberedEvents
        onEvents?()
      }
      return result
    } catch {
      if case .damaged = error { giveUpDamaged() }
      throw reported(error)
    }
  }

  /// Reads or changes the open store for work that no call waits for.
  ///
  /// A closed one stays closed, and damage is left to the next call, which is told.
  package func useUnasked<T>(
    changing: Bool = false, _ body: (Tables) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    guard let tables else { throw .failed(english("the store is not open")) }
    do throws(StoreError) {
      if !changing { return try body(tables) }
      return try tables.database.transaction { () throws(StoreError) in try body(tables) }
    } catch {
      if case .damaged = error { throw error }
      throw reported(error)
    }
  }

  /// Opens the store if necessary, then changes it, completely or not at all.
  ///
  /// A durable change survives a power failure: files depend on it.
  package func change<T>(
    isDurable: Bool = false, _ body: (Tables) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    try use { tables throws(StoreError) in
      try tables.database.transaction(isDurable: isDurable) { () throws(StoreError) in
        try body(tables)
      }
    }
  }

  /// A checkpoint is made when no call is waiting, or when the log has this many pages: 16 MB.
  private static let maximumLogPages = 4000

  func giveUpDamaged() {
    isSuspect = true
    (tables, check) = (nil, nil)
  }

  package func close() {
    // Everything promised must be in the file that stays.
    if tables != nil { try? checkFile() }
    (tables, check) = (nil, nil)
    files?.unlock()
  }

  /// The error, which is logged unless it is the one before again.
  func reported(_ error: StoreError) -> StoreError {
    if error != lastError { report(error.message) }
    lastError = error
    return error
  }
}

// The write-ahead log, whose changes go into the database when no call is waiting.
extension Store {
  package var needsCheckpoint: Bool {
    tables.map { needsTruncation || $0.database.changes != changesInDatabase } ?? false
  }

  /// Writes the log to the database; only then do changes survive a power failure.
  package func checkpoint() {
    guard let tables, needsCheckpoint else { return }
    files?.note(file: nil)
    if needsTruncation {
      try? emptyLog()
    } else {
      try? tables.database.checkpoint()
    }
    // The first change restarts the log and waits for the disk: make that change now, while no call
    // is waiting.
    try? tables.database.transaction { () throws(StoreError) in }
    changesInDatabase = tables.database.changes
    noteFile()
  }

  /// Removes deleted data from the log, if it may contain any.
  package func emptyLog() throws(StoreError) {
    guard needsTruncation else { return }
    files?.note(file: nil)
    try tables?.database.checkpoint(truncatingLog: true)
    needsTruncation = false
    noteFile()
  }
}

// Changes of several tables at once: all of them are saved, or none.
extension Store {
  /// Saves a step of practice, with its change of the past sessions.
  package func save(
    _ step: PracticeStep, revision: UInt64, lastDeck: String? = nil, past: PastSessions? = nil,
    activeAt: UInt64? = nil
  ) throws(StoreError) {
    try save([:], past) { tables throws(StoreError) in
      try tables.practice.save(
        step, revision: revision, lastDeck: lastDeck, activeAt: activeAt)
    }
  }

  /// Replaces all schedules, with the settings that they follow from.
  package func replace(
    _ schedules: [CardSchedule], settings: [Setting: String?] = [:]
  ) throws(StoreError) {
    try save(settings) { tables throws(StoreError) in try tables.practice.replace(schedules) }
  }

  /// Nil removes a setting.
  package func set(_ settings: [Setting: String?]) throws(StoreError) {
    try save(settings) { _ throws(StoreError) in }
  }

  /// Deletes the profile's name and, on request, all schedules and reviews; ``emptyLog()`` leaves
  /// no trace of them.
  package func forgetUser(reviewsToo: Bool) throws(StoreError) {
    let forgotten = [.userName] + (reviewsToo ? Setting.ofReviews : [])
    var past = pastSessions
    if reviewsToo { past.done = nil }
    try save(Dictionary(uniqueKeysWithValues: forgotten.map { ($0, nil) }), past) {
      tables throws(StoreError) in
      if reviewsToo { try tables.practice.forgetReviews() }
    }
    if reviewsToo { practicedDays = PracticedDays() }
    needsTruncation = true
  }

  private func save(
    _ new: [Setting: String?], _ past: PastSessions? = nil,
    and body: (Tables) throws(StoreError) -> Void
  ) throws(StoreError) {
    var days = practicedDays
    try change { tables throws(StoreError) in
      try body(tables)
      try tables.settings.set(new)
      guard let past, past != pastSessions else { return }
      try tables.practice.save(past)
      if past.done == pastSessions.done { return }
      try tables.log.set(past.done, from: pastSessions.done)
      days = PracticedDays(try tables.log.practicedDays())
    }
    practicedDays = days
    let past = past ?? pastSessions
    if new.isEmpty, past == pastSessions { return }
    for (setting, value) in new { settings[setting] = value }
    pastSessions = past
    settingsRevision += 1
  }
}
