internal import CDBus

/// Takes the arguments out of a message, one after the other.
///
/// It trusts the types: the caller has compared the message's signature with the expected one, and
/// libdbus has checked the bytes against that signature.
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
    mutating get { dbus_message_iter_get_arg_type(&iterator) == 0 }
  }

  /// Takes a number of the placeholder's type; returns the placeholder if there is none.
  mutating func fixed<T: BitwiseCopyable>(_ placeholder: T) -> T {
    var number = placeholder
    dbus_message_iter_get_basic(&iterator, &number)
    dbus_message_iter_next(&iterator)
    return number
  }

  /// Takes a text, which libdbus has checked to be UTF-8.
  mutating func text() -> String {
    var pointer: UnsafePointer<CChar>?
    dbus_message_iter_get_basic(&iterator, &pointer)
    dbus_message_iter_next(&iterator)
    return pointer.map { String(cString: $0) } ?? ""
  }

  /// Opens the container that comes next; `leave` steps over it.
  mutating func enter() -> MessageReader {
    MessageReader(inside: &iterator)
  }

  mutating func leave() {
    dbus_message_iter_next(&iterator)
  }

  mutating func container(_ body: (inout MessageReader) throws(BusError) -> Void) throws(BusError) {
    var inner = enter()
    try body(&inner)
    leave()
  }

  mutating func value() throws(BusError) -> Value {
    let code = UnicodeScalar(UInt32(dbus_message_iter_get_arg_type(&iterator)))
    switch code {
    case "y": return .byte(fixed(0))
    case "b": return .boolean(fixed(0 as UInt32) != 0)
    case "n": return .int16(fixed(0))
    case "q": return .uint16(fixed(0))
    case "i": return .int32(fixed(0))
    case "u": return .uint32(fixed(0))
    case "x": return .int64(fixed(0))
    case "t": return .uint64(fixed(0))
    case "d": return .double(fixed(0))
    case "s": return .string(text())
    case "o": return .objectPath(ObjectPath(unchecked: text()))
    case "g": return .signature(Signature(unchecked: text()))
    case "v": return .variant(try Value.read(from: &self))
    case "r": return .structure(try values())
    case "a": return try array()
    default:
      // Asking libdbus for a descriptor would duplicate it; the message closes its own.
      leave()
      return .fileDescriptor
    }
  }

  /// Takes all that is left in the container that comes next.
  private mutating func values() throws(BusError) -> [Value] {
    var result: [Value] = []
    try container { inner throws(BusError) in
      while !inner.isAtEnd { result.append(try inner.value()) }
    }
    return result
  }

  private mutating func array() throws(BusError) -> Value {
    let signature = containerSignature()
    guard signature.hasPrefix("a{") else {
      return .array(Signature(unchecked: String(signature.dropFirst())), try values())
    }
    var entries: [Value.Entry] = []
    try container { inner throws(BusError) in
      while !inner.isAtEnd {
        try inner.container { entry throws(BusError) in
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
