import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// Themes that are added and removed by calls.
@Suite(.timeLimit(.minutes(30))) struct AddedThemeTests {
  private static let added = "data/memorize/themes/added.themes"

  private static func theme(
    _ name: String, _ more: [String: Value] = [:]
  ) -> [String: Value] {
    ["name": .string(name), "faces": Value(["🐙", "🦑", "🦐"])].merging(more) { $1 }
  }

  private static func pairs(_ pairs: [ThemePair]) -> [String: Value] {
    ["name": .string("New"), "pairs": Value(pairs)]
  }

  @Test func itIsToldBeforeTheReplyAndOnce() throws {
    let shelf = try ThemeShelf()
    try shelf.add(
      Self.theme(
        "Sea life", ["colors": Value(["#0077B6"]), "icon": .string("🌊"), "max-pairs": .uint32(2)]))
    #expect(shelf.changes == ["Sea life added"])
    #expect(shelf.names.last?.last == "Sea life")
    let told = try shelf.get("sea LIFE")
    #expect(told["colors"] == Value(["#0077b6"]) && told["icon"] == .string("🌊"))
    #expect(told["min-pairs"] == .uint32(2) && told["max-pairs"] == .uint32(2))
    try shelf.newGame(["theme": .string("Sea life")])
    try shelf.remove(theme: "SEA LIFE")
    #expect(shelf.changes == ["Sea life added", "Sea life removed"])
    #expect(shelf.refusal { _ = try shelf.get("Sea life") }?.name == .noSuchTheme)
    try shelf.settle()
    #expect(shelf.changes == ["Sea life added", "Sea life removed", "Last added"])
    #expect(shelf.waits { shelf.names.count == 3 })
  }

  @Test func aRestartKeepsIt() throws {
    let shelf = try ThemeShelf()
    let pairs = [
      ThemePair("いく", "to go = away", "iku"), ThemePair("; [x]", "\\", ""),
      ThemePair("one side", "", ""),
    ]
    try shelf.add([
      "name": .string("#1"), "pairs": Value(pairs), "min-pairs": .uint32(2),
      "max-pairs": .uint32(3), "colors": Value(["#000000", "#ffffff"]),
    ])
    let told = try shelf.get("#1")
    try shelf.restart()
    #expect(try shelf.get("#1") == told)
    #expect(try shelf.pairs("#1") == pairs)
    var status = stat()
    #expect(stat(shelf.path(Self.added), &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat(shelf.path("data/memorize"), &status) == 0 && status.st_mode & 0o777 == 0o700)
  }

  @Test(arguments: ["", "\u{FEFF}"]) func allOtherLinesAreKept(mark: String) throws {
    let shelf = try ThemeShelf()
    let others = "# mine\r\n\n  \nbad line\nSea\t\t\t\t🎃🎄\nOne\t\t\t\t🎃🎄 # no comment"
    try shelf.write(Self.added, mark + "Zero\t\t\t\t🎃🎄\n" + others)
    try #require(shelf.hears("One added"))
    chmod(shelf.path(Self.added), 0o640)
    try shelf.add(Self.theme("New"))
    let line = "New\t🐙\t#5a80b5,#8ab0d4\tall\t🐙 🦑 🦐\n"
    #expect(try shelf.text(Self.added) == mark + "Zero\t\t\t\t🎃🎄\n" + others + "\n" + line)
    try shelf.remove(theme: "Zero")
    #expect(try shelf.text(Self.added) == mark + others + "\n" + line)
    try shelf.remove(theme: "New")
    #expect(try shelf.text(Self.added) == mark + others + "\n")
    var status = stat()
    #expect(stat(shelf.path(Self.added), &status) == 0 && status.st_mode & 0o777 == 0o640)
    let files = try FileManager.default.contentsOfDirectory(
      atPath: shelf.path("data/memorize/themes"))
    #expect(files == ["added.themes"])
  }

  static let wrong: [(theme: [String: Value], name: ErrorName, sentence: String)] = [
    (theme("New", ["size": .uint32(3)]), .invalidArgs, "no key “size”"),
    (theme("New", ["icon": .uint32(3)]), .invalidArgs, "icon is of type “s”, not “u”"),
    (theme("New", ["max-pairs": .int32(3)]), .invalidArgs, "max-pairs is of type “u”, not “i”"),
    (theme("New", ["faces": Value(["a": "b"])]), .invalidArgs, "faces is of type “as”"),
    (["faces": Value(["a", "b"])], .invalidTheme, "A name needs"),
    (["name": .string("New")], .invalidTheme, "neither is given"),
    (theme("New", ["pairs": Value([ThemePair("a", "b", "")])]), .invalidTheme, "both are given"),
    (theme("New", ["faces": Value(["a", ""])]), .invalidTheme, "Pair 2: A face needs"),
    (theme("New", ["faces": Value((0..<513).map { "\($0)" })]), .invalidTheme, "at most 512"),
    (pairs([ThemePair("a", "b", "\u{202E}"), ThemePair("c", "d", "")]), .invalidTheme, "control"),
    (theme("New", ["colors": Value(["red"])]), .invalidTheme, "“red”"),
    (theme("New", ["min-pairs": .uint32(4), "max-pairs": .uint32(3)]), .invalidTheme, "above"),
    (theme("New", ["icon": .string("a\tb")]), .invalidTheme, "icon"),
    (theme("sea"), .themeExists, "comes with the program"),
    (theme("ONE"), .themeExists, "mine.themes, line 1"),
    (theme("A deck"), .themeExists, "A deck.tsv"),
    (theme("shared"), .themeExists, "shared.themes, line 1"),
  ]

  @Test func whatIsWrongIsNamedAndChangesNothing() throws {
    let shelf = try ThemeShelf([
      "data/memorize/themes/mine.themes": "One\t\t\t\t🎃🎄\n",
      "data/memorize/decks/A deck.tsv": "a\tb\nc\td\n",
      "system/memorize/themes/shared.themes": "Shared\t\t\t\t🎃🎄\n",
    ])
    for (theme, name, sentence) in Self.wrong {
      let refusal = shelf.refusal { try shelf.add(theme) }
      #expect(refusal?.name == name, "\(theme)")
      #expect(refusal?.message.contains(sentence) == true, "\(refusal?.message ?? "")")
    }
    for (name, error, sentence) in [
      ("Nobody", ErrorName.noSuchTheme, "“Nobody”"),
      ("sea", .themeBuiltIn, "comes with the program"),
      ("Shared", .themeBuiltIn, "comes with the system and cannot be removed: it is in"),
    ] {
      let refusal = shelf.refusal { try shelf.remove(theme: name) }
      #expect(refusal?.name == error)
      #expect(refusal?.message.contains(sentence) == true, "\(refusal?.message ?? "")")
    }
    #expect(access(shelf.path(Self.added), F_OK) != 0)
    #expect(shelf.changes.isEmpty)
  }

  // Imported decks and themes of one's own files could not be removed, as if they were built in.
  @Test func themesOfOwnFilesAndDecksAreRemoved() throws {
    let mine = "data/memorize/themes/mine.themes"
    let shelf = try ThemeShelf([
      mine: "# mine\r\nOne\t\t\t\t🎃🎄\nbad line\nTwo\t\t\t\t🎃🎄",
      "data/memorize/decks/file.tsv": "#deck:A deck\na\tb\nc\td\n",
      "elsewhere.tsv": "a\tb\nc\td\n",
    ])
    try shelf.remove(theme: "ONE")
    #expect(try shelf.text(mine) == "# mine\r\nbad line\nTwo\t\t\t\t🎃🎄")
    try shelf.remove(theme: "Two")
    #expect(try shelf.text(mine) == "# mine\r\nbad line\n")
    try shelf.remove(theme: "a deck")
    #expect(access(shelf.path("data/memorize/decks/file.tsv"), F_OK) != 0)
    #expect(shelf.changes == ["One removed", "Two removed", "A deck removed"])
    // A link goes, what it points to stays.
    let link = shelf.path("data/memorize/decks/link.tsv")
    #expect(symlink(shelf.path("elsewhere.tsv"), link) == 0)
    try shelf.remove(theme: "link")
    #expect(access(link, F_OK) != 0 && access(shelf.path("elsewhere.tsv"), F_OK) == 0)
  }

  @Test func aDeckThatCannotBeDeletedIsKept() throws {
    let bus = try PrivateBus()
    // Permissions would not stop root, but nobody can delete a mount point.
    try bus.files.make("data/memorize")
    #expect(symlink(bus.files.path("state"), bus.files.path("data/memorize/decks")) == 0)
    let disk = try SmallDisk(on: bus, mounted: "size=1m")
    let client = try DaemonClient(bus)
    var changes: [String] = []
    client.proxy.on(ThemesContract.changed) {
      changes.append("\($0) \($1)")
    }
    _ = try client.game()
    let deck = bus.files.path("state/A.tsv")
    #expect(try disk.run("printf 'a\\tb\\nc\\td\\n' >'\(deck)'") == 0)
    try #require(client.connection.loop.waits { changes == ["A added"] })
    #expect(try disk.run("mount --bind '\(deck)' '\(deck)'") == 0)
    func remove() -> BusError? {
      client.refusal {
        try client.proxy.callAndWait(ThemesContract.remove, "A")
      }
    }
    let refusal = remove()
    #expect(refusal?.name == .storageFailed)
    #expect(
      refusal?.message.contains("A.tsv could not be deleted: ") == true,
      "\(refusal?.message ?? "")")
    #expect(changes == ["A added"])
    #expect(try disk.run("umount '\(deck)'") == 0)
    #expect(remove() == nil && changes == ["A added", "A removed"])
  }

  @Test func thereIsAMostOfThem() throws {
    let lines = (0..<1024).map { "Theme \($0)\t\t\t\t🎃🎄\n" }.joined()
    let shelf = try ThemeShelf(["data/memorize/themes/mine.themes": lines])
    let refusal = shelf.refusal { try shelf.add(Self.theme("New")) }
    #expect(refusal?.name == .limitsExceeded)
    #expect(refusal?.message.contains("1024 themes of your own") == true)
  }

  /// Each place that cannot be written: what is put there, and the error.
  @Test(arguments: [
    ("data", "not a directory"), ("data/memorize/themes", "not a directory"),
    ("data/memorize/themes/added.themes/in", "directory, not a file"),
  ])
  func whatCannotBeWrittenChangesNothing(file: String, reason: String) throws {
    let shelf = try ThemeShelf([file: "in the way"])
    for _ in 0..<2 {
      let refusal = shelf.refusal { try shelf.add(Self.theme("New")) }
      #expect(refusal?.name == .storageFailed)
      #expect(refusal?.message.contains(reason) == true, "\(refusal?.message ?? "")")
    }
    #expect(try shelf.text(file) == "in the way")
    #expect(shelf.refusal { _ = try shelf.get("New") }?.name == .noSuchTheme)
    #expect(shelf.changes.isEmpty)
    // It works as soon as it can.
    try shelf.remove(file.hasSuffix("/in") ? "data/memorize/themes/added.themes" : file)
    try shelf.add(Self.theme("New"))
    #expect(shelf.changes == ["New added"])
  }

  // A kill within a write leaves one file behind, not one more each time.
  @Test func aFileLeftBehindIsReplaced() throws {
    let shelf = try ThemeShelf(["data/memorize/themes/.memorize.new": "half a line"])
    try shelf.add(Self.theme("New"))
    let files = try FileManager.default.contentsOfDirectory(
      atPath: shelf.path("data/memorize/themes"))
    #expect(files == ["added.themes"])
  }

  /// Between what was read and what is written nobody else's line may be lost.
  @Test func whatAnEditorHasJustWrittenIsKept() throws {
    let shelf = try ThemeShelf()
    for number in 0..<20 {
      let before = (try? shelf.text(Self.added)) ?? ""
      try shelf.bus.files.write(
        Self.added, before + "Edited \(number)\t\t\t\t🎃🎄\n", atomically: true)
      try shelf.add(Self.theme("Added \(number)"))
    }
    for number in 0..<20 {
      _ = try shelf.get("Edited \(number)")
      try shelf.remove(theme: "Added \(number)")
    }
    #expect(try shelf.text(Self.added).split(separator: "\n").count == 20)
    try shelf.settle()
    #expect(Set(shelf.changes).count == shelf.changes.count, "\(shelf.changes)")
  }
}
