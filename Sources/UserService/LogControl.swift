package import DBus

/// The interface `org.freedesktop.LogControl1`, by which `systemctl service-log-level` works.
package enum LogControl {
  /// The object's path, the same in every service.
  package static let path: ObjectPath = "/org/freedesktop/LogControl1"

  package static let interface = Interface<Log>(
    "org.freedesktop.LogControl1", "How much the service writes to its log, and for whom."
  ) {
    Property(
      "LogLevel",
      "The least that is written: emerg, alert, crit, err, warning, notice, info or debug.",
      .nothing, get: \.level.name
    ) { (log: Log, name: String) in
      guard let level = LogLevel(name: name) else {
        let names = LogLevel.allCases.map(\.name).joined(separator: ", ")
        throw BusError.invalidArguments(
          "“\(name.printable)” is not a log level; there are \(names).")
      }
      log.level = level
      log.write(.notice, "The log level is \(name) now.")
    }
    Property(
      "LogTarget", "journal, or console where what is written to stderr is read by people.",
      .nothing, get: \.target.rawValue
    ) { (log: Log, name: String) in
      guard let target = Log.Target(rawValue: name) else {
        throw BusError.invalidArguments(
          "The log can be written for the journal or for the console, not for “\(name.printable)”.")
      }
      guard target == .console || log.reachesJournal else {
        throw BusError.invalidArguments(
          "The log cannot be written for the journal: stderr leads elsewhere.")
      }
      log.target = target
    }
    Property("SyslogIdentifier", "The program's name in the log.", .nothing, get: \.program)
  }
}
