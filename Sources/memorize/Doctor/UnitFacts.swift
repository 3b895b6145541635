import DBus
import MemorizeBus

/// What is known of the unit `memorized.service`.
struct UnitFacts {
  /// The unit's name.
  static let name = "memorized.service"

  /// What systemd says of it.
  var answer: UserManager.Answer
  /// Who has the service's name.
  var owner = NameOwner.unknown
  /// Whether the activation file asks systemd for the unit.
  var isAskedFor = false

  /// What is to be said of it.
  var checks: [Check] {
    switch answer {
    case .absent:
      [.note(.unit, "This bus has no systemd user manager: it starts the service, or you do.")]
    case .mute(let reason):
      [
        serious(
          "The systemd user manager does not say how the unit is: \(reason.printable)",
          exit: .timedOut, fix: "Look at it: systemctl --user status")
      ]
    case .unit(let unit): checks(of: unit)
    }
  }

  private func checks(of unit: Unit) -> [Check] {
    if let trouble = loading(unit) { return [trouble] }
    var checks: [Check] = []
    if unit.needsReload {
      checks.append(
        .warning(
          .unit, "The files of \(Self.name) have changed since systemd read them.",
          fix: "systemctl --user daemon-reload"))
    }
    if unit.hasFailed { checks.append(failed(unit)) }
    if let process = owner.process, unit.mainProcess != 0, process.identifier != unit.mainProcess {
      checks.append(
        .warning(
          .unit,
          "The name \(MemorizeBus.name) belongs to \(process.description), not to the unit's "
            + "process \(unit.mainProcess).",
          fix: "End the one that is not wanted: kill \(process.identifier)"))
    }
    return checks.isEmpty ? [.ok(.unit, summary(unit))] : checks
  }

  /// What keeps systemd from starting it at all.
  private func loading(_ unit: Unit) -> Check? {
    switch unit.loadState {
    case "loaded" where !unit.hasProgram:
      return blocked(
        "\(Self.name) starts \(unit.program.printable), which is not there or no program.",
        fix: "Install it there, or write its path to ExecStart= of \(unit.path.printable)")
    case "loaded": return nil
    case "masked":
      return blocked("\(Self.name) is masked.", fix: "systemctl --user unmask memorized")
    case "not-found":
      let fix = "Put it into ~/.config/systemd/user, then: systemctl --user daemon-reload"
      return isAskedFor
        ? blocked("\(Self.name) is not installed, and the activation file asks for it.", fix: fix)
        : .note(.unit, "\(Self.name) is not installed: the bus starts the service, or you do.")
    default:
      return blocked(
        "systemd could not read \(Self.name): its state is “\(unit.loadState.printable)”.",
        fix: "systemd-analyze --user verify \(Self.name)")
    }
  }

  private func failed(_ unit: Unit) -> Check {
    let again = unit.activeState == "failed" ? "" : " and is started again and again"
    return serious(
      "\(Self.name) has failed\(again): \(unit.result.printable), exit status \(unit.exitStatus).",
      exit: .unexpected,
      fix: "See why: journalctl --user -u memorized; then: systemctl --user restart memorized")
  }

  /// What keeps the service from being started, where the bus leaves that to systemd.
  private func blocked(_ text: String, fix: String) -> Check {
    isAskedFor
      ? serious(text, exit: .notAvailable, fix: fix) : .warning(.unit, text, fix: fix)
  }

  /// A fault, or only a warning where the service runs all the same.
  private func serious(_ text: String, exit: ExitStatus, fix: String) -> Check {
    owner.isThere ? .warning(.unit, text, fix: fix) : .fault(.unit, text, exit: exit, fix: fix)
  }

  private func summary(_ unit: Unit) -> String {
    let added =
      switch unit.dropIns.count {
      case 0: ""
      case 1: " with one drop-in"
      case let count: " with \(count) drop-ins"
      }
    let enabled = unit.fileState == "enabled" ? ", and starts at login" : ""
    return "\(Self.name) is \(unit.activeState.printable) (\(unit.subState.printable)), read from "
      + "\(unit.path.printable)\(added)\(enabled)."
  }
}
