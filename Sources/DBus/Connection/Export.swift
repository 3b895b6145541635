/// A method's results: their types, and what appends them to the reply.
struct MethodResults {
  let signature: Signature
  let write: (inout MessageWriter) throws(BusError) -> Void
}

/// An interface of one object, its types put aside.
protocol ServedInterface {
  var name: InterfaceName { get }
  var xml: String { get }

  /// What answers calls of a method; nil where there is no such method.
  func method(_ name: MemberName) -> ((Message) throws -> MethodResults)?
  /// The value of a property; nil where there is none of that name.
  func get(_ property: MemberName) -> Value?
  func getAll() -> [String: Value]
  /// Sets a property; false where there is none of that name.
  func set(_ property: MemberName, to value: Value) throws -> Bool
}

/// An interface of an object that is on the bus: its signals and changes are sent by it.
public final class Export<Service>: ServedInterface {
  private let interface: InterfaceTable<Service>
  private let service: Service
  private let path: ObjectPath
  private weak var connection: Connection?
  private let methods: [MemberName: MethodEntry<Service>]
  private var published: [Value]

  init(
    interface: Interface<Service>, service: Service, path: ObjectPath, connection: Connection
  ) {
    let interface = InterfaceTable(interface)
    self.interface = interface
    self.service = service
    self.path = path
    self.connection = connection
    methods = Dictionary(uniqueKeysWithValues: interface.methods.map { ($0.name, $0) })
    published = interface.changing.map { $0.get(service) }
  }

  /// The connection, which does not live for the sake of what it exports.
  private var open: Connection {
    get throws(BusError) {
      guard let connection else {
        throw BusError(.disconnected, "There is no connection to the bus.")
      }
      return connection
    }
  }

  /// Sends a signal; throws as `Connection.emit` does.
  public func emit<each T: BusType>(
    _ signal: Signal<repeat each T>, _ arguments: repeat each T
  ) throws(BusError) {
    try open.emit(path, interface.name, signal.name, repeat each arguments)
  }

  /// Sends one `PropertiesChanged` with just the properties that differ from what was last sent, or
  /// none if nothing differs.
  public func publishChanges() throws(BusError) {
    var changed: [String: Value] = [:]
    var invalidated: [String] = []
    for index in published.indices {
      let value = interface.changing[index].get(service)
      guard value != published[index] else { continue }
      published[index] = value
      let property = interface.changing[index]
      switch property.emits {
      case .value: changed[property.name.rawValue] = value
      case .invalidates: invalidated.append(property.name.rawValue)
      case .const, .nothing: break
      }
    }
    guard !changed.isEmpty || !invalidated.isEmpty else { return }
    try open.emit(
      path, .properties, "PropertiesChanged", interface.name.rawValue, changed, invalidated)
  }

  var name: InterfaceName { interface.name }
  var xml: String { IntrospectionXML.interface(interface) }

  func method(_ name: MemberName) -> ((Message) throws -> MethodResults)? {
    guard let entry = methods[name] else { return nil }
    return { [service] message in try entry.perform(message, service) }
  }

  func get(_ property: MemberName) -> Value? {
    interface.properties.first { $0.name == property }?.get(service)
  }

  func getAll() -> [String: Value] {
    Dictionary(
      uniqueKeysWithValues: interface.properties.map { ($0.name.rawValue, $0.get(service)) })
  }

  func set(_ property: MemberName, to value: Value) throws -> Bool {
    guard let entry = interface.properties.first(where: { $0.name == property }) else {
      return false
    }
    guard let set = entry.set else {
      throw BusError(.propertyReadOnly, "The property \(property) can be read, but not set.")
    }
    try set(service, value)
    try publishChanges()
    return true
  }
}

extension MethodEntry {
  /// Checks the arguments, and only then takes them out and calls what answers.
  func perform(_ call: Message, _ service: Service) throws -> MethodResults {
    guard !BodySize.of(call, exceeds: ObjectServer.largestBody) else {
      throw BusError(
        .limitsExceeded,
        "The arguments of \(name) may take \(ObjectServer.largestBody >> 20) MiB, and take more.")
    }
    guard call.hasSignature(inputSignature) else {
      throw BusError.invalidArguments(
        "\(name) takes “(\(inputSignature))”; it was called with “(\(call.signature))”.")
    }
    var reader = MessageReader(call)
    return MethodResults(signature: outputSignature, write: try self.call(service, &reader))
  }
}
