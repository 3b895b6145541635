import DBus
import EventLoop
import Foundation
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

extension PrivateBus {
  /// Starts a daemon with some arguments or variables of its own, and waits until it is ready.
  func startDaemon(
    _ arguments: [String] = [], with variables: [String: String]
  ) throws -> Child {
    let daemon = try Child(
      Programs.memorized, arguments, environment: environment.merging(variables) { $1 })
    try #require(daemon.errors.waits(for: "Ready"))
    return daemon
  }

  /// Starts a daemon on this bus with the store of another bus.
  func startDaemon(onStoreOf other: PrivateBus) throws -> Child {
    try startDaemon(with: ["XDG_STATE_HOME": other.directory.path + "/state"])
  }
}

/// A daemon on a private bus, and a client.
class DaemonDesk {
  let bus: PrivateBus
  private(set) var daemon: Child
  let connection: Connection
  let proxy: Proxy
  private let start: (PrivateBus) throws -> Child

  var state: String { bus.directory.path + "/state/memorize" }

  /// Prepares the directory, then starts bus and daemon; `zone` is the daemon's `TZ`.
  init(
    zone: String? = nil, _ arguments: [String] = [], prepare: (URL) throws -> Void = { _ in }
  ) throws {
    start = { try $0.startDaemon(arguments, with: zone.map { ["TZ": $0] } ?? [:]) }
    bus = try PrivateBus()
    try prepare(bus.directory)
    daemon = try start(bus)
    connection = try Connection(to: BusAddress(bus.address), loop: Loop())
    proxy = Proxy(
      connection, to: MemorizeContract.name, at: MemorizeContract.path, deadline: .patience,
      startsService: false)
  }

  /// Ends the daemon, and starts another; returns the result of what was done in between.
  @discardableResult
  func restart<T>(by signal: Int32 = SIGTERM, after between: () throws -> T = {}) throws -> T {
    daemon.signal(signal)
    #expect(daemon.wait() == (signal == SIGTERM ? 0 : 128 + signal))
    let result = try between()
    daemon = try start(bus)
    return result
  }

  @discardableResult
  func newGame(_ options: [String: Value] = ["theme": .string("Halloween")]) throws -> UInt64 {
    try proxy.callAndWait(GameContract.newGame, of: GameContract.interface, options).1
  }

  func flip(_ card: UInt32) throws -> (outcome: String, face: String) {
    let (outcome, _, _, cards) = try proxy.callAndWait(
      GameContract.flip, of: GameContract.interface, card)
    return (outcome, cards.first { $0.number == card }?.face ?? "")
  }

  func game() throws -> GameState {
    try connection.wait { proxy.state(of: GameContract.self, completion: $0) }
  }

  /// The error of a call that must be refused.
  func refusal(_ call: () throws -> Void) -> BusError? {
    do {
      try call()
      return nil
    } catch {
      return error as? BusError
    }
  }
}

/// Plays, and asks for the history.
final class HistoryDesk: DaemonDesk {
  func conceal() throws {
    _ = try proxy.callAndWait(GameContract.conceal, of: GameContract.interface)
  }

  /// Plays a game of a one-sided theme to its end: all cards in order, then the remaining ones.
  func win() throws {
    let pairs = try game().pairs
    var faces: [String: [UInt32]] = [:]
    for first in stride(from: 0, to: 2 * pairs, by: 2) {
      let one = try flip(first)
      let other = try flip(first + 1)
      if other.outcome == "won" { return }
      guard other.outcome == "mismatched" else { continue }
      try conceal()
      faces[one.face, default: []].append(first)
      faces[other.face, default: []].append(first + 1)
    }
    for cards in faces.values.sorted(by: { $0[0] < $1[0] }) {
      _ = try flip(cards[0])
      _ = try flip(cards[1])
    }
    #expect(try game().state == "won")
  }

  func history() throws -> Properties<HistoryContract.Service> {
    try connection.wait { proxy.properties(of: HistoryContract.interface, completion: $0) }
  }

  func games(_ options: [String: Value] = [:]) throws -> [[String: Value]] {
    try proxy.wire(HistoryContract.games.name, of: HistoryContract.interface.name, options)
  }

  func ids(_ options: [String: Value]) throws -> [UInt64] {
    try games(options).compactMap { $0["id"]?.get() }
  }

  func log(_ id: UInt64) throws -> [LoggedTransition] {
    try proxy.callAndWait(HistoryContract.log, of: HistoryContract.interface, id)
  }

  func beginning(_ id: UInt64) throws -> [String: Value] {
    try proxy.wire(HistoryContract.beginning.name, of: HistoryContract.interface.name, id)
  }

  func verify(_ id: UInt64) throws -> Bool {
    try proxy.callAndWait(HistoryContract.verify, of: HistoryContract.interface, id)
  }

  func statistics() throws -> [String: Value] {
    try proxy.wire(HistoryContract.statistics.name, of: HistoryContract.interface.name)
  }

  /// Changes the database between two daemons.
  func change(_ sql: String) throws {
    try restart { try run(sql) }
  }

  private func run(_ sql: String) throws {
    let path = state + "/memorize.sqlite"
    let script = """
      import sqlite3, sys
      connection = sqlite3.connect(sys.argv[1])
      connection.executescript(sys.argv[2])
      connection.close()
      """
    let outcome = try Outcome("/usr/bin/python3", ["-c", script, path, sql])
    #expect(outcome.code == 0, "\(outcome.errors)")
  }
}

extension [String: Value] {
  /// The types of all values, as on the bus.
  var types: [String: String] { mapValues(\.signature.rawValue) }
}

extension Proxy {
  /// Calls a method; its one result is raw, not a record.
  func wire<each I: BusType, O: BusType>(
    _ method: MemberName, of interface: InterfaceName, _ arguments: repeat each I
  ) throws(BusError) -> O {
    let result = try connection.wait { done in
      connection.call(
        destination, path, interface, method, repeat each arguments, returning: O.self
      ) { done($0) }
    }
    return result
  }

  func set(_ setting: String, _ value: Value) throws {
    try connection.wait { done in
      connection.call(
        destination, path, .properties, "Set", SettingsContract.interface.name.rawValue, setting,
        value
      ) { (result: Result<Void, BusError>) in done(result) }
    }
  }
}
