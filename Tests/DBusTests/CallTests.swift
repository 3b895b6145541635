import CDBus
@testable import DBus
import EventLoop
import Foundation
import TestSupport
import Testing

@Suite struct CallTests {
  @Test func nobodyAnswersForNobody() throws {
    let bench = try Bench()
    var name: ErrorName?
    bench.client.callForAnything("org.example.Nobody", "/", "a.b", "C") { name = $0.error?.name }
    #expect(bench.loop.waits { name != nil })
    #expect(name == .serviceUnknown)
  }

  /// A message over which the bus would close the connection must not be sent.
  @Test func invalidMessagesAreNotSent() throws {
    let bench = try Bench()
    typealias Four<T> = Struct<T, T, T, T>
    func structure<each T: BusType>(_ fields: repeat each T) -> Struct<repeat each T> {
      Struct(repeat each fields)
    }
    let long = Four(1 as UInt32, 2 as UInt32, 3 as UInt32, 4 as UInt32)
    let longer = Four(long, long, long, long)
    let longest = Four(longer, longer, longer, longer)
    expectError(.invalidArgs) {
      try bench.client.emit("/org/freedesktop/DBus/Local", "a.b", "C")
    }
    expectError(.invalidArgs) { try bench.client.emit("/", "org.freedesktop.DBus.Local", "C") }
    expectError(.invalidArgs) { try bench.client.emit("/", "a.b", MemberName(unchecked: "a-b")) }
    expectError(.invalidArgs) { try bench.client.emit("/", "a.b", "C", structure()) }
    expectError(.invalidArgs) { try bench.client.emit("/", "a.b", "C", longest, longest, longest) }
    #expect(try bench.one() == "one")
  }

  /// libdbus' own replies must not be written in the middle of a message.
  @Test func libdbusAnswersNothingByItself() throws {
    let (loop, bus, connection) = try fakeBench()
    connection.objects.export(Desk.interface, of: Desk(), at: "/desk")
    var types: [Int32] = []
    bus.onMessage = { types.append(dbus_message_get_type($0)) }
    #expect(loop.waits { connection.uniqueName != nil })
    bus.send(dbus_message_new_signal("/", "org.freedesktop.DBus.Peer", "Anything"))
    bus.call("/desk", "org.freedesktop.DBus.Peer", "Ping")
    #expect(loop.waits { types.contains(DBUS_MESSAGE_TYPE_METHOD_RETURN) })
    #expect(types == [DBUS_MESSAGE_TYPE_METHOD_RETURN])
  }

  @Test func answersOfOtherTypesAreErrors() throws {
    let bench = try Bench()
    expectError(.invalidSignature) { try bench.call("One", returning: UInt32.self) }
    expectError(.invalidSignature) { try bench.call("One") as Void }
    expectError(.invalidSignature) { try bench.call("One", returning: String.self, String.self) }
  }

  @Test func theDeadlineEndsTheWaitAndTheLateAnswerIsDropped() throws {
    let (loop, bus, connection) = try fakeBench()
    var serials: [UInt32] = []
    var outcomes: [Result<String, BusError>] = []
    bus.onMessage = { serials.append(dbus_message_get_serial($0)) }
    func call(_ deadline: Duration) {
      connection.call(
        ":1.9", "/", "a.b", "C", returning: String.self, deadline: deadline
      ) { outcomes.append($0) }
    }
    call(.milliseconds(20))
    #expect(outcomes.isEmpty)
    #expect(loop.waits { outcomes.count == 1 })
    #expect(outcomes.first?.error?.name == .noReply)
    #expect(outcomes.first?.error?.message.contains("0.02 s") == true)
    call(.seconds(10))
    #expect(loop.waits { serials.count == 2 })
    bus.sendReply(toSerial: serials[0], text: "late", from: ":1.9")
    bus.sendReply(toSerial: serials[1], text: "in time", from: ":1.9")
    bus.sendReply(toSerial: serials[1], text: "twice", from: ":1.9")
    #expect(loop.waits { outcomes.count == 2 })
    #expect(try outcomes[1].get() == "in time")
    call(.seconds(10))
    #expect(loop.waits { serials.count == 3 })
    bus.sendReply(toSerial: serials[2], text: "next", from: ":1.9")
    #expect(loop.waits { outcomes.count > 2 })
    #expect(try outcomes.count == 3 && outcomes[2].get() == "next")
  }

  @Test func answersOfOthersAreIgnored() throws {
    let (loop, bus, connection) = try fakeBench()
    var outcome: Result<String, BusError>?
    bus.onMessage = { call in
      bus.sendReply(to: call, text: "forged", from: ":1.8")
      bus.sendReply(toSerial: 4711, text: "asked by nobody", from: ":1.9")
      bus.sendReply(to: call, text: "true", from: ":1.9")
    }
    connection.call(
      ":1.9", "/", "a.b", "C", returning: String.self, deadline: .seconds(10)
    ) { outcome = $0 }
    #expect(loop.waits { outcome != nil })
    #expect(try outcome?.get() == "true")

    // Only the bus itself may answer calls to the bus.
    outcome = nil
    connection.bus("GetId", returning: String.self) { outcome = $0 }
    bus.onMessage = { call in
      bus.sendReply(to: call, text: "forged", from: ":1.8")
      bus.sendReply(to: call, text: "true")
    }
    #expect(loop.waits { outcome != nil })
    #expect(try outcome?.get() == "true")
  }

