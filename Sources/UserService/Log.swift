internal import DBus
internal import Glibc

/// Writes what a service has to say to stderr: with priorities for the journal, plain for people.
package final class Log {
  /// Who reads what is written.
  package enum Target: String, Sendable {
    /// The journal, which takes a line's priority from its beginning.
    case journal
    /// People.
    case console
  }

  /// The least that is written.
  package var level: LogLevel
  /// Who reads it.
  package var target: Target
  /// The program, as plain lines and the journal name it.
  package let program: String
  /// Whether stderr goes to the journal.
  package let reachesJournal: Bool

  /// Finds out whether stderr goes to the journal.
  package init(program: String, level: LogLevel = .info) {
    self.program = program
    self.level = level
    reachesJournal = Self.stderrIsJournal()
    target = reachesJournal ? .journal : .console
  }

  /// What a line may hold, in scalars.
  private static let longest = 1000

  /// Writes one line; one that stderr has no room for is dropped, so that nobody waits for a log.
  ///
  /// Messages quote what others sent: no line end and no control character of theirs gets through,
  /// by which they could write lines and priorities of their own.
  package func write(_ level: LogLevel, _ message: @autoclosure () -> String) {
    guard level <= self.level else { return }
    let prefix = target == .journal ? "<\(level.rawValue)>" : "\(program): "
    let line = Array((prefix + message().printable(upTo: Self.longest) + "\n").utf8)
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
