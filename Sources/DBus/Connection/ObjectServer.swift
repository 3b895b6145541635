internal import EventLoop

/// Answers the calls to a connection: each exactly once, and those of a caller in order.
public final class ObjectServer: ReplySender {
  /// Calls its argument when calls can be handled, at once or later.
  public typealias Gate = (@escaping () -> Void) -> Void

  /// Called after each call, with the error if it was refused.
  public var onCall: ((Message, BusError?) -> Void)?
  /// The call being handled, for services that need to know the caller.
  public private(set) var call: Message?

  /// How many waiting calls are handled before the loop does its other work.
  private static let callsPerTurn = 64

  private weak var connection: Connection?
  private var objects: [ObjectPath: [any ServedInterface]] = [:]
  /// The answers to Introspect, until something else is exported.
  private var descriptions: [ObjectPath: String] = [:]
  /// What each caller has sent after a call that had no answer yet.
  ///
  /// libdbus counts these calls as unread, so a flood of them ends its reading.
  private var waiting: [BusName?: CallQueue] = [:]
  /// The callers whose next waiting call can be handled.
  private var readyCallers: ArraySlice<BusName?> = []
  private let isResuming = Loop.Flag()

  init(connection: Connection) {
    self.connection = connection
  }

  /// Exports an interface of an object; the result sends its signals and changes.
  ///
  /// Calls of its methods and properties are handled once `gate` has called its argument.
  @discardableResult
  public func export<Service>(
    _ interface: Interface<Service>, of service: Service, at path: ObjectPath,
    after gate: Gate? = nil
  ) -> Export<Service> {
    let export = Export(
      InterfaceTable(interface), of: service, at: path, after: gate, on: connection)
    objects[path, default: []].append(export)
    descriptions.removeAll()
    return export
  }

  /// Handles a call, or lets it wait for the answer to its caller's last one.
  func receive(_ call: Message) {
    // Nobody would see the answer, and a flood of such calls must not delay others.
    if call.wantsNoReply, StandardObject.onlyReads(call) { return }
    if !waiting.isEmpty, waiting[call.sender] != nil {
      waiting[call.sender]?.append(call)
    } else if !handle(call) {
      waiting[call.sender] = CallQueue()
    }
  }

  /// Returns whether the call was answered.
  private func handle(_ call: Message) -> Bool {
    let reply = PendingReply(to: call, from: self)
    reply.attempt { try perform(call, reply) }
    reply.handlerHasReturned = true
    return reply.isAnswered
  }

  func withCurrentCall(_ call: Message, _ body: () throws -> Void) rethrows {
    let outer = self.call
    self.call = call
    defer { self.call = outer }
    try body()
  }

  func send(_ reply: OutgoingMessage) throws(BusError) {
    guard let connection else { throw .notConnected }
    try connection.send(reply)
  }

  func didAnswer(_ call: Message, _ refusal: BusError?, isLate: Bool) {
    // The caller must not wait for work done after the call.
    connection?.flush()
    onCall?(call, refusal)
    guard isLate else { return }
    readyCallers.append(call.sender)
    resumeLater()
  }

  private func resumeLater(after delay: Duration? = nil) {
    guard !readyCallers.isEmpty else { return }
    connection?.loop.enqueueOnce(isResuming, after: delay) { [weak self] in self?.resume() }
  }

  private func resume() {
    // A caller that reads no replies must not fill our memory.
    guard connection?.isCongested != true else { return resumeLater(after: .milliseconds(10)) }
    handleWaiting(atMost: Self.callsPerTurn)
    resumeLater()
  }

  /// Handles queued calls whose caller has no unanswered call, one of each caller in turn.
  public func handleWaiting(atMost limit: Int = .max) {
    var budget = limit
    while budget > 0, let caller = readyCallers.popFirst() {
      guard let call = waiting[caller]?.popFirst() else {
        waiting[caller] = nil
        continue
      }
      budget -= 1
      if handle(call) { readyCallers.append(caller) }
    }
  }

  private func perform(_ call: Message, _ reply: PendingReply) throws {
    guard let path = call.path, let member = call.member else {
      throw BusError(.failed, "The call does not name an object and a method.")
    }
    let name = call.interface
    // Fast path: most calls name one of the object's own interfaces.
    if let own = objects[path]?.first(where: { $0.name == name }),
      own.perform(member, call, reply)
    {
      return
    }
    let standard = StandardObject(server: self, path: path)
    let interfaces: [any ServedInterface]
    if let object = objects[path] {
      interfaces = object + standard.interfaces
    } else if name == StandardObject.peer.name {
      interfaces = [standard.peer]
    } else if name == nil || name == standard.introspection.name,
      // A node between the root and an object.
      path.rawValue == "/"
        || objects.keys.contains(where: { $0.rawValue.hasPrefix(path.rawValue + "/") })
    {
      interfaces = [standard.introspection, standard.peer]
    } else {
      throw BusError(.unknownObject, "There is no object at \(path).")
    }

    let meant = interfaces.filter { name == nil || $0.name == name }
    if let name, meant.isEmpty {
      throw BusError(.unknownInterface, "The object at \(path) has no interface \(name).")
    }
    for interface in meant where interface.perform(member, call, reply) { return }
    let target = name.map { "interface \($0)" } ?? "object at \(path)"
    throw BusError(.unknownMethod, "The \(target) has no method \(member).")
  }

  func interfaces(at path: ObjectPath) -> [any ServedInterface] {
    objects[path] ?? []
  }

  func description(of path: ObjectPath, write: () -> String) -> String {
    if let known = descriptions[path] { return known }
    let text = write()
    descriptions[path] = text
    return text
  }

  /// The names of a path's child nodes.
  func children(of path: ObjectPath) -> [String] {
    let prefix = path.rawValue == "/" ? "/" : path.rawValue + "/"
    let names = objects.keys.filter { $0.rawValue.hasPrefix(prefix) && $0 != path }.compactMap {
      $0.rawValue.dropFirst(prefix.count).split(separator: "/").first.map(String.init)
    }
    return Set(names).sorted()
  }
}

/// Calls that wait, first in, first out; one that was handled must not count as unread any more.
private struct CallQueue {
  private var new: [Message] = []
  /// In reverse order.
  private var old: [Message] = []

  mutating func append(_ call: Message) { new.append(call) }

  mutating func popFirst() -> Message? {
    if old.isEmpty { (old, new) = (new.reversed(), []) }
    return old.popLast()
  }
}
