import DBus
import EventLoop
import MemorizeBus
package import Screens
import UserFiles
import UserService

extension Findings {
  /// Asks the bus last: one that does not reply takes all the remaining time.
  package static func gather(_ options: Options, _ media: NamedMedia) -> Findings {
    let limit = options.timeout ?? Options.usualTimeout
    let end = ContinuousClock.now + limit
    var found = Findings()
    found.media = media
    found.terminal = TerminalState(options)
    found.files = ActivationFile.all(in: ActivationFile.directories(environment: environment))
    found.namespaces = .probe(within: min(limit / 4, .seconds(1)))
    var unitVariables: [String]?
    do throws(BusError) {
      let address = try BusAddress.session(environment: environment)
      found.address = address.text
      let examination = try Examination(of: address, until: end)
      try examination.askBus(&found)
      examination.askService(&found)
      unitVariables = examination.askManager(&found)
      found.door.look()
      examination.askNotificationServer(&found)
      found.hearing.askForVoices(within: examination.rest)
    } catch {
      found.busFailure = error
    }
    let process = found.owner.process
    let variables = process?.variables ?? unitVariables ?? []
    found.storage = Storage(process: process, unit: found.unit.loaded, variables: variables)
    found.copies = DeckCopies(in: UserDirectories(variables: variables))
    return found
  }
}

/// Asks the bus, and starts nothing.
///
/// Each call may take half of the remaining time, so that one without a reply leaves some for the
/// others.
private struct Examination {
  private typealias Target = (name: BusName, path: ObjectPath, interface: InterfaceName)

  private static let manager: Target = (
    "org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager"
  )
  private static let notifications: Target = (
    DesktopNotifications.name, DesktopNotifications.path, DesktopNotifications.interface
  )

  private let connection: Connection
  private let end: ContinuousClock.Instant

  init(of address: BusAddress, until end: ContinuousClock.Instant) throws(BusError) {
    self.end = end
    // Leave the bus some time to answer, even if the other checks took long.
    let limit = max(ContinuousClock.now.duration(to: end), .milliseconds(20))
    var helloReply: Result<BusName, BusError>?
    connection = try Connection.inTime(
      to: address, loop: ServiceConnection.loop(), deadline: limit
    ) { helloReply = $0 }
    connection.loop.run { helloReply != nil }
    _ = try helloReply?.get()
  }

  private var limit: Duration { min(longLimit, .seconds(2)) }

  /// What the last question may take.
  var rest: Duration { max(ContinuousClock.now.duration(to: end) - .milliseconds(200), .zero) }

  /// The time for a call that may take long.
  private var longLimit: Duration { max(ContinuousClock.now.duration(to: end), .zero) / 2 }

  private func ask<each I: BusType, each O: BusType>(
    _ target: Target, _ member: MemberName, _ arguments: repeat each I,
    returning types: repeat (each O).Type
  ) throws(BusError) -> (repeat each O) {
    try connection.wait { done in
      connection.call(
        target.name, target.path, target.interface, member, repeat each arguments,
        returning: repeat each types, deadline: limit, startsService: false, completion: done)
    }
  }

  private func owner(of name: BusName) -> Result<UInt32, BusError> {
    Result { () throws(BusError) in
      try connection.wait { connection.processID(of: name, deadline: limit, completion: $0) }
    }
  }

  func askBus(_ found: inout Findings) throws(BusError) {
    let broker = owner(of: .bus)
    if case .failure(let error) = broker, error.isUncertain { throw error }
    found.broker = NameOwner(broker)
    found.owner = NameOwner(owner(of: MemorizeContract.name))
    found.notifier = NameOwner(owner(of: NotifierContract.name))
    found.notifications.owner = NameOwner(owner(of: DesktopNotifications.name))
    let activatable: [String]? = try? connection.wait {
      connection.bus(
        "ListActivatableNames", returning: [String].self, deadline: limit, completion: $0)
    }
    guard let names = activatable else { return }
    found.isActivatable = names.contains(MemorizeContract.name.rawValue)
    found.notifications.isActivatable = names.contains(DesktopNotifications.name.rawValue)
  }

