public import EventLoop

/// A connection to a message bus.
///
/// It lives on the thread of its loop and never blocks: every call has a deadline and a handler.
/// ``wait(_:)`` runs the loop until an answer is there, for programs that have nothing else to do.
public final class Connection {
  /// What a call waits for its answer where nothing else is said.
  public static let defaultDeadline: Duration = .seconds(25)

  /// The loop on which everything happens.
  public let loop: Loop
  /// The name that the bus gave to this connection; nil before it has.
  public private(set) var uniqueName: BusName?
  /// Called once, with the reason, when the bus is gone.
  public var onDisconnect: ((BusError) -> Void)?
  /// What this connection answers to others.
  public private(set) lazy var objects = ObjectServer(connection: self)

  private var raw: RawConnection?
  private let pending: PendingCalls
  private lazy var subscriptions = Subscriptions(connection: self)

  /// Connects to a bus and asks it for a name.
  ///
  /// - Parameters:
  ///   - address: where the bus listens.
  ///   - loop: the loop to live in.
  ///   - deadline: how long the bus may take to let us in.
  ///   - ready: told when the name is there, or why it is not.
  /// - Throws: `NoServer` and the like where nobody listens.
  public init(
    to address: BusAddress, loop: Loop, deadline: Duration,
    ready: @escaping (Result<BusName, BusError>) -> Void
  ) throws(BusError) {
    self.loop = loop
    pending = PendingCalls(loop: loop)
    raw = try RawConnection(address: address, loop: loop) { [weak self] in self?.receive($0) }
    bus("Hello", returning: String.self, deadline: deadline) { [weak self] result in
      switch result {
      case .success(let name):
        let name = BusName(unchecked: name)
        self?.uniqueName = name
        self?.raw?.setUniqueName(name)
        ready(.success(name))
      case .failure(let error):
        self?.close()
        let silent = error.name == .noReply
        ready(
          .failure(
            silent
              ? BusError(
                .timeout,
                "The message bus at \(address) did not answer within \(deadline.inSeconds).")
              : error))
      }
    }
  }

  /// Connects, running the loop until the bus has let us in.
  public convenience init(
    to address: BusAddress, loop: Loop, deadline: Duration = .seconds(5)
  ) throws(BusError) {
    var outcome: Result<BusName, BusError>?
    try self.init(to: address, loop: loop, deadline: deadline) { outcome = $0 }
    loop.run { outcome != nil }
    if case .failure(let error) = outcome { throw error }
  }

  deinit {
    // Whoever waits for an answer is told that there will be none.
    close()
  }

  /// Whether messages can still be sent.
  public var isOpen: Bool { raw?.isOpen ?? false }

  /// The bytes that the bus has not yet read.
  public var outgoingSize: Int { raw?.outgoingSize ?? 0 }

  /// Lets go of the bus at once; calls that wait for an answer fail, and nothing more is told.
  public func close() {
    guard raw != nil else { return }
    raw = nil
    onDisconnect = nil
    pending.failAll(BusError(.disconnected, "The connection to the bus was closed."))
  }

  /// Calls a method.
  ///
  /// - Parameters:
  ///   - destination: whose method it is.
  ///   - path: the object that is called.
  ///   - interface: the method's interface.
  ///   - member: the method.
  ///   - arguments: what it is called with, of D-Bus types that follow from the Swift types.
  ///   - types: what it answers; an answer of other types is an error.
  ///   - deadline: after which the answer is `NoReply`.
  ///   - startsService: whether the bus may start the service for the call.
  ///   - completion: told the results or the error, exactly once, and never before `call` returns.
  public func call<each I: BusType, each O: BusType>(
    _ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
    _ arguments: repeat each I, returning types: repeat (each O).Type,
    deadline: Duration = defaultDeadline, startsService: Bool = true,
    completion: @escaping (Result<(repeat each O), BusError>) -> Void
  ) {
    do {
      guard let raw, raw.isOpen else {
        throw BusError(.disconnected, "There is no connection to the bus.")
      }
      guard raw.outgoingSize <= Traffic.congested else {
        throw BusError(.limitsExceeded, "The bus does not read: the call was not sent.")
      }
      var message = OutgoingMessage.call(
        destination, path, interface, member, startsService: startsService)
      try message.append(repeat each arguments)
      let serial = try raw.send(message)
      pending.add(serial: serial, to: destination, deadline: deadline) { result in
        completion(
          result.flatMap { answer in
            do throws(BusError) {
              return .success(try answer.arguments(of: repeat (each O).self))
            } catch {
              return .failure(
                BusError(
                  .invalidSignature, "\(destination) answered \(member) wrongly: \(error.message)"))
            }
          })
      }
    } catch {
      let failure = error as? BusError ?? .outOfMemory
      loop.enqueue { completion(.failure(failure)) }
    }
  }

  /// Runs the loop until a call's completion has been called.
  ///
  /// Not for handlers of a service: while it waits, later calls would be answered first.
  public func wait<T>(
    _ start: (@escaping (Result<T, BusError>) -> Void) -> Void
  ) throws(BusError) -> T {
    var outcome: Result<T, BusError>?
    start { outcome = $0 }
    loop.run { outcome != nil }
    guard let outcome else { throw .outOfMemory }
    return try outcome.get()
  }

  /// Sends a signal to whoever listens.
  ///
  /// - Throws: `InvalidArgs` for what the bus cannot carry, `Disconnected` where there is no bus,
  ///   `LimitsExceeded` where it has not read for long.
  public func emit<each T: BusType>(
    _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
    _ arguments: repeat each T
  ) throws(BusError) {
    guard outgoingSize <= Traffic.full else {
      throw BusError(.limitsExceeded, "The bus does not read: the signal was not sent.")
    }
    var message = OutgoingMessage.signal(path, interface, member)
    try message.append(repeat each arguments)
    try send(message)
  }

  /// Calls the handler for each signal that matches.
  ///
  /// - Parameters:
  ///   - rule: which signals; of a well-known sender only those of its owner are taken.
  ///   - handler: told of each.
  /// - Returns: by what the subscription is ended.
  @discardableResult
  public func subscribe(
    _ rule: MatchRule, handler: @escaping (Message) -> Void
  ) -> SubscriptionID {
    subscriptions.add(rule, handler: handler)
  }

  /// Ends a subscription.
  public func unsubscribe(_ subscription: SubscriptionID) {
    subscriptions.remove(subscription)
  }

  /// Tells who owns a name: once as soon as it is known, then at every change.
  ///
  /// - Parameters:
  ///   - name: a well-known name.
  ///   - handler: told the owner's own name, nil where there is none.
  public func followOwner(of name: BusName, handler: @escaping (BusName?) -> Void) {
    subscriptions.followOwner(of: name, handler: handler)
  }

  func send(_ message: OutgoingMessage) throws(BusError) {
    guard let raw, raw.isOpen else {
      throw BusError(.disconnected, "There is no connection to the bus.")
    }
    try raw.send(message)
  }

  private func receive(_ message: Message) {
    switch message.kind {
    case .methodCall: objects.answer(message)
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
    let reason = BusError(.disconnected, "The connection to the bus was lost.")
    let handler = onDisconnect
    onDisconnect = nil
    pending.failAll(reason)
    handler?(reason)
  }
}
