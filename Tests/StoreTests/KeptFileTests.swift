import Foundation
import MemoryGame
import Practice
import TestSupport
import Testing

@testable import Store

/// A database that is removed, replaced or restored is never mixed with the old one.
@Suite struct KeptFileTests {
  private let files = FileManager.default

  private func name(in path: String) throws -> String? {
    try text("SELECT value FROM setting WHERE name = 'user-name'", path)
  }

  private func isSound(_ path: String) throws -> Bool {
    try text("PRAGMA integrity_check", path) == "ok"
  }

  /// The first text of a query's result.
  private func text(_ sql: StaticString, _ path: String) throws -> String? {
    let database = try Database(path: path)
    // A statement does not keep its database.
    defer { withExtendedLifetime(database) {} }
    return try database[sql].first { row throws(StoreError) in row.text(0) }
  }

  private func setAside(in path: String) throws -> [String] {
    try files.contentsOfDirectory(atPath: path).filter { $0.contains(".replaced-") }.sorted()
  }

  /// What was saved after a removal went into a file without a name: all of it was lost.
  @Test(arguments: ["", "-wal", "all"]) func aRemovedDatabaseIsSavedAgain(what: String) throws {
    let home = try TemporaryDirectory()
    let path = home.path("memorize")
    let file = path + "/memorize.sqlite"
    let opened = try OpenedStore(path)
    let theme = try #require(Themes.builtIn.theme(named: "Sea"))
    var table = try Table(
      opened.use { tables throws(StoreError) in tables.games },
      GameBeginning(deal: Deal(theme: theme, pairs: 8, seed: 5), startedAt: moment(0)))
    try table.flip(0, at: moment(1))
    try opened.store.set([.userName: "Ann"])
    switch what {
    case "all": try files.removeItem(atPath: path)
    case "-wal":
      try files.removeItem(atPath: file)
      try files.removeItem(atPath: file + "-wal")
    default: try files.removeItem(atPath: file)
    }
    try opened.store.set([.userName: "Bob"])
    #expect(opened.logged.filter { $0.contains("was removed while it was in use") }.count == 1)
    // As it is on the disk, which is what a kill would leave.
    let copy = try home.copy(of: file)
    #expect(try name(in: copy) == "Bob" && isSound(copy))
    opened.store.close()
    let again = try OpenedStore(path)
    #expect(again.last?.game == table.game && again.store.settings[.userName] == "Bob")
    #expect(again.logged.isEmpty && !again.isNew)
  }

