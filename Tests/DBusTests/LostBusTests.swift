import DBus
import EventLoop
import Foundation
import TestSupport
import Testing

/// A connection whose bus is absent, is mute, or goes away.
@Suite struct LostBusTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  @Test func connectingToNothingFailsAtOnce() throws {
    let loop = try Loop()
    let error = #expect(throws: BusError.self) {
      try Connection(to: BusAddress(unixSocket: "/no/such/place"), loop: loop)
    }
    #expect(error?.message.contains("/no/such/place") == true)
    #expect(loop.waits == 0)
    #expect(throws: BusError.self) { try Connection(to: BusAddress("strange:a=b"), loop: loop) }
  }

  @Test func aMuteBusIsGivenUp() throws {
    let (loop, bus) = (try Loop(), try MuteBus())
    expectError(.timeout) {
      try Connection(to: BusAddress(bus.address), loop: loop, deadline: .milliseconds(50))
    }
  }

  @Test func aBusThatHangsUpDuringTheGreetingIsNoticed() throws {
    let loop = try Loop()
    let bus = try FakeBus(loop: loop)
    bus.reads = false
    var outcomes: [ErrorName?] = []
    let connection = try Connection(to: bus.address, loop: loop, deadline: .patience) {
      outcomes.append($0.error?.name)
    }
    loop.passes(.milliseconds(10))
    bus.hangUp()
    #expect(loop.waits { !outcomes.isEmpty })
    #expect(outcomes == [.disconnected])
    #expect(!connection.isOpen)
  }

  @Test func aBusThatDiesIsNoticedOnceAndCostsNothing() throws {
    var lost = 0
    var completions: [ErrorName?] = []
    bench.service.onDisconnect = { _ in lost += 1 }
    bench.client.onDisconnect = { _ in lost += 1 }
    bench.bus.signal(SIGSTOP)
    for _ in 0..<3 {
      bench.client.callForAnything(try bench.serviceName, Bench.path, "a.b", "C") {
        completions.append($0.error?.name)
      }
    }
    bench.bus.kill()
    #expect(bench.loop.waits { lost == 2 })
    // Not when their time was over, which would be another error.
    #expect(completions == [.disconnected, .disconnected, .disconnected])
    #expect(!bench.client.isOpen)

    let waits = bench.loop.waits
    bench.loop.passes(.milliseconds(20))
    #expect(bench.loop.waits - waits < 10)
    #expect(lost == 2 && completions.count == 3)

    // From now on calls and signals fail and are not kept.
    expectError(.disconnected) { try bench.one() }
    expectError(.disconnected) { try bench.client.emit("/", "a.b", "C") }
    expectError(.disconnected) { try bench.export.emit(Desk.sent, 1, "x") }
    #expect(bench.client.outgoingSize == 0)
  }

  /// A bus behind a network that carries nothing any more was never given up.
  @Test func aBusThatFallsSilentIsLost() throws {
    let (loop, bus, connection) = try fakeBench()
    let unasking = try FakeBus(loop: loop)
    let other = try Connection(to: unasking.address, loop: loop)
    unasking.onMessage = { _ in Issue.record("This one does not ask.") }
    var (lost, answers) = ([ErrorName](), 0)
    connection.onDisconnect = { lost.append($0.name) }
    bus.onMessage = {
      bus.sendReply(to: $0, text: "id")
      answers += 1
    }
    connection.checkSilence(of: 0, limit: 2, every: .milliseconds(1))
    // An answer to each question keeps it, however late this loop runs.
    #expect(loop.waits { answers == 20 })
    #expect(lost.isEmpty && connection.isOpen)
    bus.reads = false
    var completions: [ErrorName?] = []
    connection.callForAnything(.bus, "/", "a.b", "C") { completions.append($0.error?.name) }
    #expect(loop.waits { !lost.isEmpty })
    #expect(lost == [.disconnected] && completions == [.disconnected])
    #expect(!connection.isOpen && other.isOpen)
  }

  @Test func aBusIsReachedThroughAProgram() throws {
    let text = "unixexec:path=/bin/sh,argv0=a%2c%20b%3dc%3b%25,argv1=-c,argv2=exit%201"
    #expect(BusAddress(executing: "/bin/sh", as: ["a, b=c;%", "-c", "exit 1"]).text == text)
    let loop = try Loop()
    try withBus(throughScript: "exec systemd-stdio-bridge -p \"$1\"") { address in
      try Connection(to: address, loop: loop, deadline: .patience).settle()
    }
    try withBus(throughScript: "exit 1") { address in
      expectError(.disconnected) { try Connection(to: address, loop: loop, deadline: .patience) }
    }
  }

  /// Waits for the program's end: libdbus does not, and the tests that run in processes of their own
  /// would wait for ever beside a child that nobody waits for.
  private func withBus(
    throughScript script: String, _ body: (BusAddress) throws -> Void
  ) throws {
    let file = bench.bus.files.path("program")
    try body(
      BusAddress(
        executing: "sh", as: ["sh", "-c", "echo $$ >\"$0\"; " + script, file, bench.bus.address]))
    let process = try #require(pid_t(bench.bus.files.text("program").dropLast()))
    var status: Int32 = 0
    #expect(waitpid(process, &status, 0) == process)
  }

  @Test func closingAnswersWhatWaits() throws {
    var outcomes: [ErrorName?] = []
    var lost = 0
    bench.client.onDisconnect = { _ in lost += 1 }
    bench.client.callForAnything(.bus, "/", "a.b", "C") { outcomes.append($0.error?.name) }
    bench.client.callForAnything(.bus, "/", "a.b", "D") {
      outcomes.append($0.error?.name)
      // Nor does a call made in a completion complete before it returns.
      bench.client.callForAnything(.bus, "/", "a.b", "E") { outcomes.append($0.error?.name) }
    }
    bench.client.close()
    #expect(outcomes.count == 2)
    // A call on a closed connection must not wait for an event that never comes.
    #expect(bench.loop.waits { outcomes.count == 3 })
    #expect(outcomes == [.disconnected, .disconnected, .disconnected])
    expectError(.disconnected) { try bench.client.emit("/", "a.b", "C") }
    bench.client.close()
    #expect(!bench.client.isOpen && bench.client.outgoingSize == 0)
    bench.loop.passes(.milliseconds(10))
    #expect(lost == 0 && outcomes.count == 3)
  }

  /// Releasing a connection within one of its handlers once freed it while libdbus used it.
  @Test func handlersMayReleaseTheirConnection() throws {
    let otherLoop = try Loop()
    for closes in [true, false] {
      var listener: Connection? = try bench.connect(otherLoop)
      var heard = 0
      var unanswered: [ErrorName?] = []
      listener?.subscribe(MatchRule(interface: "a.b")) { _ in
        heard += 1
        if closes { listener?.close() }
        listener = nil
      }
      try listener?.settle()
      // All of them arrive before the listener reads.
      for _ in 0..<200 {
        try bench.service.emit("/", "a.b", "C", String(repeating: "x", count: 100))
      }
      try bench.service.settle()
      listener?.callForAnything(.bus, "/", "a.b", "C") { unanswered.append($0.error?.name) }
      #expect(otherLoop.waits { listener == nil })
      otherLoop.passes(.milliseconds(10))
      #expect(heard == 1)
      #expect(unanswered == [.disconnected])
    }
  }

  @Test func completionsMayReleaseTheirConnection() throws {
    for number in 0..<20 {
      var connection: Connection? = try bench.connect()
      var completed = 0
      for call in 0..<20 {
        connection?.callForAnything(.bus, "/org/freedesktop/DBus", .bus, "GetId") { _ in
          completed += 1
          if call == number { connection = nil }
        }
      }
      #expect(bench.loop.waits { completed == 20 })
      #expect(connection == nil)
    }
  }

  @Test func handlersMayWait() throws {
    var answers: [String] = []
    bench.client.subscribe(MatchRule(interface: "a.b")) { [unowned bench = self.bench] _ in
      answers.append((try? bench.one()) ?? "none")
    }
    try bench.client.settle()
    for _ in 0..<200 { try bench.service.emit("/", "a.b", "C") }
    try bench.service.settle()
    #expect(bench.loop.waits { answers.count == 200 })
    #expect(answers.allSatisfy { $0 == "one" })
  }

  /// While one handler waited, other messages received with its own once stayed unread.
  @Test func deferredWorkReceivesEarlierMessages() throws {
    let otherLoop = try Loop()
    let client = try bench.connect(otherLoop)
    var heard = 0
    var answer: Result<String, BusError>?
    client.subscribe(MatchRule(interface: "a.b")) { _ in
      heard += 1
      guard heard == 1 else { return }
      otherLoop.enqueue {
        // The answer is in libdbus' queue behind more than one share of signals.
        otherLoop.run { answer != nil }
      }
    }
    try client.settle()
    for _ in 0..<150 { try bench.service.emit("/", "a.b", "C") }
    try bench.service.settle()
    client.bus("GetId", returning: String.self, deadline: .seconds(5)) { answer = $0 }
    #expect(otherLoop.waits { answer != nil && heard == 150 })
    #expect(answer?.error == nil)
  }

  @Test func aClosedConnectionIsGoneFromTheBusAtOnce() throws {
    let otherLoop = try Loop()
    let other = try bench.connect(otherLoop)
    let name = try #require(other.uniqueName)
    var owners: [BusName?] = []
    bench.client.followOwner(of: name) { owners.append($0) }
    try bench.client.settle()
    // Its loop does not run again.
    other.close()
    #expect(bench.loop.waits { owners.count == 2 })
    #expect(owners == [name, nil])
  }

  @Test func aClosedConnectionIsReleased() throws {
    weak var gone: Connection?
    weak var loop: Loop?
    do {
      let own = try Loop()
      try own.handleSignals([SIGUSR2: {}])
      own.schedule(after: .seconds(100)) {}
      let connection = try bench.connect(own)
      connection.subscribe(MatchRule(interface: "a.b")) { _ in }
      connection.followOwner(of: "a.b") { _ in }
      connection.objects.export(Desk.interface, of: Desk(), at: "/a")
      gone = connection
      loop = own
      connection.close()
    }
    #expect(gone == nil)
    #expect(loop == nil)
  }
}
