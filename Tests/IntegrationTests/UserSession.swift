import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

@testable import Store

extension PrivateBus {
  /// Starts a daemon on this bus with the store of another bus.
  func startDaemon(onStoreOf other: PrivateBus) throws -> Child {
    try startDaemon(with: ["XDG_STATE_HOME": other.files.path("state")])
  }
}

/// A daemon on a private bus, and a client.
class UserSession: DaemonClient {
  let bus: PrivateBus
  private(set) var daemon: Child
  private let arguments: [String]
  /// The daemon's variables from its next start on.
  var variables: [String: String]

  var state: String { bus.files.path("state/memorize") }

  /// Prepares the directory, then starts bus and daemon; `zone` is the daemon's `TZ`.
  init(
    zone: String? = nil, _ arguments: [String] = [], variables: [String: String] = [:],
    prepare: (TemporaryDirectory) throws -> Void = { _ in }
  ) throws {
    self.variables = variables.merging(zone.map { ["TZ": $0] } ?? [:]) { $1 }
    self.arguments = arguments
    bus = try PrivateBus()
    try prepare(bus.files)
    daemon = try bus.startDaemon(arguments, with: self.variables)
    try super.init(bus)
  }

  /// Ends the daemon, and starts another; returns the result of what was done in between.
  @discardableResult
  func restart<T>(by signal: Int32 = SIGTERM, after between: () throws -> T = {}) throws -> T {
    if daemon.isRunning { daemon.signal(signal) }
    #expect(daemon.wait() == (signal == SIGTERM ? 0 : 128 + signal))
    let result = try between()
    daemon = try bus.startDaemon(arguments, with: variables)
    return result
  }

  /// Changes the database between two daemons.
  func change(_ sql: String) throws {
    try restart { try Database(path: state + "/memorize.sqlite").execute(sql) }
  }
}

/// A database that a daemon has left, with a game and one flip.
struct LeftDatabase {
  let bus: PrivateBus
  let game: GameState
  var path: String { bus.files.path("state/memorize/memorize.sqlite") }

  init() throws {
    bus = try PrivateBus()
    let daemon = try bus.startDaemon()
    let client = try DaemonClient(bus)
    try client.newGame(["theme": .string("Sea"), "pairs": .uint32(4), "seed": .uint64(7)])
    try client.flip(0)
    game = try client.game()
    daemon.signal(SIGTERM)
    #expect(daemon.wait() == 0)
  }
}
