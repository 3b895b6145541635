import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// Settings reach every view, count for the next game, and are there after a restart.
@Suite struct SettingsTests {
  private static let settings: InterfaceName = "org.memorized.Memorize1.Settings"

  private func set(_ value: Value, over connection: Connection) throws {
    try connection.wait { done in
      connection.call(
        MemorizeContract.name, MemorizeContract.path, .properties, "Set", Self.settings.rawValue,
        "Scoring",
        value
      ) { (result: Result<Void, BusError>) in done(result) }
    }
  }

  private func told<Service>(
    _ interface: Interface<Service>, over connection: Connection
  ) throws -> Properties<Service> {
    let proxy = Proxy(connection, to: MemorizeContract.name, at: MemorizeContract.path)
    return try connection.wait { proxy.properties(of: interface, completion: $0) }
  }

  @Test func theScoringOfNewGamesIsKept() throws {
    let bus = try PrivateBus()
    let first = try bus.startDaemon()
    let connection = try Connection(to: BusAddress(bus.address), loop: Loop())
    let proxy = Proxy(connection, to: MemorizeContract.name, at: MemorizeContract.path)
    #expect(
      try told(SettingsContract.interface, over: connection)[SettingsContract.scoring] == "classic")

    var heard: [String?] = []
    _ = proxy.onChange(of: SettingsContract.interface) {
      heard.append($0[SettingsContract.scoring])
    }
    try set(.string("timed"), over: connection)
    connection.loop.run { !heard.isEmpty }
    #expect(heard == ["timed"])
    // What is equal is no change.
    try set(.string("timed"), over: connection)
    #expect(heard == ["timed"])

    _ = try proxy.callAndWait(GameContract.newGame, of: GameContract.interface, [:])
    #expect(try told(GameContract.interface, over: connection).values["Scoring"]?.get() == "timed")
    let said: [String: Value] = ["scoring": .string("classic")]
    _ = try proxy.callAndWait(GameContract.newGame, of: GameContract.interface, said)
    #expect(
      try told(GameContract.interface, over: connection).values["Scoring"]?.get() == "classic")
    let daily: [String: Value] = ["daily": .boolean(true)]
    _ = try proxy.callAndWait(GameContract.newGame, of: GameContract.interface, daily)
    #expect(try told(GameContract.interface, over: connection).values["Scoring"]?.get() == "timed")

    first.signal(SIGKILL)
    first.wait()
    let second = try bus.startDaemon()
    #expect(
      try told(SettingsContract.interface, over: connection)[SettingsContract.scoring] == "timed")
    #expect(second.isRunning)
  }

  @Test(arguments: [Value.string("loud"), .string(""), .uint32(1), .string("Timed")])
  func aWrongValueChangesNothing(value: Value) throws {
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon()
    let connection = try Connection(to: BusAddress(bus.address), loop: Loop())
    let error = try #require(throws: BusError.self) { try set(value, over: connection) }
    #expect(error.name == .invalidArgs)
    #expect(
      try told(SettingsContract.interface, over: connection)[SettingsContract.scoring] == "classic")
    #expect(daemon.isRunning)
  }

  // Settings found by a call that opens the store must not be published after its reply.
  @Test func itIsToldWhereTheStoreIsOpenedLate() throws {
    let (bus, other) = (try PrivateBus(), try PrivateBus())
    let first = try bus.startDaemon()
    try set(.string("timed"), over: Connection(to: BusAddress(bus.address), loop: Loop()))
    let home = ["XDG_STATE_HOME": bus.directory.path + "/state"]
    let second = try Child(Programs.memorized, environment: other.environment.merging(home) { $1 })
    #expect(second.errors.waits(for: "Ready"))
    let connection = try Connection(to: BusAddress(other.address), loop: Loop())
    let proxy = Proxy(connection, to: MemorizeContract.name, at: MemorizeContract.path)
    var heard: [String?] = []
    _ = proxy.onChange(of: SettingsContract.interface) {
      heard.append($0[SettingsContract.scoring])
    }
    #expect(
      try told(SettingsContract.interface, over: connection)[SettingsContract.scoring] == "classic")
    first.signal(SIGTERM)
    #expect(first.wait() == 0)
    _ = try proxy.callAndWait(GameContract.newGame, of: GameContract.interface, [:])
    #expect(heard == ["timed"])
    #expect(try told(GameContract.interface, over: connection).values["Scoring"]?.get() == "timed")
    #expect(second.isRunning)
  }

  @Test func whatCannotBeStoredIsRefused() throws {
    let bus = try PrivateBus()
    let daemon = try Child(
      Programs.memorized,
      environment: bus.environment.merging(["XDG_STATE_HOME": "/proc/nowhere"]) { $1 })
    #expect(daemon.errors.waits(for: "Ready"))
    let connection = try Connection(to: BusAddress(bus.address), loop: Loop())
    let error = try #require(throws: BusError.self) {
      try set(.string("timed"), over: connection)
    }
    #expect(error.name == .storageFailed)
    #expect(
      try told(SettingsContract.interface, over: connection)[SettingsContract.scoring] == "classic")
  }
}