  func askService(_ found: inout Findings) {
    guard found.owner.exists else { return }
    let (start, limit) = (ContinuousClock.now, limit)
    do throws(BusError) {
      let version = try ServiceVersion(askedOver: connection, deadline: limit)
      found.version = .success(version)
      if version.fits {
        askSettings(&found)
        found.schedules = schedules
        found.machines = (try? service(within: limit).callAndWait(StorageContract.machines)) ?? []
      }
    } catch {
      if error.name == .serviceUnknown {
        // It ended during the call.
        found.owner = .nobody
      } else {
        let isLate = start.duration(to: .now) >= limit
        found.version = .failure(isLate ? BusError(.timeout, "") : error)
      }
    }
  }

  private func service(within limit: Duration) -> Proxy {
    Proxy(
      connection, to: MemorizeContract.name, at: MemorizeContract.path, deadline: limit,
      startsService: false)
  }

  private var schedules: Result<(all: UInt32, different: UInt32), BusError> {
    Result { () throws(BusError) in
      try service(within: longLimit).callAndWait(PracticeContract.rebuild, true)
    }
  }

  private func askSettings(_ found: inout Findings) {
    guard let settings = try? state(of: SettingsContract.self) else { return }
    let decks: [DeckSummary] =
      settings.speak.known == .off
      ? [] : (try? service(within: limit).callAndWait(PracticeContract.decks)) ?? []
    found.hearing = Hearing(settings, decks: decks.map(\.language), found.media)
    found.reminder = settings.dailyReminder ? settings.dailyReminderTime : nil
    guard settings.questionEvery > 0 else { return }
    found.questionEvery = settings.questionEvery
    found.isPracticing = (try? state(of: PracticeContract.self))?.isInProgress == true
  }

  private func state<C: Contract>(of contract: C.Type) throws(BusError) -> C.State {
    try connection.wait { service(within: limit).state(of: contract, completion: $0) }
  }

  /// Asks for our units, and returns the environment that units get: `NAME=value`.
  func askManager(_ found: inout Findings) -> [String]? {
    guard NameOwner(owner(of: Self.manager.name)).exists else { return nil }
    found.unit = unit(Unit.name)
    if case .noReply = found.unit { return nil }
    found.notifierUnit = unit(Unit.notifier)
    found.door.unit = unit(DoorState.socketUnit, "Socket")
    let manager = Self.manager
    let value: Value? = try? ask(
      (manager.name, manager.path, .properties), "Get", manager.interface.rawValue, "Environment",
      returning: Value.self)
    guard let variables = value?.get([String].self) else { return nil }
    return found.unit.loaded.map { variables + $0.environment }
  }

  /// Loads the unit if necessary, but does not start it.
  private func unit(_ name: String, _ kind: String = "Service") -> UnitAnswer {
    do throws(BusError) {
      let path = try ask(Self.manager, "LoadUnit", name, returning: ObjectPath.self)
      var properties: [String: Value] = [:]
      for kind in ["Unit", kind] {
        let more = try ask(
          (Self.manager.name, path, .properties), "GetAll", "org.freedesktop.systemd1.\(kind)",
          returning: [String: Value].self)
        properties.merge(more) { first, _ in first }
      }
      return .unit(Unit(properties: properties))
    } catch {
      return .noReply(error.message)
    }
  }

  func askNotificationServer(_ found: inout Findings) {
    guard found.notifications.owner.exists else { return }
    found.notifications.server = Result { () throws(BusError) in
      let (name, _, version, specification) = try ask(
        Self.notifications, "GetServerInformation",
        returning: String.self, String.self, String.self, String.self)
      let capabilities = try ask(
        Self.notifications, "GetCapabilities", returning: [String].self)
      return (name, version, specification, capabilities)
    }
  }
}
