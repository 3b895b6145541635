import DBus
import MemorizeBus
import PlainText
import Screens
import UserFiles

/// The answer of systemd's user manager about a unit.
enum UnitAnswer: Equatable {
  /// There is no user manager on the bus.
  case noManager
  /// It did not answer, for this reason.
  case noReply(String)
  /// The unit, even if there is none of that name.
  case unit(Unit)

  /// Nil if systemd has not loaded it.
  var loaded: Unit? {
    if case .unit(let unit) = self, unit.loadState == "loaded" { unit } else { nil }
  }
}

/// A service unit, by the properties of `org.freedesktop.systemd1`.
struct Unit: Equatable {
  static let name = "memorized.service"
  static let notifier = "memorize-notify.service"
  static let reload = "systemctl --user daemon-reload"
  static let restart = "systemctl --user restart memorized"

  var properties: [String: Value] = [:]

  /// `loaded`, `not-found`, `masked`, `bad-setting`, `error`.
  var loadState: String { read("LoadState") ?? "" }
  /// `active`, `inactive`, `activating`, `deactivating`, `failed`.
  var activeState: String { read("ActiveState") ?? "" }
  /// The state in more detail: `running`, `dead`, `auto-restart`.
  var subState: String { read("SubState") ?? "" }
  /// The unit's file; `dropIns` change it.
  var path: String { (read("FragmentPath") ?? "").printable }
  var dropIns: [String] { read("DropInPaths") ?? [] }
  /// 0 if none is running.
  var mainProcess: UInt32 { read("MainPID") ?? 0 }
  /// Empty if systemd did not say.
  var program: String { first(of: "ExecStart").first ?? "" }
  /// Its own, without what all units get: `NAME=value`.
  var environment: [String] { read("Environment") ?? [] }
  /// Also if systemd is about to restart it.
  var hasFailed: Bool { activeState == "failed" || subState.hasPrefix("auto-restart") }
  /// Whether it starts at login.
  var isEnabled: Bool { read("UnitFileState") == "enabled" }
  /// The reason, as `exit-code`, `signal` or `watchdog`, and the exit code or the signal.
  var failure: String {
    let (result, status) = (read("Result") ?? "", read("ExecMainStatus") ?? Int32(0))
    return english("\(result), exit status \(status)").printable
  }
  /// Whether it may write to its writable paths only.
  var isReadOnly: Bool { read("ProtectSystem") == "strict" || read("ProtectHome") == "read-only" }
  var writablePaths: [String] {
    // A dash before a path: it need not exist.
    (read("ReadWritePaths") ?? [String]()).map { String($0.drop { "-+".contains($0) }) }
      + first(of: "BindPaths")
  }

  func read<T: BusType>(_ name: String) -> T? { properties[name]?.get() }

  /// The first path of each command or mount.
  private func first(of name: String) -> [String] {
    guard case .array(_, let structures)? = properties[name] else { return [] }
    return structures.compactMap {
      guard case .structure(let members) = $0, case .string(let text)? = members.first else {
        return nil
      }
      return text
    }
  }
}

extension Findings {
  var unitChecks: [Check] {
    switch unit {
    case .noManager:
      let text = english(
        "This bus has no systemd user manager: the bus starts the service, or you start it "
          + "yourself.")
      return [Check(.note, text)]
    case .noReply(let reason):
      return [
        serious(
          .timedOut,
          english("The systemd user manager did not report the unit's state: \(reason.printable)"),
          fix: english("Look at it: systemctl --user status"))
      ]
    case .unit(let unit):
      if let problem = loading(unit) { return [problem] }
      let checks = faults(of: unit)
      return checks.isEmpty ? [Check(.ok, summary(unit))] : checks
    }
  }

  /// Why systemd cannot start it at all.
  private func loading(_ unit: Unit) -> Check? {
    let name = Unit.name
    switch unit.loadState {
    case "loaded":
      guard !unit.program.isEmpty, !FilePath.isExecutable(unit.program) else { return nil }
      let program = unit.program.printable
      return blocked(
        english("\(name) starts \(program), which does not exist or is not executable."),
        fix: english("Install it there, or put its path in ExecStart= of \(unit.path)"))
    case "masked":
      return blocked(english("\(name) is masked."), fix: "systemctl --user unmask memorized")
    case "not-found" where asksForUnit:
      return blocked(
        english("\(name) is not installed, but the activation file asks for it."),
        fix: english("Put it in ~/.config/systemd/user, then: \(Unit.reload)"))
    case "not-found":
      return Check(
        .note,
        english(
          "\(name) is not installed: the bus starts the service, or you start it yourself."))
    default:
      let state = unit.loadState.printable
      return blocked(
        english("systemd could not read \(name): its state is “\(state)”."),
        fix: "systemd-analyze --user verify \(name)")
    }
  }

  private func faults(of unit: Unit) -> [Check] {
    let name = Unit.name
    var checks: [Check] = []
    if unit.read("NeedDaemonReload") == true {
      let text = english("The files of \(name) have changed since systemd read them.")
      checks.append(Check(.warning, text, fix: Unit.reload))
    }
    if unit.hasFailed {
      checks.append(
        serious(
          .unexpected,
          unit.activeState == "failed"
            ? english("\(name) has failed: \(unit.failure).")
            : english("\(name) has failed and keeps being restarted: \(unit.failure)."),
          fix: english("See why: journalctl --user -u memorized; then: \(Unit.restart)")))
    }
    if let process = owner.process, unit.mainProcess != 0, !isOfUnit {
      let busName = MemorizeContract.name
      checks.append(
        Check(
          .warning,
          english(
            "The name \(busName) belongs to \(process.description), not to the unit's process "
              + "\(unit.mainProcess)."),
          fix: english("Stop the one you do not want: kill \(process.identifier)")))
    }
    return checks
  }

  /// Only a warning if the bus can start the service without systemd.
  private func blocked(_ text: String, fix: String) -> Check {
    asksForUnit
      ? serious(.notAvailable, text, fix: fix) : Check(.warning, text, fix: fix)
  }

  /// A fault, or only a warning if the service runs anyway.
  private func serious(_ exit: ExitStatus, _ text: String, fix: String) -> Check {
    Check(isRunning ? .warning : .fault(exit), text, fix: fix)
  }

  private func summary(_ unit: Unit) -> String {
    let (name, path, count) = (Unit.name, unit.path, unit.dropIns.count)
    let state = "\(unit.activeState.printable) (\(unit.subState.printable))"
    switch (count, unit.isEnabled) {
    case (0, true):
      return english("\(name) is \(state), read from \(path), and starts at login.")
    case (0, false): return english("\(name) is \(state), read from \(path).")
    case (_, true):
      return plural(
        count,
        one: "\(name) is \(state), read from \(path) with one drop-in, and starts at login.",
        other:
          "\(name) is \(state), read from \(path) with \(count) drop-ins, and starts at login.")
    case (_, false):
      return plural(
        count, one: "\(name) is \(state), read from \(path) with one drop-in.",
        other: "\(name) is \(state), read from \(path) with \(count) drop-ins.")
    }
  }
}
