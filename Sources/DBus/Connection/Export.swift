/// A method's results: their types, and a closure that appends them to the reply.
struct MethodResults {
  let signature: Signature
  let write: ResultWriter
}

/// An interface of one object: its declaration, and the service that answers.
protocol ServedInterface {
  associatedtype Service
  var table: InterfaceTable<Service> { get }
  var service: Service { get }
  func publishChanges() throws(BusError)
}

extension ServedInterface {
  var name: InterfaceName { table.name }
  var xml: String { IntrospectionXML.interface(table) }

  func method(_ name: MemberName) -> ((Message) throws -> MethodResults)? {
    for entry in table.methods where entry.name == name {
      return { [service] message in try entry.perform(message, service) }
    }
    return nil
  }

  func get(_ property: MemberName) -> Value? {
    table.properties.first { $0.name == property }?.get(service)
  }

  func getAll() -> [String: Value] {
    Dictionary(uniqueKeysWithValues: table.properties.map { ($0.name.rawValue, $0.get(service)) })
  }

  /// False if there is no such property.
  func set(_ property: MemberName, to value: Value) throws -> Bool {
    guard let entry = table.properties.first(where: { $0.name == property }) else { return false }
    guard let set = entry.set else {
      throw BusError(.propertyReadOnly, "The property \(property) is read-only.")
    }
    try set(service, value)
    // The property is set even if the signal cannot be sent.
    try? publishChanges()
    return true
  }
}

/// An exported interface of an object; sends its signals and property changes.
public final class Export<Service>: ServedInterface {
  let table: InterfaceTable<Service>
  let service: Service
  private let path: ObjectPath
  /// An export must not keep its connection alive.
  private weak var connection: Connection?
  private var published: [Value]

  init(
    interface: Interface<Service>, service: Service, path: ObjectPath, connection: Connection
  ) {
    table = InterfaceTable(interface)
    self.service = service
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
  func perform(_ call: Message, _ service: Service) throws -> MethodResults {
    guard !call.isTooLarge else {
      throw BusError(
        .limitsExceeded,
        "The arguments of \(name) exceed the limit of \(ObjectServer.largestBody >> 20) MiB.")
    }
    guard call.hasSignature(inputSignature) else {
      throw BusError.invalidArguments(
        "\(name) takes arguments of type “(\(inputSignature))”, not “(\(call.signature))”.")
    }
    var reader = MessageReader(call)
    return MethodResults(signature: outputSignature, write: try self.call(service, &reader))
  }
}
