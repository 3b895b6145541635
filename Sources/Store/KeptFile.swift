internal import Glibc
internal import MemorizeFiles

// The database's file can be removed, replaced or restored while it is open, or while its log is
// left. Then two databases are never mixed, and nothing that a reply promised is lost.
extension Store {
  /// Switches to the file that another program has put in the place of the open database; called
  /// before a call is handled.
  package func followFile() {
    guard tables != nil else { return }
    do throws(StoreError) {
      try checkFileOncePerTurn()
    } catch {
      if case .replaced = error { try? open() } else { _ = reported(error) }
    }
  }

  /// Checks the file once for all calls that arrived together: in a flood, a call costs no system
  /// call.
  func checkFileOncePerTurn() throws(StoreError) {
    let turn = turn()
    if turn != nil, turn == checkedTurn { return }
    try checkFile()
    checkedTurn = turn
  }

  /// Makes sure that the open database is the file at its path.
  ///
  /// A removed one is saved again. If another file took its place, the open one is saved beside it
  /// and closed, and this throws ``StoreError/replaced(_:)``.
  func checkFile() throws(StoreError) {
    guard let files, let tables, let known else { return }
    switch files.presence {
    case .unknown: return
    case .missing: try saveAgain(tables, files)
    case .present(let state):
      if state == known { return }
      try keep(tables, files, besides: state, known)
    }
  }

  private func keep(
    _ tables: Tables, _ files: StoreFiles, besides state: StoreFiles.State,
    _ known: StoreFiles.State
  ) throws(StoreError) {
    let found = Result { () throws(StoreError) in
      try Origin(Database(path: files.database, withoutLog: true))
    }
    if state.isSameFile(as: known) {
      // Our own checkpoint has changed it, or somebody has overwritten it; what was read of it
      // before may be mixed with that, so the open database is not saved.
      guard case .success(let origin) = found, tables.database.origin?.belongs(to: origin) == false
      else {
        noteFile()
        return
      }
      report(
        "The database \(files.database) was overwritten while it was in use. What it contains now "
          + "is used.")
      closeUnchanged()
      throw .replaced(files.database)
    }
    if state.size > 0, case .success = found {
      try files.prepare()
      let path = files.path(.replaced, now: now())
      try keep(tables, at: path)
      report(
        "Another file was put in the place of the database \(files.database), and is used now. "
          + "What was there before is in \(path).")
      closeUnchanged()
      throw .replaced(files.database)
    }
    // No database at all: keep ours.
    let path = files.path(.damaged, now: now())
    guard rename(files.database, path) == 0 else { throw .system(files.directory, errno) }
    report(
      "A damaged file was put in the place of the database \(files.database). It was moved to "
        + "\(path).")
    try saveAgain(tables, files)
  }

  /// Saves the open database in a new file at its path, and continues with that.
  private func saveAgain(_ tables: Tables, _ files: StoreFiles) throws(StoreError) {
    // A link leads to a disk that may come back.
    if files.isLink { throw .system(files.database, ENOENT) }
    try files.prepare()
    try copy(tables, to: files.unfinished)
    // From now on a remaining log does not belong to the file.
    tables.database.keepLog()
    try files.finish()
    self.tables = nil
    known = nil
    self.tables = try Tables(path: files.database, now: now)
    noteFile()
    report("The database \(files.database) was removed while it was in use. It was saved again.")
  }

  /// Saves the open database in another file, completely or not at all.
  func keep(_ tables: Tables, at path: String) throws(StoreError) {
    let unfinished = path + ".new"
    try copy(tables, to: unfinished)
    guard rename(unfinished, path) == 0 else { throw .system(path, errno) }
  }

  /// Copies the open database, with a number of its own for its log.
  private func copy(_ tables: Tables, to path: String) throws(StoreError) {
    StoreFiles.remove(path)
    _ = try StoreCopy(of: tables.database, at: path, isBackup: true).step { true }
  }

  /// Closes the database without a change of any file.
  func closeUnchanged() {
    tables?.database.keepLog()
    (tables, known, check) = (nil, nil, nil)
  }

  /// Records the state in which the service leaves the file.
  func noteFile() {
    guard tables != nil, case .present(let state)? = files?.presence else { return }
    known = state
    files?.note(file: state)
  }

  /// Records in the lock which database is open, and reports if it is a different one.
  func noteDatabase(isNew: Bool) {
    guard let files, let id = tables?.database.origin?.id else { return }
    if let last = files.lastDatabase, last != id {
      report(
        isNew
          ? "The database \(files.database) is new: the one that was used before is not there."
          : "The database \(files.database) is not the one that was used before.")
    }
    files.note(database: id)
    noteFile()
  }

  /// Sets a log aside that belongs to another database, or to another copy of this one.
  ///
  /// SQLite would write it into the file, whatever that is.
  func setForeignLogAside(_ files: StoreFiles) throws(StoreError) {
    guard files.hasLog, try !doesLogBelong(files) else { return }
    let path = try files.setLogAside(now: now())
    report(
      "The log of the database \(files.database) belongs to another file: the database was removed, "
        + "replaced or restored. The log was moved to \(path); what it has is not in the database."
    )
  }

  private func doesLogBelong(_ files: StoreFiles) throws(StoreError) -> Bool {
    switch files.presence {
    case .unknown: return true
    case .missing: return false
    case .present(let state):
      // Even a copy of what the file still is was put there in order to go back to it.
      if state.size == 0 || !files.isAsNoted(state) { return false }
    }
    let file: Origin?
    do throws(StoreError) {
      file = try Origin(Database(path: files.database, withoutLog: true))
    } catch {
      guard case .damaged = error else { throw error }
      // A checkpoint was interrupted, perhaps: then only the log completes it.
      return true
    }
    if let file, let last = files.lastDatabase, file.id != last { return false }
    do throws(StoreError) {
      let database = try Database(path: files.database)
      database.keepLog()
      try database.execute("PRAGMA locking_mode = EXCLUSIVE")
      guard let origin = try Origin(database) else { return file == nil }
      return origin.belongs(to: file)
    } catch {
      switch error {
      // The file is sound by itself.
      case .damaged, .foreign: return false
      default: throw error
      }
    }
  }
}
