import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing
import UserService

/// What the daemon tells the service manager, and what that may set.
@Suite struct ServiceManagerTests {
  @Test func theServiceManagerIsNotified() throws {
    let bus = try PrivateBus()
    let manager = try ManagerSocket()
    let daemon = try start(bus, manager)
    #expect(manager.next() == "READY=1\nSTATUS=No game yet")

    let client = try DaemonClient(bus)
    try client.newGame(["pairs": .uint32(4), "theme": .string("Halloween")])
    try client.flip(0)
    try client.flip(1)
    // Three transitions at once are one status.
    let status = manager.next()
    #expect(status.hasPrefix("STATUS=Halloween: ") && status.hasSuffix("/4 pairs, 1 move"))

    daemon.signal(SIGHUP)
    #expect(manager.next().hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
    #expect(manager.next() == "READY=1")
    daemon.signal(SIGTERM)
    #expect(manager.next() == "STOPPING=1\nSTATUS=Ending")
    #expect(daemon.wait() == 0)
  }

  @Test func itPingsTheWatchdogInTime() throws {
    let bus = try PrivateBus()
    let manager = try ManagerSocket()
    let daemon = try start(bus, manager, ["WATCHDOG_USEC": "100000"])
    #expect(manager.next().hasPrefix("READY=1"))
    let start = ContinuousClock.now
    for _ in 0..<4 { #expect(manager.next() == "WATCHDOG=1") }
    // Each half of the limit: the first at once, three more take 150 ms at least.
    #expect(start.duration(to: .now) >= .milliseconds(140))
    #expect(daemon.isRunning)
  }

  /// A unit that cannot be executed was started several times a second for ever.
  ///
  /// Only systemd from 254 on reads these lines, so the tests of a session need not notice their loss.
  @Test(arguments: [("memorized", "4s"), ("memorize-notify", "1min")])
  func aUnitThatCannotStartIsTriedLessAndLessOften(name: String, longest: String) throws {
    let lines = try SourceTree.text("systemd/\(name).service.in").split(separator: "\n")
    #expect(lines.contains { $0.wholeMatch(of: /RestartSteps=[1-9][0-9]*/) != nil })
    #expect(lines.contains("RestartMaxDelaySec=\(longest)"))
  }

  /// The watchdog of a process that was started by the daemon's parent is not ours.
  @Test func anothersWatchdogIsLeftAlone() throws {
    let bus = try PrivateBus()
    let manager = try ManagerSocket()
    let daemon = try start(bus, manager, ["WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"])
    #expect(manager.next().hasPrefix("READY=1"))
    daemon.signal(SIGTERM)
    #expect(manager.next().hasPrefix("STOPPING=1"))
  }

  /// Calls must not wait for a manager that does not read.
  @Test func aManagerThatDoesNotReadHoldsNobodyUp() throws {
    let bus = try PrivateBus()
    let manager = try ManagerSocket()
    let daemon = try start(bus, manager, ["WATCHDOG_USEC": "20000"])
    let client = try DaemonClient(bus)
    manager.fill()
    var times: [Duration] = []
    for _ in 0..<100 {
      let start = ContinuousClock.now
      try client.newGame(["pairs": .uint32(2)])
      times.append(start.duration(to: .now))
    }
    // A ping is due every ten milliseconds: if each waited for room, nearly every call would.
    #expect(times.sorted()[50] < .milliseconds(50))
    #expect(daemon.isRunning)
  }

  @Test(arguments: ["", "nonsense", "/nowhere/at/all", "@" + String(repeating: "x", count: 300)])
  func aManagerThatIsNotThereIsNoMatter(socket: String) throws {
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon(with: ["NOTIFY_SOCKET": socket, "WATCHDOG_USEC": "1000"])
    daemon.signal(SIGTERM)
    #expect(daemon.wait() == 0)
  }

  @Test func theLogLevelCanBeSet() throws {
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon()
    let connection = try Connection(to: BusAddress(bus.address), loop: Loop())
    let log = Proxy(connection, to: MemorizeContract.name, at: LogControl.path)
    func set(_ property: MemberName, _ value: Value) throws {
      try connection.wait {
        log.set(property, of: LogControl.interface, to: value, completion: $0)
      }
    }
    func properties() throws -> [String: Value] {
      try connection.wait { log.properties(of: LogControl.interface, completion: $0) }.values
    }
    let before: [String: Value] = [
      "LogLevel": .string("info"), "LogTarget": .string("console"),
      "SyslogIdentifier": .string("memorized"),
    ]
    #expect(try properties() == before)
    for level in LogLevel.allCases.map(\.name) {
      try set("LogLevel", .string(level))
      #expect(try properties()["LogLevel"] == .string(level))
    }
    try set("LogTarget", .string("console"))
    for (property, value) in [
      ("LogLevel" as MemberName, Value.string("loud")), ("LogLevel", .uint32(3)),
      ("LogTarget", .string("kmsg")),
      ("LogTarget", .string("journal")),
    ] {
      let error = #expect(throws: BusError.self) { try set(property, value) }
      #expect(error?.name == .invalidArgs)
    }
    let error = #expect(throws: BusError.self) { try set("SyslogIdentifier", .string("x")) }
    #expect(error?.name == .propertyReadOnly)

    // At “err” an orderly end says nothing; the last word is that of the level before.
    try set("LogLevel", .string("err"))
    daemon.signal(SIGTERM)
    #expect(daemon.wait() == 0)
    #expect(!daemon.errors.rest().contains("Ending"))
  }

  private func start(
    _ bus: PrivateBus, _ manager: ManagerSocket, _ variables: [String: String] = [:]
  ) throws -> Child {
    try bus.startDaemon(with: variables.merging(["NOTIFY_SOCKET": manager.path]) { $1 })
  }
}
