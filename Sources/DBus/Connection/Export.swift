internal import PlainText

/// An interface of one object: its declaration, and the service that answers.
protocol ServedInterface {
  associatedtype Service
  var table: InterfaceTable<Service> { get }
  var service: Service { get }
  /// Nil if calls can always be handled.
  var gate: ObjectServer.Gate? { get }
  func publishChanges() throws(BusError)
}

extension ServedInterface {
  var name: InterfaceName { table.name }
  var xml: String { IntrospectionXML.interface(table) }

  /// Handles a call of a method; false if there is no such method.
  func perform(_ method: MemberName, _ call: Message, _ reply: PendingReply) -> Bool {
    guard let entry = table.methods.first(where: { $0.name == method }) else { return false }
    afterGate { [service] in reply.attempt { try entry.perform(call, service, reply) } }
    return true
  }

  func afterGate(_ body: @escaping () -> Void) {
    if let gate { gate(body) } else { body() }
  }

  func has(_ property: MemberName) -> Bool { table.properties.contains { $0.name == property } }

  func get(_ property: MemberName) throws(BusError) -> Value {
    try entry(of: property).get(service)
  }

  func getAll() -> [String: Value] {
    Dictionary(uniqueKeysWithValues: table.properties.map { ($0.name.rawValue, $0.get(service)) })
  }

  func set(_ property: MemberName, to value: Value, _ reply: Reply<>) throws {
    guard let set = try entry(of: property).set else {
      throw BusError(.propertyReadOnly, "The property \(property) is read-only.")
    }
    var reply = reply
    // The property is set even if the signal cannot be sent.
    reply.beforeSending = { try? publishChanges() }
    try set(service, value, reply)
  }

  private func entry(of property: MemberName) throws(BusError) -> PropertyEntry<Service> {
    if let entry = table.properties.first(where: { $0.name == property }) { return entry }
    throw .unknown(property)
  }
}

extension BusError {
  static func unknown(_ property: MemberName) -> BusError {
    BusError(.unknownProperty, "There is no property “\(property.rawValue.printable)”.")
  }
}

/// An exported interface of an object; sends its signals and property changes.
public final class Export<Service>: ServedInterface {
  let table: InterfaceTable<Service>
  let service: Service
  let gate: ObjectServer.Gate?
  private let path: ObjectPath
  /// An export must not keep its connection alive.
  private weak var connection: Connection?
  private var published: [Value]

  init(
    _ table: InterfaceTable<Service>, of service: Service, at path: ObjectPath,
    after gate: ObjectServer.Gate? = nil, on connection: Connection? = nil
  ) {
    self.table = table
    self.service = service
    self.gate = gate
    self.path = path
    self.connection = connection
    published = table.changing.map { $0.get(service) }
  }

  /// Sends a signal; throws as `Connection.emit` does.
  public func emit<each T: BusType>(
    _ signal: Signal<repeat each T>, _ arguments: repeat each T
  ) throws(BusError) {
    guard let connection else { throw .notConnected }
    try connection.emit(path, table.name, signal.name, repeat each arguments)
  }

  /// Sends one `PropertiesChanged` with only the properties that have changed since the last one,
  /// or none if nothing has changed.
  public func publishChanges() throws(BusError) {
    var changed: [String: Value] = [:]
    var invalidated: [String] = []
    for index in published.indices {
      let property = table.changing[index]
      let value = property.get(service)
      guard value != published[index] else { continue }
      published[index] = value
      switch property.emits {
      case .value: changed[property.name.rawValue] = value
      case .invalidates: invalidated.append(property.name.rawValue)
      case .const, .nothing: break
      }
    }
    guard !changed.isEmpty || !invalidated.isEmpty else { return }
    guard let connection else { throw .notConnected }
    try connection.emit(
      path, .properties, "PropertiesChanged", table.name.rawValue, changed, invalidated)
  }
}

extension MethodEntry {
  /// Checks the argument types before decoding them and calling the handler.
  func perform(_ call: Message, _ service: Service, _ reply: PendingReply) throws {
    guard !call.isTooLarge else {
      throw BusError(
        .limitsExceeded,
        english(
          "The arguments of \(name) exceed the limit of \(Message.maximumBodySize >> 20) MiB."))
    }
    guard call.hasSignature(inputSignature) else {
      throw BusError.invalidArguments(
        "\(name) takes arguments of type “(\(inputSignature))”, not “(\(call.signature))”.")
    }
    reply.signature = outputSignature
    var reader = MessageReader(call)
    try self.call(service, &reader, reply)
  }
}
