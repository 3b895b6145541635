internal import CSQLite
internal import Glibc
internal import PlainText
internal import UserFiles

/// A connection to an SQLite database; only this file uses the library.
final class Database {
  /// How many pages stay in memory: those of an answer, which else are read again for its line.
  ///
  /// Nearly everything else is written and never read again.
  static let usualPages = 40

  fileprivate let handle: OpaquePointer
  private let path: String
  private var statements: [UnsafePointer<UInt8>: Statement] = [:]
  /// What the open database is; each log that is begun gets a number of its own.
  ///
  /// Nil until its tables are there.
  private(set) var origin: Origin?
  /// Whether the log has a change, and with it its number.
  private(set) var isLogBegun = false
  /// Changes with the database, and whenever rows of the log of reviews are changed or removed.
  private(set) var reviewGeneration = UInt64.random(in: 0 ... .max / 2)
  /// How many events were numbered, also in transactions that failed.
  private(set) var numberedEvents = 0
  /// The pages in the log; SQLite's hook counts them.
  private let logLength = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  /// In microseconds since 1970-01-01 UTC.
  let now: () -> UInt64

  /// Called when an event of this machine gets its number.
  func eventIsNumbered() { numberedEvents += 1 }

  /// Called before a row of the log of reviews is changed or removed.
  func reviewsWillChange() { reviewGeneration += 1 }

  /// Of the file alone, as it is on the disk without its log, it can only be read.
  init(
    path: String, withoutLog: Bool = false, now: @escaping () -> UInt64 = { 0 }
  ) throws(StoreError) {
    (self.path, self.now) = (path, now)
    logLength.initialize(to: 0)
    var opened: OpaquePointer?
    let flags =
      withoutLog
      ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let name = withoutLog ? "file:\(FilePath.percentEncoded(path))?immutable=1" : path
    let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened else {
      logLength.deallocate()
      throw .failed(english("out of memory"))
    }
    handle = opened
    // From here on, throwing runs deinit, which closes the handle.
    guard code == SQLITE_OK else { throw error(code) }
    sqlite3_extended_result_codes(handle, 1)
  }

  deinit {
    sqlite3_close_v2(handle)
    logLength.deallocate()
  }

  func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Saves all changes of `body`, or none.
  func transaction<T>(
    isDurable: Bool = false, _ body: () throws(StoreError) -> T
  ) throws(StoreError) -> T {
    if isDurable { try execute("PRAGMA synchronous = FULL") }
    defer { if isDurable { try? execute("PRAGMA synchronous = NORMAL") } }
    try execute("BEGIN IMMEDIATE")
    do throws(StoreError) {
      let next = isLogBegun ? nil : origin?.next
      try next?.save(in: self)
      let result = try body()
      try execute("COMMIT")
      if let next { (origin, isLogBegun) = (next, true) }
      return result
    } catch {
      // Fails if SQLite has already rolled back; then there is nothing to do.
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// The statement of a text in the program, which is prepared once:
  /// `try database["INSERT …"].bind(1).bind("a").run()`.
  subscript(sql: StaticString) -> Statement {
    if let known = statements[sql.utf8Start] { return known }
    let statement = Statement(self, sql.description)
    statements[sql.utf8Start] = statement
    return statement
  }

  /// The number of the row that was inserted last.
  ///
  /// RETURNING would return it too, but makes SQLite keep a journal of 64 KiB for the statement.
  var insertedID: Int64 { sqlite3_last_insert_rowid(handle) }

  var changes: Int { Int(sqlite3_total_changes(handle)) }

  var damage: StoreError { .damaged(path) }

  fileprivate var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  fileprivate func prepare(_ sql: String) throws(StoreError) -> OpaquePointer {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw error(code) }
    return prepared
  }

  /// The errno of a file, where SQLite has kept none: it forgets that of a commit.
  private var systemError: Int32 {
    let kept = sqlite3_system_errno(handle)
    return kept != 0 ? kept : csqlite_last_errno(handle)
  }

  /// Whether a file size limit leaves no space for another page; SQLite does not report that
  /// separately.
  private var isAtSizeLimit: Bool {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return false }
    return [path, path + "-wal"].contains { file in
      var status = stat()
      return stat(file, &status) == 0 && UInt64(status.st_size) + 8192 > limit.rlim_cur
    }
  }

