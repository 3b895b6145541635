public import EventLoop
internal import PlainText

/// A connection to a message bus.
///
/// It lives on the thread of its loop and never blocks: every call has a deadline and a handler.
/// ``wait(_:)`` runs the loop until an answer is there, for programs that have nothing else to do.
public final class Connection {
  /// The deadline of a call that names none.
  public static let defaultDeadline: Duration = .seconds(25)

  /// The loop on which everything happens.
  public let loop: Loop
  /// This connection's unique name; nil until the bus assigns it.
  public private(set) var uniqueName: BusName?
  /// Called once, with the reason, when the bus is gone.
  public var onDisconnect: ((BusError) -> Void)?
  /// The objects that answer calls to this connection.
  public private(set) lazy var objects = ObjectServer(connection: self)

  private var traffic: Traffic?
  private let pending: PendingCalls
  private lazy var subscriptions = Subscriptions(connection: self)

  /// Connects to a bus, and calls `ready` with the assigned name or the bus's refusal.
  ///
  /// The deadline begins when the socket is connected. libdbus has none for connect(2), which
  /// blocks while the queue of the bus is full, for example if the bus is stopped; a signal with a
  /// handler interrupts it.
  ///
  /// - Throws: `NoServer` and the like if nobody listens.
  public init(
    to address: BusAddress, loop: Loop, deadline: Duration,
    ready: @escaping (Result<BusName, BusError>) -> Void
  ) throws(BusError) {
    self.loop = loop
    pending = PendingCalls(loop: loop)
    traffic = try Traffic(address: address, loop: loop) { [weak self] in self?.receive($0) }
    bus("Hello", returning: String.self, deadline: deadline) { [weak self] result in
      switch result {
      case .success(let name):
        let name = BusName(unchecked: name)
        self?.uniqueName = name
        self?.traffic?.setUniqueName(name)
        ready(.success(name))
      case .failure(let error):
        self?.close()
        ready(.failure(error.name == .noReply ? .silentBus(address, deadline) : error))
      }
    }
  }

  /// Connects, running the loop until the bus has accepted us.
  public convenience init(
    to address: BusAddress, loop: Loop, deadline: Duration = .seconds(5)
  ) throws(BusError) {
    var outcome: Result<BusName, BusError>?
    try self.init(to: address, loop: loop, deadline: deadline) { outcome = $0 }
    loop.run { outcome != nil }
    if case .failure(let error) = outcome { throw error }
  }

  deinit {
    // Pending calls fail.
    close()
  }

  /// Whether messages can still be sent.
  public var isOpen: Bool { traffic?.isOpen ?? false }

  /// The number of bytes that the bus has not read yet.
  public var outgoingSize: Int { traffic?.outgoingSize ?? 0 }

  /// Closes the connection at once: pending calls fail, and no other handler is called any more.
  public func close() {
    guard let traffic else { return }
    self.traffic = nil
    traffic.close()
    onDisconnect = nil
    pending.failAll(BusError(.disconnected, english("The connection to the bus was closed.")))
  }

  /// Calls a method; the D-Bus types of its arguments and results follow from the Swift types.
  ///
  /// The completion is called exactly once, and never before `call` returns. A reply of other types
  /// is `InvalidSignature`, a missing one `NoReply`.
  public func call<each I: BusType, each O: BusType>(
    _ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
    _ arguments: repeat each I, returning types: repeat (each O).Type,
    deadline: Duration = defaultDeadline, startsService: Bool = true,
    completion: @escaping (Result<(repeat each O), BusError>) -> Void
  ) {
    do throws(BusError) {
      let traffic = try opened
      guard !isCongested else {
        throw BusError(.limitsExceeded, english("The bus is not reading: the call was not sent."))
      }
      var message = OutgoingMessage.call(
        destination, path, interface, member, startsService: startsService)
      try message.append(repeat each arguments)
      let serial = try traffic.send(message)
      pending.add(serial: serial, to: destination, deadline: deadline) { result in
        completion(
          result.flatMap { answer in
            do throws(BusError) {
              return .success(try answer.arguments(of: repeat (each O).self))
            } catch {
              let fault = english("\(destination) sent a bad reply to \(member): \(error.message)")
              return .failure(BusError(.invalidSignature, fault))
            }
          })
      }
    } catch {
      loop.enqueue { completion(.failure(error)) }
    }
  }

