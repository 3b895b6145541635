internal import Glibc
package import MemoryGame

/// The directory in which one daemon keeps its games.
package final class StoreDirectory {
  /// What opening it has come to.
  package struct Opened {
    /// The games, as long as this is kept: the directory is locked for that time.
    package let games: GameStore
    fileprivate let directory: StoreDirectory
    /// The game that was begun last, as it was left; nil where there is none.
    package let last: (stored: StoredGame, game: Game)?
    /// Where a damaged database was put aside, if there was one.
    package let setAside: String?
  }

  private let path: String
  private let database: String
  private let lockFile: String
  private var lock: Int32 = -1
  private var opened: FileIdentity?

  /// Names a directory; nothing is done to it yet.
  ///
  /// - Parameter path: The directory, which need not be there.
  package init(path: String) {
    self.path = path
    database = path + "/memorize.sqlite"
    lockFile = path + "/lock"
  }

  deinit { unlock() }

  /// Lets another process have the directory, once the games that were opened are let go of.
  package func unlock() {
    guard lock >= 0 else { return }
    close(lock)
    lock = -1
  }

  /// Whether the database that was opened is still found in its place, and nobody else can have it:
  /// both may have been removed.
  package var isInPlace: Bool {
    guard let opened, opened == FileIdentity(of: database), lock >= 0 else { return false }
    return FileIdentity(of: lock) == FileIdentity(of: lockFile)
  }

  /// Opens the store, and makes it where there is none.
  ///
  /// A database that is damaged is put aside under another name, and a new one is begun.
  ///
  /// - Parameters:
  ///   - now: Microseconds since 1970-01-01 UTC, for that name.
  ///   - patience: How long another process may still have it.
  ///   - isDamaged: Whether the database that was opened last was found damaged since.
  /// - Returns: The games, the last of them, and where a damaged database is now.
  /// - Throws: `StoreError`; it can be tried again.
  package func open(
    now: UInt64, patience: Duration = .zero, isDamaged: Bool = false
  ) throws(StoreError) -> Opened {
    try make()
    try takeLock(patience)
    // Another one may have come to its place since.
    if isDamaged, let opened, opened == FileIdentity(of: database) {
      let place = try setAside(now)
      return try read(setAside: place)
    }
    do throws(StoreError) {
      return try read(setAside: nil)
    } catch {
      switch error {
      case .damaged, .damagedGame: break
      default: throw error
      }
      let place = try setAside(now)
      return try read(setAside: place)
    }
  }

  private func read(setAside place: String?) throws(StoreError) -> Opened {
    try refuseWhatIsNoFile()
    let games = try GameStore(path: database)
    opened = FileIdentity(of: database)
    guard let stored = try games.last() else {
      return Opened(games: games, directory: self, last: nil, setAside: place)
    }
    guard let begun = try? Game(stored.beginning),
      let game = try? Replay.play(stored.log, on: begun)
    else { throw .damaged(database) }
    return Opened(games: games, directory: self, last: (stored, game), setAside: place)
  }

  /// Makes the directory and those above it, which the user alone may enter.
  private func make() throws(StoreError) {
    var part = ""
    for name in path.split(separator: "/", omittingEmptySubsequences: false) {
      part += name
      defer { part += "/" }
      guard !part.isEmpty, part != "/", mkdir(part, 0o700) != 0, errno != EEXIST else { continue }
      // One above it may be there and closed to us; only the last one has to be made.
      guard part == path else { continue }
      throw systemError()
    }
  }

  /// Held until `unlock()`, so that no two daemons write one log.
  private func takeLock(_ patience: Duration) throws(StoreError) {
    if lock >= 0 {
      guard FileIdentity(of: lock) != FileIdentity(of: lockFile) else { return }
      unlock()
    }
    let descriptor = Glibc.open(lockFile, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw systemError() }
    let end = ContinuousClock.now + patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK, ContinuousClock.now < end else {
        let error =
          errno == EWOULDBLOCK
          ? StoreError.locked(path, by: Self.process(in: descriptor)) : systemError()
        close(descriptor)
        throw error
      }
      // A process that ends tells nobody of it in time.
      usleep(2000)
    }
    lock = descriptor
    // For those who find it locked. Without room for it they are told all but who it is.
    let number = Array("\(getpid())\n".utf8)
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, number, number.count, 0)
  }

  /// The process that wrote its number into the lock.
  private static func process(in descriptor: Int32) -> pid_t? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return pid_t(String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 10 }, as: UTF8.self))
  }

  /// A link to a file is followed: the user may keep it elsewhere.
  private func refuseWhatIsNoFile() throws(StoreError) {
    var status = stat()
    guard stat(database, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .damaged(database) }
  }

  private func setAside(_ now: UInt64) throws(StoreError) -> String {
    var place = database + ".damaged-" + Self.date(now)
    var number = 1
    var status = stat()
    while lstat(place, &status) == 0 {
      number += 1
      place = database + ".damaged-" + Self.date(now) + "-\(number)"
    }
    guard rename(database, place) == 0 else { throw systemError() }
    // What belongs to it must not be taken for part of the new one.
    for suffix in ["-wal", "-shm"] { rename(database + suffix, place + suffix) }
    return place
  }

  /// As 20261121T134500Z.
  private static func date(_ now: UInt64) -> String {
    var seconds = time_t(clamping: now / 1_000_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &parts)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private func systemError() -> StoreError {
    switch errno {
    case ENOSPC, EDQUOT: .full(path)
    case EROFS, EACCES, EPERM: .readOnly(path)
    default: .failed("\(path): \(String(cString: strerror(errno)))")
    }
  }
}
