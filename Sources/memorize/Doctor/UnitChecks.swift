import DBus
import MemorizeBus

extension Findings {
  var unitChecks: [Check] {
    switch unit {
    case .noManager:
      return [
        Check(
          .note, .unit, "This bus has no systemd user manager: it starts the service, or you do.")
      ]
    case .mute(let reason):
      return [
        serious(
          .timedOut, "The systemd user manager does not say how the unit is: \(reason.printable)",
          fix: "Look at it: systemctl --user status")
      ]
    case .unit(let unit):
      if let problem = loading(unit) { return [problem] }
      let checks = [changed(unit), failed(unit), otherOwner(unit)].compactMap { $0 }
      return checks.isEmpty ? [Check(.ok, .unit, summary(unit))] : checks
    }
  }

  /// What keeps systemd from starting it at all.
  private func loading(_ unit: Unit) -> Check? {
    switch unit.loadState {
    case "loaded":
      guard !unit.program.isEmpty, !FilePath.isExecutable(unit.program) else { return nil }
      return blocked(
        "\(Unit.name) starts \(unit.program.printable), which is not there or no program.",
        fix: "Install it there, or write its path to ExecStart= of \(unit.path.printable)")
    case "masked":
      return blocked("\(Unit.name) is masked.", fix: "systemctl --user unmask memorized")
    case "not-found" where asksForUnit:
      return blocked(
        "\(Unit.name) is not installed, and the activation file asks for it.",
        fix: "Put it into ~/.config/systemd/user, then: \(Unit.reload)")
    case "not-found":
      return Check(
        .note, .unit, "\(Unit.name) is not installed: the bus starts the service, or you do.")
    default:
      return blocked(
        "systemd could not read \(Unit.name): its state is “\(unit.loadState.printable)”.",
        fix: "systemd-analyze --user verify \(Unit.name)")
    }
  }

  private func changed(_ unit: Unit) -> Check? {
    guard unit.needsReload else { return nil }
    return Check(
      .warning, .unit, "The files of \(Unit.name) have changed since systemd read them.",
      fix: Unit.reload)
  }

  private func failed(_ unit: Unit) -> Check? {
    guard unit.hasFailed else { return nil }
    let again = unit.activeState == "failed" ? "" : " and is started again and again"
    return serious(
      .unexpected,
      "\(Unit.name) has failed\(again): \(unit.result.printable), exit status \(unit.exitStatus).",
      fix: "See why: journalctl --user -u memorized; then: \(Unit.restart)")
  }

  private func otherOwner(_ unit: Unit) -> Check? {
    guard let process = owner.process, unit.mainProcess != 0,
      process.identifier != unit.mainProcess
    else { return nil }
    return Check(
      .warning, .unit,
      "The name \(MemorizeContract.name) belongs to \(process.description), not to the unit's process "
        + "\(unit.mainProcess).",
      fix: "End the one that is not wanted: kill \(process.identifier)")
  }

  /// What keeps the service from being started, if the bus leaves that to systemd.
  private func blocked(_ text: String, fix: String) -> Check {
    asksForUnit
      ? serious(.notAvailable, text, fix: fix) : Check(.warning, .unit, text, fix: fix)
  }

  /// A fault, or only a warning if the service runs all the same.
  private func serious(_ exit: ExitStatus, _ text: String, fix: String) -> Check {
    Check(isRunning ? .warning : .fault(exit), .unit, text, fix: fix)
  }

  private func summary(_ unit: Unit) -> String {
    let added =
      switch unit.dropIns.count {
      case 0: ""
      case 1: " with one drop-in"
      case let count: " with \(count) drop-ins"
      }
    let enabled = unit.fileState == "enabled" ? ", and starts at login" : ""
    return "\(Unit.name) is \(unit.activeState.printable) (\(unit.subState.printable)), read from "
      + "\(unit.path.printable)\(added)\(enabled)."
  }
}
