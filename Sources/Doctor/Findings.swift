import DBus
import MemorizeBus
import PlainText
import Screens

/// The report follows from these findings alone.
package struct Findings {
  /// Empty if there is none.
  var address = ""
  var busFailure: BusError?
  /// The bus's own process.
  var broker = NameOwner.unknown

  /// The owner of the service's name.
  var owner = NameOwner.unknown
  /// The service's version, `Timeout` if it did not reply in time; nil if nobody was asked.
  var version: Result<ServiceVersion, BusError>?
  /// Whether the bus can start the service; nil if it did not say.
  var isActivatable: Bool?
  /// The service files; the first one counts.
  var files: [ActivationFile] = []

  /// systemd's answers about `memorized.service` and `memorize-notify.service`.
  var unit = UnitAnswer.noManager
  var notifierUnit = UnitAnswer.noManager
  var door = DoorState()
  var namespaces = UserNamespaces.unknown
  var storage = Storage()
  var copies = DeckCopies()

  var notifications = Notifications()
  /// The owner of the notifier's name.
  var notifier = NameOwner.unknown
  /// How many schedules there are, and how many differ from the log of reviews; nil if nobody was
  /// asked.
  var schedules: Result<(all: UInt32, different: UInt32), BusError>?
  /// The machines whose logs are in the folder of the user's data.
  var machines: [LogMachine] = []
  /// The time of the daily reminder; nil if it is off, or nobody could be asked.
  var reminder: String?
  /// The minutes between questions through the day; nil if they are off, or nobody could be asked.
  var questionEvery: UInt32?
  /// Whether a session of practice is on.
  var isPracticing = false
  var hearing = Hearing()
  var media = NamedMedia()
  var terminal = TerminalState()

  /// The table of all checks: the subject, whether it needs a bus, and what it says of the findings.
  package var report: Report {
    let table: [(subject: String, needsBus: Bool, checks: [Check?])] = [
      ("bus", false, [busCheck]), ("service", true, [serviceCheck]),
      ("version", true, [versionCheck]), ("activation", true, activationChecks),
      ("unit", true, unitChecks), ("sandbox", true, [sandboxCheck]),
      ("storage", false, storageChecks), ("decks", false, copyChecks),
      ("reviews", true, [reviewCheck]), ("log", true, logChecks),
      ("notifications", true, [notificationCheck]),
      ("notifier", true, [notifierCheck]), ("reminder", true, reminderChecks),
      ("hearing", true, hearingChecks), ("media", false, mediaChecks),
      ("door", true, doorChecks),
      ("terminal", false, [terminalCheck]),
      ("locale", false, [localeCheck]),
    ]
    let asked = table.filter { busFailure == nil || !$0.needsBus }
    return Report(
      rows: asked.flatMap { row in row.checks.compactMap { $0.map { (row.subject, $0) } } })
  }

  var isRunning: Bool { owner.exists }

  /// Whether the unit started the owner of the service's name.
  var isOfUnit: Bool {
    guard case .unit(let unit) = unit, unit.mainProcess != 0 else { return false }
    return owner.process?.identifier == unit.mainProcess
  }

  /// Whether the bus asks systemd to start the service.
  var asksForUnit: Bool { files.first?.unit == Unit.name }
}

// Bus and service.
extension Findings {
  var busCheck: Check? {
    guard let failure = busFailure else {
      let server = broker.exists ? broker.description : "a process that it does not name"
      return Check(.ok, "\(address.printable), served by \(server).")
    }
    guard failure.name == .timeout || failure.name == .noReply else {
      return Check(
        .fault(.notAvailable), failure.message,
        fix: "Check that a session bus is running, and that DBUS_SESSION_BUS_ADDRESS names it.")
    }
    return Check(
      .fault(.timedOut), "\(address.printable) did not answer in time.",
      fix: "Is it the right one? DBUS_SESSION_BUS_ADDRESS says which bus is used. If it is slow, "
        + "give it more time with --timeout; if it is stopped, continue it with “kill -CONT”.")
  }

  var serviceCheck: Check? {
    switch owner {
    case .process(let process):
      let hand = process?.isStartedByBus == true ? "the bus" : "hand"
      let starter = isOfUnit ? "the unit \(Unit.name)" : hand
      return Check(.ok, "Running as \(owner.description), started by \(starter).")
    case .nobody where isActivatable == true:
      return Check(.ok, "Not running; the first call starts it.")
    case .nobody:
      return Check(.note, "Not running.", fix: "Start “memorized”.")
    case .unknown:
      return Check(
        .note, "The bus did not say who owns the name \(MemorizeContract.name).")
    }
  }

  var versionCheck: Check? {
    guard isRunning, let version else { return nil }
    switch version {
    case .success(let theirs) where theirs.fits:
      let name = theirs.text?.printable ?? ""
      return Check(.ok, "Service \(name) and memorize \(MemorizeContract.version) are compatible.")
    case .success(let theirs):
      return Check(
        .fault(.versions), "The service \(theirs.incompatibility)",
        fix: "Install both from the same release, and stop the old service: \(endCommand).")
    case .failure(let error) where error.name == .timeout:
      let stopped = owner.stopped
      return Check(
        .fault(.timedOut),
        stopped == nil
          ? "The service did not answer in time."
          : "The service did not answer in time: it is stopped.",
        fix: stopped.map { "Continue it: kill -CONT \($0)." }
          ?? "Try again; if it still does not answer, stop it: \(endCommand).")
    case .failure(let error):
      return Check(
        .fault(.unexpected),
        "The service did not report its version: \(error.message.printable)",
        fix: "Run “memorize doctor” again; if that does not help, stop the service: \(endCommand).")
    }
  }

  var reviewCheck: Check? {
    switch schedules {
    case nil: return nil
    case .success((let all, 0)):
      return Check(
        .ok,
        all == 0
          ? "No answer was logged yet."
          : plural(
            all, one: "The only due date matches your answers.",
            other: "All \(all) due dates match your answers."))
    case .success((let all, let different)):
      return Check(
        .warning,
        plural(
          all, one: "The only due date does not match your answers.",
          other: "\(different) of \(all) due dates do not match your answers."),
        fix: "Compute them again: memorize practice rebuild")
    case .failure(let error):
      return Check(
        .note, "The due dates were not compared with your answers: \(error.message.printable)"
      )
    }
  }

  private var endCommand: String {
    if isOfUnit { return Unit.restart }
    return owner.process.map { "kill \($0.identifier)" } ?? "end its process"
  }
}