  fileprivate func error(_ code: Int32) -> StoreError {
    let systemError = systemError
    switch code & 0xFF {
    case SQLITE_FULL where isAtSizeLimit, SQLITE_IOERR where isAtSizeLimit:
      return .system(path, EFBIG)
    case SQLITE_FULL: return .system(path, ENOSPC)
    case SQLITE_IOERR where systemError != 0, SQLITE_CANTOPEN where systemError != 0:
      return .system(path, systemError)
    case SQLITE_IOERR: return .system(path, EIO)
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN:
      return .system(path, access(path, W_OK) == 0 ? EACCES : errno)
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy(path)
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged(path)
    case SQLITE_ERROR: return .foreign(path, String(cString: sqlite3_errmsg(handle)))
    default: return .failed(String(cString: sqlite3_errmsg(handle)))
    }
  }
}

// The write-ahead log.
extension Database {
  /// The number of pages in the log since it was begun.
  var pagesInLog: Int { Int(logLength.pointee) }

  /// Gives each log a number from now on; `isLogBegun` if there is a log already.
  func numberLogs(isLogBegun: Bool) throws(StoreError) {
    origin = try Origin(self)
    self.isLogBegun = isLogBegun
    // It takes the place of SQLite's own checkpoints, after which a log would begin unnumbered.
    sqlite3_wal_hook(
      handle,
      { length, _, _, pages in
        length?.assumingMemoryBound(to: Int32.self).pointee = pages
        return SQLITE_OK
      }, logLength)
  }

  /// Writes the log to the database; truncated, nothing of it stays on the disk.
  func checkpoint(truncatingLog: Bool = false) throws(StoreError) {
    var (pages, written): (Int32, Int32) = (0, 0)
    let mode = truncatingLog ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
    let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, &pages, &written)
    guard code == SQLITE_OK else { throw error(code) }
    guard pages == written else { return }
    isLogBegun = false
    logLength.pointee = 0
  }

  /// Leaves the log as it is when the database is closed, and deletes no file.
  func keepLog() { _ = csqlite_keep_log(handle) }
}

/// A copy of a database as it is with its log, made in parts.
final class DatabaseCopy {
  let target: Database
  private let source: Database
  private let handle: OpaquePointer

  init(of source: Database, in target: Database) throws(StoreError) {
    guard let handle = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
      throw target.error(sqlite3_errcode(target.handle))
    }
    (self.source, self.target, self.handle) = (source, target, handle)
  }

  deinit { sqlite3_backup_finish(handle) }

  /// Copies some pages; returns whether these were the last.
  func step() throws(StoreError) -> Bool {
    switch sqlite3_backup_step(handle, 64) {
    case SQLITE_DONE: return true
    case SQLITE_OK: return false
    case let code:
      // The target's own errors are those of the disk.
      throw code & 0xFF == SQLITE_CORRUPT || code & 0xFF == SQLITE_NOTADB
        ? source.error(code) : target.error(code)
    }
  }
}

/// A statement, prepared when it is first used.
final class Statement {
  // The database owns its statements.
  private unowned let database: Database
  private let sql: String
  private var handle: OpaquePointer?
  /// The number of parameters bound since the last run.
  private var bound: Int32 = 0
  /// The first error in binding; the run throws it.
  private var failure: StoreError?

  init(_ database: Database, _ sql: String) {
    self.database = database
    self.sql = sql
  }

  deinit { sqlite3_finalize(handle) }

