package import DBus
package import EventLoop
import MemorizeBus
import PlainText
import UserService

/// A connection to the bus, and one deadline for connecting and all that a verb asks over it.
///
/// The first call goes out together with the Hello, which saves a round trip.
package final class ServiceConnection {
  package let bus: Connection
  package let options: Options
  private let limit: Duration
  private var end: ContinuousClock.Instant
  private let hello: HelloReply
  /// The ssh process, if the bus is that of another machine.
  private let link: RemoteLink?

  /// The bus's reply to Hello; nil until it arrives.
  private final class HelloReply {
    var result: Result<BusName, BusError>?
  }

  package init(_ options: Options, limit: Duration) throws(ProgramError) {
    self.options = options
    self.limit = limit
    end = .now + limit
    let hello = HelloReply()
    self.hello = hello
    if options.host != nil { try RemoteHost.checkSSH() }
    do throws(BusError) {
      let address: BusAddress
      if let host = options.host {
        address = host.address
      } else {
        address = try .session(environment: environment)
      }
      bus = try Connection.inTime(to: address, loop: Self.loop(), deadline: limit) {
        hello.result = $0
      }
    } catch {
      throw .noBus(error, of: options.host, within: limit)
    }
    link = options.host.flatMap { _ in RemoteLink() }
    if options.host != nil { bus.losesSilentBus(after: Self.maximumSilence) }
  }

  /// The seconds without a byte from another machine after which the connection counts as lost; that
  /// is noticed up to a second later.
  private static let maximumSilence = 3

  package static func loop() throws(BusError) -> Loop {
    try Result { () throws(SystemError) in try Loop() }
      .mapError { BusError(.failed, $0.description) }.get()
  }

  package convenience init(_ options: Options) throws(ProgramError) {
    try self.init(options, limit: options.timeout ?? Options.usualTimeout)
    if options.waitsForService { try waitForService() }
  }

  /// For a verb that follows: its `--timeout` limits the whole run, so connecting takes at most 5 s
  /// of it.
  package convenience init(following options: Options) throws(ProgramError) {
    try self.init(
      options, limit: min(options.timeout ?? Options.usualTimeout, Options.usualTimeout))
  }

  /// Waits until the service's name has an owner (`--wait`).
  private func waitForService() throws(ProgramError) {
    var (isThere, isLate) = (false, false)
    bus.followOwner(of: MemorizeContract.name) { isThere = $0 != nil }
    let timer = bus.loop.schedule(after: remaining) { isLate = true }
    try waitForBus { isLate || !bus.isOpen }
    run { isThere || isLate || !bus.isOpen }
    bus.loop.cancel(timer)
    guard bus.isOpen else { throw .disconnected(options.host, isRead: true) }
    guard isThere else { throw .absent(after: limit) }
  }

  /// A call waits no longer than the remaining time.
  package var service: Proxy {
    Proxy(
      bus, to: MemorizeContract.name, at: MemorizeContract.path, deadline: remaining,
      startsService: options.startsService)
  }

  /// Gives the next calls the full time again.
  package func restartClock() { end = .now + limit }

  var remaining: Duration { max(ContinuousClock.now.duration(to: end), .zero) }

  /// Waits for the reply to Hello, or until `isOver`.
  package func waitForBus(or isOver: () -> Bool) throws(ProgramError) {
    bus.loop.run { hello.result != nil || isOver() }
    if case .failure(let error) = hello.result { throw explain(error) }
  }

  package func run(until isDone: () -> Bool) {
    bus.loop.run(until: isDone)
  }

  /// Asks for the service's version if something did not fit, which waits for a reply.
  ///
  /// `isRead` says that the call would have changed nothing.
  package func explain(
    _ error: BusError, asksVersion: Bool = true, isRead: Bool = false
  ) -> ProgramError {
    if case .failure(let refusal) = hello.result {
      return .noBus(refusal, of: options.host, within: limit)
    }
    switch error.name {
    case .noReply where options.host != nil && hello.result == nil:
      return .noBus(error, of: options.host, within: limit)
    case .noReply where remaining == .zero, .timeout:
      return .timedOut(after: limit)
    case .noReply, .disconnected:
      return .disconnected(options.host, isRead: isRead)
    case .nameHasNoOwner where options.startsService:
      // dbus-broker reports this if it could not start a service; dbus-daemon reports Spawn.….
      return .notStarted(error).on(options.host)
    case let name where name.isActivationFailure:
      return .notStarted(error).on(options.host)
    case .serviceUnknown, .nameHasNoOwner:
      return (options.startsService ? ProgramError.notInstalled : .notRunning).on(options.host)
    case .unknownMethod, .unknownInterface, .unknownProperty, .unknownObject, .invalidArgs,
      .invalidSignature:
      let version = asksVersion ? try? ServiceVersion(askedOver: bus, deadline: remaining) : nil
      guard let version, !version.fits else { return ProgramError(error) }
      return .versions(version).on(options.host)
    default:
      return ProgramError(error)
    }
  }
}

extension ProgramError {
  /// Asks the notifier to show the error, since nobody reads what a key binding prints.
  ///
  /// Only after a refusal, and straight to the notifier: an accepted call costs nothing, and the
  /// service is not involved.
  package func showInNotification() {
    do throws(BusError) {
      let bus = try Connection(
        to: BusAddress.session(environment: environment), loop: ServiceConnection.loop(),
        deadline: Self.notifierTimeout)
      let notifier = Proxy(
        bus, to: NotifierContract.name, at: NotifierContract.path,
        deadline: Self.notifierTimeout, startsService: false)
      try notifier.callAndWait(NotifierContract.showRefusal, englishReason)
    } catch {
      // Usually no notifier is running; the error is on stderr anyway.
    }
  }

  private static let notifierTimeout: Duration = .milliseconds(250)
}

/// The version of the contract that the service says it has.
package struct ServiceVersion {
  /// Nil if it replied, but has no version.
  package let text: String?

  package init(_ text: String?) { self.text = text }

  package init(askedOver bus: Connection, deadline: Duration) throws(BusError) {
    let property = MemorizeContract.daemonVersion.name.rawValue
    do throws(BusError) {
      let value: Value = try bus.wait { done in
        bus.call(
          MemorizeContract.name, MemorizeContract.path, .properties, "Get",
          MemorizeContract.interface.name.rawValue, property, returning: Value.self,
          deadline: deadline, startsService: false
        ) { done($0) }
      }
      text = value.get()
    } catch {
      let isForeign = [.unknownMethod, .unknownInterface, .unknownProperty, .unknownObject]
        .contains(error.name)
      guard isForeign else { throw error }
      text = nil
    }
  }

  /// Whether it works with this program.
  package var fits: Bool {
    text?.prefix { $0 != "." } == MemorizeContract.version.prefix { $0 != "." }
  }

  /// Why it does not work with this program.
  package var sentence: String {
    let ours = MemorizeContract.version
    guard let theirs = text?.printable else {
      return english(
        "The service has no version, and this is memorize \(ours): they are not compatible.")
    }
    return english(
      "The service is version \(theirs), and this is memorize \(ours): they are not compatible.")
  }
}
