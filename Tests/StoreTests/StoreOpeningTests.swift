import Foundation
import MemoryGame
import Practice
import TestSupport
import Testing

@testable import Store

/// A store that cannot be used is reported, and never makes things worse.
@Suite struct StoreOpeningTests {
  /// A directory with a game that was left in the middle.
  private func played(_ home: TemporaryDirectory) throws -> (path: String, game: Game) {
    let path = home.path("a/b/memorize")
    let opened = try OpenedStore(path)
    let theme = try #require(Themes.builtIn.theme(named: "Sea"))
    var table = try Table(
      opened.use { tables throws(StoreError) in tables.games },
      GameBeginning(deal: Deal(theme: theme, pairs: 8, seed: 5), startedAt: moment(0)))
    for card in 0..<7 { try table.flip(card, at: moment(card * 1_000_000)) }
    return (path, table.game)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// Files were once 0644 outside the unit.
  @Test func theGameIsThereAgainAndOnlyTheUserMayReadIt() throws {
    let home = try TemporaryDirectory()
    let (path, game) = try played(home)
    let file = path + "/memorize.sqlite"
    chmod(file, 0o644)
    let opened = try OpenedStore(path)
    #expect(opened.last?.game == game)
    #expect(opened.logged.isEmpty && !opened.isNew)
    try opened.store.set([.userName: "Ann"])
    #expect(try mode(path) == 0o700)
    for name in [file, file + "-wal", path + "/lock"] { #expect(try mode(name) == 0o600) }
  }

  /// A stuck program that has the database open once held up the start by 10 s and each call by 20.
  @Test func aDatabaseThatAnotherHasOpenIsReportedAtOnce() throws {
    let home = try TemporaryDirectory()
    let (path, _) = try played(home)
    let other = try Database(path: path + "/memorize.sqlite")
    try other.execute("PRAGMA locking_mode = NORMAL; BEGIN; SELECT count(*) FROM game")
    let start = ContinuousClock.now
    #expect(throws: StoreError.busy(path + "/memorize.sqlite")) { _ = try OpenedStore(path) }
    #expect(ContinuousClock.now - start < .seconds(5))
    try other.execute("ROLLBACK")
  }

  /// No shared memory is left that another program could truncate, which once ended the daemon.
  @Test func thereIsNoSharedMemory() throws {
    let home = try TemporaryDirectory()
    let (path, _) = try played(home)
    let opened = try OpenedStore(path)
    try opened.store.set([.userName: "Ann"])
    #expect(access(path + "/memorize.sqlite-shm", F_OK) != 0)
    #expect(access(path + "/memorize.sqlite-wal", F_OK) == 0)
  }

  /// The lock was once opened through a link, and the file it led to emptied.
  @Test(arguments: [true, false])
  func aLockThatIsALinkEmptiesNoFile(isSymbolic: Bool) throws {
    let home = try TemporaryDirectory()
    let path = home.path("memorize")
    let files = FileManager.default
    try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    let precious = URL(fileURLWithPath: home.path("precious"))
    try Data("precious".utf8).write(to: precious)
    if isSymbolic {
      try files.createSymbolicLink(atPath: path + "/lock", withDestinationPath: precious.path)
      #expect(throws: StoreError.failed("\(path)/lock is a link: remove it")) {
        _ = try OpenedStore(path)
      }
    } else {
      try files.linkItem(atPath: precious.path, toPath: path + "/lock")
      _ = try OpenedStore(path)
    }
    #expect(try Data(contentsOf: precious) == Data("precious".utf8))
  }

  @Test func aFailureToOpenIsReportedAndClosedOnce() throws {
    for _ in 0..<100 {
      #expect(throws: StoreError.system("/no/such/place", ENOENT)) {
        _ = try Store.Tables(path: "/no/such/place")
      }
    }
  }

  @Test func eachReasonIsNamedWithWhatToDo() {
    let remedies = [
      ENOSPC: "Free some space there", EDQUOT: "quota", EROFS: "mounted read-only",
      EACCES: "Make the directory writable", EMFILE: "ulimit -n", EFBIG: "ulimit -f", EIO: "disk",
    ]
    for (code, remedy) in remedies {
      #expect(StoreError.system("/there", code).message.contains(remedy))
      #expect(StoreError.system("/there", code).message.contains("/there"))
    }
  }

  /// The error is that of the first directory that cannot be made, not of a missing one below it.
  @Test func theFirstReasonOfADirectoryCounts() throws {
    let home = try TemporaryDirectory()
    try Data().write(to: URL(fileURLWithPath: home.path("file")))
    let path = home.path("file/state/memorize")
    #expect(throws: StoreError.system(path, ENOTDIR)) { _ = try OpenedStore(path) }
  }

