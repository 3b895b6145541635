import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// Settings reach every view, count for the next game, and are there after a restart.
@Suite struct SettingsTests {
  private func proxy(_ connection: Connection) -> Proxy {
    Proxy(connection, to: MemorizeContract.name, at: MemorizeContract.path)
  }

  private func set(
    _ value: Value, as key: MemberName = "Scoring", over connection: Connection
  ) throws {
    try connection.wait {
      proxy(connection).set(key, of: SettingsContract.interface, to: value, completion: $0)
    }
  }

  private func settings(over connection: Connection) throws -> UserSettings {
    try connection.wait { proxy(connection).state(of: SettingsContract.self, completion: $0) }
  }

  private func game(over connection: Connection) throws -> GameState {
    try connection.wait { proxy(connection).state(of: GameContract.self, completion: $0) }
  }

  @Test func theScoringOfNewGamesIsKept() throws {
    let bus = try PrivateBus()
    let first = try bus.startDaemon()
    let connection = try Connection(to: BusAddress(bus.address), loop: Loop())
    let proxy = proxy(connection)
    #expect(try settings(over: connection).scoring == "classic")

    var heard: [String?] = []
    _ = proxy.onChange(of: SettingsContract.interface) { heard.append($0.values["Scoring"]?.get()) }
    try set(.string("timed"), over: connection)
    connection.loop.run { !heard.isEmpty }
    #expect(heard == ["timed"])
    // An equal value is not a change.
    try set(.string("timed"), over: connection)
    #expect(heard == ["timed"])

    _ = try proxy.callAndWait(GameContract.newGame, of: GameContract.interface, [:])
    #expect(try game(over: connection).scoring == "timed")
    let said: [String: Value] = ["scoring": .string("classic")]
    _ = try proxy.callAndWait(GameContract.newGame, of: GameContract.interface, said)
    #expect(try game(over: connection).scoring == "classic")
    let daily: [String: Value] = ["daily": .boolean(true)]
    _ = try proxy.callAndWait(GameContract.newGame, of: GameContract.interface, daily)
    #expect(try game(over: connection).scoring == "timed")

    first.signal(SIGKILL)
    first.wait()
    let second = try bus.startDaemon()
    #expect(try settings(over: connection).scoring == "timed")
    #expect(second.isRunning)
  }

  @Test func aWrongValueChangesNothing() throws {
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon()
    let connection = try Connection(to: BusAddress(bus.address), loop: Loop())
    let before = try settings(over: connection)
    let questions = "A session asks 3 to 20 questions, not"
    let time = "The time of the reminder is given as HH:MM, from 00:00 to 23:59, not"
    let scoring = "it is classic or timed."
    let wrong: [(MemberName, Value, String)] = [
      ("Scoring", .string("loud"), "There is no scoring “loud”: " + scoring),
      ("Scoring", .string(""), "There is no scoring “”: " + scoring),
      ("Scoring", .string("Timed"), "There is no scoring “Timed”: " + scoring),
      ("Scoring", .uint32(1), "Scoring is of type “s”, not “u”."),
      ("QuestionsPerSession", .uint32(2), questions + " 2."),
      ("QuestionsPerSession", .uint32(21), questions + " 21."),
      ("NewPerDay", .uint32(101), "A day brings 0 to 100 new cards, not 101."),
      ("NewPerDay", .int32(5), "NewPerDay is of type “u”, not “i”."),
      ("DailyReminderTime", .string("24:00"), time + " “24:00”."),
      ("DailyReminderTime", .string("a\nb"), time + " “aU+000Ab”."),
      ("ShowChoices", .string("yes"), "ShowChoices is of type “b”, not “s”."),
    ]
    for (key, value, sentence) in wrong {
      let error = try #require(throws: BusError.self) {
        try set(value, as: key, over: connection)
      }
      #expect(error == BusError(.invalidArgs, sentence))
    }
    #expect(try settings(over: connection) == before)
    #expect(daemon.isRunning)
  }

  // Settings found by a call that opens the store must not be published after its reply.
  @Test func itIsToldWhereTheStoreIsOpenedLate() throws {
    let (bus, other) = (try PrivateBus(), try PrivateBus())
    let first = try bus.startDaemon()
    try set(.string("timed"), over: Connection(to: BusAddress(bus.address), loop: Loop()))
    let second = try other.startDaemon(onStoreOf: bus)
    let connection = try Connection(to: BusAddress(other.address), loop: Loop())
    let proxy = proxy(connection)
    var heard: [String?] = []
    _ = proxy.onChange(of: SettingsContract.interface) { heard.append($0.values["Scoring"]?.get()) }
    #expect(try settings(over: connection).scoring == "classic")
    first.signal(SIGTERM)
    #expect(first.wait() == 0)
    _ = try proxy.callAndWait(GameContract.newGame, of: GameContract.interface, [:])
    #expect(heard == ["timed"])
    #expect(try game(over: connection).scoring == "timed")
    #expect(second.isRunning)
  }
}
