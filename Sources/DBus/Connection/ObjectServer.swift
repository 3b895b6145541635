internal import EventLoop

/// Answers the calls to a connection: each exactly once, and those of a caller in order.
public final class ObjectServer {
  /// The largest body of a call that is decoded, in bytes.
  public static let largestBody = 1 << 20

  /// Called after each call, with the error if it was refused.
  public var onCall: ((Message, BusError?) -> Void)?
  /// Whether a call needs something that takes long to prepare.
  ///
  /// Such a call waits, and so does what its caller sends after it; other callers are answered
  /// meanwhile.
  public var needsPreparation: ((Message) -> Bool)?
  /// While this is set, all calls wait; then they are handled as if they had just arrived.
  public var isPaused = false {
    didSet { if !isPaused { takeWaiting().forEach(receive) } }
  }
  /// The call that is being answered, for a service to which it matters who calls.
  public private(set) var call: Message?
  /// Prepares a part of what the waiting calls need, once in each turn of the loop; returns whether
  /// it was the last part.
  public var prepareStep: (() -> Bool)?

  /// How many waiting calls are answered before the loop does its other work.
  private static let callsPerTurn = 64
  /// How often all is prepared for a call before it is answered even if it needs more: what it needs
  /// may show only then, but files that change all the time must not keep it waiting for ever.
  private static let mostPreparations = 4

  private unowned let connection: Connection
  private var objects: [ObjectPath: [any ServedInterface]] = [:]
  /// The answers to Introspect, until something else is exported.
  private var descriptions: [ObjectPath: String] = [:]
  /// libdbus counts them as unread, so a flood of them ends its reading.
  private var waiting: ArraySlice<Message> = []
  private var waitingCallers: [BusName?: Int] = [:]
  /// How often all was prepared for the first of them.
  private var preparations = 0
  private let isResuming = Loop.Flag()

  init(connection: Connection) {
    self.connection = connection
  }

  /// Exports an interface of an object; the result sends its signals and changes.
  @discardableResult
  public func export<Service>(
    _ interface: Interface<Service>, of service: Service, at path: ObjectPath
  ) -> Export<Service> {
    let export = Export(
      interface: interface, service: service, path: path, connection: connection)
    objects[path, default: []].append(export)
    descriptions.removeAll()
    return export
  }

  /// Answers a call, now or when what it needs is prepared.
  func receive(_ call: Message) {
    // Nobody would see the answer, and a flood of such calls must not delay others.
    if call.wantsNoReply, StandardObject.onlyReads(call) { return }
    let mustQueue = isPaused || !waiting.isEmpty && waitingCallers[call.sender] != nil
    guard mustQueue || needsPreparation?(call) == true else { return answer(call) }
    waiting.append(call)
    waitingCallers[call.sender, default: 0] += 1
    resumeLater()
  }

  private func resumeLater(after delay: Duration? = nil) {
    guard !isPaused, !waiting.isEmpty else { return }
    connection.loop.enqueueOnce(isResuming, after: delay) { [weak self] in self?.resume() }
  }

  private func resume() {
    // A caller that reads no replies must not fill our memory.
    guard !isPaused, !waiting.isEmpty, !connection.isCongested else {
      return resumeLater(after: .milliseconds(10))
    }
    if prepareStep?() != false { preparations += 1 }
    var rest = Self.callsPerTurn
    while rest > 0, let call = waiting.first,
      preparations == Self.mostPreparations || needsPreparation?(call) != true
    {
      waiting.removeFirst()
      preparations = 0
      answer(call)
      let others = waitingCallers[call.sender].map { $0 - 1 }
      waitingCallers[call.sender] = others == 0 ? nil : others
      rest -= 1
    }
    resumeLater()
  }

  /// Answers all waiting calls at once, and ends a pause.
  public func answerWaiting() {
    let calls = takeWaiting()
    isPaused = false
    calls.forEach(answer)
  }

  private func takeWaiting() -> ArraySlice<Message> {
    defer { (waiting, waitingCallers, preparations) = ([], [:], 0) }
    return waiting
  }

  private func answer(_ call: Message) {
    var refusal: BusError?
    self.call = call
    defer { self.call = nil }
    do {
      let results = try perform(call)
      if !call.wantsNoReply {
        var reply = OutgoingMessage.reply(to: call)
        try reply.write(results.signature, results.write)
        try connection.send(reply)
      }
    } catch {
      let error =
        error as? BusError ?? BusError(.failed, "The service could not handle the call.")
      refusal = error
      // Fails only if the bus is gone or memory is exhausted.
      if !call.wantsNoReply { try? connection.send(OutgoingMessage.reply(to: call, error: error)) }
    }
    // The caller must not wait for work done after the call.
    connection.flush()
    onCall?(call, refusal)
  }

  private func perform(_ call: Message) throws -> MethodResults {
    guard let path = call.path, let member = call.member else {
      throw BusError(.failed, "The call does not name an object and a method.")
    }
    let name = call.interface
    // Fast path: most calls name one of the object's own interfaces.
    if let perform = objects[path]?.first(where: { $0.name == name })?.method(member) {
      return try perform(call)
    }
    let standard = StandardObject(server: self, path: path)
    let interfaces: [any ServedInterface]
    if let object = objects[path] {
      interfaces = object + standard.interfaces
    } else if name == StandardObject.peer.name {
      interfaces = [standard.peer]
    } else if isNode(path), name == nil || name == standard.introspection.name {
      interfaces = [standard.introspection, standard.peer]
    } else {
      throw BusError(.unknownObject, "There is no object at \(path).")
    }

    let meant = interfaces.filter { name == nil || $0.name == name }
    if let name, meant.isEmpty {
      throw BusError(.unknownInterface, "The object at \(path) has no interface \(name).")
    }
    for interface in meant {
      if let perform = interface.method(member) { return try perform(call) }
    }
    let place = name.map { "interface \($0)" } ?? "object at \(path)"
    throw BusError(.unknownMethod, "The \(place) has no method \(member).")
  }

  /// Whether the path is one of the nodes between the root and an object.
  private func isNode(_ path: ObjectPath) -> Bool {
    path.rawValue == "/" || objects.keys.contains { $0.rawValue.hasPrefix(path.rawValue + "/") }
  }

  /// The interfaces that a call uses or reads: the one that it names, if it names none those that
  /// have its method, and for a read of properties those whose properties it asks for.
  public func interfaces(usedBy call: Message) -> [InterfaceName] {
    let properties = StandardObject.properties
    guard let path = call.path, let member = call.member else { return [] }
    let own = interfaces(at: path)
    if let name = call.interface, name != properties.name {
      return own.contains { $0.name == name } ? [name] : []
    }
    if call.interface == nil, let called = own.first(where: { $0.method(member) != nil }) {
      return [called.name]
    }
    guard member != "Set", properties.methods.contains(where: { $0.name == member }),
      let name = call.firstText
    else { return [] }
    // Without a name, the properties of all are read.
    return own.map(\.name).filter { name.isEmpty || $0.rawValue == name }
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
