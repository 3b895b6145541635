/// The declaration of an interface: a table of methods, properties and signals.
///
/// It determines dispatch, the check of arguments, introspection, properties with their changes,
/// and the types of a client's calls. `Service` implements it.
public struct Interface<Service>: Sendable {
  /// The interface's name on the bus.
  public let name: InterfaceName
  let documentation: String
  /// A closure: clients never use the members, so starting them need not create their types.
  let members: @Sendable () -> [InterfaceMember<Service>]

  /// Declares an interface: its purpose, and its members, one a line.
  public init(
    _ name: InterfaceName, _ documentation: String,
    @InterfaceBuilder<Service> members: @escaping @Sendable () -> [InterfaceMember<Service>]
  ) {
    self.name = name
    self.documentation = documentation
    self.members = members
  }
}

/// One line of an interface's declaration.
public struct InterfaceMember<Service>: Sendable {
  enum Kind: Sendable {
    case method(MethodEntry<Service>)
    case property(PropertyEntry<Service>)
    case signal(SignalEntry)
  }

  let kind: Kind

  /// Declares a property whose type is known only at run time, such as a field of a table.
  ///
  /// `set` may answer later.
  public static func property(
    _ name: MemberName, _ documentation: String, type: Signature, _ emits: EmitsChanged,
    get: @escaping @Sendable (Service) -> Value,
    set: (@Sendable (Service, Value, Reply<>) throws -> Void)? = nil
  ) -> InterfaceMember {
    InterfaceMember(
      kind: .property(PropertyEntry(name, documentation, type, emits, get: get, set: set)))
  }
}

/// Lets an interface be declared as a table.
@resultBuilder
public enum InterfaceBuilder<Service> {
  /// A line that names a method.
  public static func buildExpression<I, O>(
    _ method: Method<Service, I, O>
  ) -> [InterfaceMember<Service>] {
    [InterfaceMember(kind: .method(method.entry))]
  }

  /// A line that names a property.
  public static func buildExpression<T>(
    _ property: Property<Service, T>
  ) -> [InterfaceMember<Service>] {
    [InterfaceMember(kind: .property(property.entry))]
  }

  /// A line that names a signal.
  public static func buildExpression<each T: BusType>(
    _ signal: Signal<repeat each T>
  ) -> [InterfaceMember<Service>] {
    [InterfaceMember(kind: .signal(signal.entry))]
  }

  /// A line that declares several members.
  public static func buildExpression(
    _ members: [InterfaceMember<Service>]
  ) -> [InterfaceMember<Service>] {
    members
  }

  /// All lines.
  public static func buildBlock(
    _ members: [InterfaceMember<Service>]...
  ) -> [InterfaceMember<Service>] {
    Array(members.joined())
  }
}

/// The members of an interface by their kind, for the object server.
final class InterfaceTable<Service>: Sendable {
  let name: InterfaceName
  let documentation: String
  let methods: [MethodEntry<Service>]
  let properties: [PropertyEntry<Service>]
  let signals: [SignalEntry]
  /// The properties that `PropertiesChanged` reports.
  let changing: [PropertyEntry<Service>]

  init(_ interface: Interface<Service>) {
    name = interface.name
    documentation = interface.documentation
    // A generic algorithm such as compactMap is not specialized here: it would search all protocol
    // conformances of the program for each interface.
    var methods: [MethodEntry<Service>] = []
    var properties: [PropertyEntry<Service>] = []
    var changing: [PropertyEntry<Service>] = []
    var signals: [SignalEntry] = []
    for member in interface.members() {
      switch member.kind {
      case .method(let entry): methods.append(entry)
      case .signal(let entry): signals.append(entry)
      case .property(let entry):
        properties.append(entry)
        if entry.emits == .value || entry.emits == .invalidates { changing.append(entry) }
      }
    }
    self.methods = methods
    self.properties = properties
    self.changing = changing
    self.signals = signals
  }
}

/// The declaration of a signal: its interface, its name, when it is sent, and its arguments.
public struct Signal<each Type>: Sendable {
  /// The name of its interface.
  public let interface: InterfaceName
  /// The signal's name on the bus.
  public var name: MemberName { entry.name }
  let entry: SignalEntry
}

extension Signal {
  /// Declares a signal: when it is sent, and the names of its arguments.
  public init<Service>(
    _ interface: Interface<Service>, _ name: MemberName, _ documentation: String,
    _ arguments: repeat Argument<each Type>
  ) where repeat each Type: BusType {
    self.interface = interface.name
    entry = SignalEntry(
      name: name, documentation: documentation, arguments: declarations(repeat each arguments))
  }
}

/// A signal without its types.
struct SignalEntry: Sendable {
  let name: MemberName
  let documentation: String
  let arguments: [ArgumentDeclaration]
}
