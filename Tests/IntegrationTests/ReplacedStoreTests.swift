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
    #expect(try user.game() == saved)
    // What ended since then comes back from the log.
    #expect(user.connection.loop.waits { (try? user.games().count) == 3 })
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
