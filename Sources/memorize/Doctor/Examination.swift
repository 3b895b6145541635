import DBus
import EventLoop
import MemorizeBus
import UserService

extension Findings {
  /// Looks at everything, and last at the bus: a mute one takes all the time there is.
  static func gather(_ options: Options) -> Findings {
    let limit = options.timeout ?? .seconds(5)
    let end = ContinuousClock.now + limit
    var found = Findings()
    found.terminal = TerminalState(options)
    found.files = ActivationFile.all(in: ActivationFile.directories(environment: environment))
    found.namespaces = .look(within: min(limit / 4, .seconds(1)))
    var unitVariables: [String]?
    do throws(BusError) {
      let address = try BusAddress.session(environment: environment)
      found.address = address.text
      let examination = try Examination(of: address, until: end)
      try examination.askBus(&found)
      examination.askService(&found)
      unitVariables = examination.askManager(&found)
      examination.askNotificationServer(&found)
    } catch {
      found.busFailure = error
    }
    let process = found.owner.process
    found.storage = Storage(
      process: process, unit: found.loadedUnit, variables: process?.variables ?? unitVariables)
    return found
  }
}

/// Asks those on the bus, and starts none of them.
///
/// Each question may take half of the time that is left: one without an answer leaves some for the
/// others.
private struct Examination {
  private static let manager: BusName = "org.freedesktop.systemd1"
  private static let managerPath: ObjectPath = "/org/freedesktop/systemd1"
  private static let managerInterface: InterfaceName = "org.freedesktop.systemd1.Manager"

  private let connection: Connection
  private let end: ContinuousClock.Instant

  init(of address: BusAddress, until end: ContinuousClock.Instant) throws(BusError) {
    let loop: Loop
    do {
      loop = try Loop()
    } catch {
      throw BusError(.failed, error.description)
    }
    self.end = end
    // However long the rest took, a bus that answers is heard.
    let limit = max(ContinuousClock.now.duration(to: end), .milliseconds(20))
    var admission: Result<BusName, BusError>?
    connection = try Connection.inTime(to: address, loop: loop, deadline: limit) { admission = $0 }
    loop.run { admission != nil }
    _ = try admission?.get()
  }

  private func ask<each I: BusType, each O: BusType>(
    _ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
    _ arguments: repeat each I, returning types: repeat (each O).Type
  ) -> Result<(repeat each O), BusError> {
    let limit = min(max(ContinuousClock.now.duration(to: end), .zero) / 2, .seconds(2))
    do throws(BusError) {
      return .success(
        try connection.wait { done in
          connection.call(
            destination, path, interface, member, repeat each arguments,
            returning: repeat each types, deadline: limit, startsService: false, completion: done)
        })
    } catch {
      return .failure(error)
    }
  }

  private func owner(of name: BusName) -> Result<UInt32, BusError> {
    ask(
      .bus, .bus, .bus, "GetConnectionUnixProcessID", name.rawValue, returning: UInt32.self)
  }

  func askBus(_ found: inout Findings) throws(BusError) {
    let broker = owner(of: .bus)
    let isGone: [ErrorName] = [.noReply, .timeout, .disconnected]
    if case .failure(let error) = broker, isGone.contains(error.name) { throw error }
    found.broker = NameOwner(broker)
    found.owner = NameOwner(owner(of: MemorizeContract.name))
    found.notifications.owner = NameOwner(owner(of: Notifications.name))
    let answer = ask(.bus, .bus, .bus, "ListActivatableNames", returning: [String].self)
    guard case .success(let names) = answer else { return }
    found.isActivatable = names.contains(MemorizeContract.name.rawValue)
    found.notifications.isActivatable = names.contains(Notifications.name.rawValue)
  }

  func askService(_ found: inout Findings) {
    guard found.owner.exists else { return }
    let start = ContinuousClock.now
    let limit = start.duration(to: end) / 2
    let answer = ask(
      MemorizeContract.name, MemorizeContract.path, .properties, "Get",
      MemorizeContract.interface.name.rawValue,
      MemorizeContract.daemonVersion.name.rawValue, returning: Value.self)
    switch answer {
    case .success(let value): found.version = value.get(String.self).map { .known($0) } ?? .missing
    case .failure(let error) where ServiceConnection.hasNoVersion(error): found.version = .missing
    // It ended while it was asked.
    case .failure(let error) where error.name == .serviceUnknown: found.owner = .nobody
    case .failure(let error):
      let isLate = start.duration(to: .now) >= min(limit, .seconds(2))
      found.version = isLate ? .mute : .failed(error.message)
    }
  }

  /// Asks how our units are, and which environment units get: `NAME=value`.
  func askManager(_ found: inout Findings) -> [String]? {
    guard NameOwner(owner(of: Self.manager)).exists else { return nil }
    found.unit = unit(Unit.name)
    if case .mute = found.unit { return nil }
    found.notifierUnit = unit(Unit.notifier)
    let answer = ask(
      Self.manager, Self.managerPath, .properties, "Get", Self.managerInterface.rawValue,
      "Environment", returning: Value.self)
    guard case .success(let value) = answer, let variables = value.get([String].self) else {
      return nil
    }
    return found.loadedUnit.map { variables + $0.environment }
  }

  /// A unit as it is; it is loaded if it was not yet, and not started.
  private func unit(_ name: String) -> UnitAnswer {
    do throws(BusError) {
      let path = try ask(
        Self.manager, Self.managerPath, Self.managerInterface, "LoadUnit", name,
        returning: ObjectPath.self
      ).get()
      var properties: [String: Value] = [:]
      for interface in ["org.freedesktop.systemd1.Unit", "org.freedesktop.systemd1.Service"] {
        let more = try ask(
          Self.manager, path, .properties, "GetAll", interface, returning: [String: Value].self
        ).get()
        properties.merge(more) { first, _ in first }
      }
      return .unit(Unit(properties))
    } catch {
      return .mute(error.message)
    }
  }

  func askNotificationServer(_ found: inout Findings) {
    guard found.notifications.owner.exists else { return }
    let (name, path) = (Notifications.name, Notifications.path)
    let interface = Notifications.interface
    do throws(BusError) {
      let server = try ask(
        name, path, interface, "GetServerInformation",
        returning: String.self, String.self, String.self, String.self
      ).get()
      let capabilities = try ask(
        name, path, interface, "GetCapabilities", returning: [String].self
      ).get()
      found.notifications.server = .success(
        .init(
          name: server.0, version: server.2, specification: server.3, capabilities: capabilities))
    } catch {
      found.notifications.server = .failure(error)
    }
  }
}
