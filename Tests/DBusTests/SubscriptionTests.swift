import CDBus
import DBus
import EventLoop
import Foundation
import TestSupport
import Testing

@Suite struct SubscriptionTests {
  private static let name: BusName = "org.example.Name"

  private func own(_ connection: Connection) throws -> NameRequest {
    try connection.wait { connection.requestName(Self.name, completion: $0) }
  }

  private func release(_ connection: Connection) throws {
    _ = try connection.wait { connection.releaseName(Self.name, completion: $0) }
  }

  @Test func onlyTheOwnersSignalsCountAndTheOwnerIsFollowed() throws {
    let bench = try Bench()
    let other = try bench.connect()
    #expect(try own(bench.service) == .owned)
    var heard: [String] = []
    bench.client.subscribe(MatchRule(sender: Self.name, interface: "a.b", member: "C")) { message in
      if let text = try? message.arguments(of: String.self) { heard.append(text) }
    }
    // For this rule the bus delivers the signals of any sender, so only we can distinguish them.
    var all = 0
    bench.client.subscribe(MatchRule(interface: "a.b", member: "C")) { _ in all += 1 }
    try bench.client.settle()
    func send(_ connection: Connection, _ text: String) throws {
      try connection.emit("/", "a.b", "C", text)
      try connection.settle()
      try bench.client.settle()
    }
    try send(bench.service, "owner")
    try send(other, "spoofed")
    #expect(heard == ["owner"] && all == 2)

    try release(bench.service)
    #expect(try own(other) == .owned)
    try send(bench.service, "former")
    try send(other, "new")
    #expect(heard == ["owner", "new"] && all == 4)
  }

  @Test func rulesAreKept() throws {
    let bench = try Bench()
    var heard: [String] = []
    func listen(_ rule: MatchRule, _ text: String) {
      bench.client.subscribe(rule) { _ in heard.append(text) }
    }
    let name = try bench.serviceName
    listen(MatchRule(sender: name), "sender")
    listen(MatchRule(sender: .bus, interface: "a.b"), "bus")
    listen(MatchRule(path: "/a"), "path")
    listen(MatchRule(interface: "a.b"), "interface")
    listen(MatchRule(member: "C"), "member")
    listen(MatchRule(interface: "a.b", firstArgument: "it's, \\ 'so'"), "argument")
    listen(MatchRule(interface: "a.b", firstArgument: "other"), "other")
    try bench.client.settle()
    try bench.service.emit("/a", "a.b", "C", "it's, \\ 'so'")
    try bench.settle()
    #expect(heard == ["sender", "path", "interface", "member", "argument"])
    heard = []
    try bench.service.emit("/b", "a.b", "D", UInt32(1), "other")
    try bench.settle()
    #expect(heard == ["sender", "interface"])
  }

  @Test func subscriptionsEnd() throws {
    let bench = try Bench()
    var heard = 0
    var second: SubscriptionID?
    // The first ends the second while the signal is being delivered to both.
    bench.client.subscribe(MatchRule(interface: "a.b")) { [unowned bench] _ in
      if let second { bench.client.unsubscribe(second) }
      heard += 1
    }
    second = bench.client.subscribe(MatchRule(interface: "a.b")) { _ in heard += 100 }
    try bench.client.settle()
    try bench.service.emit("/", "a.b", "C")
    try bench.service.emit("/", "a.b", "C")
    try bench.settle()
    #expect(heard == 2)
  }

  @Test func ownersAreReported() throws {
    let bench = try Bench()
    var reported: [BusName?] = []
    bench.client.followOwner(of: Self.name) { reported.append($0) }
    try bench.client.settle()
    #expect(reported == [nil])
    #expect(try own(bench.service) == .owned)
    try bench.client.settle()
    let owner = try bench.serviceName
    #expect(reported == [nil, owner])
    var later: [BusName?] = []
    bench.client.followOwner(of: Self.name) { later.append($0) }
    #expect(later.isEmpty)
    try bench.client.settle()
    #expect(later == [owner])
    try release(bench.service)
    try bench.client.settle()
    #expect(reported == [nil, owner, nil] && later == [owner, nil])
    #expect(try own(bench.service) == .owned)
    bench.service.close()
    #expect(bench.loop.waits { reported.count == 5 })
    #expect(reported == [nil, owner, nil, owner, nil])
  }