  /// A backup to a file that exists was refused, and that file deleted.
  @Test func aBackupReplacesNothing() throws {
    let home = try TemporaryDirectory()
    let opened = try OpenedStore(home.path("memorize"))
    try home.write("mine", "text")
    #expect(throws: StoreError.system(home.path("mine"), EEXIST)) {
      try opened.store.copy(to: home.path("mine"))
    }
    #expect(try home.text("mine") == "text")
  }

  /// The end of the service counts as well: it may be long after the last call.
  @Test func aDatabaseThatIsRemovedBeforeTheEndIsThereAfterIt() throws {
    let home = try TemporaryDirectory()
    let path = home.path("memorize")
    let opened = try OpenedStore(path)
    try opened.store.set([.userName: "Ann"])
    try files.removeItem(atPath: path)
    opened.store.close()
    #expect(try OpenedStore(path).store.settings[.userName] == "Ann")
  }

  private func database(of name: String, _ home: TemporaryDirectory) throws -> String {
    let other = try OpenedStore(home.path("other"))
    try other.store.set([.userName: .some(name)])
    other.store.close()
    return home.path("other/memorize.sqlite")
  }

  /// The old log was written into the new file at the next start, which destroyed it.
  @Test(arguments: [true, false]) func anotherFileInItsPlaceIsUsed(beforeCall: Bool) throws {
    let home = try TemporaryDirectory()
    let path = home.path("memorize")
    let file = path + "/memorize.sqlite"
    let opened = try OpenedStore(path)
    try opened.store.set([.userName: "Ann"])
    #expect(rename(try database(of: "Bob", home), file) == 0)
    if beforeCall {
      opened.store.followFile()
    } else {
      // A call that had begun computed with what was in the old one.
      #expect(throws: StoreError.replaced(file)) { try opened.store.set([.userName: "Eve"]) }
      try opened.store.open()
    }
    #expect(opened.store.settings[.userName] == "Bob")
    try opened.store.set([.userName: "Cy"])
    let aside = try setAside(in: path)
    #expect(aside.map { $0.hasSuffix(".log") } == [false, true], "\(aside)")
    #expect(try name(in: path + "/" + aside[0]) == "Ann" && isSound(path + "/" + aside[0]))
    opened.store.close()
    #expect(try name(in: file) == "Cy" && isSound(file))
  }

  /// What is no database must not take the place of one that is sound.
  @Test(arguments: ["", "This is a text."]) func whatIsNoDatabaseDoesNotTakeItsPlace(
    text: String
  ) throws {
    let home = try TemporaryDirectory()
    let path = home.path("memorize")
    let opened = try OpenedStore(path)
    try opened.store.set([.userName: "Ann"])
    let other = try home.write("other", text)
    #expect(rename(other, path + "/memorize.sqlite") == 0)
    opened.store.followFile()
    try opened.store.set([.questionAt: "1"])
    opened.store.close()
    #expect(try OpenedStore(path).store.settings[.userName] == "Ann")
    #expect(try files.contentsOfDirectory(atPath: path).contains { $0.contains(".damaged-") })
  }

  /// `cp` writes into the file that is open.
  @Test func anOverwrittenDatabaseIsUsed() throws {
    let home = try TemporaryDirectory()
    let path = home.path("memorize")
    let file = path + "/memorize.sqlite"
    let opened = try OpenedStore(path)
    try opened.store.set([.userName: "Ann"])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: try database(of: "Bob", home)))
    let handle = try #require(FileHandle(forWritingAtPath: file))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: bytes)
    opened.store.followFile()
    #expect(opened.store.settings[.userName] == "Bob")
    try opened.store.set([.userName: "Cy"])
    opened.store.close()
    #expect(try name(in: file) == "Cy" && isSound(file))
    #expect(try setAside(in: path).count == 1)
  }

  /// Of a crash and a restored copy, whatever is older, either is read and nothing of both.
  ///
  /// The left log was once written into the restored file, which was damaged by that.
  @Test func aLogIsReplayedOnlyOntoItsOwnFile() throws {
    let home = try TemporaryDirectory()
    var random = SeededGenerator(for: "aLogIsReplayedOnlyOntoItsOwnFile")
    let path = home.path("memorize")
    let opened = try OpenedStore(path)
    let theme = try #require(Themes.builtIn.theme(named: "Everything"))
    var table = try Table(
      opened.use { tables throws(StoreError) in tables.games },
      GameBeginning(deal: Deal(theme: theme, pairs: 200, seed: 1), startedAt: moment(0)))
    // Files as a kill would leave them, the file's own content, and that with its log.
    var left: [(path: String, alone: String?, whole: String?)] = []
    for number in 0..<12 {
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        try table.flip(Int.random(in: 0..<400, using: &random), at: moment(number))
        try table.conceal(at: moment(number))
      }
      try opened.store.set([.userName: "\(number)"])
      if Bool.random(using: &random) { opened.store.checkpoint() }
      let copy = try home.copy(of: path + "/memorize.sqlite")
      let alone = home.path("alone")
      try? files.removeItem(atPath: alone)
      try files.copyItem(atPath: copy, toPath: alone)
      left.append((copy, try? name(in: alone), "\(number)"))
    }
    for (index, older) in left.enumerated() {
      for newer in left[index...] {
        let place = home.path("restored")
        try? files.removeItem(atPath: place)
        try home.make("restored")
        let file = place + "/memorize.sqlite"
        try files.copyItem(atPath: older.path, toPath: file)
        if files.fileExists(atPath: newer.path + "-wal") {
          try files.copyItem(atPath: newer.path + "-wal", toPath: file + "-wal")
        }
        let restored = try OpenedStore(place)
        let found = restored.store.settings[.userName]
        let wanted = try setAside(in: place).isEmpty ? newer.whole : older.alone
        #expect(found == wanted, "\(index)")
        if older.path == newer.path { #expect(found == newer.whole) }
        while restored.store.checkPart(while: { true }) {}
        restored.store.close()
        #expect(restored.setAside == nil)
        #expect(try isSound(file))
      }
    }
  }

  /// SQLite would delete a log beside an empty file.
  @Test(arguments: [true, false]) func aLogWithoutItsDatabaseIsKept(isEmpty: Bool) throws {
    let home = try TemporaryDirectory()
    let opened = try OpenedStore(home.path("memorize"))
    try opened.store.set([.userName: "Ann"])
    let copy = try home.copy(of: home.path("memorize/memorize.sqlite"))
    let place = home.path("left")
    try home.make("left")
    if isEmpty { try home.write("left/memorize.sqlite", "") }
    try files.moveItem(atPath: copy + "-wal", toPath: place + "/memorize.sqlite-wal")
    let next = try OpenedStore(place)
    #expect(next.isNew)
    #expect(next.logged.count == 1 && next.logged[0].contains("belongs to another file"))
    #expect(try setAside(in: place).count == 1)
  }

  /// The second log of a second took the place of the first.
  @Test func eachLogIsKept() throws {
    let home = try TemporaryDirectory()
    let opened = try OpenedStore(home.path("memorize"))
    try opened.store.set([.userName: "Ann"])
    let place = home.path("left")
    try home.make("left")
    for count in 1...2 {
      let copy = try home.copy(of: home.path("memorize/memorize.sqlite"))
      try? files.removeItem(atPath: place + "/memorize.sqlite")
      try files.moveItem(atPath: copy + "-wal", toPath: place + "/memorize.sqlite-wal")
      try OpenedStore(place).store.close()
      let aside = try setAside(in: place)
      #expect(aside.count == count && aside.allSatisfy { $0.hasSuffix(".log") }, "\(aside)")
    }
  }

  @Test func aDatabaseThatIsGoneAtTheStartIsSaid() throws {
    let home = try TemporaryDirectory()
    let path = home.path("memorize")
    try OpenedStore(path).store.close()
    try files.removeItem(atPath: path + "/memorize.sqlite")
    let next = try OpenedStore(path)
    #expect(next.logged.count == 1 && next.logged[0].contains("the one that was used before"))
    next.store.close()
    #expect(try OpenedStore(path).logged.isEmpty)
  }

  /// After an unclean end nothing is answered before the check, which ends soon for one call.
  @Test func aDatabaseThatWasNotClosedIsChecked() throws {
    let home = try TemporaryDirectory()
    let path = home.path("memorize")
    let opened = try OpenedStore(path)
    #expect(!opened.store.isUnchecked)
    let theme = try #require(Themes.builtIn.theme(named: "Everything"))
    var table = try Table(
      opened.use { tables throws(StoreError) in tables.games },
      GameBeginning(deal: Deal(theme: theme, pairs: 200, seed: 1), startedAt: moment(0)))
    for card in 0..<400 { try table.flip(card, at: moment(card)) }
    let copy = try home.copy(of: path + "/memorize.sqlite")
    try home.make("left")
    for suffix in ["", "-wal"] {
      try files.moveItem(atPath: copy + suffix, toPath: home.path("left/memorize.sqlite" + suffix))
    }
    let next = try OpenedStore(home.path("left"))
    #expect(next.store.isUnchecked)
    var parts = 0
    while next.store.isUnchecked {
      var rest = 50
      let isDone = !next.store.checkPart {
        rest -= 1; return rest > 0
      }
      #expect(!isDone)
      parts += 1
    }
    #expect(parts > 5 && next.last?.game == table.game && next.setAside == nil)
  }

  /// Each call of a flood looked at the file, and a flip did so twice.
  @Test func inOneTurnTheFileIsLookedAtOnce() throws {
    let home = try TemporaryDirectory()
    let path = home.path("memorize")
    var (turn, logged): (UInt64, [String]) = (1, [])
    let store = Store(
      directory: path, now: { 1_763_732_730_000_000 }, report: { logged.append($0) }, turn: { turn }
    )
    try store.openInTime()
    store.followFile()
    try files.removeItem(atPath: path + "/memorize.sqlite")
    // As if it was removed after the calls that are answered now had been read.
    try store.set([.userName: "Ann"])
    #expect(!files.fileExists(atPath: path + "/memorize.sqlite") && logged.isEmpty)
    turn = 2
    store.followFile()
    #expect(logged.count == 1 && logged[0].contains("was removed while it was in use"))
    try #expect(name(in: home.copy(of: path + "/memorize.sqlite")) == "Ann")
    turn = 3
    try files.removeItem(atPath: path + "/memorize.sqlite")
    store.close()
    #expect(try OpenedStore(path).store.settings[.userName] == "Ann")
  }
}
