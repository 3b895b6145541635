// Members of a conformance have the documentation of their protocol.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A D-Bus structure of given types: `Struct<UInt32, String>` is `(us)`.
///
/// As with ``Property``, the fields need to be ``BusType`` only where it is used.
public struct Struct<each Field> {
  /// The fields in their order.
  public let fields: (repeat each Field)

  /// Makes a structure from its fields.
  public init(_ fields: repeat each Field) {
    self.fields = (repeat each fields)
  }
}

extension Struct: Sendable where repeat each Field: Sendable {}
extension Struct: Equatable where repeat each Field: Equatable {
  public static func == (left: Struct, right: Struct) -> Bool {
    for (one, other) in repeat (each left.fields, each right.fields) {
      guard one == other else { return false }
    }
    return true
  }
}
extension Struct: Hashable where repeat each Field: Hashable {
  public func hash(into hasher: inout Hasher) {
    for field in repeat each fields { hasher.combine(field) }
  }
}

extension Struct: BusType where repeat each Field: BusType {
  public static var signature: Signature {
    Signature(unchecked: "(" + fieldsSignature.rawValue + ")")
  }

  /// The fields' types, one after the other.
  static var fieldsSignature: Signature {
    var text = ""
    for type in repeat (each Field).self { text += type.signature.rawValue }
    return Signature(unchecked: text)
  }

  public static func read(from reader: inout MessageReader) throws(BusError) -> Struct {
    var inner = try reader.enter(MessageReader.structure)
    let fields = Struct(repeat try (each Field).read(from: &inner))
    reader.leave()
    return fields
  }

  public func write(to writer: inout MessageWriter) throws(BusError) {
    try writer.structure { inner throws(BusError) in
      for field in repeat each fields { try field.write(to: &inner) }
    }
  }

  public var asValue: Value {
    var values: [Value] = []
    for field in repeat each fields { values.append(field.asValue) }
    return .structure(values)
  }

  public init?(exactly value: Value) {
    guard case .structure(let values) = value, value.signature == Self.signature else { return nil }
    var rest = values[...]
    func next<T: BusType>(_ type: T.Type) throws(BusError) -> T {
      guard let first = rest.popFirst(), let field = T(exactly: first) else {
        throw .invalidArguments("A structure has the wrong type.")
      }
      return field
    }
    guard let result = try? Struct(repeat next((each Field).self)) else { return nil }
    self = result
  }
}
