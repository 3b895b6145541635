internal import PlainText

/// The interfaces that D-Bus requires of every object, declared like any others.
struct StandardObject {
  let server: ObjectServer
  let path: ObjectPath

  static let peer: Interface<StandardObject> = Interface(
    "org.freedesktop.DBus.Peer", "Checks whether the service responds."
  ) {
    Method(peer, "Ping", "Replies and does nothing else.") { (_: StandardObject) in }
    Method(peer, "GetMachineId", "Returns the id of the machine.", out: "machine_uuid") {
      (_: StandardObject) in try LibDBus.machineID()
    }
  }

  private static let introspection: Interface<StandardObject> = Interface(
    "org.freedesktop.DBus.Introspectable", "Describes an object's interfaces."
  ) {
    Method(
      introspection, "Introspect", "Describes the object and lists those below it.", out: "xml_data"
    ) { (object: StandardObject) in object.introspect() }
  }

  private static let properties: Interface<StandardObject> = Interface(
    .properties, "Reads and sets an object's properties."
  ) {
    Method(
      properties, "Get", "Reads one property.", in: "interface_name", "property_name", out: "value"
    ) { (object: StandardObject, reply: Reply<Value>, interface: String, property: String) in
      try object.get(interface, property, reply)
    }
    Method(
      properties, "GetAll", "Reads all properties of an interface.", in: "interface_name",
      out: "props"
    ) { (object: StandardObject, reply: Reply<[String: Value]>, interface: String) in
      try object.getAll(interface, reply)
    }
    Method(
      properties, "Set", "Sets one property.", in: "interface_name", "property_name", "value"
    ) {
      (object: StandardObject, reply: Reply<>, interface: String, property: String, value: Value)
      in try object.set(interface, property, to: value, reply)
    }
    Signal<String, [String: Value], [String]>(
      properties, "PropertiesChanged",
      "Reports the properties of an interface that have new values.",
      "interface_name", "changed_properties", "invalidated_properties")
  }

  /// Whether a call has no effect but its reply.
  static func onlyReads(_ call: Message) -> Bool {
    switch call.interface {
    case peer.name, introspection.name: true
    case properties.name: call.member != "Set"
    default: false
    }
  }

  private static let peerTable = InterfaceTable(peer)
  private static let introspectionTable = InterfaceTable(introspection)
  private static let propertiesTable = InterfaceTable(properties)

  var peer: any ServedInterface { Export(Self.peerTable, of: self, at: path) }
  var introspection: any ServedInterface { Export(Self.introspectionTable, of: self, at: path) }
  var interfaces: [any ServedInterface] {
    [introspection, peer, Export(Self.propertiesTable, of: self, at: path)]
  }

  private func introspect() -> String {
    server.description(of: path) {
      let own = server.interfaces(at: path)
      let all = own.isEmpty ? [introspection, peer] : own + interfaces
      return IntrospectionXML.node(
        interfaces: all.map(\.xml), children: server.children(of: path))
    }
  }

  /// The interfaces of a name; an empty name means all.
  private func served(_ name: String) throws(BusError) -> [any ServedInterface] {
    let own = server.interfaces(at: path)
    // Fast path: most calls name one of the object's own interfaces.
    if let meant = own.first(where: { $0.name.rawValue == name }) { return [meant] }
    let all = own + interfaces
    let meant = name.isEmpty ? all : all.filter { $0.name.rawValue == name }
    guard !meant.isEmpty else {
      throw BusError(
        .unknownInterface, "The object at \(path) has no interface “\(name.printable)”.")
    }
    return meant
  }

  /// The interface with a property; an empty name of the interface means any.
  private func served(_ interface: String, with property: MemberName) throws(BusError)
    -> any ServedInterface
  {
    if let served = try served(interface).first(where: { $0.has(property) }) { return served }
    throw .unknown(property)
  }

  private func get(_ interface: String, _ property: String, _ reply: Reply<Value>) throws {
    let property = MemberName(unchecked: property)
    let served = try served(interface, with: property)
    served.afterGate { reply.answer { try served.get(property) } }
  }

  private func getAll(_ interface: String, _ reply: Reply<[String: Value]>) throws {
    let served = try served(interface)
    afterGates(of: served[...]) {
      reply.answer {
        if served.count == 1 { return served[0].getAll() }
        return served.reduce(into: [:]) { all, candidate in
          all.merge(candidate.getAll()) { first, _ in first }
        }
      }
    }
  }

  private func afterGates(of served: ArraySlice<any ServedInterface>, then: @escaping () -> Void) {
    guard let first = served.first else { return then() }
    first.afterGate { afterGates(of: served.dropFirst(), then: then) }
  }

  private func set(
    _ interface: String, _ property: String, to value: Value, _ reply: Reply<>
  ) throws {
    let property = MemberName(unchecked: property)
    let served = try served(interface, with: property)
    served.afterGate { reply.pending.attempt { try served.set(property, to: value, reply) } }
  }
}
