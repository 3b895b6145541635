internal import Glibc
internal import MemorizeFiles
internal import PlainText
internal import UserFiles

/// The files of a store: the directory, its lock, the database, and the files beside it.
final class StoreFiles {
  let directory: String
  let database: String
  private var lock: Int32 = -1
  /// The database that was open last, according to the lock file.
  private(set) var lastDatabase: String?
  /// The database's file when we last wrote it; nil if it may have been written since.
  private(set) var lastFile: String?

  init(directory: String) {
    self.directory = directory
    database = directory + "/" + StateDirectory.database
  }

  deinit { unlock() }

  /// Creates the directory and its parents, for the user alone, and locks it, so that two daemons
  /// never write to one database.
  func prepare() throws(StoreError) {
    do throws(FileError) {
      try UserFile.makeDirectory(directory)
    } catch {
      guard case .system(let code) = error else { throw .failed(error.reason) }
      throw .system(directory, code)
    }
    // Removing the directory also removes the lock; another daemon may then take a new one.
    if lock >= 0, !isLockInPlace { unlock() }
    if lock < 0 { try acquireLock() }
  }

  private var isLockInPlace: Bool {
    var (held, found) = (stat(), stat())
    return fstat(lock, &held) == 0 && lstat(directory + "/lock", &found) == 0
      && held.st_ino == found.st_ino && held.st_dev == found.st_dev
  }

  private func acquireLock() throws(StoreError) {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let descriptor = open(directory + "/lock", flags, 0o600)
    guard descriptor >= 0 else {
      throw errno == ELOOP
        ? .failed(english("\(directory)/lock is a link: remove it")) : .system(directory, errno)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno
      let holder = Self.lines(in: descriptor).first.flatMap { pid_t($0) }
      close(descriptor)
      throw reason == EWOULDBLOCK ? .locked(directory, by: holder) : .system(directory, reason)
    }
    lock = descriptor
    let lines = Self.lines(in: descriptor)
    let known = lines.dropFirst().map { $0.isEmpty ? nil : $0 }
    (lastDatabase, lastFile) = (known.first ?? nil, known.dropFirst().first ?? nil)
    writeLock()
  }

  /// Records which database is open.
  func note(database: String?) {
    guard let database, database != lastDatabase else { return }
    lastDatabase = database
    writeLock()
  }

  /// Records the state of the database's file, or that it is about to be written.
  func note(file: State?) {
    let text = file.map(Self.text)
    guard text != lastFile else { return }
    lastFile = text
    writeLock()
  }

  /// Whether the file is unchanged since we last wrote it, as far as that is known.
  ///
  /// After a power failure it is not known: the lock may be older than the database.
  func isAsNoted(_ file: State) -> Bool {
    guard let lastFile, lastFile.hasPrefix(Self.boot + " ") else { return true }
    return lastFile == Self.text(of: file)
  }

  private static let boot = FilePath.boot ?? ""

  private static func text(of file: State) -> String {
    "\(boot) \(file.size) \(file.seconds) \(file.nanoseconds)"
  }

  /// Writes our process id, for the next daemon's error message, and which database is open; a full
  /// disk may prevent it.
  private func writeLock() {
    var status = stat()
    // A hard link: do not overwrite another file of the user.
    guard fstat(lock, &status) == 0, status.st_nlink == 1 else { return }
    let lines = ["\(getpid())", lastDatabase ?? "", lastFile ?? ""]
    let text = Array(lines.map { $0 + "\n" }.joined().utf8)
    _ = ftruncate(lock, 0)
    _ = pwrite(lock, text, text.count, 0)
  }

  func unlock() {
    guard lock >= 0 else { return }
    close(lock)
    lock = -1
  }

