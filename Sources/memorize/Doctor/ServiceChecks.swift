import DBus
import MemorizeBus

extension Findings {
  var busCheck: Check? {
    guard let failure = busFailure else {
      let server = broker.exists ? broker.description : "a process that it does not name"
      return Check(.ok, .bus, "\(address.printable), served by \(server).")
    }
    guard failure.name == .timeout || failure.name == .noReply else {
      return Check(
        .fault(.notAvailable), .bus, failure.message,
        fix: "See that a session bus runs, and that DBUS_SESSION_BUS_ADDRESS names it.")
    }
    return Check(
      .fault(.timedOut), .bus, "\(address.printable) did not answer in time.",
      fix: "Is it the right one? DBUS_SESSION_BUS_ADDRESS says which bus is used. If it is slow, "
        + "give it more time with --timeout; if it is stopped, continue it with “kill -CONT”.")
  }

  var serviceCheck: Check? {
    switch owner {
    case .process:
      let starter =
        isOfUnit
        ? "the unit \(Unit.name)" : owner.process?.isStartedByBus == true ? "the bus" : "hand"
      return Check(.ok, .service, "It is \(owner.description), started by \(starter).")
    case .nobody where isActivatable == true:
      return Check(.ok, .service, "It is not running; the first call starts it.")
    case .nobody:
      return Check(.note, .service, "It is not running.", fix: "Start “memorized”.")
    case .unknown:
      return Check(
        .note, .service, "The bus did not say who has the name \(MemorizeContract.name).")
    }
  }

  var versionCheck: Check? {
    guard isRunning, let version else { return nil }
    switch version {
    case .known(let theirs) where ServiceConnection.fits(theirs):
      let text = "Service \(theirs.printable) and memorize \(MemorizeContract.version) fit."
      return Check(.ok, .version, text)
    case .known(let theirs): return misfit("is version \(theirs.printable)")
    case .missing: return misfit("has no version")
    case .failed(let reason):
      return Check(
        .fault(.unexpected), .version,
        "The service could not be asked for its version: \(reason.printable)",
        fix: "Run “memorize doctor” again; if that does not help, end the service: \(endCommand).")
    case .mute:
      let process = owner.process
      let isStopped = process?.isStopped == true
      return Check(
        .fault(.timedOut), .version,
        "The service did not answer in time\(isStopped ? ": it is stopped" : "").",
        fix: isStopped
          ? "Continue it: kill -CONT \(process?.identifier ?? 0)."
          : "Try again; if it stays mute, end it: \(endCommand).")
    }
  }

  private func misfit(_ theirs: String) -> Check {
    Check(
      .fault(.versions), .version,
      "The service \(theirs), and this is memorize \(MemorizeContract.version): they do not fit.",
      fix: "Install both from one release, and end the old service: \(endCommand).")
  }

  private var endCommand: String {
    if isOfUnit { return Unit.restart }
    return owner.process.map { "kill \($0.identifier)" } ?? "kill it"
  }
}
