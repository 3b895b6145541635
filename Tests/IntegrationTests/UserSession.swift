import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

@testable import Store

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
    try startDaemon(with: ["XDG_STATE_HOME": other.files.path("state")])
  }
}

/// A daemon on a private bus, and a client.
class UserSession: DaemonClient {
  let bus: PrivateBus
  private(set) var daemon: Child
  private let startDaemon: (PrivateBus) throws -> Child

  var state: String { bus.files.path("state/memorize") }

  /// Prepares the directory, then starts bus and daemon; `zone` is the daemon's `TZ`, and
  /// `variables` are others.
  init(
    zone: String? = nil, _ arguments: [String] = [],
    prepare: (TemporaryDirectory) throws -> Void = { _ in },
    variables: @escaping (TemporaryDirectory) -> [String: String] = { _ in [:] }
  ) throws {
    startDaemon = { bus in
      let zone = zone.map { ["TZ": $0] } ?? [:]
      return try bus.startDaemon(arguments, with: zone.merging(variables(bus.files)) { $1 })
    }
    bus = try PrivateBus()
    try prepare(bus.files)
    daemon = try startDaemon(bus)
    try super.init(bus)
  }

  /// Ends the daemon, and starts another; returns the result of what was done in between.
  @discardableResult
  func restart<T>(by signal: Int32 = SIGTERM, after between: () throws -> T = {}) throws -> T {
    if daemon.isRunning { daemon.signal(signal) }
    #expect(daemon.wait() == (signal == SIGTERM ? 0 : 128 + signal))
    let result = try between()
    daemon = try startDaemon(bus)
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
