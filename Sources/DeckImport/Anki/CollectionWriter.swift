internal import CSQLite
internal import PlainText
internal import ThemeFiles

/// A new SQLite database in memory.
final class CollectionWriter {
  enum Value {
    case integer(Int64)
    case text(String)
  }

  private let handle: OpaquePointer

  init(schema: String) throws(LineError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      ":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened else { throw LineError(english("Out of memory.")) }
    handle = opened
    guard code == SQLITE_OK, sqlite3_exec(handle, schema, nil, nil, nil) == SQLITE_OK else {
      throw fault
    }
  }

  deinit { _ = sqlite3_close_v2(handle) }

  func insert(into table: String, _ values: [Value]) throws(LineError) {
    let places = Array(repeating: "?", count: values.count).joined(separator: ",")
    var statement: OpaquePointer?
    defer { _ = sqlite3_finalize(statement) }
    guard
      sqlite3_prepare_v2(handle, "INSERT INTO \(table) VALUES (\(places))", -1, &statement, nil)
        == SQLITE_OK
    else { throw fault }
    for (index, value) in zip(Int32(1)..., values) {
      switch value {
      case .integer(let number): _ = sqlite3_bind_int64(statement, index, number)
      case .text(let text):
        _ = sqlite3_bind_text(
          statement, index, text, Int32(clamping: text.utf8.count), csqlite_transient())
      }
    }
    guard sqlite3_step(statement) == SQLITE_DONE else { throw fault }
  }

  /// The bytes of the database's file.
  func serialized() throws(LineError) -> [UInt8] {
    var size: sqlite3_int64 = 0
    guard let start = sqlite3_serialize(handle, "main", &size, 0) else { throw fault }
    defer { sqlite3_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: Int(size)))
  }

  private var fault: LineError {
    let reason = sqlite3_errmsg(handle).map { String(cString: $0) } ?? english("no reason")
    return LineError(english("The collection cannot be written (\(reason))."))
  }
}
