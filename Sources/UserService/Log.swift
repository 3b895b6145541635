package import DBus
internal import EventLoop
internal import Glibc
internal import PlainText

/// Writes a service's messages to stderr: with priorities for the journal, plain for people.
package final class Log {
  package enum Target: String, Sendable {
    /// Reads a line's priority from its beginning.
    case journal
    case console
  }

  package var level: LogLevel
  package var target: Target
  package let program: String
  package let reachesJournal: Bool

  package init(program: String, level: LogLevel = .info) {
    self.program = program
    self.level = level
    reachesJournal = Self.stderrIsJournal()
    target = reachesJournal ? .journal : .console
  }

  /// Of a line, in scalars.
  private static let maximumLength = 1000

  /// Writes one line, or drops it if stderr has no room, so that the program never waits for its
  /// log.
  ///
  /// Messages quote text from outside: its line ends and control characters are escaped, so that
  /// nobody can forge lines or priorities.
  package func write(_ level: LogLevel, _ message: @autoclosure () -> String) {
    guard level <= self.level else { return }
    let prefix = target == .journal ? "<\(level.rawValue)>" : "\(program): "
    let line = Array((prefix + message().printable(upTo: Self.maximumLength) + "\n").utf8)
    var ready = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&ready, 1, 0) == 1, ready.revents & Int16(POLLOUT) != 0 else { return }
    _ = Glibc.write(STDERR_FILENO, line, line.count)
  }

  /// `JOURNAL_STREAM` contains the device and inode of the stream that systemd passed.
  private static func stderrIsJournal() -> Bool {
    var status = stat()
    return fstat(STDERR_FILENO, &status) == 0
      && environment("JOURNAL_STREAM") == "\(status.st_dev):\(status.st_ino)"
  }
}

/// Syslog's scale.
package enum LogLevel: Int, CaseIterable, Comparable, Sendable {
  case emergency = 0
  case alert, critical, error, warning, notice, info, debug

  /// The level's name in syslog and in `org.freedesktop.LogControl1`.
  package var name: String {
    switch self {
    case .emergency: "emerg"
    case .critical: "crit"
    case .error: "err"
    case .alert, .warning, .notice, .info, .debug: "\(self)"
    }
  }

  /// The levels that our programs use, listed for people.
  package static let names = "error, warning, notice, info, debug"

  /// Reads syslog's name for a level, or the full word.
  package init?(name: String) {
    guard let level = Self.allCases.first(where: { $0.name == name || "\($0)" == name }) else {
      return nil
    }
    self = level
  }

  package init(option name: String) throws(OptionError) {
    guard let level = LogLevel(name: name) else {
      let (word, levels) = (name.printable, LogLevel.names)
      throw OptionError(english("“\(word)” is not a log level; use \(levels)."))
    }
    self = level
  }

  package static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The interface `org.freedesktop.LogControl1`, for `systemctl service-log-level`.
package enum LogControl {
  package static let path: ObjectPath = "/org/freedesktop/LogControl1"

  package static let interface = Interface<Log>(
    "org.freedesktop.LogControl1", "Controls what the service logs, and in which form."
  ) {
    Property(
      "LogLevel",
      "The least severe level that is logged: emerg, alert, crit, err, warning, notice, info or "
        + "debug.",
      .nothing, get: \.level.name
    ) { (log: Log, name: String) in
      guard let level = LogLevel(name: name) else {
        let names = LogLevel.allCases.map(\.name).joined(separator: ", ")
        throw BusError.invalidArguments(
          "“\(name.printable)” is not a log level; use \(names).")
      }
      log.level = level
      log.write(.notice, "The log level is now \(name).")
    }
    Property(
      "LogTarget", "The form of messages: for the journal, or for a console.",
      .nothing, get: \.target.rawValue
    ) { (log: Log, name: String) in
      guard let target = Log.Target(rawValue: name) else {
        throw BusError.invalidArguments(
          "The log target must be journal or console, not “\(name.printable)”.")
      }
      guard target == .console || log.reachesJournal else {
        throw BusError.invalidArguments(
          "The log target cannot be journal: stderr is not connected to the journal.")
      }
      log.target = target
    }
    Property("SyslogIdentifier", "The program's name in the log.", .nothing, get: \.program)
  }
}

extension Log {
  /// Sends signals, and logs those that cannot be sent.
  ///
  /// The change is already saved, so the call must not fail because the bus is not reading; a
  /// client that misses a signal reads the properties.
  package func publishing(_ signals: () throws -> Void) {
    do {
      try signals()
    } catch {
      write(.warning, "A signal could not be sent: \((error as? BusError)?.message ?? "\(error)")")
    }
  }
}
