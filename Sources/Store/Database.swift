internal import CSQLite

/// A value as SQLite keeps it.
enum SQLValue {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)

  /// A number of 64 bits without sign, kept by its bits.
  static func bits(_ number: UInt64) -> SQLValue { .integer(Int64(bitPattern: number)) }

  /// A number, or nothing.
  static func optional(_ number: Int?) -> SQLValue { number.map { .integer(Int64($0)) } ?? .null }
}

/// A connection to an SQLite database; this file alone names the library.
final class Database {
  private let handle: OpaquePointer
  private let path: String

  /// Opens a database, and makes it where there is none.
  ///
  /// - Parameter path: The file.
  /// - Throws: `StoreError` where it cannot be opened.
  init(path: String) throws(StoreError) {
    self.path = path
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else { throw .failed("there is no memory for a database") }
    handle = opened
    // To throw from here on runs deinit, which closes it.
    guard code == SQLITE_OK else { throw error(code) }
    sqlite3_extended_result_codes(handle, 1)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements without parameters and without rows.
  func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Prepares a statement that is used again and again.
  func prepare(_ sql: String) throws(StoreError) -> Statement {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw error(code) }
    return Statement(prepared, of: self)
  }

  /// Does several changes as one: all of them are kept, or none.
  func transaction<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    try execute("BEGIN IMMEDIATE")
    do throws(StoreError) {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // Where SQLite has rolled it back already, this fails, and there is nothing more to do.
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// What SQLite's code means to us.
  fileprivate func error(_ code: Int32) -> StoreError {
    switch code & 0xFF {
    case SQLITE_FULL: .full(path)
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN: .readOnly(path)
    case SQLITE_BUSY, SQLITE_LOCKED: .busy(path)
    case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged(path)
    default: .failed(String(cString: sqlite3_errmsg(handle)))
    }
  }
}

/// A statement with parameters, prepared once.
final class Statement {
  private let handle: OpaquePointer
  private let database: Database

  fileprivate init(_ handle: OpaquePointer, of database: Database) {
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs it to its end.
  ///
  /// - Parameter values: what stands for its parameters, in order.
  /// - Throws: `StoreError`.
  func run(_ values: SQLValue...) throws(StoreError) {
    try rows(values) { _ throws(StoreError) in }
  }

  /// Runs it, and takes each row.
  ///
  /// - Parameters:
  ///   - values: what stands for its parameters, in order.
  ///   - take: takes a row, which is valid as long as this runs.
  /// - Throws: `StoreError`, and what `take` throws.
  func rows(
    _ values: SQLValue..., take: (Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    try rows(values, take: take)
  }

  /// Runs it, and takes what the first row is made into; nil where there is none.
  func first<T>(
    _ values: SQLValue..., take: (Row) throws(StoreError) -> T
  ) throws(StoreError) -> T? {
    var result: T?
    try rows(values) { row throws(StoreError) in
      if result == nil { result = try take(row) }
    }
    return result
  }

  private func rows(
    _ values: [SQLValue], take: (Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    // What the last use left must not hold a lock, nor a text that is gone.
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: try take(Row(handle: handle))
      case SQLITE_DONE: return
      case let code: throw database.error(code)
      }
    }
  }

  private func bind(_ value: SQLValue, at index: Int32) throws(StoreError) {
    let code =
      switch value {
      case .null: sqlite3_bind_null(handle, index)
      case .integer(let number): sqlite3_bind_int64(handle, index, number)
      case .real(let number): sqlite3_bind_double(handle, index, number)
      case .text(let text):
        sqlite3_bind_text(
          handle, index, text, Int32(clamping: text.utf8.count), csqlite_transient())
      }
    guard code == SQLITE_OK else { throw database.error(code) }
  }
}

/// A row of an answer; columns are counted from 0.
struct Row {
  fileprivate let handle: OpaquePointer

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }
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
  /// A text that people are told; nil where it holds control characters, which the bus has not.
  func name(_ column: Int32) -> String? {
    let text = text(column)
    return Self.isName(text) ? text : nil
  }

  static func isName(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}
