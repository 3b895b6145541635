import DBus
import EventLoop
import MemorizeBus
import UserService

/// Gathers the facts, and has them judged.
///
/// What needs no bus comes first, for a bus that stays mute takes all the time there is. Then the
/// bus is asked, then those it names, side by side, for half of what is left, so that one that
/// stays mute leaves time for what is asked last.
final class Examination {
  private let options: Options
  private let end: ContinuousClock.Instant

  private var bus = BusFacts()
  private var service = ServiceFacts()
  private var notifications = NotificationFacts()
  private var manager = NameOwner.unknown
  private let units = UserManager()

  /// Begins; the time runs from now on.
  init(_ options: Options) {
    self.options = options
    end = .now + (options.timeout ?? .seconds(5))
  }

  /// Looks at everything.
  func report() -> Report {
    let terminal = TerminalFacts(options)
    let widths = WidthFacts(options, within: min(.milliseconds(200), remaining))
    let files = ActivationSearch.files(in: ActivationSearch.directories(environment: environment))
    let namespaces = UserNamespaces.look(within: min(.seconds(1), remaining))
    askBus()

    let answer = bus.failure.map { .mute($0.message) } ?? units.answer(for: UnitFacts.name)
    if case .unit(let unit) = answer { service.unitProcess = unit.mainProcess }
    notifications.unit = units.answer(for: NotificationFacts.notifier)
    var activation = ActivationFacts(
      isActivatable: service.isActivatable, files: files, isRunning: service.owner.isThere)
    if case .unit(let unit) = answer { activation.hasUnit = unit.loadState == "loaded" }
    let unit = UnitFacts(
      answer: answer, owner: service.owner, isAskedFor: activation.asksForUnit)
    let sandbox = SandboxFacts(
      answer: answer, process: service.owner.process, isOfUnit: service.isOfUnit,
      namespaces: namespaces)

    // Without the bus nothing is known of those that are on it.
    let onBus = bus.failure == nil
    var checks = bus.checks
    if onBus { checks += service.checks }
    checks += activation.checks
    if onBus { checks += unit.checks }
    checks += sandbox.checks
    if onBus { checks += notifications.checks }
    return Report(checks: checks + terminal.checks + widths.checks)
  }

  private var remaining: Duration { max(ContinuousClock.now.duration(to: end), .zero) }

  private func askBus() {
    do throws(BusError) {
      let address = try BusAddress.session(environment: environment)
      bus.address = address.text
      let loop = try Self.loop()
      let limit = remaining
      var admission: Result<BusName, BusError>?
      let connection = try Connection.inTime(to: address, loop: loop, deadline: limit) {
        admission = $0
      }
      loop.run { admission != nil }
      _ = try admission?.get()
      let inquiry = Inquiry(connection, until: end)
      askWhoIsThere(inquiry)
      guard bus.failure == nil else { return }
      askThem(inquiry)
      units.read(inquiry)
      inquiry.waitForAll()
    } catch {
      bus.failure = error
    }
  }

  private static func loop() throws(BusError) -> Loop {
    do {
      return try Loop()
    } catch {
      throw BusError(.failed, error.description)
    }
  }

  private func askWhoIsThere(_ inquiry: Inquiry) {
    func owner(of name: BusName, take: @escaping (Result<UInt32, BusError>) -> Void) {
      inquiry.askBus(
        "GetConnectionUnixProcessID", name.rawValue, returning: UInt32.self, take: take)
    }
    owner(of: .bus) { [self] answer in
      bus.broker = NameOwner(answer)
      let isGone: [ErrorName] = [.noReply, .disconnected]
      if case .failure(let error) = answer, isGone.contains(error.name) { bus.failure = error }
    }
    owner(of: MemorizeBus.name) { [self] in service.owner = NameOwner($0) }
    owner(of: UserManager.name) { [self] in manager = NameOwner($0) }
    owner(of: NotificationFacts.name) { [self] in notifications.owner = NameOwner($0) }
    inquiry.askBus("ListActivatableNames", returning: [String].self) { [self] answer in
      guard case .success(let names) = answer else { return }
      service.isActivatable = names.contains(MemorizeBus.name.rawValue)
      notifications.isActivatable = names.contains(NotificationFacts.name.rawValue)
    }
    inquiry.waitForAll()
  }

  private func askThem(_ inquiry: Inquiry) {
    let limit = remaining / 2
    if service.owner.isThere { askForVersion(inquiry, within: limit) }
    if manager.isThere {
      units.load([UnitFacts.name, NotificationFacts.notifier], inquiry, within: limit)
    }
    if notifications.owner.isThere {
      askNotificationServer(inquiry, within: min(.seconds(2), limit))
    }
    inquiry.waitForAll()
  }

  private func askForVersion(_ inquiry: Inquiry, within limit: Duration) {
    let due = ContinuousClock.now + limit
    inquiry.ask(
      MemorizeBus.name, MemorizeBus.path, .properties, "Get", MemorizeBus.interface.name.rawValue,
      MemorizeBus.daemonVersion.name.rawValue, returning: Value.self, within: limit
    ) { [self] answer in
      service.take(version: answer, isLate: ContinuousClock.now >= due)
    }
  }

  private func askNotificationServer(_ inquiry: Inquiry, within limit: Duration) {
    let (path, interface): (ObjectPath, InterfaceName) = (
      "/org/freedesktop/Notifications", "org.freedesktop.Notifications"
    )
    inquiry.ask(
      NotificationFacts.name, path, interface, "GetServerInformation",
      returning: String.self, String.self, String.self, String.self, within: limit
    ) { [self] answer in
      notifications.server = answer.map { name, _, version, specification in
        .init(name: name, version: version, specification: specification)
      }
    }
    inquiry.ask(
      NotificationFacts.name, path, interface, "GetCapabilities", returning: [String].self,
      within: limit
    ) { [self] in notifications.capabilities = $0 }
  }
}
