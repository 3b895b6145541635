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
      (english("bus", context: "check"), false, [busCheck]),
      (english("service", context: "check"), true, [serviceCheck]),
      (english("version", context: "check"), true, [versionCheck]),
      (english("activation", context: "check"), true, activationChecks),
      (english("unit", context: "check"), true, unitChecks),
      (english("sandbox", context: "check"), true, [sandboxCheck]),
      (english("storage", context: "check"), false, storageChecks),
      (english("decks", context: "check"), false, copyChecks),
      (english("reviews", context: "check"), true, [reviewCheck]),
      (english("log", context: "check"), true, logChecks),
      (english("notifications", context: "check"), true, [notificationCheck]),
      (english("notifier", context: "check"), true, [notifierCheck]),
      (english("reminder", context: "check"), true, reminderChecks),
      (english("hearing", context: "check"), true, hearingChecks),
      (english("media", context: "check"), false, mediaChecks),
      (english("door", context: "check"), true, doorChecks),
      (english("terminal", context: "check"), false, [terminalCheck]),
      (english("locale", context: "check"), false, [localeCheck]),
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
      let server =
        broker.exists ? broker.description : english("a process that it does not name")
      return Check(.ok, english("\(address.printable), served by \(server)."))
    }
    guard failure.name == .timeout || failure.name == .noReply else {
      return Check(
        .fault(.notAvailable), failure.message,
        fix: english(
          "Check that a session bus is running, and that DBUS_SESSION_BUS_ADDRESS names it."))
    }
    return Check(
      .fault(.timedOut), english("\(address.printable) did not answer in time."),
      fix: english(
        "Is it the right one? DBUS_SESSION_BUS_ADDRESS says which bus is used. If it is slow, "
          + "give it more time with --timeout; if it is stopped, continue it with “kill -CONT”."))
  }

  var serviceCheck: Check? {
    switch owner {
    case .process(let running):
      let (process, unit) = (owner.description, Unit.name)
      return Check(
        .ok,
        isOfUnit
          ? english("Running as \(process), started by the unit \(unit).")
          : running?.isStartedByBus == true
            ? english("Running as \(process), started by the bus.")
            : english("Running as \(process), started by hand."))
    case .nobody where isActivatable == true:
      return Check(.ok, english("Not running; the first call starts it."))
    case .nobody:
      return Check(.note, english("Not running."), fix: english("Start “memorized”."))
    case .unknown:
      let name = MemorizeContract.name
      return Check(.note, english("The bus did not say who owns the name \(name)."))
    }
  }

  var versionCheck: Check? {
    guard isRunning, let version else { return nil }
    switch version {
    case .success(let theirs) where theirs.fits:
      let service = theirs.text?.printable ?? ""
      return Check(
        .ok,
        english("Service \(service) and memorize \(MemorizeContract.version) are compatible."))
    case .success(let theirs):
      let ours = MemorizeContract.version
      return Check(
        .fault(.versions),
        (theirs.text?.printable).map { service in
          english(
            "The service is version \(service), and this is memorize \(ours): they are not "
              + "compatible.")
        }
          ?? english(
            "The service has no version, and this is memorize \(ours): they are not compatible."),
        fix: english(
          "Install both from the same release, and stop the old service: \(endCommand)."))
    case .failure(let error) where error.name == .timeout:
      let stopped = owner.stopped
      return Check(
        .fault(.timedOut),
        stopped == nil
          ? english("The service did not answer in time.")
          : english("The service did not answer in time: it is stopped."),
        fix: stopped.map { stopped in english("Continue it: kill -CONT \(stopped).") }
          ?? english("Try again; if it still does not answer, stop it: \(endCommand)."))
    case .failure(let error):
      return Check(
        .fault(.unexpected),
        english("The service did not report its version: \(error.message.printable)"),
        fix: english(
          "Run “memorize doctor” again; if that does not help, stop the service: \(endCommand)."))
    }
  }

  var reviewCheck: Check? {
    switch schedules {
    case nil: return nil
    case .success((let all, 0)):
      return Check(
        .ok,
        all == 0
          ? english("No answer was logged yet.")
          : plural(
            all, one: "The only due date matches your answers.",
            other: "All \(all) due dates match your answers."))
    case .success((let all, let different)):
      return Check(
        .warning,
        // No plural: its form would follow the first of the two numbers.
        all == 1
          ? english("The only due date does not match your answers.")
          : english("\(different) of \(all) due dates do not match your answers."),
        fix: english("Compute them again: memorize practice rebuild"))
    case .failure(let error):
      return Check(
        .note,
        english("The due dates were not compared with your answers: \(error.message.printable)"))
    }
  }

  private var endCommand: String {
    if isOfUnit { return Unit.restart }
    return owner.process.map { "kill \($0.identifier)" } ?? english("end its process")
  }
}
