import DBus
import EventLoop
import MemorizeBus
import UserService

/// A connection to the bus, and one deadline for connecting and all that a verb asks over it.
///
/// The first call goes out together with the Hello, which saves a round trip.
final class ServiceConnection {
  let bus: Connection
  private let options: Options
  private let limit: Duration
  private var end: ContinuousClock.Instant
  private let admission: Admission

  /// The bus's reply to Hello; nil until it arrives.
  private final class Admission {
    var outcome: Result<BusName, BusError>?
  }

  init(_ options: Options, limit: Duration) throws(ProgramError) {
    self.options = options
    self.limit = limit
    end = .now + limit
    let admission = Admission()
    self.admission = admission
    do throws(BusError) {
      let address = try BusAddress.session(environment: environment)
      bus = try Connection.inTime(to: address, loop: Self.loop(), deadline: limit) {
        admission.outcome = $0
      }
    } catch {
      throw .noBus(error)
    }
  }

  static func loop() throws(BusError) -> Loop {
    do {
      return try Loop()
    } catch {
      throw BusError(.failed, error.description)
    }
  }

  convenience init(_ options: Options) throws(ProgramError) {
    try self.init(options, limit: options.timeout ?? Options.usualTimeout)
    if options.waitsForService { try waitForService() }
  }

  /// Waits until the service's name has an owner (`--wait`).
  private func waitForService() throws(ProgramError) {
    var (isThere, isLate) = (false, false)
    bus.followOwner(of: MemorizeContract.name) { isThere = $0 != nil }
    let timer = bus.loop.schedule(after: remaining) { isLate = true }
    try waitForBus { isLate || !bus.isOpen }
    run { isThere || isLate || !bus.isOpen }
    bus.loop.cancel(timer)
    guard bus.isOpen else { throw .wentAway }
    guard isThere else { throw .absent(after: limit) }
  }

  /// A call waits no longer than the remaining time.
  var service: Proxy {
    Proxy(
      bus, to: MemorizeContract.name, at: MemorizeContract.path, deadline: remaining,
      startsService: options.startsService)
  }

  /// Gives the next calls the full time again.
  func restartClock() { end = .now + limit }

  var remaining: Duration { max(ContinuousClock.now.duration(to: end), .zero) }

  /// Waits for the reply to Hello, or until `isOver`.
  func waitForBus(or isOver: () -> Bool) throws(ProgramError) {
    bus.loop.run { admission.outcome != nil || isOver() }
    if case .failure(let error) = admission.outcome { throw explain(error) }
  }

  func run(until isDone: () -> Bool) {
    bus.loop.run(until: isDone)
  }

  /// Asks for the service's version if something did not fit.
  func explain(_ error: BusError) -> ProgramError {
    if case .failure(let refusal) = admission.outcome { return .noBus(refusal) }
    switch error.name {
    case .noReply where remaining == .zero, .timeout:
      return .timedOut(after: limit)
    case .noReply, .disconnected:
      return .wentAway
    case .nameHasNoOwner where options.startsService:
      // dbus-broker reports this if it could not start a service; dbus-daemon reports Spawn.….
      return .notStarted(error)
    case let name where name.isOfStarting:
      return .notStarted(error)
    case .serviceUnknown, .nameHasNoOwner:
      return options.startsService ? .notInstalled : .notRunning
    case .unknownMethod, .unknownInterface, .unknownProperty, .unknownObject, .invalidArgs,
      .invalidSignature:
      return otherVersion() ?? ProgramError(error)
    default:
      return ProgramError(error)
    }
  }

  /// Without asking for the version: that would wait for a reply.
  func explainAtOnce(_ error: BusError) -> ProgramError {
    switch error.name {
    case .serviceUnknown, .nameHasNoOwner: explain(error)
    case _ where error.isUncertain || error.name.isOfStarting: explain(error)
    default: ProgramError(error)
    }
  }

  /// An error that names both versions, if they do not fit.
  private func otherVersion() -> ProgramError? {
    let property = MemorizeContract.daemonVersion.name.rawValue
    do throws(BusError) {
      let value: Value = try bus.wait { done in
        bus.call(
          MemorizeContract.name, MemorizeContract.path, .properties, "Get",
          MemorizeContract.interface.name.rawValue, property, returning: Value.self,
          deadline: remaining, startsService: false
        ) { done($0) }
      }
      guard let version: String = value.get() else { return .versions(service: nil) }
      return Self.fits(version) ? nil : .versions(service: version)
    } catch {
      return Self.hasNoVersion(error) ? .versions(service: nil) : nil
    }
  }

  static func fits(_ version: String) -> Bool {
    version.prefix { $0 != "." } == MemorizeContract.version.prefix { $0 != "." }
  }

  /// Such a service is not ours.
  static func hasNoVersion(_ error: BusError) -> Bool {
    let known: [ErrorName] = [.unknownMethod, .unknownInterface, .unknownProperty, .unknownObject]
    return known.contains(error.name)
  }
}
