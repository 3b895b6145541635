import DBus
import MemorizeBus

/// What is known of how the bus starts the service.
struct ActivationFacts {
  /// Whether the bus can start it; nil where the bus did not say.
  var isActivatable: Bool?
  /// The files that say how, the one that wins first.
  var files: [ActivationFile] = []
  /// Whether it runs.
  var isRunning = false
  /// Whether systemd has the unit; nil where there is no systemd on the bus.
  var hasUnit: Bool?

  /// The command by which the bus reads its files anew.
  static let reload =
    "busctl --user call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus "
    + "ReloadConfig"

  /// Whether the bus asks systemd for our unit.
  var asksForUnit: Bool { files.first?.unit == UnitFacts.name }

  /// What is to be said of it.
  var checks: [Check] {
    guard let file = files.first else { return [withoutFile] }
    var checks = [knowledge(of: file)]
    if let complaint = file.complaint {
      checks.append(broken("\(file.path.printable) \(complaint).", file))
    }
    if hasUnit == true, !asksForUnit { checks.append(withoutUnit(file)) }
    for other in files.dropFirst() {
      checks.append(
        .warning(
          .activation,
          "\(other.path.printable) is for the same name, and \(file.path.printable), which comes "
            + "first, wins.",
          fix: "Remove the one that is not wanted, then: \(Self.reload)"))
    }
    // Where something is wrong, that the bus knows the file is no news.
    return checks.count > 1 && checks[0].status == .ok ? Array(checks.dropFirst()) : checks
  }

  private var withoutFile: Check {
    let install =
      "Install \(MemorizeBus.name).service to ~/.local/share/dbus-1/services, with the absolute "
      + "path of memorized in Exec="
    switch isActivatable {
    case true?:
      return .note(
        .activation,
        "The bus knows how to start the service, by a file that is in none of the usual places.")
    case nil: return .note(.activation, "There is no activation file, and the bus said nothing.")
    case false? where isRunning:
      return .note(
        .activation,
        "There is no activation file: when the service has ended, the bus will not start it again.",
        fix: install + ".")
    case false?:
      return .fault(
        .activation, "The service is not running, and the bus does not know how to start it.",
        exit: .notAvailable, fix: install + ", or start “memorized” by hand.")
    }
  }

  private func knowledge(of file: ActivationFile) -> Check {
    let path = file.path.printable
    guard isActivatable == false else {
      let unit = file.unit.map { " by \($0.printable)" } ?? ""
      return .ok(.activation, "The bus starts the service\(unit), as \(path) says.")
    }
    let text = "\(path) is there, and the bus does not know it."
    return isRunning
      ? .warning(.activation, text, fix: Self.reload)
      : .fault(.activation, text, exit: .notAvailable, fix: Self.reload)
  }

  private func broken(_ text: String, _ file: ActivationFile) -> Check {
    let fix =
      "Write the absolute path of memorized to the line Exec= of \(file.path.printable), then: "
      + Self.reload
    // systemd starts its unit and never looks at the program.
    guard !(asksForUnit && hasUnit == true) else {
      return .warning(.activation, text, fix: fix)
    }
    return .fault(.activation, text, exit: isRunning ? .unexpected : .notAvailable, fix: fix)
  }

  private func withoutUnit(_ file: ActivationFile) -> Check {
    let named = file.unit.map { "asks systemd for \($0.printable)" } ?? "does not ask systemd"
    return .warning(
      .activation,
      "\(file.path.printable) \(named), so a call and “systemctl --user start memorized” start the "
        + "service in two ways.",
      fix: "Write the line SystemdService=\(UnitFacts.name) there, then: \(Self.reload)")
  }
}
