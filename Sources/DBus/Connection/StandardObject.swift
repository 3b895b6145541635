/// The interfaces that D-Bus requires of every object, declared like any others.
struct StandardObject {
  let server: ObjectServer
  let path: ObjectPath

  static let peer = InterfaceTable(
    Interface<StandardObject>(
      "org.freedesktop.DBus.Peer", "Checks whether the service responds."
    ) {
      Method("Ping", "Replies and does nothing else.") { (_: StandardObject) in }
      Method("GetMachineId", "Returns the id of the machine.", out: "machine_uuid") {
        (_: StandardObject) in try LibDBus.machineID()
      }
    })

  static let introspection = InterfaceTable(
    Interface<StandardObject>(
      "org.freedesktop.DBus.Introspectable", "Describes an object's interfaces."
    ) {
      Method("Introspect", "Describes the object and lists those below it.", out: "xml_data") {
        (object: StandardObject) in object.introspect()
      }
    })

  static let properties = InterfaceTable(
    Interface<StandardObject>(
      InterfaceName.properties, "Reads and sets an object's properties."
    ) {
      Method(
        "Get", "Reads one property.", in: "interface_name", "property_name", out: "value"
      ) { (object: StandardObject, interface: String, property: String) in
        try object.get(interface, property)
      }
      Method("GetAll", "Reads all properties of an interface.", in: "interface_name", out: "props")
      {
        (object: StandardObject, interface: String) in try object.getAll(interface)
      }
      Method(
        "Set", "Sets one property.", in: "interface_name", "property_name", "value"
      ) { (object: StandardObject, interface: String, property: String, value: Value) in
        try object.set(interface, property, to: value)
      }
      Signal<String, [String: Value], [String]>(
        "PropertiesChanged", "Reports the properties of an interface that have new values.",
        "interface_name", "changed_properties", "invalidated_properties")
    })

  /// Whether a call has no effect but its reply.
  static func onlyReads(_ call: Message) -> Bool {
    switch call.interface {
    case peer.name, introspection.name: true
    case properties.name: call.member != "Set"
    default: false
    }
  }

  var peer: any ServedInterface { StandardInterface(table: Self.peer, service: self) }
  var introspection: any ServedInterface {
    StandardInterface(table: Self.introspection, service: self)
  }
  var interfaces: [any ServedInterface] {
    [introspection, peer, StandardInterface(table: Self.properties, service: self)]
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

  private func get(_ interface: String, _ property: String) throws(BusError) -> Value {
    for candidate in try served(interface) {
      if let value = candidate.get(MemberName(unchecked: property)) { return value }
    }
    throw unknown(property)
  }

  private func getAll(_ interface: String) throws(BusError) -> [String: Value] {
    let served = try served(interface)
    if served.count == 1 { return served[0].getAll() }
    return served.reduce(into: [:]) { all, candidate in
      all.merge(candidate.getAll()) { first, _ in first }
    }
  }

  private func set(_ interface: String, _ property: String, to value: Value) throws {
    for candidate in try served(interface) {
      if try candidate.set(MemberName(unchecked: property), to: value) { return }
    }
    throw unknown(property)
  }

  private func unknown(_ property: String) -> BusError {
    BusError(.unknownProperty, "There is no property “\(property.printable)”.")
  }
}

/// One of the standard interfaces at the object that is called; they have no properties.
private struct StandardInterface: ServedInterface {
  let table: InterfaceTable<StandardObject>
  let service: StandardObject

  func publishChanges() {}
}
