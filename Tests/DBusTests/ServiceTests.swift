import DBus
import EventLoop
import Foundation
import TestSupport
import Testing

/// A service's replies, which follow from its declaration alone.
@Suite struct ServiceTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private static let peer: InterfaceName = "org.freedesktop.DBus.Peer"
  private static let introspectable: InterfaceName = "org.freedesktop.DBus.Introspectable"

  @Test func resultsOfEveryNumber() throws {
    let proxy = try bench.proxy
    let _: Void = try proxy.callAndWait(Desk.nothing, 7)
    #expect(bench.desk.heard == [7])
    let one = try proxy.callAndWait(Desk.one)
    #expect(one == "one")
    let two = try proxy.callAndWait(Desk.two, 2, "b")
    #expect(two == ("b", 2))
    let three = try proxy.callAndWait(Desk.three)
    #expect(three == (1, true, [3]))
    let four = try proxy.callAndWait(Desk.four)
    #expect(four == (-1, 2.5, ["k": .string("v")], Struct("/x", 4)))
  }

  @Test func wrongArgumentsDoNotReachTheHandler() throws {
    #expect(bench.error("Nothing") == .invalidArgs)
    #expect(bench.error("Nothing", "text") == .invalidArgs)
    #expect(bench.error("Nothing", Int32(1)) == .invalidArgs)
    #expect(bench.error("Nothing", Value.uint32(1)) == .invalidArgs)
    #expect(bench.error("Nothing", UInt32(1), UInt32(2)) == .invalidArgs)
    #expect(bench.error("One", "surplus") == .invalidArgs)
    #expect(bench.desk.heard.isEmpty)
    #expect(bench.error("Nothing", UInt32(1)) == nil)
  }

  /// A text of n bytes takes 4 + n + 1; in a variant, behind its signature, 4 more.
  @Test(arguments: [0, 1]) func theLimitIsOneMebibyteToTheByte(_ surplus: Int) throws {
    let expected: ErrorName? = surplus == 0 ? nil : .limitsExceeded
    let variant = Value.string(String(repeating: "x", count: (1 << 20) - 9 + surplus))
    #expect(bench.error("Echo", variant) == expected)
    let numbers = Value([UInt8](repeating: 1, count: (1 << 20) - 8 + surplus))
    #expect(bench.error("Echo", numbers) == expected)
    // A body that is too large is reported before other errors, but not for a missing method.
    let text = String(repeating: "x", count: (1 << 20) - 5 + surplus)
    #expect(bench.error("Nothing", text) == (surplus == 0 ? .invalidArgs : .limitsExceeded))
    #expect(bench.error("Missing", text) == .unknownMethod)
    #expect(try bench.one() == "one")
  }

  @Test func unknownObjectsInterfacesAndMethodsAreReported() throws {
    #expect(bench.error("Missing") == .unknownMethod)
    // The path comes first, then the interface, the method, the arguments.
    #expect(bench.error("Missing", "x", of: "no.such", at: "/no/such") == .unknownObject)
    #expect(bench.error("One", at: "/org/example/Desk/below") == .unknownObject)
    #expect(bench.error("One", at: "/org") == .unknownObject)
    #expect(bench.error("One", of: "no.such") == .unknownInterface)
    #expect(bench.error("Missing", of: Self.peer) == .unknownMethod)
    #expect(bench.error("Ping", "x", of: Self.peer) == .invalidArgs)
    #expect(bench.error("Sent", UInt32(1), "x") == .unknownMethod)
  }

  @Test func peersAnswerOnEveryPath() throws {
    for path in ["/", "/org", "/no/such", "/org/example/Desk"] as [ObjectPath] {
      #expect(bench.error("Ping", of: Self.peer, at: path) == nil)
      #expect(bench.error("Nonsense", of: Self.peer, at: path) == .unknownMethod)
    }
  }

  @Test func handlersErrorsAreTheAnswer() throws {
    #expect(bench.error("Refuse") == "org.example.Error.Refused")
    #expect(bench.error("Fail") == .failed)
    #expect(bench.error("Spoilt") == .invalidArgs)
    #expect(bench.error("One") == nil)
  }

  @Test func propertiesAreRead() throws {
    var read: Properties<Desk>?
    try bench.proxy.properties(of: Desk.interface) { read = try? $0.get() }
    #expect(bench.loop.waits { read != nil })
    let properties = try #require(read)
    #expect(properties[Desk.level] == 1)
    #expect(properties[Desk.label] == "a")
    #expect(properties[Desk.hint] == "hidden")
    #expect(properties[Desk.quiet] == "hidden")
    #expect(properties[Desk.kind] == "desk")
    #expect(properties[Desk.details] == ["number": .uint32(1), "text": .string("t")])
    #expect(properties[Desk.anything] == .string("anything"))
  }

  private func get(_ interface: String, _ name: String) throws -> Value {
    try bench.call("Get", interface, name, of: .properties, returning: Value.self)
  }

  @Test func onePropertyIsRead() throws {
    #expect(try get("org.example.Desk", "Level") == .uint32(1))
    #expect(try get("", "Level") == .uint32(1))
    #expect(try get("org.example.Desk", "Details").signature == "a{sv}")
    #expect(try get("org.example.Desk", "Anything") == .variant(.string("anything")))
    expectError(.unknownProperty) { try get("org.example.Desk", "Missing") }
    expectError(.unknownProperty) { try get("", "Missing") }
    expectError(.unknownProperty) { try get("org.freedesktop.DBus.Peer", "Level") }
    expectError(.unknownInterface) { try get("no.such", "Level") }
    expectError(.unknownInterface) { try get("no interface\n", "Level") }
    #expect(bench.error("Get", "org.example.Desk", of: .properties) == .invalidArgs)
    #expect(bench.error("GetAll", "no.such", of: .properties) == .unknownInterface)
    #expect(bench.error("GetAll", "org.freedesktop.DBus.Peer", of: .properties) == nil)
    #expect(bench.error("GetAll", "", of: .properties) == nil)
    #expect(bench.error("Get", "", "Level", of: .properties, at: "/org") == .unknownObject)
  }

  private func set(_ name: String, _ value: Value) -> ErrorName? {
    bench.error("Set", "org.example.Desk", name, value, of: .properties)
  }

  @Test func propertiesAreSet() throws {
    #expect(set("Level", .uint32(5)) == nil)
    #expect(bench.desk.level == 5)
    #expect(set("Level", .int32(6)) == .invalidArgs)
    #expect(set("Level", .variant(.uint32(6))) == .invalidArgs)
    #expect(set("Level", .uint32(100)) == .invalidArgs)
    // A read-only property is reported before a wrong type.
    #expect(set("Label", .byte(1)) == .propertyReadOnly)
    #expect(set("Label", .string("b")) == .propertyReadOnly)
    #expect(set("Missing", .byte(1)) == .unknownProperty)
    #expect(
      bench.error("Set", "no.such", "Level", Value.byte(1), of: .properties) == .unknownInterface)
    #expect(
      bench.error("Set", "org.example.Desk", "Level", UInt32(1), of: .properties) == .invalidArgs)
    #expect(bench.desk.level == 5)
  }

  /// Compares the changed and the invalidated names in `PropertiesChanged`.
  @Test func changesAreSentInOneSignal() throws {
    var changes: [([String: Value], [String])] = []
    bench.client.subscribe(
      MatchRule(sender: try bench.serviceName, member: "PropertiesChanged")
    ) { message in
      let arguments = try? message.arguments(of: String.self, [String: Value].self, [String].self)
      if let arguments, arguments.0 == "org.example.Desk" {
        changes.append((arguments.1, arguments.2))
      }
    }
    try bench.client.settle()
    // The signal comes before the reply: whoever has the reply has the change.
    #expect(bench.error("Change", "b", "hidden") == nil)
    #expect(changes.count == 1 && changes[0].0 == ["Label": .string("b")] && changes[0].1 == [])
    #expect(bench.error("Change", "c", "found") == nil)
    #expect(
      changes.count == 2 && changes[1].0 == ["Label": .string("c")] && changes[1].1 == ["Hint"])
    #expect(bench.error("Change", "c", "again") == nil)
    #expect(changes.count == 3 && changes[2].0.isEmpty && changes[2].1 == ["Hint"])
    #expect(bench.error("Change", "c", "again") == nil)
    #expect(set("Level", .uint32(9)) == nil)
    #expect(changes.count == 4 && changes[3].0 == ["Level": .uint32(9)] && changes[3].1 == [])
    #expect(set("Level", .uint32(9)) == nil)
    #expect(set("Level", .uint32(900)) == .invalidArgs)
    #expect(changes.count == 4)
  }

  @Test func changesReachProxies() throws {
    var label: String?
    var heard: [(UInt32, String)] = []
    let proxy = try bench.proxy
    proxy.onChange(of: Desk.interface) { label = $0[Desk.label] ?? label }
    proxy.on(Desk.sent) { heard.append(($0, $1)) }
    try bench.client.settle()
    #expect(bench.error("Change", "new", "x") == nil)
    #expect(label == "new")
    #expect(bench.error("Send", UInt32(3)) == nil)
    #expect(heard.count == 1 && heard[0] == (3, "sent"))
  }

  private func introspect(_ path: ObjectPath) throws -> String {
    try bench.call("Introspect", of: Self.introspectable, at: path, returning: String.self)
  }

  /// The next Introspect includes interfaces exported after the last one.
  @Test func aLaterExportIsIntrospectedToo() throws {
    let before = try introspect("/org/example")
    #expect(try introspect("/org/example") == before)
    bench.service.objects.export(Desk.interface, of: bench.desk, at: "/org/example/Table")
    #expect(!before.contains("Table"))
    #expect(try introspect("/org/example").contains("<node name=\"Table\"/>"))
    #expect(try introspect("/org/example/Table").contains("org.example.Desk"))
  }

  @Test func everyLevelIntrospects() throws {
    for (path, child) in [("/", "org"), ("/org", "example"), ("/org/example", "Desk")] {
      let xml = try introspect(ObjectPath(path))
      #expect(xml.contains("<node name=\"\(child)\"/>"))
      #expect(xml.components(separatedBy: "<node name").count == 2)
      #expect(!xml.contains("org.example.Desk"))
    }
    let xml = try introspect(Bench.path)
    #expect(!xml.contains("<node name"))
    for name in [
      "org.example.Desk", "org.freedesktop.DBus.Peer", "org.freedesktop.DBus.Properties",
    ] {
      #expect(xml.contains("<interface name=\"\(name)\">"))
    }
    #expect(xml.contains("A desk, &amp; &quot;all&quot; &lt;that&gt;."))
    #expect(xml.contains("<property name=\"Level\" type=\"u\" access=\"readwrite\">"))
    #expect(xml.contains("<property name=\"Details\" type=\"a{sv}\" access=\"read\">"))
    #expect(xml.contains("<arg name=\"text\" type=\"s\"/>"))
    for emits in ["true", "invalidates", "const", "false"] {
      #expect(xml.contains("EmitsChangedSignal\" value=\"\(emits)\"/>"))
    }
    #expect(bench.error("Introspect", of: Self.introspectable, at: "/no") == .unknownObject)
    #expect(bench.error("Introspect", of: Self.introspectable, at: "/or") == .unknownObject)
  }

  @Test func twoThousandCallsAreAnsweredInOrder() throws {
    var answered: [UInt32] = []
    let proxy = try bench.proxy
    for number in 0..<2000 {
      proxy.call(Desk.two, UInt32(number), "x") { result in
        if let (_, echoed) = try? result.get() { answered.append(echoed) }
      }
    }
    #expect(bench.loop.waits { answered.count == 2000 })
    #expect(answered == Array(0..<2000))
    #expect(bench.client.outgoingSize == 0)
  }

  @Test func exportsOutliveTheirConnection() throws {
    var other: Connection? = try bench.connect()
    let export = try #require(other?.objects.export(Desk.interface, of: Desk(), at: "/a"))
    other = nil
    expectError(.disconnected) { try export.emit(Desk.sent, 1, "x") }
  }
}