  @Test func callersThatWantNoAnswerGetNone() throws {
    let (loop, bus, connection) = try fakeBench()
    let desk = Desk()
    connection.objects.export(Desk.interface, of: desk, at: "/desk")
    var answers: [UInt32] = []
    bus.onMessage = { answers.append(dbus_message_get_reply_serial($0)) }
    for (path, interface, member) in [
      ("/desk", "org.example.Desk", "Nothing"), ("/desk", "org.example.Desk", "Refuse"),
      ("/desk", "org.example.Desk", "Missing"), ("/desk", "no.such", "One"),
      ("/none", "org.example.Desk", "One"), ("/", "org.freedesktop.DBus.Peer", "Ping"),
      ("/", "org.freedesktop.DBus.Introspectable", "Introspect"),
    ] {
      bus.call(path, interface, member, member == "Nothing" ? 5 : nil, wantsReply: false)
    }
    bus.call("/", "org.freedesktop.DBus.Peer", "Ping")
    // The answers come in the order of the calls.
    #expect(loop.waits { answers.contains(9) })
    #expect(answers == [9])
    #expect(desk.heard == [5])
  }

  @Test func callsWithoutInterfaceFindTheirMethod() throws {
    let (loop, bus, connection) = try fakeBench()
    connection.objects.export(Desk.interface, of: Desk(), at: "/a/desk")
    var answers: [String?] = []
    bus.onMessage = { answers.append(dbus_message_get_error_name($0).map { String(cString: $0) }) }
    for (path, member) in [
      ("/a/desk", "One"), ("/a/desk", "Ping"), ("/a/desk", "Introspect"), ("/a/desk", "Missing"),
      ("/a/desk", "GetAll"), ("/a", "Introspect"), ("/a", "Ping"), ("/a", "One"), ("/b", "Ping"),
    ] { bus.call(path, nil, member) }
    #expect(loop.waits { answers.count == 9 })
    let prefix = "org.freedesktop.DBus.Error."
    #expect(
      answers == [
        nil, nil, nil, prefix + "UnknownMethod", prefix + "InvalidArgs", nil, nil,
        prefix + "UnknownMethod", prefix + "UnknownObject",
      ])
  }

  /// GetAll of all interfaces, and calls without an interface, once needed no preparation.
  @Test func aCallPassesTheGatesOfTheInterfacesThatItUses() throws {
    let (loop, bus, connection) = try fakeBench()
    let (desk, other, properties) = (
      "org.example.Desk", "org.example.Other", "org.freedesktop.DBus.Properties"
    )
    var passed: [String] = []
    var answers = 0
    bus.onMessage = { _ in answers += 1 }
    let objects = connection.objects
    objects.export(Desk.interface, of: Desk(), at: "/desk") { then in
      passed.append(desk)
      then()
    }
    objects.export(Other.interface, of: (), at: "/desk") { then in
      passed.append(other)
      loop.enqueue(then)
    }
    let calls: [(path: String, interface: String?, member: String, texts: [String], [String])] = [
      ("/desk", desk, "One", [], [desk]), ("/desk", nil, "One", [], [desk]),
      ("/desk", nil, "Rest", [], [other]), ("/desk", other, "One", [], []),
      ("/desk", nil, "Missing", [], []), ("/none", nil, "One", [], []),
      ("/desk", properties, "GetAll", [other], [other]),
      ("/desk", properties, "GetAll", [""], [desk, other]),
      ("/desk", nil, "GetAll", [desk], [desk]),
      ("/desk", nil, "GetAll", [""], [desk, other]),
      ("/desk", properties, "Get", ["", "Level"], [desk]),
      ("/desk", properties, "Get", [other, "Level"], []),
      ("/desk", nil, "Get", [desk, "Level"], [desk]), ("/desk", properties, "GetAll", [], []),
      ("/desk", nil, "Set", [desk, "Level"], []), ("/desk", nil, "Ping", [desk], []),
      ("/desk", properties, "GetAll", ["no.such"], []), ("/desk", nil, "Introspect", [""], []),
    ]
    for (number, call) in calls.enumerated() {
      passed = []
      bus.call(call.path, call.interface, call.member, texts: call.texts)
      #expect(loop.waits { answers == number + 1 })
      #expect(passed == call.4, "\(call)")
    }
  }

  @Test func strangeMessagesDoNoHarm() throws {
    let (loop, bus, connection) = try fakeBench()
    var answers = 0
    bus.onMessage = { _ in answers += 1 }
    // An unknown kind, a signal that nobody wants, an error that answers no call.
    bus.send(dbus_message_new(17))
    bus.send(dbus_message_new_signal("/", "a.b", "C"))
    let error = dbus_message_new(3)
    dbus_message_set_error_name(error, "a.b")
    dbus_message_set_reply_serial(error, 4711)
    bus.send(error)
    bus.call("/", "org.freedesktop.DBus.Peer", "Ping")
    #expect(loop.waits { answers == 1 })
    #expect(connection.isOpen)
  }
}

private enum Other {
  static let interface: Interface<Void> = Interface("org.example.Other", "Other.") {
    Method(interface, "Rest", "Rests.") { (_: Void) in }
  }
}

extension Result {
  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
