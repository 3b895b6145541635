internal import DBus

/// How much a message matters, by syslog's scale.
package enum LogLevel: Int, CaseIterable, Comparable, Sendable {
  /// The system cannot be used.
  case emergency = 0
  /// Somebody has to act at once.
  case alert
  /// A program cannot go on.
  case critical
  /// Something failed.
  case error
  /// Something may fail.
  case warning
  /// Something that is worth knowing, and in order.
  case notice
  /// The ordinary course of things.
  case info
  /// What helps to find a fault.
  case debug

  /// The level's name in syslog and in `org.freedesktop.LogControl1`.
  package var name: String {
    switch self {
    case .emergency: "emerg"
    case .critical: "crit"
    case .error: "err"
    case .alert, .warning, .notice, .info, .debug: "\(self)"
    }
  }

  /// The levels that our programs write at, as they are listed for people.
  package static let names = "error, warning, notice, info, debug"

  /// Takes syslog's name for a level, and the word it is short for.
  package init?(name: String) {
    guard let level = Self.allCases.first(where: { $0.name == name || "\($0)" == name }) else {
      return nil
    }
    self = level
  }

  /// Takes what stands after the option `--log-level`.
  ///
  /// - Throws: `OptionMistake`, naming the levels there are.
  package init(option name: String) throws(OptionMistake) {
    guard let level = LogLevel(name: name) else {
      throw OptionMistake("“\(name.printable)” is not a log level; there are \(LogLevel.names).")
    }
    self = level
  }

  /// Whether the left one matters more.
  package static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}