  private static func lines(in descriptor: Int32) -> [String] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Makes sure that only the user may read the database, whatever the umask and whoever created
  /// it.
  ///
  /// A link to a file is followed: the user may keep it elsewhere. Anything but a file is damage.
  func secureDatabase() throws(StoreError) {
    let descriptor = open(database, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else {
      // A directory, or a pipe without a reader.
      if errno == EISDIR || errno == ENXIO { throw .damaged(database) }
      throw .system(database, errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(database, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .damaged(database) }
    // SQLite gives the files beside it the same mode.
    if status.st_mode & 0o077 != 0 { fchmod(descriptor, 0o600) }
  }

  /// The log beside the database, and a place for a database that is not complete yet.
  var log: String { database + "-wal" }
  var unfinished: String { database + ".new" }

  /// Distinguishes a file from another at the same path, and from its earlier state.
  struct State: Equatable {
    let device: UInt64
    let file: UInt64
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    func isSameFile(as other: State) -> Bool { device == other.device && file == other.file }
  }

  enum Presence {
    case present(State)
    case missing
    /// It cannot be read now.
    case unknown
  }

  /// What is at the path of the database.
  var presence: Presence {
    var status = stat()
    guard stat(database, &status) == 0 else {
      return errno == ENOENT || errno == ENOTDIR ? .missing : .unknown
    }
    return .present(
      State(
        device: UInt64(status.st_dev), file: UInt64(status.st_ino), size: Int(status.st_size),
        seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec))
  }

  /// Whether a log is left, from which the database must be completed.
  var hasLog: Bool { Self.hasLog(of: database) }

  static func hasLog(of database: String) -> Bool {
    var status = stat()
    return stat(database + "-wal", &status) == 0 && status.st_size > 0
  }

  /// Whether the path is a link, which leads to nothing if there is no database.
  var isLink: Bool { FilePath.isLink(database) }

  var isRegularFile: Bool { FilePath.kind(of: database) == S_IFREG }

  /// Reads the database and its log from end to end: a disk that fails must not look like damage.
  func readThrough() throws(StoreError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    for path in [database, database + "-wal"] {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        if errno == ENOENT { continue }
        throw .system(path, errno)
      }
      defer { close(descriptor) }
      while case let count = read(descriptor, &buffer, buffer.count), count != 0 {
        if count < 0, errno != EINTR { throw .system(path, errno) }
      }
    }
  }

  /// A free path beside the database.
  func path(_ kind: SetAside, now: UInt64, _ suffix: String = "") -> String {
    FilePath.firstFree(database + "." + kind.rawValue + "-" + Self.date(now), suffix)
  }

  /// Renames a log that does not belong to the database, and returns its new path: no name that
  /// SQLite would take for the log of a database beside it.
  func setLogAside(now: UInt64) throws(StoreError) -> String {
    let path = path(.replaced, now: now, SetAside.logSuffix)
    guard rename(log, path) == 0 else { throw .system(directory, errno) }
    return path
  }

  /// Creates an empty file for a copy, for the user alone.
  static func create(_ path: String) throws(StoreError) {
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system(path, errno) }
    close(file)
  }

  /// Removes a copy that was not finished.
  static func remove(_ path: String) {
    for suffix in ["", "-wal", "-journal"] { unlink(path + suffix) }
  }

  /// Makes the complete file at `unfinished` the database, and deletes a log that it contains.
  func finish() throws(StoreError) {
    guard rename(unfinished, database) == 0 else { throw .system(directory, errno) }
    unlink(log)
    UserFile.flushDirectory(of: database)
  }

  /// Renames a damaged database and the files beside it, and returns its new path.
  func setAside(now: UInt64) throws(StoreError) -> String {
    let path = path(.damaged, now: now)
    guard rename(database, path) == 0 else { throw .system(directory, errno) }
    // Old -wal and -shm files must not count as part of the new database.
    for suffix in ["-wal", "-shm"] { rename(database + suffix, path + suffix) }
    return path
  }

  /// A date as 20261121T134500Z.
  private static func date(_ now: UInt64) -> String {
    var seconds = time_t(clamping: now / 1_000_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &parts)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
