internal import CDBus

/// Appends arguments to a message.
///
/// Nothing goes to libdbus that it would end the process for: texts are checked for U+0000, types
/// for being types, and the whole for its size.
public struct MessageWriter {
  private var iterator: DBusMessageIter
  private var room: Int
  private let depth: Int

  /// What one message of ours may hold, in bytes: half of what an array may by the specification.
  static let largestBody = 32 << 20

  /// How deep containers may lie in each other; libdbus cuts the connection beyond 64.
  static let deepest = 32

  init(_ message: Message) {
    iterator = DBusMessageIter()
    room = Self.largestBody
    depth = 0
    dbus_message_iter_init_append(message.pointer, &iterator)
  }

  private init(room: Int, depth: Int) {
    iterator = DBusMessageIter()
    self.room = room
    self.depth = depth
  }

  mutating func append<T: BitwiseCopyable>(
    fixed number: T, _ type: Unicode.Scalar
  ) throws(BusError) {
    try take(8)
    var number = number
    try check(dbus_message_iter_append_basic(&iterator, Int32(type.value), &number))
  }

  mutating func append(text: String, _ type: Unicode.Scalar) throws(BusError) {
    guard !text.utf8.contains(0) else {
      throw .invalidArguments("A text on the bus cannot hold U+0000.")
    }
    try take(text.utf8.count + 8)
    let appended = text.withCString { pointer in
      var pointer: UnsafePointer<CChar>? = pointer
      return dbus_message_iter_append_basic(&iterator, Int32(type.value), &pointer)
    }
    try check(appended)
  }

  mutating func array(
    of element: Signature, _ body: (inout MessageWriter) throws(BusError) -> Void
  ) throws(BusError) {
    try container(DBusType.array, element.rawValue, body)
  }

  mutating func structure(
    _ body: (inout MessageWriter) throws(BusError) -> Void
  ) throws(BusError) {
    try container(DBusType.structure, nil, body)
  }

  mutating func dictionaryEntry(
    _ body: (inout MessageWriter) throws(BusError) -> Void
  ) throws(BusError) {
    try container(DBusType.dictionaryEntry, nil, body)
  }

  mutating func variant(
    of content: Signature, _ body: (inout MessageWriter) throws(BusError) -> Void
  ) throws(BusError) {
    guard content.isSingleType else {
      throw .invalidArguments("A variant cannot hold “\(content)”: it is not one complete type.")
    }
    try container(DBusType.variant, content.rawValue, body)
  }

  /// Appends a value as what it is, not as a variant.
  mutating func append(content: Value) throws(BusError) {
    switch content {
    case .byte(let number): try number.write(to: &self)
    case .boolean(let truth): try truth.write(to: &self)
    case .int16(let number): try number.write(to: &self)
    case .uint16(let number): try number.write(to: &self)
    case .int32(let number): try number.write(to: &self)
    case .uint32(let number): try number.write(to: &self)
    case .int64(let number): try number.write(to: &self)
    case .uint64(let number): try number.write(to: &self)
    case .double(let number): try number.write(to: &self)
    case .string(let text): try text.write(to: &self)
    case .objectPath(let path): try path.write(to: &self)
    case .signature(let signature): try signature.write(to: &self)
    case .variant(let inner): try inner.write(to: &self)
    case .structure(let fields):
      guard !fields.isEmpty else { throw .invalidArguments("A structure on the bus has a field.") }
      try structure { inner throws(BusError) in
        for field in fields { try inner.append(content: field) }
      }
    case .array(let element, let elements):
      try array(of: single(element)) { inner throws(BusError) in
        for value in elements {
          guard value.signature == element else {
            throw .invalidArguments("An array of “\(element)” cannot hold “\(value.signature)”.")
          }
          try inner.append(content: value)
        }
      }
    case .dictionary(let key, let value, let entries):
      let entry = Signature(unchecked: "{" + key.rawValue + value.rawValue + "}")
      guard Validation.isSingleType("a" + entry.rawValue) else {
        throw .invalidArguments("“a\(entry)” is not a type of the bus.")
      }
      try array(of: entry) { array throws(BusError) in
        for item in entries {
          guard item.key.signature == key, item.value.signature == value else {
            throw .invalidArguments("A dictionary “a\(entry)” holds an entry of another type.")
          }
          try array.dictionaryEntry { inner throws(BusError) in
            try inner.append(content: item.key)
            try inner.append(content: item.value)
          }
        }
      }
    case .fileDescriptor: throw .invalidArguments("File descriptors cannot be sent.")
    }
  }

  private func single(_ element: Signature) throws(BusError) -> Signature {
    guard element.isSingleType else {
      throw .invalidArguments("An array cannot hold “\(element)”: it is not one complete type.")
    }
    return element
  }

  /// Opens a container, lets it be filled, and closes it; it is abandoned where that fails.
  private mutating func container(
    _ type: Int32, _ content: String?, _ body: (inout MessageWriter) throws(BusError) -> Void
  ) throws(BusError) {
    guard depth < Self.deepest else {
      throw .invalidArguments("A message on the bus is at most \(Self.deepest) containers deep.")
    }
    try take(8)
    var inner = MessageWriter(room: room, depth: depth + 1)
    try check(dbus_message_iter_open_container(&iterator, type, content, &inner.iterator))
    do {
      try body(&inner)
    } catch {
      dbus_message_iter_abandon_container(&iterator, &inner.iterator)
      throw error
    }
    room = inner.room
    try check(dbus_message_iter_close_container(&iterator, &inner.iterator))
  }

  private mutating func take(_ bytes: Int) throws(BusError) {
    room -= bytes
    guard room >= 0 else {
      throw BusError(
        .limitsExceeded, "A message may hold \(Self.largestBody >> 20) MiB; this one would hold more.")
    }
  }

  private func check(_ result: dbus_bool_t) throws(BusError) {
    guard result != 0 else { throw .outOfMemory }
  }
}
