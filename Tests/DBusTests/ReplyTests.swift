import DBus
import EventLoop
import TestSupport
import Testing

/// Calls that are answered after their handler has returned.
@Suite struct ReplyTests {
  private let bench: Bench
  private let proxies: [Proxy]

  init() throws {
    bench = try Bench()
    let name = try bench.serviceName
    proxies = [
      try bench.proxy, Proxy(try bench.connect(), to: name, at: Bench.path, deadline: .patience),
    ]
  }

  /// A call that took long to prepare once delayed everybody.
  @Test func aCallThatWaitsDelaysItsCallerAlone() throws {
    var answered: [String] = []
    func call(_ proxy: Proxy, _ name: String) {
      proxy.call(Desk.echo, .string(name)) { _ in answered.append(name) }
    }
    for _ in 0..<2 {
      answered = []
      proxies[0].call(Desk.later) { answered.append((try? $0.get()) ?? "?") }
      for number in 1...100 { call(proxies[0], "\(number)") }
      #expect(bench.loop.waits { !bench.desk.replies.isEmpty })
      try proxies[0].connection.settle()
      call(proxies[1], "other")
      #expect(bench.loop.waits { !answered.isEmpty })
      try bench.service.settle()
      #expect(answered == ["other"])
      bench.desk.replies.removeFirst().answer { "first" }
      #expect(bench.loop.waits { answered.count == 102 })
      #expect(answered == ["other", "first"] + (1...100).map { "\($0)" })
    }
  }

  @Test func severalCallsOfOneCallerWaitOneAfterTheOther() throws {
    var answered: [String] = []
    for number in 0..<3 {
      proxies[0].call(Desk.later) {
        answered.append((try? $0.get()) ?? "?")
      }
      proxies[0].call(Desk.nothing, UInt32(number)) { _ in
        answered.append("\(number)")
      }
    }
    for number in 0..<3 {
      #expect(bench.loop.waits { bench.desk.replies.count == 1 })
      try proxies[0].connection.settle()
      #expect(bench.desk.heard.count == number)
      bench.desk.replies.removeFirst().answer { "later \(number)" }
    }
    #expect(bench.loop.waits { answered.count == 6 })
    #expect(answered == ["later 0", "0", "later 1", "1", "later 2", "2"])
  }

  @Test func onlyTheFirstAnswerCounts() throws {
    var answers: [Result<String, BusError>] = []
    proxies[0].call(Desk.later) { answers.append($0) }
    #expect(bench.loop.waits { !bench.desk.replies.isEmpty })
    let reply = bench.desk.replies.removeFirst()
    reply.answer { throw BusError(.limitsExceeded, "Not now.") }
    reply.answer { "now" }
    #expect(bench.loop.waits { !answers.isEmpty })
    #expect(try bench.one() == "one")
    #expect(answers == [.failure(BusError(.limitsExceeded, "Not now."))])
  }

  @Test(arguments: ["forgotten", "private", "unsendable"])
  func aCallIsAnsweredWhateverItsHandlerDoes(_ fate: String) throws {
    var answers: [Result<String, BusError>] = []
    proxies[0].call(Desk.later) { answers.append($0) }
    #expect(bench.loop.waits { !bench.desk.replies.isEmpty })
    switch fate {
    case "private": bench.desk.replies[0].answer { throw Desk.Private() }
    case "unsendable": bench.desk.replies[0].answer { "a\0b" }
    default: break
    }
    bench.desk.replies = []
    #expect(bench.loop.waits { !answers.isEmpty })
    let name: ErrorName = fate == "unsendable" ? .invalidArgs : .failed
    #expect(answers.map(\.error?.name) == [name])
    #expect(try bench.one() == "one")
  }

  /// A service that ends answers what waits, and what waits behind it, at once.
  @Test func queuedCallsCanBeHandledAtOnce() throws {
    proxies[0].call(Desk.later) { _ in }
    for number in 1...200 as ClosedRange<UInt32> {
      proxies[0].call(Desk.nothing, number) { _ in }
    }
    try proxies[0].connection.settle()
    try bench.service.settle()
    #expect(bench.desk.replies.count == 1 && bench.desk.heard.isEmpty)
    bench.desk.replies.removeFirst().answer { "" }
    #expect(bench.desk.heard.isEmpty)
    bench.service.objects.handleWaiting()
    #expect(bench.desk.heard == Array(1...200))
  }

  /// A caller's properties are set, and read, in the order of its calls.
  @Test func propertiesWaitForTheirGate() throws {
    var waiting: [() -> Void] = []
    let desk = Desk()
    let path: ObjectPath = "/other"
    bench.service.objects.export(Desk.interface, of: desk, at: path) { waiting.append($0) }
    let proxy = Proxy(
      proxies[0].connection, to: try bench.serviceName, at: path, deadline: .patience)
    var levels: [UInt32] = []
    proxy.set("Level", of: Desk.interface, to: .uint32(7)) { _ in levels.append(0) }
    proxy.properties(of: Desk.interface) { result in
      levels.append((try? result.get()[Desk.level]) ?? 99)
    }
    #expect(bench.loop.waits { waiting.count == 1 })
    #expect(desk.level == 1 && levels.isEmpty)
    waiting.removeFirst()()
    #expect(bench.loop.waits { waiting.count == 1 })
    desk.level += 1
    waiting.removeFirst()()
    #expect(bench.loop.waits { levels.count == 2 })
    #expect(levels == [0, 8])
  }
}
