internal import Glibc
internal import UserFiles

/// The files of a store: the directory, its lock, the database, and the files beside it.
final class StoreFiles {
  let directory: String
  let database: String
  private var lock: Int32 = -1

  init(directory: String) {
    self.directory = directory
    database = directory + "/memorize.sqlite"
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
    if lock < 0 { try takeLock() }
  }

  private func takeLock() throws(StoreError) {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let descriptor = open(directory + "/lock", flags, 0o600)
    guard descriptor >= 0 else {
      throw errno == ELOOP
        ? .failed("\(directory)/lock is a link: remove it") : .system(directory, errno)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno
      let holder = Self.process(in: descriptor)
      close(descriptor)
      throw reason == EWOULDBLOCK ? .locked(directory, by: holder) : .system(directory, reason)
    }
    lock = descriptor
    var status = stat()
    // A hard link: do not overwrite another file of the user.
    guard fstat(descriptor, &status) == 0, status.st_nlink == 1 else { return }
    // Our process id, for the next daemon's error message; a full disk may prevent it.
    let number = Array("\(getpid())\n".utf8)
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, number, number.count, 0)
  }

  func unlock() {
    guard lock >= 0 else { return }
    close(lock)
    lock = -1
  }

  /// The process that wrote its id into the lock.
  private static func process(in descriptor: Int32) -> pid_t? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return pid_t(String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 10 }, as: UTF8.self))
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

  var isRegularFile: Bool {
    var status = stat()
    return stat(database, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

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

  /// Renames a damaged database and the files beside it, and returns its new path.
  func setAside(now: UInt64) throws(StoreError) -> String {
    let place = UserPath.firstFree(database + ".damaged-" + Self.date(now))
    guard rename(database, place) == 0 else { throw .system(directory, errno) }
    // Old -wal and -shm files must not count as part of the new database.
    for suffix in ["-wal", "-shm"] { rename(database + suffix, place + suffix) }
    return place
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
