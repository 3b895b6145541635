import DBus
import MemorizeBus

extension Findings {
  /// The command by which the bus reads its files again.
  static let reloadBus =
    "busctl --user call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus "
    + "ReloadConfig"

  var activationChecks: [Check] {
    guard let file = files.first else { return [withoutFile] }
    let path = file.path.printable
    var checks: [Check] = []
    if isActivatable == false {
      checks.append(
        Check(
          isRunning ? .warning : .fault(.notAvailable), .activation,
          "\(path) is there, and the bus does not know it.", fix: Self.reloadBus))
    }
    if let fault = file.fault {
      // systemd starts its unit and never looks at the program.
      let isUnused = asksForUnit && loadedUnit != nil
      checks.append(
        Check(
          isUnused ? .warning : .fault(isRunning ? .unexpected : .notAvailable), .activation,
          "\(path) \(fault).",
          fix: "Write the absolute path of memorized to the line Exec= of \(path), then: "
            + Self.reloadBus))
    }
    if loadedUnit != nil, !asksForUnit {
      let named = file.unit.map { "asks systemd for \($0.printable)" } ?? "does not ask systemd"
      checks.append(
        Check(
          .warning, .activation,
          "\(path) \(named), so a call and “systemctl --user start memorized” start the service in "
            + "two ways.",
          fix: "Write the line SystemdService=\(Unit.name) there, then: \(Self.reloadBus)"))
    }
    checks += files.dropFirst().map { other in
      Check(
        .warning, .activation,
        "\(other.path.printable) is for the same name, and \(path), which comes first, wins.",
        fix: "Remove the one that is not wanted, then: \(Self.reloadBus)")
    }
    guard checks.isEmpty else { return checks }
    let unit = file.unit.map { " by \($0.printable)" } ?? ""
    return [Check(.ok, .activation, "The bus starts the service\(unit), as \(path) says.")]
  }

  private var withoutFile: Check {
    let install =
      "Install \(MemorizeContract.name).service to ~/.local/share/dbus-1/services, with the absolute "
      + "path of memorized in Exec="
    return switch isActivatable {
    case true?:
      Check(.note, .activation, "The bus can start the service, by a file in an unusual place.")
    case nil: Check(.note, .activation, "There is no activation file.", fix: install + ".")
    case false? where isRunning:
      Check(
        .note, .activation,
        "There is no activation file: once the service has ended, the bus will not start it again.",
        fix: install + ".")
    case false?:
      Check(
        .fault(.notAvailable), .activation,
        "The service is not running, and the bus does not know how to start it.",
        fix: install + ", or start “memorized” by hand.")
    }
  }
}
