/// A Swift type that stands for one complete D-Bus type.
public protocol BusType: Hashable, Sendable {
  /// The D-Bus type.
  static var signature: Signature { get }

  /// Takes the next argument, whose type has been checked before.
  static func read(from reader: inout MessageReader) throws(BusError) -> Self

  /// Appends the value; `InvalidArgs` for what the bus cannot carry, as U+0000 in a text.
  func write(to writer: inout MessageWriter) throws(BusError)

  /// The value together with its D-Bus type.
  var asValue: Value { get }

  /// Takes a value of exactly this type.
  init?(exactly value: Value)
}

/// A type that is no container.
public protocol BasicBusType: BusType {
  /// The letter of the D-Bus type.
  static var typeCode: Unicode.Scalar { get }
}

extension BasicBusType {
  /// The type's letter.
  public static var signature: Signature { Signature(unchecked: String(typeCode)) }

  /// Takes a value of this type.
  public init?(exactly value: Value) {
    guard let basic = value.basic as? Self else { return nil }
    self = basic
  }
}

/// A number that lies in memory as it does in a message.
public protocol FixedBusType: BasicBusType, BitwiseCopyable, ExpressibleByIntegerLiteral {}

extension FixedBusType {
  /// Takes the next argument.
  public static func read(from reader: inout MessageReader) throws(BusError) -> Self {
    reader.fixed(0)
  }

  /// Appends the number.
  public func write(to writer: inout MessageWriter) throws(BusError) {
    writer.append(self)
  }
}

extension UInt8: FixedBusType {
  /// The letter `y`.
  public static var typeCode: Unicode.Scalar { "y" }
  /// The number with its type.
  public var asValue: Value { .byte(self) }
}

extension Int16: FixedBusType {
  /// The letter `n`.
  public static var typeCode: Unicode.Scalar { "n" }
  /// The number with its type.
  public var asValue: Value { .int16(self) }
}

extension UInt16: FixedBusType {
  /// The letter `q`.
  public static var typeCode: Unicode.Scalar { "q" }
  /// The number with its type.
  public var asValue: Value { .uint16(self) }
}

extension Int32: FixedBusType {
  /// The letter `i`.
  public static var typeCode: Unicode.Scalar { "i" }
  /// The number with its type.
  public var asValue: Value { .int32(self) }
}

extension UInt32: FixedBusType {
  /// The letter `u`.
  public static var typeCode: Unicode.Scalar { "u" }
  /// The number with its type.
  public var asValue: Value { .uint32(self) }
}

extension Int64: FixedBusType {
  /// The letter `x`.
  public static var typeCode: Unicode.Scalar { "x" }
  /// The number with its type.
  public var asValue: Value { .int64(self) }
}

extension UInt64: FixedBusType {
  /// The letter `t`.
  public static var typeCode: Unicode.Scalar { "t" }
  /// The number with its type.
  public var asValue: Value { .uint64(self) }
}

extension Double: FixedBusType {
  /// The letter `d`.
  public static var typeCode: Unicode.Scalar { "d" }
  /// The number with its type.
  public var asValue: Value { .double(self) }
}

extension Bool: BasicBusType {
  /// The letter `b`.
  public static var typeCode: Unicode.Scalar { "b" }
  /// The truth value with its type.
  public var asValue: Value { .boolean(self) }
  /// Takes the next argument.
  public static func read(from reader: inout MessageReader) throws(BusError) -> Bool {
    reader.fixed(0 as UInt32) != 0
  }
  /// Appends 0 or 1 in four bytes, as a `dbus_bool_t`.
  public func write(to writer: inout MessageWriter) throws(BusError) {
    writer.append(self ? 1 as UInt32 : 0)
  }
}

extension String: BasicBusType {
  /// The letter `s`.
  public static var typeCode: Unicode.Scalar { "s" }
  /// The text with its type.
  public var asValue: Value { .string(self) }
  /// Takes the next argument.
  public static func read(from reader: inout MessageReader) throws(BusError) -> String {
    reader.text()
  }
  /// Appends the text.
  public func write(to writer: inout MessageWriter) throws(BusError) {
    try writer.append(text: self)
  }
}

extension ObjectPath: BasicBusType {
  /// The letter `o`.
  public static var typeCode: Unicode.Scalar { "o" }
  /// The text with its type.
  public var asValue: Value { .objectPath(self) }
  /// Takes the next argument.
  public static func read(from reader: inout MessageReader) throws(BusError) -> ObjectPath {
    ObjectPath(unchecked: reader.text())
  }
  /// Appends the text, checked first: the bus closes the connection over an invalid path.
  public func write(to writer: inout MessageWriter) throws(BusError) {
    try writer.append(text: ObjectPath(rawValue).rawValue)
  }
}

extension Signature: BasicBusType {
  /// The letter `g`.
  public static var typeCode: Unicode.Scalar { "g" }
  /// The text with its type.
  public var asValue: Value { .signature(self) }
  /// Takes the next argument.
  public static func read(from reader: inout MessageReader) throws(BusError) -> Signature {
    Signature(unchecked: reader.text())
  }
  /// Appends the text, checked first: the bus closes the connection over an invalid signature.
  public func write(to writer: inout MessageWriter) throws(BusError) {
    writer.append(signature: try Signature(rawValue))
  }
}