  /// Runs the loop until a call's completion has been called.
  ///
  /// Do not call it in a service's handlers: later calls would be answered first.
  public func wait<T>(
    _ start: (@escaping (Result<T, BusError>) -> Void) -> Void
  ) throws(BusError) -> T {
    var outcome: Result<T, BusError>?
    start { outcome = $0 }
    loop.run { outcome != nil }
    guard let outcome else { throw .outOfMemory }
    return try outcome.get()
  }

  /// Sends a signal.
  ///
  /// Messages sent by a handler go out when it returns, or when it runs the loop.
  ///
  /// - Throws: `InvalidArgs` for what the bus cannot carry, `Disconnected`, and `LimitsExceeded` if
  ///   the bus has not read for long.
  public func emit<each T: BusType>(
    _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
    _ arguments: repeat each T
  ) throws(BusError) {
    guard outgoingSize <= Traffic.sizeLimit else {
      throw BusError(.limitsExceeded, "The bus is not reading: the signal was not sent.")
    }
    var message = OutgoingMessage.signal(path, interface, member)
    try message.append(repeat each arguments)
    try send(message)
  }

  /// Calls the handler for each signal that matches; for a well-known sender, only for signals of
  /// its owner.
  ///
  /// If the bus refuses (`AddMatch`, `GetNameOwner`), the subscription has ended and `onFailure` is
  /// called. The loss of the connection is left to ``onDisconnect``.
  @discardableResult
  public func subscribe(
    _ rule: MatchRule, onFailure: @escaping (BusError) -> Void = { _ in },
    handler: @escaping (Message) -> Void
  ) -> SubscriptionID {
    subscriptions.add(rule, onFailure: onFailure, handler: handler)
  }

  /// Calls the handler with the unique name of a name's owner, nil if there is none: first when it
  /// is known, then at every change.
  ///
  /// `onFailure` is called as ``subscribe(_:onFailure:handler:)`` does.
  @discardableResult
  public func followOwner(
    of name: BusName, onFailure: @escaping (BusError) -> Void = { _ in },
    handler: @escaping (BusName?) -> Void
  ) -> SubscriptionID {
    subscriptions.followOwner(of: name, onFailure: onFailure, handler: handler)
  }

  /// Ends a subscription, or the following of an owner.
  public func unsubscribe(_ subscription: SubscriptionID) {
    subscriptions.remove(subscription)
  }

  /// Treats the connection as lost when the bus has sent nothing for this many seconds.
  ///
  /// In each of them the bus is asked for its id.
  ///
  /// For a bus behind a network, which reports no loss. While the loop does not run, as in a stopped
  /// process, no second counts.
  public func losesSilentBus(after seconds: Int) {
    checkSilence(of: 0, limit: seconds, every: .seconds(1))
  }

  package func checkSilence(of count: Int, limit: Int, every interval: Duration) {
    loop.schedule(after: interval) { [weak self] in
      guard let self, let traffic, isOpen else { return }
      // Until the bus has accepted us, the deadline of connecting applies.
      let silence = uniqueName == nil || traffic.resetHasReceived() ? 0 : count + 1
      guard silence < limit else {
        self.traffic = nil
        traffic.close()
        return disconnected()
      }
      if uniqueName != nil { bus("GetId", returning: String.self) { _ in } }
      checkSilence(of: silence, limit: limit, every: interval)
    }
  }

  func send(_ message: OutgoingMessage) throws(BusError) {
    try opened.send(message)
  }

  func flush() { traffic?.flush() }

  /// Whether the bus has long stopped reading, so that answering more calls would fill memory.
  public var isCongested: Bool { outgoingSize > Traffic.congestedSize }

  private var opened: Traffic {
    get throws(BusError) {
      guard let traffic, traffic.isOpen else { throw .notConnected }
      return traffic
    }
  }

  private func receive(_ message: Message) {
    switch message.kind {
    case .methodCall: objects.receive(message)
    case .methodReturn, .error: pending.resolve(message)
    case .signal:
      if message.interface == "org.freedesktop.DBus.Local", message.sender == nil {
        disconnected()
      } else {
        subscriptions.deliver(message)
      }
    case nil: break
    }
  }

  private func disconnected() {
    let reason = BusError(.disconnected, english("The connection to the bus was lost."))
    let handler = onDisconnect
    onDisconnect = nil
    pending.failAll(reason)
    handler?(reason)
  }
}
