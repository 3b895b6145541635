extension Bool: BusType {
  /// The type `b`.
  public static var signature: Signature { Signature(unchecked: "b") }
  /// Takes the next argument.
  public static func read(from reader: inout MessageReader) throws(BusError) -> Bool {
    reader.fixed(0 as UInt32) != 0
  }
  /// Appends four bytes, as a `dbus_bool_t` has, of nothing but 0 or 1.
  public func write(to writer: inout MessageWriter) throws(BusError) {
    writer.append(self ? 1 as UInt32 : 0)
  }
  /// The truth value with its type.
  public var asValue: Value { .boolean(self) }
  /// Takes a `b`.
  public init?(exactly value: Value) {
    guard case .boolean(let truth) = value else { return nil }
    self = truth
  }
}

extension String: BusType {
  /// The type `s`.
  public static var signature: Signature { Signature(unchecked: "s") }
  /// Takes the next argument.
  public static func read(from reader: inout MessageReader) throws(BusError) -> String {
    reader.text()
  }
  /// Appends the text.
  public func write(to writer: inout MessageWriter) throws(BusError) {
    try writer.append(text: self)
  }
  /// The text with its type.
  public var asValue: Value { .string(self) }
  /// Takes `s`.
  public init?(exactly value: Value) {
    guard case .string(let text) = value else { return nil }
    self = text
  }
}

extension ObjectPath: BusType {
  /// The type `o`.
  public static var signature: Signature { Signature(unchecked: "o") }
  /// Takes the next argument.
  public static func read(from reader: inout MessageReader) throws(BusError) -> ObjectPath {
    ObjectPath(unchecked: reader.text())
  }
  /// Appends the text; the bus would end the connection for one that is no path.
  public func write(to writer: inout MessageWriter) throws(BusError) {
    try writer.append(text: ObjectPath(rawValue).rawValue)
  }
  /// The text with its type.
  public var asValue: Value { .objectPath(self) }
  /// Takes `o`.
  public init?(exactly value: Value) {
    guard case .objectPath(let text) = value else { return nil }
    self = text
  }
}

extension Signature: BusType {
  /// The type `g`.
  public static var signature: Signature { Signature(unchecked: "g") }
  /// Takes the next argument.
  public static func read(from reader: inout MessageReader) throws(BusError) -> Signature {
    Signature(unchecked: reader.text())
  }
  /// Appends the text; the bus would end the connection for one that is no signature.
  public func write(to writer: inout MessageWriter) throws(BusError) {
    writer.append(signature: try Signature(rawValue))
  }
  /// The text with its type.
  public var asValue: Value { .signature(self) }
  /// Takes `g`.
  public init?(exactly value: Value) {
    guard case .signature(let text) = value else { return nil }
    self = text
  }
}
