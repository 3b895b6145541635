internal import CSQLite
internal import Glibc
internal import PlainText
internal import ThemeFiles
internal import UserFiles

/// An SQLite database of unknown origin, read only; only this file uses the library.
final class CollectionDatabase {
  /// The most bytes of a text or of a row.
  private static let maximumBytes: Int32 = 16 << 20
  /// How long a row may take; normally it takes microseconds.
  private static let maximumStepTime = Duration.seconds(20)
  /// The number of SQLite's instructions between two looks at the clock.
  private static let instructionsPerLook: Int32 = 100_000

  private let handle: OpaquePointer
  /// The deadline of the current step, which SQLite's progress handler checks.
  private let deadline: UnsafeMutablePointer<ContinuousClock.Instant>

  /// Opens a temporary file, and has `unpack` write the database to it.
  init(unpack: (TemporaryFile) throws(LineError) -> Void) throws(LineError) {
    var opened: OpaquePointer?
    var code = SQLITE_CANTOPEN
    // SQLite opens the file at once and reads it later.
    let file = try TemporaryFile.unpacking { () throws(FileError) in
      try TemporaryFile { path in
        code = sqlite3_open_v2(
          // Not immutable=1, which would keep the size that the file has now.
          "file:\(FilePath.percentEncoded(path))?nolock=1", &opened,
          SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
      }
    }
    guard let opened else { throw LineError(english("Out of memory.")) }
    handle = opened
    deadline = .allocate(capacity: 1)
    deadline.initialize(to: .now)
    // From here on, throwing runs deinit.
    guard code == SQLITE_OK else { throw fault }
    try unpack(file)
    // Switch the header from WAL to rollback mode: the copy has no -wal file.
    try TemporaryFile.unpacking { () throws(FileError) in
      try file.replace(at: 18, with: [1, 1])
    }
    _ = sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.maximumBytes)
    // Names of newer collections are compared so; nothing here depends on the order.
    _ = sqlite3_create_collation_v2(
      handle, "unicase", SQLITE_UTF8, nil,
      { _, count, bytes, otherCount, other in
        guard let bytes, let other, count == otherCount else { return count - otherCount }
        return memcmp(bytes, other, Int(count))
      }, nil)
    sqlite3_progress_handler(
      handle, Self.instructionsPerLook,
      { deadline in
        guard let deadline = deadline?.assumingMemoryBound(to: ContinuousClock.Instant.self) else {
          return 0
        }
        return ContinuousClock.now > deadline.pointee ? 1 : 0
      }, deadline)
    allowStep()
    try execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    try refuseComputedColumns()
  }

  deinit {
    _ = sqlite3_close_v2(handle)
    deadline.deallocate()
  }

  private func allowStep() { deadline.pointee = .now + Self.maximumStepTime }

  /// Generated columns could compute without end.
  private func refuseComputedColumns() throws(LineError) {
    let isPlain = try rows(
      """
      SELECT 1 FROM (SELECT name FROM sqlite_schema WHERE \(Self.isTable) LIMIT 1000) AS found,
        pragma_table_xinfo(found.name) AS field WHERE field.hidden <> 0
      """, upTo: 0
    ) { _ in }
    guard isPlain else {
      throw LineError(
        english("The collection has computed columns, as none of Anki's has: export it again."))
    }
  }

  private static let isTable = "type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"

  private func execute(_ sql: String) throws(LineError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw fault }
  }

  /// The names of the tables; a view could compute without end.
  func tables() throws(LineError) -> Set<String> {
    var names: Set<String> = []
    try rows(
      "SELECT name FROM sqlite_schema WHERE \(Self.isTable)", upTo: 1_000
    ) { names.insert($0.text(0)) }
    return names
  }

  /// Passes rows to `body`, each valid only while that runs; returns false if there are more.
  ///
  /// `json` is the value of the query's only parameter.
  @discardableResult
  func rows(
    _ sql: String, of json: [UInt8] = [], upTo limit: Int = .max,
    _ body: (CollectionRow) throws(LineError) -> Void
  ) throws(LineError) -> Bool {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw fault
    }
    defer { _ = sqlite3_finalize(statement) }
    if !json.isEmpty {
      let code = json.withUnsafeBytes {
        sqlite3_bind_text64(
          statement, 1, $0.baseAddress?.assumingMemoryBound(to: CChar.self),
          sqlite3_uint64($0.count), csqlite_transient(), UInt8(SQLITE_UTF8))
      }
      guard code == SQLITE_OK else { throw fault }
    }
    var count = 0
    while true {
      allowStep()
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        guard count < limit else { return false }
        count += 1
        try body(CollectionRow(statement: statement))
      case SQLITE_DONE: return true
      default: throw fault
      }
    }
  }

  private var fault: LineError {
    if sqlite3_errcode(handle) == SQLITE_INTERRUPT {
      return LineError(english("The collection takes too long to read: export it again."))
    }
    let reason = sqlite3_errmsg(handle).map { String(cString: $0) } ?? english("no reason")
    return LineError(english("The collection is damaged (\(reason)): export or download it again."))
  }
}

/// A row of a result; columns are counted from 0.
struct CollectionRow {
  fileprivate let statement: OpaquePointer?

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    let count = Int(sqlite3_column_bytes(statement, column))
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
}
