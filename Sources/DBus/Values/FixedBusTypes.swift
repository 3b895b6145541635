/// A Swift type that stands for one complete D-Bus type.
public protocol BusType: Hashable, Sendable {
  /// The D-Bus type.
  static var signature: Signature { get }

  /// Takes the next argument, whose type has been checked before.
  static func read(from reader: inout MessageReader) throws(BusError) -> Self

  /// Appends the value; `InvalidArgs` for what the bus cannot carry, as U+0000 in a text.
  func write(to writer: inout MessageWriter) throws(BusError)

  /// The same value with its type beside it.
  var asValue: Value { get }

  /// Takes a value of exactly this type.
  init?(exactly value: Value)
}

/// A number that lies in memory as it does in a message.
public protocol FixedBusType: BusType, BitwiseCopyable, ExpressibleByIntegerLiteral {
  /// The letter of the D-Bus type.
  static var typeCode: Unicode.Scalar { get }
}

extension FixedBusType {
  /// The type's letter.
  public static var signature: Signature { Signature(unchecked: String(Character(typeCode))) }

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
  /// Takes a `y`.
  public init?(exactly value: Value) {
    guard case .byte(let number) = value else { return nil }
    self = number
  }
}

extension Int16: FixedBusType {
  /// The letter `n`.
  public static var typeCode: Unicode.Scalar { "n" }
  /// The number with its type.
  public var asValue: Value { .int16(self) }
  /// Takes an `n`.
  public init?(exactly value: Value) {
    guard case .int16(let number) = value else { return nil }
    self = number
  }
}

extension UInt16: FixedBusType {
  /// The letter `q`.
  public static var typeCode: Unicode.Scalar { "q" }
  /// The number with its type.
  public var asValue: Value { .uint16(self) }
  /// Takes a `q`.
  public init?(exactly value: Value) {
    guard case .uint16(let number) = value else { return nil }
    self = number
  }
}

extension Int32: FixedBusType {
  /// The letter `i`.
  public static var typeCode: Unicode.Scalar { "i" }
  /// The number with its type.
  public var asValue: Value { .int32(self) }
  /// Takes an `i`.
  public init?(exactly value: Value) {
    guard case .int32(let number) = value else { return nil }
    self = number
  }
}

extension UInt32: FixedBusType {
  /// The letter `u`.
  public static var typeCode: Unicode.Scalar { "u" }
  /// The number with its type.
  public var asValue: Value { .uint32(self) }
  /// Takes a `u`.
  public init?(exactly value: Value) {
    guard case .uint32(let number) = value else { return nil }
    self = number
  }
}

extension Int64: FixedBusType {
  /// The letter `x`.
  public static var typeCode: Unicode.Scalar { "x" }
  /// The number with its type.
  public var asValue: Value { .int64(self) }
  /// Takes an `x`.
  public init?(exactly value: Value) {
    guard case .int64(let number) = value else { return nil }
    self = number
  }
}

extension UInt64: FixedBusType {
  /// The letter `t`.
  public static var typeCode: Unicode.Scalar { "t" }
  /// The number with its type.
  public var asValue: Value { .uint64(self) }
  /// Takes a `t`.
  public init?(exactly value: Value) {
    guard case .uint64(let number) = value else { return nil }
    self = number
  }
}

extension Double: FixedBusType {
  /// The letter `d`.
  public static var typeCode: Unicode.Scalar { "d" }
  /// The number with its type.
  public var asValue: Value { .double(self) }
  /// Takes a `d`.
  public init?(exactly value: Value) {
    guard case .double(let number) = value else { return nil }
    self = number
  }
}