  /// A second follower once got the owner after the report that it was gone.
  @Test func aFollowerEndsWithTheCurrentOwner() throws {
    let bench = try Bench()
    let otherLoop = try Loop()
    let owner = try bench.connect(otherLoop)
    #expect(try own(owner) == .owned)
    bench.client.followOwner(of: Self.name) { _ in }
    var reported: [BusName?] = []
    bench.client.subscribe(MatchRule(interface: "a.b")) { [unowned bench] _ in
      bench.client.followOwner(of: Self.name) { reported.append($0) }
    }
    try bench.client.settle()
    // Both arrive before the client reads: the signal, and the report that the owner is gone.
    try owner.emit("/", "a.b", "C")
    try release(owner)
    try owner.settle()
    #expect(bench.loop.waits { !reported.isEmpty })
    try bench.client.settle()
    #expect(reported.last == .some(nil))
    #expect(reported == [nil])
  }

  /// A subscription that the bus refused was once silent for ever.
  @Test(arguments: ["AddMatch", "GetNameOwner"]) func refusalsAreReported(member: String) throws {
    let (loop, bus, connection) = try fakeBench()
    let limits = ErrorName.limitsExceeded
    bus.onMessage = { call in
      let asked = String(cString: dbus_message_get_member(call))
      if asked == member { return bus.sendError(to: call, limits.rawValue) }
      bus.sendReply(to: call, text: asked == "GetNameOwner" ? ":1.9" : nil)
    }
    var failures: [String] = []
    connection.subscribe(
      MatchRule(sender: Self.name), onFailure: { failures.append("1 \($0.name)") }
    ) {
      _ in
    }
    connection.followOwner(of: Self.name, onFailure: { failures.append("2 \($0.name)") }) { _ in }
    var proxy = Proxy(connection, to: Self.name, at: "/")
    proxy.onSubscriptionFailure = { failures.append("3 \($0.name)") }
    let third = proxy.onChange(of: Desk.interface) { _ in }
    #expect(loop.waits { failures.count == 3 })
    #expect(failures.sorted() == ["1 \(limits)", "2 \(limits)", "3 \(limits)"])
    // They have ended: no failure is reported twice, and a name can be followed again.
    connection.unsubscribe(third)
    bus.onMessage = { call in
      let isOwner = dbus_message_has_member(call, "GetNameOwner") != 0
      bus.sendReply(to: call, text: isOwner ? ":1.9" : nil)
    }
    var owner: BusName?
    connection.followOwner(of: Self.name) { owner = $0 }
    #expect(loop.waits { owner != nil })
    #expect(failures.count == 3)
  }

  /// Followers of owners once stayed for the life of the connection, each with its closure.
  @Test func followersOfOwnersEnd() throws {
    final class Witness {}
    let (loop, bus, connection) = try fakeBench()
    var rules: [String: Int] = [:]
    bus.onMessage = { call in
      let member = String(cString: dbus_message_get_member(call))
      rules[member, default: 0] += 1
      bus.sendReply(to: call, text: member == "GetNameOwner" ? ":1.9" : nil)
    }
    weak var seen: Witness?
    for _ in 0..<3 {
      let witness = Witness()
      seen = witness
      var reported = 0
      let first = connection.followOwner(of: Self.name) { _ in
        withExtendedLifetime(witness) { reported += 1 }
      }
      let signals = connection.subscribe(MatchRule(sender: Self.name)) { _ in }
      #expect(loop.waits { reported == 1 })
      // This one ends before its first report.
      let late = connection.followOwner(of: Self.name) { _ in reported += 100 }
      connection.unsubscribe(late)
      connection.unsubscribe(first)
      connection.unsubscribe(signals)
      loop.passes(.milliseconds(10))
      #expect(reported == 1)
    }
    #expect(rules == ["AddMatch": 6, "GetNameOwner": 3, "RemoveMatch": 6])
    #expect(seen == nil)
  }

  @Test func aNameIsOwnedOnce() throws {
    let bench = try Bench()
    #expect(try own(bench.service) == .owned)
    #expect(try own(bench.service) == .owned)
    #expect(try own(bench.client) == .taken)
    var lost = 0
    bench.service.onNameLost(Self.name) { lost += 1 }
    try bench.service.settle()
    let replaced: NameRequest = try bench.client.wait {
      bench.client.requestName(Self.name, replaces: true, completion: $0)
    }
    #expect(replaced == .owned)
    try bench.service.settle()
    #expect(lost == 1)
    let process: UInt32 = try bench.service.wait {
      bench.service.processID(of: Self.name, completion: $0)
    }
    #expect(process == UInt32(ProcessInfo.processInfo.processIdentifier))
    var failure: ErrorName?
    bench.client.requestName(":1.5") { failure = $0.error?.name }
    #expect(bench.loop.waits { failure != nil })
    #expect(failure == .invalidArgs)
  }
}
