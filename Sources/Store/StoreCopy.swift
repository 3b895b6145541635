internal import MemorizeFiles
internal import PlainText

/// A copy of a database that is made in parts: a backup, or one that is to be restored.
///
/// An unfinished one is deleted.
package final class StoreCopy {
  private let path: String
  /// The numbers of the copied database's log; nil for one that is to be restored.
  private let origin: Origin?
  private var copy: DatabaseCopy?
  private var check: StoreCheck?
  private var isDone = false

  init(of source: Database, at path: String, isBackup: Bool) throws(StoreError) {
    // Before the properties, after which an error runs `deinit`: it deletes only our own file.
    try StoreFiles.create(path)
    (self.path, origin) = (path, isBackup ? source.origin : nil)
    let target = try Database(path: path)
    copy = try DatabaseCopy(of: source, in: target)
    if !isBackup { check = StoreCheck(of: target) }
  }

  deinit {
    copy = nil
    if !isDone { StoreFiles.remove(path) }
  }

  /// Copies or checks another part, and returns whether it was the last.
  package func step(while mayContinue: () -> Bool) throws(StoreError) -> Bool {
    while copy != nil {
      if try copy?.step() == true {
        let target = copy?.target
        // SQLite allows no other use of the target before.
        copy = nil
        if let target { try origin?.next.save(in: target) }
      } else if !mayContinue() {
        return false
      }
    }
    do throws(StoreError) {
      guard try check?.step(while: mayContinue) != false else { return false }
    } catch {
      if case .damaged = error { throw .noBackup }
      throw error
    }
    check = nil
    isDone = true
    return true
  }
}

extension Store {
  /// Begins to copy the database to a new file.
  package func copy(to path: String) throws(StoreError) -> StoreCopy {
    try use { tables throws(StoreError) in
      try StoreCopy(of: tables.database, at: path, isBackup: true)
    }
  }

  /// Begins to copy a backup, to put it in the place of the database.
  package func copy(from path: String) throws(StoreError) -> StoreCopy {
    try use { _ throws(StoreError) in }
    guard let files else { throw .failed(english("there is no directory")) }
    let source: Database
    do throws(StoreError) {
      source = try Database(path: path, withoutLog: true)
      try Schema.checkIsThere(source, path: path)
    } catch {
      switch error {
      case .damaged, .foreign: throw .noBackup
      default: throw error
      }
    }
    StoreFiles.remove(files.unfinished)
    return try StoreCopy(of: source, at: files.unfinished, isBackup: false)
  }

  /// Puts a complete copy in the place of the database, and returns the path of what was there.
  package func restore(_ copy: StoreCopy) throws(StoreError) -> String {
    let path = try use { tables throws(StoreError) in
      guard let files else { throw .failed(english("there is no directory")) }
      let path = files.path(.replaced, now: now())
      try keep(tables, at: path)
      tables.database.keepLog()
      try files.finish()
      return path
    }
    closeUnchanged()
    try open()
    return path
  }
}
