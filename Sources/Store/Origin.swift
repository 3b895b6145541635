/// Which database a file holds, and which write-ahead log goes with it.
///
/// The first change in each log draws a number for it, and notes the one before, which the file
/// still has until the log is written to it. So a log belongs to a file with either of the two
/// numbers, and to no other: not to another database, nor to yesterday's copy of the same.
struct Origin: Equatable {
  let id: String
  private(set) var log: Int
  /// Nil if the file had none when the log was begun.
  private(set) var earlier: Int?

  /// Nil for a database of an older version.
  init?(_ database: Database) throws(StoreError) {
    let count = try database["SELECT count(*) FROM sqlite_schema WHERE name = 'origin'"].integer()
    guard count == 1 else { return nil }
    let found = try database["SELECT id, log, earlier FROM origin"].first {
      row throws(StoreError) in
      (id: row.text(0), log: row.integer(1), earlier: row.isNull(2) ? nil : row.integer(2))
    }
    guard let found else { return nil }
    (id, log, earlier) = found
  }

  /// With the number of a log that is begun now.
  var next: Origin {
    var next = self
    (next.log, next.earlier) = (.random(in: .min ... .max), log)
    return next
  }

  func save(in database: Database) throws(StoreError) {
    try database["UPDATE origin SET log = ?, earlier = ?"].bind(log).bind(earlier).run()
  }

  /// Whether the log through which this was read belongs to a file.
  func belongs(to file: Origin?) -> Bool {
    guard let file else { return earlier == nil }
    return file.id == id && (file.log == log || file.log == earlier)
  }
}
