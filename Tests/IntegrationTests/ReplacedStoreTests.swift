import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

@testable import Store

/// A database that is removed, replaced or restored under the service; StoreTests has the rules.
@Suite struct ReplacedStoreTests {
  /// The first text of a query's result.
  private func text(_ sql: StaticString, _ path: String) throws -> String? {
    let database = try Database(path: path)
    // A statement does not keep its database.
    defer { withExtendedLifetime(database) {} }
    return try database[sql].first { row throws(StoreError) in row.text(0) }
  }

  /// Of 20 games that were played after a removal all were lost, and no line said so.
  @Test func gamesAfterARemovalAreKept() throws {
    let user = try UserSession()
    try user.newGame([:])
    try user.flip(0)
    try user.bus.files.remove("state/memorize")
    for _ in 0..<20 {
      try user.newGame([:])
      try user.flip(0)
    }
    let left = try user.game()
    #expect(user.daemon.errors.waits(for: "was removed while it was in use"))
    try user.restart(by: SIGKILL)
    #expect(try user.game() == left)
    #expect(try user.games().count == 21)
  }

  /// A copy that was put back after a crash was mixed with the log that the crash had left.
  @Test func aCopyThatIsPutBackAfterACrashIsWhatItWas() throws {
    let user = try UserSession()
    let place = user.state + "/memorize.sqlite"
    try user.newGame([:])
    let copy = try user.restart { try Data(contentsOf: URL(fileURLWithPath: place)) }
    for _ in 0..<5 {
      try user.newGame([:])
      try user.flip(0)
    }
    try user.restart(by: SIGKILL) { try copy.write(to: URL(fileURLWithPath: place)) }
    #expect(try user.games().count == 1)
    let check = try user.restart { try text("PRAGMA integrity_check", place) }
    #expect(check == "ok")
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

  @Test func aBackupIsRestored() throws {
    let user = try UserSession()
    func restore(_ file: String) throws -> String {
      try user.proxy.callAndWait(StorageContract.restore, file)
    }
    try user.newGame([:])
    try user.flip(0)
    let saved = try user.game()
    let file = user.bus.files.path("backup.sqlite")
    try user.proxy.callAndWait(StorageContract.backup, file)
    #expect(try text("PRAGMA integrity_check", file) == "ok")
    for _ in 0..<3 { try user.newGame([:]) }
    let kept = try restore(file)
    #expect(try user.games().count == 1)
    #expect(try user.game() == saved)
    #expect(try text("SELECT count(*) FROM game", kept) == "4")
    for wrong in ["/dev/null", "/etc/passwd", kept + "-none", "relative"] {
      #expect(throws: BusError.self) { _ = try restore(wrong) }
    }
    #expect(throws: BusError.self) { try user.proxy.callAndWait(StorageContract.backup, file) }
    try user.flip(1)
    let left = try user.game()
    try user.restart(by: SIGKILL)
    #expect(try user.game() == left)
  }
}
