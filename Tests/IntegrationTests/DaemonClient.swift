import DBus
import EventLoop
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

/// A client of the daemon on a bus; it starts none, unless it is asked to.
class DaemonClient {
  let connection: Connection
  let proxy: Proxy

  init(_ bus: PrivateBus, startsService: Bool = false) throws {
    connection = try Connection(to: BusAddress(bus.address), loop: Loop())
    proxy = Proxy(
      connection, to: MemorizeContract.name, at: MemorizeContract.path, deadline: .patience,
      startsService: startsService)
  }

  /// Returns once the bus has handled what was sent to it.
  func waitForBus() {
    _ = try? connection.wait { connection.bus("GetId", returning: String.self, completion: $0) }
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

  func settings() throws -> UserSettings {
    try connection.wait { proxy.state(of: SettingsContract.self, completion: $0) }
  }

  func set(_ setting: MemberName, _ value: Value) throws {
    try connection.wait {
      proxy.set(setting, of: SettingsContract.interface, to: value, completion: $0)
    }
  }
}

// MARK: - The game

extension DaemonClient {
  @discardableResult
  func newGame(_ options: [String: Value] = ["theme": .string("Halloween")]) throws -> UInt64 {
    try proxy.callAndWait(GameContract.newGame, options).1
  }

  @discardableResult
  func flip(_ card: UInt32) throws -> (outcome: String, revision: UInt64, face: String) {
    let (outcome, _, revision, cards) = try proxy.callAndWait(GameContract.flip, card)
    return (outcome.text, revision, cards.first { $0.number == card }?.face ?? "")
  }

  func conceal() throws {
    _ = try proxy.callAndWait(GameContract.conceal)
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

  func game() throws -> GameState {
    try connection.wait { proxy.state(of: GameContract.self, completion: $0) }
  }
}

// MARK: - The history

extension DaemonClient {
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
    try proxy.callAndWait(HistoryContract.log, id)
  }

  func beginning(_ id: UInt64) throws -> [String: Value] {
    try proxy.wire(HistoryContract.beginning.name, of: HistoryContract.interface.name, id)
  }

  func verify(_ id: UInt64) throws -> Bool {
    try proxy.callAndWait(HistoryContract.verify, id)
  }

  func statistics() throws -> [String: Value] {
    try proxy.wire(HistoryContract.statistics.name, of: HistoryContract.interface.name)
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
}
