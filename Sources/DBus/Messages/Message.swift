internal import CDBus
internal import PlainText

/// A message that was received.
///
/// It belongs to the thread of its connection, as libdbus demands: the class is not `Sendable`.
public final class Message {
  /// The largest body of a call that is decoded, in bytes.
  public static let maximumBodySize = 1 << 20

  let pointer: OpaquePointer

  /// Takes over the one reference.
  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    dbus_message_unref(pointer)
  }

  /// The four kinds of message, by their numbers in the specification.
  public enum Kind: UInt8, Sendable {
    /// Asks for something.
    case methodCall = 1
    /// Answers a call.
    case methodReturn
    /// Answers a call with an error.
    case error
    /// Reports an event to its subscribers.
    case signal
  }

  /// The kind; nil for a kind this version does not know.
  public var kind: Kind? {
    Kind(rawValue: UInt8(truncatingIfNeeded: dbus_message_get_type(pointer)))
  }

  /// The sender, set by the bus; nil for messages of libdbus itself.
  public var sender: BusName? { name(dbus_message_get_sender(pointer)) }
  /// The object that is called, or that sends a signal.
  public var path: ObjectPath? { name(dbus_message_get_path(pointer)) }
  /// The interface, which a method call may leave out.
  public var interface: InterfaceName? { name(dbus_message_get_interface(pointer)) }
  /// The method or signal.
  public var member: MemberName? { name(dbus_message_get_member(pointer)) }
  /// The types of the arguments.
  public var signature: Signature {
    Signature(unchecked: String(cString: dbus_message_get_signature(pointer)))
  }
  /// Whether the caller wants no answer (`NO_REPLY_EXPECTED`).
  public var wantsNoReply: Bool { dbus_message_get_no_reply(pointer) != 0 }

  var serial: UInt32 { dbus_message_get_serial(pointer) }
  var replySerial: UInt32 { dbus_message_get_reply_serial(pointer) }

  /// The error in an error message: its name, and its text if it has one.
  public var error: BusError? {
    guard kind == .error, let name: ErrorName = name(dbus_message_get_error_name(pointer)) else {
      return nil
    }
    let text = try? arguments(of: String.self)
    return BusError(name, text ?? english("The call was refused; no reason was given."))
  }

  /// The arguments as Swift values of known types; `InvalidArgs` if the message has others.
  public func arguments<each T: BusType>(of types: repeat (each T).Type) throws(BusError)
    -> (repeat each T)
  {
    let expected = Struct<repeat each T>.fieldsSignature
    guard hasSignature(expected) else {
      throw .invalidArguments(
        english("Expected arguments of type “\(expected)”, not “\(signature)”."))
    }
    var reader = MessageReader(self)
    return Struct(repeat try (each T).read(from: &reader)).fields
  }

  /// Whether a call of a declared method is refused because of its size.
  public var isTooLarge: Bool {
    // Numbers alone cannot be large: a signature has at most 255 letters.
    guard signature.rawValue.utf8.contains(where: "sogav".utf8.contains) else { return false }
    // libdbus shows the length only in the header of a copy. Reading sets its byte order to ours.
    _ = MessageReader(self)
    var bytes: UnsafeMutablePointer<CChar>?
    var count: Int32 = 0
    guard dbus_message_marshal(pointer, &bytes, &count) != 0, let header = UnsafeRawPointer(bytes)
    else { return true }
    defer { dbus_free(bytes) }
    return header.load(fromByteOffset: 4, as: UInt32.self) > Self.maximumBodySize
  }

  /// The first argument, if that is a text.
  public var firstText: String? {
    guard dbus_message_get_signature(pointer).pointee == CChar(bitPattern: UInt8(ascii: "s")) else {
      return nil
    }
    var reader = MessageReader(self)
    return try? String.read(from: &reader)
  }

  func hasSignature(_ expected: Signature) -> Bool {
    expected.rawValue.withCString { dbus_message_has_signature(pointer, $0) != 0 }
  }

  private func name<Name: ValidatedName>(_ text: UnsafePointer<CChar>?) -> Name? {
    text.map { Name(unchecked: String(cString: $0)) }
  }
}
