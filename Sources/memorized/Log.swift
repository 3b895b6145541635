internal import Glibc

/// How much a message matters, by syslog's scale.
enum LogLevel: Int, CaseIterable, Comparable {
  case error = 3
  case warning = 4
  case notice = 5
  case info = 6
  case debug = 7

  static let names = allCases.map { "\($0)" }.joined(separator: ", ")

  init?(name: String) {
    guard let level = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
    self = level
  }

  static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Writes what the daemon has to say to stderr: with priorities for the journal, plain for people.
struct Log {
  let level: LogLevel
  private let isJournal: Bool

  init(level: LogLevel) {
    self.level = level
    isJournal = Self.stderrIsJournal()
  }

  /// Writes one line; one that stderr has no room for is dropped, so that nobody waits for a log.
  func write(_ level: LogLevel, _ message: @autoclosure () -> String) {
    guard level <= self.level else { return }
    let prefix = isJournal ? "<\(level.rawValue)>" : "memorized: "
    let line = Array((prefix + message() + "\n").utf8.prefix(4096))
    var ready = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&ready, 1, 0) == 1, ready.revents & Int16(POLLOUT) != 0 else { return }
    _ = Glibc.write(STDERR_FILENO, line, line.count)
  }

  /// systemd names the device and inode of the stream it gave (`JOURNAL_STREAM`).
  private static func stderrIsJournal() -> Bool {
    guard let stream = getenv("JOURNAL_STREAM") else { return false }
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0 else { return false }
    return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
  }
}
