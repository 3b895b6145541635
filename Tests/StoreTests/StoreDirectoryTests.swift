import Foundation
import MemoryGame
import TestSupport
import Testing

@testable import Store

/// A store that cannot be used is told of, and never makes things worse.
@Suite struct StoreDirectoryTests {
  private let now: UInt64 = 1_763_732_730_000_000

  /// Opens it; a child that another test starts may have the lock until it is another program.
  private func open(_ path: String) throws -> StoreDirectory.Opened {
    try StoreDirectory(path: path).open(now: now, patience: .patience)
  }

  /// A directory with a game that was left in the middle.
  private func played(_ home: TemporaryDirectory) throws -> (path: String, game: Game) {
    let path = home.file("a/b/memorize")
    let opened = try open(path)
    let theme = try #require(Themes.builtIn.theme(named: "Sea"))
    var table = try Table(
      opened.games,
      GameBeginning(deal: Deal(theme: theme, pairs: 8, seed: 5), startedAt: moment(0)))
    for card in 0..<7 { try table.flip(card, at: moment(card * 1_000_000)) }
    return (path, table.game)
  }

  @Test func theGameIsThereAgain() throws {
    let home = try TemporaryDirectory()
    let (path, game) = try played(home)
    let opened = try open(path)
    #expect(opened.last?.game == game)
    #expect(opened.setAside == nil)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o700)
  }

  @Test func onlyOneKeepsGamesInAPlace() throws {
    let home = try TemporaryDirectory()
    var first: StoreDirectory? = StoreDirectory(path: home.file("memorize"))
    _ = try first?.open(now: now, patience: .patience)
    let second = StoreDirectory(path: home.file("memorize"))
    #expect(throws: StoreError.locked(home.file("memorize"), by: getpid())) {
      _ = try second.open(now: now)
    }
    first = nil
    #expect(try second.open(now: now, patience: .patience).setAside == nil)
  }

  @Test func thePlaceIsOurOwnAsLongAsItsGamesAre() throws {
    let home = try TemporaryDirectory()
    let opened = try open(home.file("memorize"))
    let second = StoreDirectory(path: home.file("memorize"))
    #expect(throws: StoreError.locked(home.file("memorize"), by: getpid())) {
      _ = try second.open(now: now)
    }
    #expect(try opened.games.last() == nil)
  }

  @Test func whatCannotBeOpenedIsToldAndClosedOnce() throws {
    for _ in 0..<100 {
      #expect(throws: StoreError.readOnly("/no/such/place")) {
        _ = try GameStore(path: "/no/such/place")
      }
    }
  }

  @Test func aLinkToADatabaseIsFollowed() throws {
    let home = try TemporaryDirectory()
    let (path, game) = try played(home)
    let file = path + "/memorize.sqlite"
    for suffix in ["", "-wal", "-shm"] where access(file + suffix, F_OK) == 0 {
      try FileManager.default.moveItem(atPath: file + suffix, toPath: home.file("games" + suffix))
    }
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: home.file("games"))
    let opened = try open(path)
    #expect(opened.setAside == nil)
    #expect(opened.last?.game == game)
  }

  @Test(arguments: ["text", "directory", "truncated", "torn", "log", "version"])
  func aDamagedDatabaseIsSetAside(how: String) throws {
    let home = try TemporaryDirectory()
    let (path, _) = try played(home)
    let file = path + "/memorize.sqlite"
    let files = FileManager.default
    switch how {
    case "text":
      try Data("This is no database at all, but a text of some length.".utf8).write(
        to: URL(fileURLWithPath: file))
    case "directory":
      try files.removeItem(atPath: file)
      try files.createDirectory(atPath: file, withIntermediateDirectories: false)
    case "truncated":
      let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
      try bytes.prefix(bytes.count / 2 + 100).write(to: URL(fileURLWithPath: file))
    case "torn":
      var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
      for index in stride(from: 200, to: bytes.count, by: 3) { bytes[index] ^= 0xFF }
      try bytes.write(to: URL(fileURLWithPath: file))
    case "version": try Database(path: file).execute("PRAGMA user_version = -1")
    default:
      try Database(path: file).execute("UPDATE entry SET card = 99 WHERE place = 3")
    }
    var opened: StoreDirectory.Opened? = try open(path)
    #expect(opened?.last == nil)
    let place = try #require(opened?.setAside)
    opened = nil
    #expect(place == file + ".damaged-20251121T134530Z")
    #expect(files.fileExists(atPath: place))
    #expect(try open(path).setAside == nil)
  }

  @Test func oneOfALaterVersionIsLeftAsItIs() throws {
    let home = try TemporaryDirectory()
    let (path, _) = try played(home)
    let file = path + "/memorize.sqlite"
    try Database(path: file).execute("PRAGMA user_version = 999; PRAGMA wal_checkpoint(TRUNCATE)")
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(throws: StoreError.newer(file, version: 999)) {
      _ = try open(path)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
  }

  @Test func noRoomIsToldAndNothingChanges() throws {
    let home = try TemporaryDirectory()
    let games = try GameStore(path: home.file("games"))
    let theme = try #require(Themes.builtIn.theme(named: "Everything"))
    var table = try Table(
      games, GameBeginning(deal: Deal(theme: theme, pairs: 500, seed: 1), startedAt: moment(0)))
    try games.limit(pages: 1)
    var kept = table.game
    var failure: StoreError?
    for card in 0..<1000 where failure == nil {
      do {
        try table.flip(card, at: moment(card))
        kept = table.game
      } catch {
        failure = error as? StoreError
      }
    }
    #expect(failure == .full(home.file("games")))
    let stored = try #require(try games.last())
    #expect(try Replay.play(stored.log, on: try Game(stored.beginning)) == kept)
    try games.limit(pages: 100_000)
    try games.add(table.game.log[table.game.log.count - 1], at: kept.log.count, to: table.id)
    #expect(try games.last()?.log.count == kept.log.count + 1)
  }
}
