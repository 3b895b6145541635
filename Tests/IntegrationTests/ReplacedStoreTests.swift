import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

@testable import Store

/// A database that is removed, replaced or restored under the service; StoreTests has the rules.
@Suite struct ReplacedStoreTests {
  private func copied(_ from: String, to place: String) throws {
    try Data(contentsOf: URL(fileURLWithPath: from)).write(to: URL(fileURLWithPath: place))
  }

  /// The first text of a query's result.
  private func text(_ sql: StaticString, _ path: String) throws -> String? {
    let database = try Database(path: path)
    // A statement does not keep its database.
    defer { withExtendedLifetime(database) {} }
    return try database[sql].first { row throws(StoreError) in row.text(0) }
  }

  /// A database that a daemon of its own leaves, with a game and one flip.
  private func otherDatabase() throws -> (bus: PrivateBus, path: String, game: GameState) {
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon()
    let client = try DaemonClient(bus)
    try client.newGame(["theme": .string("Sea"), "pairs": .uint32(4), "seed": .uint64(7)])
    try client.flip(0)
    let game = try client.game()
    daemon.signal(SIGTERM)
    #expect(daemon.wait() == 0)
    return (bus, bus.files.path("state/memorize/memorize.sqlite"), game)
  }

  /// Of 20 games that were played after a removal all were lost, and no line said so.
  @Test func gamesAfterARemovalAreKept() throws {
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon()
    let client = try DaemonClient(bus)
    try client.newGame([:])
    try client.flip(0)
    try bus.files.remove("state/memorize")
    for _ in 0..<20 {
      try client.newGame([:])
      try client.flip(0)
    }
    let left = try client.game()
    #expect(daemon.errors.waits(for: "was removed while it was in use"))
    daemon.signal(SIGKILL)
    daemon.wait()
    let next = try bus.startDaemon()
    #expect(try client.game() == left)
    #expect(try client.games().count == 21)
    #expect(next.isRunning)
  }

  /// After the next start all reviews were gone, and the doctor said that all was well.
  @Test func aFileThatTakesItsPlaceIsUsedAndTheOldOneKept() throws {
    let other = try otherDatabase()
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon()
    let client = try DaemonClient(bus)
    for _ in 0..<3 { try client.newGame([:]) }
    let place = bus.files.path("state/memorize/memorize.sqlite")
    #expect(rename(other.path, place) == 0)
    #expect(try client.games().count == 1)
    #expect(try client.game().theme == other.game.theme)
    try client.flip(1)
    let left = try client.game()
    #expect(left.flips == 2)
    daemon.signal(SIGKILL)
    daemon.wait()
    let next = try bus.startDaemon()
    #expect(try client.game() == left)
    #expect(next.isRunning)
  }

  /// A copy that was put back after a crash was mixed with the log that the crash had left.
  @Test func aCopyThatIsPutBackAfterACrashIsWhatItWas() throws {
    let bus = try PrivateBus()
    let client = try DaemonClient(bus)
    let place = bus.files.path("state/memorize/memorize.sqlite")
    let first = try bus.startDaemon()
    try client.newGame([:])
    first.signal(SIGTERM)
    #expect(first.wait() == 0)
    try copied(place, to: bus.files.path("backup"))
    let second = try bus.startDaemon()
    for _ in 0..<5 {
      try client.newGame([:])
      try client.flip(0)
    }
    second.signal(SIGKILL)
    second.wait()
    try copied(bus.files.path("backup"), to: place)
    let third = try bus.startDaemon()
    #expect(try client.games().count == 1)
    third.signal(SIGTERM)
    #expect(third.wait() == 0)
    #expect(try text("PRAGMA integrity_check", place) == "ok")
  }

  @Test func onAFullDiskARemovedDatabaseIsSavedWhenThereIsRoom() throws {
    let bus = try PrivateBus()
    let disk = try SmallDisk(on: bus, mounted: "size=600k")
    let client = try DaemonClient(bus)
    try client.newGame([:])
    try client.flip(0)
    let before = try client.game()
    #expect(try disk.run("rm '\(bus.files.path("state/memorize"))'/memorize.sqlite*") == 0)
    try disk.setFull(true)
    let refusal = try #require(throws: BusError.self) { try client.flip(1) }
    #expect(refusal.name == .storageFailed && refusal.message.contains("No space is left"))
    #expect(try client.game() == before)
    try disk.setFull(false)
    #expect(try client.flip(1).revision == before.revision + 1)
    #expect(disk.daemon.isRunning)
  }

