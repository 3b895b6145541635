import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing

@testable import memorize_notify

/// A private bus with a daemon, a player, the notifier, and mostly a server.
///
/// The player has a loop of its own, so that the server runs only while a test runs it.
final class Stage {
  let bus: PrivateBus
  let loop: Loop
  private(set) var daemon: Child?
  private(set) var server: FakeServer?
  private(set) var notifier: Child
  let player: Connection
  let game: Proxy

  /// The game is dealt, and no card is up.
  static func dealt(_ options: String...) throws -> (Stage, FakeServer) {
    let stage = try Stage(options)
    try stage.deal()
    return (stage, try stage.theServer)
  }

  init(
    _ options: [String] = [], server features: [String]? = FakeServer.features,
    hasDaemon: Bool = true, activates: Bool = false, environment: [String: String] = [:]
  ) throws {
    bus = try PrivateBus(activates: activates)
    loop = try Loop()
    player = try Connection(to: BusAddress(bus.address), loop: Loop())
    game = Proxy(player, to: MemorizeContract.name, at: MemorizeContract.path, deadline: .patience)
    if hasDaemon { daemon = try bus.startDaemon() }
    if let features { server = try FakeServer(on: bus, loop: loop, features: features) }
    notifier = try Child(
      Programs.notify, options, environment: bus.environment.merging(environment) { $1 })
    try #require(notifier.errors.waits(for: "Ready"), "\(notifier.errors.lines)")
  }

  var theServer: FakeServer { get throws { try #require(server) } }

  /// Deals 🍭🍎🍬😱🍬🍎🍭😱, the vector of the rules.
  func deal(pairs: UInt32 = 4, seed: UInt64 = 42) throws {
    _ = try game.callAndWait(
      GameContract.newGame,
      ["theme": .string("Halloween"), "pairs": .uint32(pairs), "seed": .uint64(seed)])
  }

  func flip(_ cards: UInt32...) throws {
    for card in cards {
      _ = try game.callAndWait(GameContract.flip, card)
    }
  }

  func conceal() throws {
    _ = try game.callAndWait(GameContract.conceal)
  }

  /// Runs the server until it has had `count` notifications in all.
  func waits(for count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let server = try theServer
    try waits(sourceLocation: sourceLocation) { server.requests.count >= count }
  }

  /// That notification, once the notifier has its reply.
  @discardableResult
  func bubble(
    _ count: Int, flipping cards: UInt32..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> FakeServer.Request {
    for card in cards { try flip(card) }
    try waits(for: count, sourceLocation: sourceLocation)
    try settle()
    return try theServer.requests[count - 1]
  }

  func waits(sourceLocation: SourceLocation = #_sourceLocation, until isDone: () -> Bool) throws {
    let isInTime = loop.waits(until: isDone)
    try #require(isInTime, "It did not come to that.", sourceLocation: sourceLocation)
  }

  /// Waits until the notifier has received all moves, and the server their effects.
  func settle() throws {
    for _ in 0..<3 {
      let _: Void = try player.wait { done in
        player.call(
          NotifierContract.name, "/", "org.freedesktop.DBus.Peer", "Ping", deadline: .patience,
          completion: done)
      }
      try server?.connection.roundTrip()
    }
  }

  /// As a crash would.
  func killDaemon() {
    daemon?.signal(SIGKILL)
    daemon?.wait()
    daemon = nil
  }

  func startDaemon() throws { daemon = try bus.startDaemon() }

  /// Starts a server in place of the current one, if there is one.
  func startServer(features: [String] = FakeServer.features) throws {
    server = try FakeServer(on: bus, loop: loop, features: features, firstID: 100)
  }

  func endServer() {
    server?.connection.close()
    server = nil
  }

  /// Restarts the notifier without options.
  func restart() throws {
    #expect(end().code == 0)
    notifier = try Child(Programs.notify, environment: bus.environment)
    try #require(notifier.errors.waits(for: "Ready"), "\(notifier.errors.lines)")
  }

  /// Ends the notifier, and returns its exit code and its output.
  func end() -> (code: Int32, said: String) {
    notifier.signal(SIGTERM)
    let code = notifier.codeInTime
    return (code ?? -1, code == nil ? "It does not end." : notifier.errors.rest())
  }
}

extension Connection {
  /// Returns after a reply of the bus to this connection.
  func roundTrip() throws {
    _ = try wait { (done: @escaping (Result<String, BusError>) -> Void) in
      bus("GetId", returning: String.self, completion: done)
    }
  }
}

/// Everything written to a pipe by the next program that opens it.
func written(to path: String) throws -> String {
  // To wait for the writer in open(2) would have no limit.
  let pipe = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  try #require(pipe >= 0)
  let reader = LineReader(pipe)
  try #require(reader.ends(within: .patience), "Nobody has written to \(path).")
  return reader.rest()
}
