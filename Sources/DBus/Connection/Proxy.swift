/// An object of a service, for its clients, with the types that the service declares.
public struct Proxy {
  /// The connection the calls go over.
  public let connection: Connection
  /// The service's name.
  public let destination: BusName
  /// The object's path.
  public let path: ObjectPath
  /// How long each call waits for its answer.
  public var deadline: Duration
  /// Whether a call may start the service.
  public var startsService: Bool
  /// Called if the bus refuses a subscription of this proxy.
  public var onSubscriptionFailure: (BusError) -> Void = { _ in }

  /// Makes a proxy; nothing is sent.
  public init(
    _ connection: Connection, to destination: BusName, at path: ObjectPath,
    deadline: Duration = Connection.defaultDeadline, startsService: Bool = true
  ) {
    self.connection = connection
    self.destination = destination
    self.path = path
    self.deadline = deadline
    self.startsService = startsService
  }

  /// Calls a declared method; the completion is called exactly once.
  public func call<Service, each I: BusType, each O: BusType>(
    _ method: Method<Service, Arguments<repeat each I>, Arguments<repeat each O>>,
    _ arguments: repeat each I,
    completion: @escaping (Result<(repeat each O), BusError>) -> Void
  ) {
    connection.call(
      destination, path, method.interface, method.name, repeat each arguments,
      returning: repeat (each O).self, deadline: deadline, startsService: startsService,
      completion: completion)
  }

  /// Calls a declared method and runs the loop until it is answered.
  public func callAndWait<Service, each I: BusType, each O: BusType>(
    _ method: Method<Service, Arguments<repeat each I>, Arguments<repeat each O>>,
    _ arguments: repeat each I
  ) throws(BusError) -> (repeat each O) {
    try connection.wait { call(method, repeat each arguments, completion: $0) }
  }

  /// Reads all properties of a declared interface.
  public func properties<Service>(
    of interface: Interface<Service>,
    completion: @escaping (Result<Properties<Service>, BusError>) -> Void
  ) {
    connection.call(
      destination, path, .properties, "GetAll", interface.name.rawValue,
      returning: [String: Value].self, deadline: deadline, startsService: startsService
    ) { completion($0.map { Properties(values: $0) }) }
  }

  /// Sets a property of a declared interface.
  public func set<Service>(
    _ property: MemberName, of interface: Interface<Service>, to value: Value,
    completion: @escaping (Result<Void, BusError>) -> Void
  ) {
    connection.call(
      destination, path, .properties, "Set", interface.name.rawValue, property.rawValue, value,
      deadline: deadline, startsService: startsService, completion: completion)
  }

  /// Calls the handler for each declared signal of the object.
  @discardableResult
  public func on<each T: BusType>(
    _ signal: Signal<repeat each T>, handler: @escaping (repeat each T) -> Void
  ) -> SubscriptionID {
    let rule = MatchRule(
      sender: destination, path: path, interface: signal.interface, member: signal.name)
    return connection.subscribe(rule, onFailure: onSubscriptionFailure) { message in
      guard let arguments = try? message.arguments(of: repeat (each T).self) else { return }
      handler(repeat each arguments)
    }
  }

  /// Calls the handler with the properties of a declared interface that have changed.
  @discardableResult
  public func onChange<Service>(
    of interface: Interface<Service>, handler: @escaping (Properties<Service>) -> Void
  ) -> SubscriptionID {
    let rule = MatchRule(
      sender: destination, path: path, interface: .properties, member: "PropertiesChanged",
      firstArgument: interface.name.rawValue)
    return connection.subscribe(rule, onFailure: onSubscriptionFailure) { message in
      guard
        let (_, changed, _) = try? message.arguments(
          of: String.self, [String: Value].self, [String].self)
      else { return }
      handler(Properties(values: changed))
    }
  }
}

/// Values of an interface's properties, read by their declarations.
public struct Properties<Service>: Sendable {
  /// The values by the properties' names.
  public let values: [String: Value]

  /// Makes properties from values by name.
  public init(values: [String: Value]) {
    self.values = values
  }

  /// The value of a property; nil if it is missing or has another type.
  public subscript<T: BusType>(_ property: Property<Service, T>) -> T? {
    values[property.name.rawValue]?.get(T.self)
  }
}
