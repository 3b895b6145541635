internal import PlainText

/// A message to send: its header fields and its marshalled arguments.
struct OutgoingMessage {
  /// The fields of a header, by their numbers in the specification.
  private enum Field: UInt8 {
    case path = 1
    case interface, member, errorName, replySerial, destination, sender, signature

    var kind: NameKind {
      switch self {
      case .path: .objectPath
      case .interface: .interface
      case .member: .member
      case .errorName: .error
      case .destination, .sender, .replySerial: .busName
      case .signature: .signature
      }
    }
  }

  /// Reserved for messages of libdbus to its own program.
  private static let localNames = ["/org/freedesktop/DBus/Local", "org.freedesktop.DBus.Local"]

  private static let noReplyExpected: UInt8 = 1
  private static let noAutoStart: UInt8 = 2

  private let kind: Message.Kind
  private let flags: UInt8
  private var replySerial: UInt32?
  private var texts: [(Field, String)]
  private var signature = Signature(unchecked: "")
  private var body = MessageWriter()

  private init(
    _ kind: Message.Kind, flags: UInt8, _ texts: [(Field, String)], replySerial: UInt32? = nil
  ) {
    self.kind = kind
    self.flags = flags
    self.texts = texts
    self.replySerial = replySerial
  }

  static func call(
    _ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
    startsService: Bool
  ) -> OutgoingMessage {
    OutgoingMessage(
      .methodCall, flags: startsService ? 0 : noAutoStart,
      [
        (.path, path.rawValue), (.interface, interface.rawValue), (.member, member.rawValue),
        (.destination, destination.rawValue),
      ])
  }

  static func signal(
    _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName
  ) -> OutgoingMessage {
    OutgoingMessage(
      .signal, flags: noReplyExpected,
      [(.path, path.rawValue), (.interface, interface.rawValue), (.member, member.rawValue)])
  }

  static func reply(to call: Message) -> OutgoingMessage {
    OutgoingMessage(
      .methodReturn, flags: noReplyExpected, destination(of: call), replySerial: call.serial)
  }

  static func reply(to call: Message, error: BusError) throws(BusError) -> OutgoingMessage {
    var message = OutgoingMessage(
      .error, flags: noReplyExpected, [(.errorName, error.name.rawValue)] + destination(of: call),
      replySerial: call.serial)
    try message.append(error.message)
    return message
  }

  private static func destination(of call: Message) -> [(Field, String)] {
    call.sender.map { [(.destination, $0.rawValue)] } ?? []
  }

  mutating func append<each T: BusType>(_ values: repeat each T) throws(BusError) {
    signature = Struct<repeat each T>.fieldsSignature
    for value in repeat each values { try value.write(to: &body) }
  }

  mutating func write(
    _ types: Signature, _ append: (inout MessageWriter) throws(BusError) -> Void
  ) throws(BusError) {
    signature = types
    try append(&body)
  }

  /// Throws for anything the bus would close the connection over; the values were checked when
  /// appended.
  private func check() throws(BusError) {
    guard Signature.isValid(signature.rawValue) else {
      throw .invalidArguments("“\(signature)” is not a valid signature.")
    }
    for (field, text) in texts {
      guard field.kind.accepts(text), !Self.localNames.contains(text) else {
        throw .invalidArguments("“\(text.printable)” is not a valid \(field.kind.rawValue).")
      }
    }
  }

  /// The message as it is sent, with the number that an answer will refer to.
  func bytes(serial: UInt32) throws(BusError) -> [UInt8] {
    try check()
    var message = MessageWriter(capacity: 192 + body.bytes.count)
    message.append(Self.byteOrder)
    message.append(kind.rawValue)
    message.append(flags)
    message.append(1 as UInt8)
    message.append(UInt32(truncatingIfNeeded: body.bytes.count))
    message.append(serial)
    try message.array(alignment: 8) { fields throws(BusError) in
      for (field, text) in texts {
        try fields.begin(field.rawValue, field == .path ? "o" : "s")
        try fields.append(text: text)
      }
      if let replySerial {
        try fields.begin(Field.replySerial.rawValue, "u")
        fields.append(replySerial)
      }
      if !signature.rawValue.isEmpty {
        try fields.begin(Field.signature.rawValue, "g")
        fields.append(signature: signature)
      }
    }
    message.align(to: 8)
    message.append(contentsOf: body)
    // Over such a message the bus would close the connection.
    assert(
      LibDBus.isMessage(message.bytes), "A BusType does not write what “\(signature)” declares.")
    return message.bytes
  }

  private static var byteOrder: UInt8 {
    1.littleEndian == 1 ? UInt8(ascii: "l") : UInt8(ascii: "B")
  }
}

extension MessageWriter {
  /// Begins a field of a header: its number, and the type of its variant.
  fileprivate mutating func begin(_ field: UInt8, _ type: Unicode.Scalar) throws(BusError) {
    align(to: 8)
    append(field)
    try append(variantOfBasicType: type)
  }
}
