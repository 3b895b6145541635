// Members of a conformance have the documentation of their protocol.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A Swift type that represents one complete D-Bus type.
public protocol BusType: Hashable, Sendable {
  /// The D-Bus type.
  static var signature: Signature { get }

  /// Reads the next argument, whose type has already been checked.
  static func read(from reader: inout MessageReader) throws(BusError) -> Self

  /// Appends the value; throws `InvalidArgs` if the bus cannot carry it, such as a text with U+0000.
  func write(to writer: inout MessageWriter) throws(BusError)

  /// The value together with its D-Bus type.
  var asValue: Value { get }

  /// Converts a value of exactly this type; nil for other types.
  init?(exactly value: Value)
}

/// A type that is not a container.
public protocol BasicBusType: BusType {
  /// The letter of the D-Bus type.
  static var typeCode: Unicode.Scalar { get }
}

extension BasicBusType {
  /// The type's letter.
  public static var signature: Signature { Signature(unchecked: String(typeCode)) }

  /// Converts a value of this type.
  public init?(exactly value: Value) {
    guard let basic = value.basic as? Self else { return nil }
    self = basic
  }
}

/// A number with the same layout in memory as in a message.
public protocol FixedBusType: BasicBusType, BitwiseCopyable, ExpressibleByIntegerLiteral {}

extension FixedBusType {
  /// Reads the next argument.
  public static func read(from reader: inout MessageReader) throws(BusError) -> Self {
    try reader.fixed(0, typeCode)
  }

  /// Appends the number.
  public func write(to writer: inout MessageWriter) throws(BusError) {
    writer.append(self)
  }
}

extension UInt8: FixedBusType {
  public static var typeCode: Unicode.Scalar { "y" }
  public var asValue: Value { .byte(self) }
}

extension Int16: FixedBusType {
  public static var typeCode: Unicode.Scalar { "n" }
  public var asValue: Value { .int16(self) }
}

extension UInt16: FixedBusType {
  public static var typeCode: Unicode.Scalar { "q" }
  public var asValue: Value { .uint16(self) }
}

extension Int32: FixedBusType {
  public static var typeCode: Unicode.Scalar { "i" }
  public var asValue: Value { .int32(self) }
}

extension UInt32: FixedBusType {
  public static var typeCode: Unicode.Scalar { "u" }
  public var asValue: Value { .uint32(self) }
}

extension Int64: FixedBusType {
  public static var typeCode: Unicode.Scalar { "x" }
  public var asValue: Value { .int64(self) }
}

extension UInt64: FixedBusType {
  public static var typeCode: Unicode.Scalar { "t" }
  public var asValue: Value { .uint64(self) }
}

extension Double: FixedBusType {
  public static var typeCode: Unicode.Scalar { "d" }
  public var asValue: Value { .double(self) }
}

extension Bool: BasicBusType {
  public static var typeCode: Unicode.Scalar { "b" }
  public var asValue: Value { .boolean(self) }
  public static func read(from reader: inout MessageReader) throws(BusError) -> Bool {
    try reader.fixed(0 as UInt32, typeCode) != 0
  }
  public func write(to writer: inout MessageWriter) throws(BusError) {
    // A `dbus_bool_t` has four bytes.
    writer.append(self ? 1 as UInt32 : 0)
  }
}

extension String: BasicBusType {
  public static var typeCode: Unicode.Scalar { "s" }
  public var asValue: Value { .string(self) }
  public static func read(from reader: inout MessageReader) throws(BusError) -> String {
    try reader.text(typeCode)
  }
  public func write(to writer: inout MessageWriter) throws(BusError) {
    try writer.append(text: self)
  }
}

extension ObjectPath: BasicBusType {
  public static var typeCode: Unicode.Scalar { "o" }
  public var asValue: Value { .objectPath(self) }
  public static func read(from reader: inout MessageReader) throws(BusError) -> ObjectPath {
    ObjectPath(unchecked: try reader.text(typeCode))
  }
  public func write(to writer: inout MessageWriter) throws(BusError) {
    // The bus closes the connection over an invalid path.
    try writer.append(text: ObjectPath(rawValue).rawValue)
  }
}

extension Signature: BasicBusType {
  public static var typeCode: Unicode.Scalar { "g" }
  public var asValue: Value { .signature(self) }
  public static func read(from reader: inout MessageReader) throws(BusError) -> Signature {
    Signature(unchecked: try reader.text(typeCode))
  }
  public func write(to writer: inout MessageWriter) throws(BusError) {
    // The bus also closes it over an invalid signature.
    writer.append(signature: try Signature(rawValue))
  }
}