  @Test func aLinkToADatabaseIsFollowed() throws {
    let home = try TemporaryDirectory()
    let (path, game) = try played(home)
    let file = path + "/memorize.sqlite"
    for suffix in ["", "-wal"] where access(file + suffix, F_OK) == 0 {
      try FileManager.default.moveItem(atPath: file + suffix, toPath: home.path("games" + suffix))
    }
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: home.path("games"))
    let opened = try OpenedStore(path)
    #expect(opened.setAside == nil)
    #expect(opened.last?.game == game)
  }

  @Test(arguments: ["text", "directory", "truncated", "torn"])
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
    default:
      var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
      for index in stride(from: 200, to: bytes.count, by: 3) { bytes[index] ^= 0xFF }
      try bytes.write(to: URL(fileURLWithPath: file))
    }
    let opened = try OpenedStore(path)
    #expect(opened.last == nil && opened.isNew)
    let place = try #require(opened.setAside)
    opened.store.close()
    #expect(place == file + ".damaged-20251121T134530Z")
    #expect(files.fileExists(atPath: place))
    #expect(try OpenedStore(path).setAside == nil)
  }

  /// An invalid last game once set the whole history aside.
  @Test(arguments: [
    "UPDATE entry SET card = 99 WHERE place = 3", "UPDATE game SET revision = -1",
    "UPDATE game SET scoring = 'none'",
  ])
  func aDamagedLastGameIsLeftOutAlone(change: String) throws {
    let home = try TemporaryDirectory()
    let (path, _) = try played(home)
    try Database(path: path + "/memorize.sqlite").execute(change)
    let opened = try OpenedStore(path)
    #expect(opened.last == nil && !opened.isNew && opened.setAside == nil)
    #expect(opened.logged == [StoreError.damagedGame(1).message])
    #expect(try opened.use { tables throws(StoreError) in try tables.games.log(of: 1) }.count > 3)
  }

  /// Unexpected tables were once reported in SQLite's words alone.
  @Test(arguments: [
    "PRAGMA user_version = -1", "PRAGMA application_id = 7", "DROP TABLE setting",
    "ALTER TABLE game RENAME COLUMN daily TO day",
  ])
  func aDatabaseOfAnotherProgramIsNamedAndStays(change: String) throws {
    let home = try TemporaryDirectory()
    let (path, _) = try played(home)
    let file = path + "/memorize.sqlite"
    try Database(path: file).execute(change)
    let error = #expect(throws: StoreError.self) {
      let opened = try OpenedStore(path)
      _ = try opened.use { tables throws(StoreError) in
        try tables.games.hasDaily(of: DailyDate(day: 1))
      }
    }
    #expect(error?.message.contains("does not have memorized's tables") == true, "\(error as Any)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).count <= 3)
  }

  @Test func aFullDiskIsReportedAndNothingChanges() throws {
    let home = try TemporaryDirectory()
    let tables = try Store.Tables(path: home.path("games"))
    let games = tables.games
    let theme = try #require(Themes.builtIn.theme(named: "Everything"))
    var table = try Table(
      games, GameBeginning(deal: Deal(theme: theme, pairs: 500, seed: 1), startedAt: moment(0)))
    try tables.database.execute("PRAGMA max_page_count = 1")
    var saved = table.game
    var failure: StoreError?
    for card in 0..<1000 where failure == nil {
      do {
        try table.flip(card, at: moment(card))
        saved = table.game
      } catch {
        failure = error as? StoreError
      }
    }
    #expect(failure == .system(home.path("games"), ENOSPC))
    let stored = try #require(try games.last())
    #expect(try Replay.play(stored.log, on: try Game(stored.beginning)) == saved)
    try tables.database.execute("PRAGMA max_page_count = 100000")
    try games.add(table.game.log[table.game.log.count - 1], at: saved.log.count, to: table.id)
    #expect(try games.last()?.log.count == saved.log.count + 1)
  }

  /// A deleted name once stayed in the log if the daemon was killed before emptying it.
  @Test func aDeletedNameIsGoneAfterAKill() throws {
    let home = try TemporaryDirectory()
    let name = "Wilhelmina Anonyma"
    let path = home.path("memorize")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let file = path + "/memorize.sqlite"
    do {
      let tables = try Store.Tables(path: home.path("killed"))
      try tables.settings.set([.userName: name])
      try tables.settings.set([.userName: nil])
      let copy = try home.copy(of: home.path("killed"))
      for suffix in ["", "-wal"] {
        try FileManager.default.moveItem(atPath: copy + suffix, toPath: file + suffix)
      }
    }
    let traces = {
      ["", "-wal"].contains {
        let bytes = try? Data(contentsOf: URL(fileURLWithPath: file + $0))
        return bytes?.range(of: Data(name.utf8)) != nil
      }
    }
    #expect(traces())
    let opened = try OpenedStore(path)
    #expect(!traces())
    #expect(opened.store.settings[.userName] == nil)
  }

  /// A change after a pause must not wait for the disk: the log is begun anew in the pause.
  @Test func theLogIsBegunWhenNobodyWaits() throws {
    let home = try TemporaryDirectory()
    let opened = try OpenedStore(home.path("memorize"))
    try opened.store.set([.userName: "Ann"])
    #expect(opened.store.needsCheckpoint)
    opened.store.checkpoint()
    #expect(!opened.store.needsCheckpoint)
    let log = try FileHandle(
      forReadingFrom: URL(fileURLWithPath: home.path("memorize/memorize.sqlite-wal")))
    let header = try log.read(upToCount: 32)
    try opened.store.set([.userName: "Bob"])
    try log.seek(toOffset: 0)
    #expect(try log.read(upToCount: 32) == header)
  }
}
