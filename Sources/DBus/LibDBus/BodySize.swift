internal import CDBus
internal import Glibc

/// Measures a message's body without decoding it: libdbus does not give its length.
///
/// It walks the arguments as they are laid out on the wire and stops as soon as the limit is
/// passed, so that a huge message costs no more than one of the limit's size.
struct BodySize {
  private let limit: Int
  private var size = 0

  /// Whether the message's body takes more bytes than the limit.
  static func of(_ message: Message, exceeds limit: Int) -> Bool {
    var measure = BodySize(limit: limit)
    var iterator = DBusMessageIter()
    dbus_message_iter_init(message.pointer, &iterator)
    measure.addAll(&iterator)
    return measure.size > limit
  }

  private init(limit: Int) {
    self.limit = limit
  }

  private mutating func addAll(_ iterator: inout DBusMessageIter) {
    while size <= limit, add(&iterator) { dbus_message_iter_next(&iterator) }
  }

  /// Adds the argument the iterator stands on; false at the end.
  private mutating func add(_ iterator: inout DBusMessageIter) -> Bool {
    let type = UInt8(truncatingIfNeeded: dbus_message_iter_get_arg_type(&iterator))
    switch type {
    case 0: return false
    case UInt8(ascii: "s"), UInt8(ascii: "o"): add(4, aligned: 4); size += length(&iterator) + 1
    case UInt8(ascii: "g"): size += 1 + length(&iterator) + 1
    case UInt8(ascii: "v"):
      var inner = DBusMessageIter()
      dbus_message_iter_recurse(&iterator, &inner)
      size += 1 + signatureLength(&inner) + 1
      addAll(&inner)
    case UInt8(ascii: "r"), UInt8(ascii: "e"):
      add(0, aligned: 8)
      var inner = DBusMessageIter()
      dbus_message_iter_recurse(&iterator, &inner)
      addAll(&inner)
    case UInt8(ascii: "a"): addArray(&iterator)
    default: add(TypeCode.width(type), aligned: TypeCode.width(type))
    }
    return true
  }

  private mutating func addArray(_ iterator: inout DBusMessageIter) {
    add(4, aligned: 4)
    let element = UInt8(truncatingIfNeeded: dbus_message_iter_get_element_type(&iterator))
    add(0, aligned: TypeCode.alignment(element))
    var inner = DBusMessageIter()
    dbus_message_iter_recurse(&iterator, &inner)
    if dbus_type_is_fixed(Int32(element)) != 0, element != UInt8(ascii: "h") {
      var elements: UnsafeRawPointer?
      var count: Int32 = 0
      dbus_message_iter_get_fixed_array(&inner, &elements, &count)
      size += Int(count) * TypeCode.width(element)
    } else {
      addAll(&inner)
    }
  }

  private mutating func add(_ bytes: Int, aligned alignment: Int) {
    size = (size + alignment - 1) / alignment * alignment + bytes
  }

  private func length(_ iterator: inout DBusMessageIter) -> Int {
    var pointer: UnsafePointer<CChar>?
    dbus_message_iter_get_basic(&iterator, &pointer)
    return pointer.map { strlen($0) } ?? 0
  }

  private func signatureLength(_ iterator: inout DBusMessageIter) -> Int {
    guard let text = dbus_message_iter_get_signature(&iterator) else { return 0 }
    defer { dbus_free(text) }
    return strlen(text)
  }
}