  func bind(_ number: Int) -> Statement { check(sqlite3_bind_int64(next(), bound, Int64(number))) }
  /// Binds a number by its bits.
  func bind(_ number: UInt64) -> Statement {
    check(sqlite3_bind_int64(next(), bound, Int64(bitPattern: number)))
  }
  func bind(_ number: Double) -> Statement { check(sqlite3_bind_double(next(), bound, number)) }
  func bind(_ isTrue: Bool) -> Statement { bind(isTrue ? 1 : 0) }
  func bind(_ text: String) -> Statement {
    check(
      sqlite3_bind_text(
        next(), bound, text, Int32(clamping: text.utf8.count), csqlite_transient()))
  }
  func bind(_ text: String?) -> Statement { text.map { bind($0) } ?? bindNull() }
  func bind(_ number: Int?) -> Statement { number.map { bind($0) } ?? bindNull() }
  func bind(_ number: UInt64?) -> Statement { number.map { bind($0) } ?? bindNull() }
  func bind(_ number: Double?) -> Statement { number.map { bind($0) } ?? bindNull() }
  private func bindNull() -> Statement { check(sqlite3_bind_null(next(), bound)) }

  func run() throws(StoreError) {
    try rows { _ throws(StoreError) in }
  }

  /// Passes each row to `body`; a row is valid only while `body` runs.
  func rows(
    while isWanted: () -> Bool = { true }, _ body: (Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    let handle = prepared()
    defer {
      sqlite3_reset(handle)
      (bound, failure) = (0, nil)
    }
    if let failure { throw failure }
    if !database.isLogBegun, database.origin != nil, !database.isInTransaction,
      sqlite3_stmt_readonly(handle) == 0
    {
      // The first change in a log must be its number.
      try database.transaction { () throws(StoreError) in }
    }
    while isWanted() {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: try body(Row(handle: handle))
      case SQLITE_DONE: return
      case let code: throw database.error(code)
      }
    }
  }

  /// The result of `body` for the first row; nil if there is none.
  func first<T>(_ body: (Row) throws(StoreError) -> T) throws(StoreError) -> T? {
    var result: T?
    try rows { row throws(StoreError) in
      if result == nil { result = try body(row) }
    }
    return result
  }

  /// The results of `body` without nils, for all rows or up to a limit.
  func map<T>(
    upTo count: Int = .max, _ body: (Row) throws(StoreError) -> T?
  ) throws(StoreError) -> [T] {
    var result: [T] = []
    try rows(while: { result.count < count }) { row throws(StoreError) in
      if let made = try body(row) { result.append(made) }
    }
    return result
  }

  /// The number in the first row; nil if there is none.
  func integer() throws(StoreError) -> Int? {
    try first { row throws(StoreError) in row.isNull(0) ? nil : row.integer(0) } ?? nil
  }

  private func prepared() -> OpaquePointer? {
    if handle == nil, failure == nil {
      do throws(StoreError) {
        handle = try database.prepare(sql)
      } catch {
        failure = error
      }
    }
    return handle
  }

  private func next() -> OpaquePointer? {
    bound += 1
    return prepared()
  }

  private func check(_ code: Int32) -> Statement {
    if code != SQLITE_OK, failure == nil { failure = database.error(code) }
    return self
  }
}

/// A row of a result; columns are counted from 0.
struct Row {
  /// Larger revisions are corrupt: incrementing them would overflow.
  static let maximumNumber: UInt64 = 1 << 62

  fileprivate let handle: OpaquePointer?

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }
  func optionalInteger(_ column: Int32) -> Int? { isNull(column) ? nil : integer(column) }
  func bits(_ column: Int32) -> UInt64 {
    UInt64(bitPattern: sqlite3_column_int64(handle, column))
  }
  func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }
  func boolean(_ column: Int32) -> Bool { integer(column) != 0 }

  func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// A text for people; nil if it contains control characters, which are not allowed on the bus.
  func name(_ column: Int32) -> String? {
    let text = text(column)
    return Self.isName(text) ? text : nil
  }

  /// Texts that were saved one per line; none of them can contain a line end.
  func lines(_ column: Int32) -> [String] {
    text(column).split(separator: "\n").map(String.init)
  }

  static func isName(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}
