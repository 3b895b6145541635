import DBus

/// A service that has one of everything.
final class Desk {
  var level: UInt32 = 1
  var label = "a"
  var secret = "hidden"
  var heard: [UInt32] = []
  /// The answers to Later that have not been given.
  var replies: [Reply<String>] = []
  weak var export: Export<Desk>?

  /// An error that is not a `BusError`.
  struct Private: Error {}

  static let nothing = Method(interface, "Nothing", "Answers nothing.", in: "number") {
    (desk: Desk, number: UInt32) in desk.heard.append(number)
  }
  static let one = Method(interface, "One", "Answers a text.", out: "text") { (_: Desk) in "one" }
  static let two = Method(interface, "Two", "Answers two.", in: "a", "b", out: "b", "a") {
    (_: Desk, a: UInt32, b: String) in (b, a)
  }
  static let three = Method(interface, "Three", "Answers three.", out: "a", "b", "c") {
    (_: Desk) in (UInt8(1), true, [UInt64](arrayLiteral: 3))
  }
  static let four = Method(interface, "Four", "Answers four.", out: "a", "b", "c", "d") {
    (_: Desk) in (Int16(-1), 2.5, ["k": Value.string("v")], Struct(ObjectPath("/x"), Int64(4)))
  }
  static let echo = Method(
    interface, "Echo", "Answers what it is given.", in: "value", out: "value"
  ) {
    (_: Desk, value: Value) in value
  }
  static let text = Method(
    interface, "Text", "Answers a text of a length.", in: "length", out: "text"
  ) {
    (_: Desk, length: UInt32) in String(repeating: "x", count: Int(length))
  }
  static let later = Method(interface, "Later", "Answers when the desk is told to.", out: "text") {
    (desk: Desk, reply: Reply<String>) in desk.replies.append(reply)
  }
  static let refuse = Method(interface, "Refuse", "Is refused.") { (_: Desk) -> Void in
    throw BusError("org.example.Error.Refused", "Not today.")
  }
  static let fail = Method(interface, "Fail", "Fails by an error that is none of the bus.") {
    (_: Desk) -> Void in throw Private()
  }
  static let spoilt = Method(interface, "Spoilt", "Answers what the bus cannot carry.", out: "text")
  {
    (_: Desk) in "a\0b"
  }
  static let change = Method(interface, "Change", "Sets what clients only read.", in: "a", "b") {
    (desk: Desk, label: String, secret: String) in
    desk.label = label
    desk.secret = secret
    try desk.export?.publishChanges()
  }
  static let send = Method(interface, "Send", "Sends the signal.", in: "number") {
    (desk: Desk, number: UInt32) in try desk.export?.emit(Desk.sent, number, "sent")
  }
  static let sent = Signal<UInt32, String>(interface, "Sent", "A signal.", "number", "text")

  static let level = Property("Level", "It can be set.", .value) {
    (desk: Desk) in
    desk.level
  } set: { desk, level in
    guard level < 100 else { throw BusError.invalidArguments("That is too high.") }
    desk.level = level
  }
  static let label = Property("Label", "It is read only.", .value) { (desk: Desk) in desk.label }
  static let hint = Property("Hint", "Only its name is sent when it changes.", .invalidates) {
    (desk: Desk) in desk.secret
  }
  static let quiet = Property("Quiet", "Nothing is sent.", .nothing) { (desk: Desk) in desk.secret }
  static let kind = Property("Kind", "It never changes.", .const) { (_: Desk) in "desk" }
  static let details = Property("Details", "Values of any type.", .const) {
    (_: Desk) in ["number": Value.uint32(1), "text": Value.string("t")]
  }
  static let anything = Property("Anything", "A value of any type.", .const) {
    (_: Desk) in Value.string("anything")
  }

  static let interface: Interface<Desk> = Interface("org.example.Desk", "A desk, & \"all\" <that>.")
  {
    nothing
    one
    two
    three
    four
    echo
    text
    later
    refuse
    fail
    spoilt
    change
    send
    level
    label
    hint
    quiet
    kind
    details
    anything
    sent
  }
}
