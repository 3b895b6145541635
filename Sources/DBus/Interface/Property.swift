internal import PlainText

/// What a client may rely on when a property changes (`org.freedesktop.DBus.Property.EmitsChangedSignal`).
public enum EmitsChanged: String, Sendable {
  /// `PropertiesChanged` brings the new value.
  case value = "true"
  /// `PropertiesChanged` says that it changed.
  case invalidates
  /// It never changes while the service runs.
  case const
  /// No signal is sent.
  case nothing = "false"
}

/// The declaration of a property: its name, meaning and changes, and how it is read and set.
///
/// The code that declares or reads a property requires `BusType`; this type does not, or the
/// runtime would look up the conformance of each property at every start of a program.
public struct Property<Service, Type>: Sendable {
  /// The property's name on the bus.
  public var name: MemberName { entry.name }
  let entry: PropertyEntry<Service>
}

extension Property where Type: BusType {
  /// Declares a property, read-only without `set`.
  ///
  /// `set` throws if a value is not allowed.
  public init(
    _ name: MemberName, _ documentation: String, _ emits: EmitsChanged,
    get: @escaping @Sendable (Service) -> Type,
    set: (@Sendable (Service, Type) throws -> Void)? = nil
  ) {
    entry = PropertyEntry(
      name, documentation, Type.signature, emits, get: { get($0).asValue },
      set: set.map { set in
        { @Sendable (service: Service, value: Value, reply: Reply<>) in
          guard let typed = Type(exactly: value) else {
            throw BusError.invalidArguments(english("This value is not allowed for \(name)."))
          }
          reply.answer { try set(service, typed) }
        }
      })
  }
}

/// A property without its type: what the object server works with.
struct PropertyEntry<Service>: Sendable {
  let name: MemberName
  let documentation: String
  let type: Signature
  let emits: EmitsChanged
  let get: @Sendable (Service) -> Value
  let set: (@Sendable (Service, Value, Reply<>) throws -> Void)?

  init(
    _ name: MemberName, _ documentation: String, _ type: Signature, _ emits: EmitsChanged,
    get: @escaping @Sendable (Service) -> Value,
    set: (@Sendable (Service, Value, Reply<>) throws -> Void)?
  ) {
    self.name = name
    self.documentation = documentation
    self.type = type
    self.emits = emits
    self.get = get
    self.set = set.map { set in
      { @Sendable (service: Service, value: Value, reply: Reply<>) in
        guard value.signature == type else {
          throw BusError.invalidArguments(
            "\(name) is of type “\(type)”, not “\(value.signature)”.")
        }
        try set(service, value, reply)
      }
    }
  }
}