  private func restore(_ file: String, _ client: DaemonClient) throws -> String {
    try client.proxy.callAndWait(StorageContract.restore, file)
  }

  @Test func aBackupIsRestored() throws {
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon()
    let client = try DaemonClient(bus)
    try client.newGame([:])
    try client.flip(0)
    let saved = try client.game()
    let file = bus.files.path("backup.sqlite")
    try client.proxy.callAndWait(StorageContract.backup, file)
    #expect(try text("PRAGMA integrity_check", file) == "ok")
    for _ in 0..<3 { try client.newGame([:]) }
    let kept = try restore(file, client)
    #expect(try client.games().count == 1)
    #expect(try client.game() == saved)
    #expect(try text("SELECT count(*) FROM game", kept) == "4")
    for wrong in ["/dev/null", "/etc/passwd", kept + "-none", "relative"] {
      #expect(throws: BusError.self) { _ = try restore(wrong, client) }
    }
    #expect(throws: BusError.self) {
      try client.proxy.callAndWait(StorageContract.backup, file)
    }
    try client.flip(1)
    let left = try client.game()
    daemon.signal(SIGKILL)
    daemon.wait()
    let next = try bus.startDaemon()
    #expect(try client.game() == left)
    #expect(next.isRunning)
  }

  /// Killed at any file operation, a restore has happened or not; nothing is lost or mixed.
  @Test func aKillWhileRestoringLosesNothing() throws {
    let other = try otherDatabase()
    let library = try FailingCalls(in: other.bus.files)
    var isOver = false
    var number = 1
    while !isOver {
      let bus = try PrivateBus()
      let daemon = try bus.startDaemon(with: library.environment(changing: number))
      let client = try DaemonClient(bus)
      try client.newGame([:])
      try client.flip(0)
      let before = try client.game()
      try library.arm()
      isOver = (try? restore(other.path, client)) != nil
      try library.arm(false)
      daemon.signal(SIGKILL)
      daemon.wait()
      let next = try bus.startDaemon()
      let found = try client.game()
      #expect(found == before || found.theme == other.game.theme && found.flips == 1, "\(number)")
      if isOver { #expect(found.theme == other.game.theme) }
      try client.newGame([:])
      next.signal(SIGTERM)
      #expect(next.wait() == 0)
      let place = bus.files.path("state/memorize/memorize.sqlite")
      #expect(try text("PRAGMA integrity_check", place) == "ok")
      number += rounds(5, ofAll: 1)
      try #require(number < 500)
    }
    #expect(number > 10)
  }

  /// Killed at any file operation, the file that took the place is used or, before, nothing is mixed.
  @Test(arguments: [true, false]) func aKillAfterARemovalOrReplacementMixesNothing(
    isReplaced: Bool
  ) throws {
    let other = try otherDatabase()
    let library = try FailingCalls(in: other.bus.files)
    var isOver = false
    var number = 1
    while !isOver {
      let bus = try PrivateBus()
      let daemon = try bus.startDaemon(with: library.environment(changing: number))
      let client = try DaemonClient(bus)
      let place = bus.files.path("state/memorize/memorize.sqlite")
      try client.newGame([:])
      try client.flip(0)
      if isReplaced {
        try copied(other.path, to: place + ".other")
        #expect(rename(place + ".other", place) == 0)
      } else {
        #expect(unlink(place) == 0)
      }
      try library.arm()
      isOver = (try? client.flip(1)) != nil
      let before = isOver ? try client.game() : nil
      try library.arm(false)
      daemon.signal(SIGKILL)
      daemon.wait()
      let next = try bus.startDaemon()
      let found = try client.game()
      if let before { #expect(found == before) }
      if isReplaced { #expect(found.theme == other.game.theme, "\(number)") }
      try client.newGame([:])
      next.signal(SIGTERM)
      #expect(next.wait() == 0)
      #expect(try text("PRAGMA integrity_check", place) == "ok")
      number += rounds(5, ofAll: 1)
      try #require(number < 500)
    }
  }
}
