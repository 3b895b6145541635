internal import CDBus
internal import PlainText

/// Reads the arguments of a message, one after the other.
///
/// libdbus has checked the bytes against the message's signature, but returns them whatever type is
/// requested; so each read compares the type.
public struct MessageReader {
  private var iterator: DBusMessageIter

  init(_ message: Message) {
    iterator = DBusMessageIter()
    dbus_message_iter_init(message.pointer, &iterator)
  }

  private init(inside outer: inout DBusMessageIter) {
    iterator = DBusMessageIter()
    dbus_message_iter_recurse(&outer, &iterator)
  }

  var isAtEnd: Bool {
    mutating get { nextCode == Self.end }
  }

  /// Reads a number that has the placeholder's size in a message.
  mutating func fixed<T: BitwiseCopyable>(
    _ placeholder: T, _ code: Unicode.Scalar
  ) throws(BusError) -> T {
    try expect(code)
    var number = placeholder
    dbus_message_iter_get_basic(&iterator, &number)
    dbus_message_iter_next(&iterator)
    return number
  }

  /// Reads a text, which libdbus has checked to be UTF-8.
  mutating func text(_ code: Unicode.Scalar) throws(BusError) -> String {
    try expect(code)
    var pointer: UnsafePointer<CChar>?
    dbus_message_iter_get_basic(&iterator, &pointer)
    dbus_message_iter_next(&iterator)
    return pointer.map { String(cString: $0) } ?? ""
  }

  /// Opens the container that comes next; `leave` steps over it.
  mutating func enter(_ code: Unicode.Scalar) throws(BusError) -> MessageReader {
    try expect(code)
    return MessageReader(inside: &iterator)
  }

  mutating func leave() {
    dbus_message_iter_next(&iterator)
  }

  mutating func container(
    _ code: Unicode.Scalar, _ body: (inout MessageReader) throws(BusError) -> Void
  ) throws(BusError) {
    var inner = try enter(code)
    try body(&inner)
    leave()
  }

  mutating func value() throws(BusError) -> Value {
    switch nextCode {
    case "y": return .byte(try .read(from: &self))
    case "b": return .boolean(try .read(from: &self))
    case "n": return .int16(try .read(from: &self))
    case "q": return .uint16(try .read(from: &self))
    case "i": return .int32(try .read(from: &self))
    case "u": return .uint32(try .read(from: &self))
    case "x": return .int64(try .read(from: &self))
    case "t": return .uint64(try .read(from: &self))
    case "d": return .double(try .read(from: &self))
    case "s": return .string(try .read(from: &self))
    case "o": return .objectPath(try .read(from: &self))
    case "g": return .signature(try .read(from: &self))
    case "v": return .variant(try .read(from: &self))
    case Self.structure: return .structure(try values(Self.structure))
    case "a": return try array()
    case Self.end: throw .wrongType
    default:
      // Asking libdbus for a descriptor would duplicate it; the message closes its own.
      leave()
      return .fileDescriptor
    }
  }

  /// libdbus' codes for the types of containers, and for the end.
  static let structure: Unicode.Scalar = "r"
  static let entry: Unicode.Scalar = "e"
  private static let end: Unicode.Scalar = "\0"

  private var nextCode: Unicode.Scalar {
    mutating get {
      Unicode.Scalar(UInt8(truncatingIfNeeded: dbus_message_iter_get_arg_type(&iterator)))
    }
  }

  private mutating func expect(_ code: Unicode.Scalar) throws(BusError) {
    guard nextCode == code else { throw .wrongType }
  }

  /// Reads everything in the next container.
  private mutating func values(_ code: Unicode.Scalar) throws(BusError) -> [Value] {
    var result: [Value] = []
    try container(code) { inner throws(BusError) in
      while !inner.isAtEnd { result.append(try inner.value()) }
    }
    return result
  }

  private mutating func array() throws(BusError) -> Value {
    let signature = containerSignature()
    guard signature.hasPrefix("a{") else {
      return .array(Signature(unchecked: String(signature.dropFirst())), try values("a"))
    }
    var entries: [Value.Entry] = []
    try container("a") { inner throws(BusError) in
      while !inner.isAtEnd {
        try inner.container(Self.entry) { entry throws(BusError) in
          entries.append(.init(key: try entry.value(), value: try entry.value()))
        }
      }
    }
    // A key is of a basic type, which has one letter.
    return .dictionary(
      key: Signature(unchecked: String(signature.dropFirst(2).prefix(1))),
      value: Signature(unchecked: String(signature.dropFirst(3).dropLast())), entries)
  }

  private mutating func containerSignature() -> String {
    guard let text = dbus_message_iter_get_signature(&iterator) else { return "" }
    defer { dbus_free(text) }
    return String(cString: text)
  }
}

extension BusError {
  fileprivate static let wrongType = BusError.invalidArguments(
    english("The next argument does not have the expected type."))
}
