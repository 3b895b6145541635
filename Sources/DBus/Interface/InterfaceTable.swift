/// The members of an interface, sorted for who serves it.
struct InterfaceTable<Service>: Sendable {
  let name: InterfaceName
  let documentation: String
  let methods: [MethodEntry<Service>]
  let properties: [PropertyEntry<Service>]
  let signals: [SignalEntry]
  /// The properties of which `PropertiesChanged` tells.
  let changing: [PropertyEntry<Service>]

  /// Reads a declaration.
  init(_ interface: Interface<Service>) {
    name = interface.name
    documentation = interface.documentation
    let members = interface.members()
    methods = members.compactMap { if case .method(let entry) = $0.kind { entry } else { nil } }
    properties = members.compactMap {
      if case .property(let entry) = $0.kind { entry } else { nil }
    }
    changing = properties.filter { $0.emits == .value || $0.emits == .invalidates }
    signals = members.compactMap { if case .signal(let entry) = $0.kind { entry } else { nil } }
  }
}
