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

  @Test func aThemeIsPublishedOnceBeforeTheReply() throws {
    let user = try ThemeSession()
    try user.add(
      Self.theme(
        "Sea life", ["colors": Value(["#0077B6"]), "icon": .string("🌊"), "max-pairs": .uint32(2)]))
    #expect(user.changes == ["Sea life added"])
    #expect(user.names.last?.last == "Sea life")
    let told = try user.get("sea LIFE")
    #expect(told["colors"] == Value(["#0077b6"]) && told["icon"] == .string("🌊"))
    #expect(told["min-pairs"] == .uint32(2) && told["max-pairs"] == .uint32(2))
    try user.newGame(["theme": .string("Sea life")])
    try user.remove(theme: "SEA LIFE")
    #expect(user.changes == ["Sea life added", "Sea life removed"])
    #expect(user.refusal { _ = try user.get("Sea life") }?.name == .noSuchTheme)
    try user.settle()
    #expect(user.changes == ["Sea life added", "Sea life removed", "Last added"])
    #expect(user.waits { user.names.count == 3 })
  }

  @Test func aRestartKeepsIt() throws {
    let user = try ThemeSession()
    let pairs = [
      ThemePair("いく", "to go = away", "iku"), ThemePair("; [x]", "\\", ""),
      ThemePair("one side", "", ""),
    ]
    try user.add([
      "name": .string("#1"), "pairs": Value(pairs), "min-pairs": .uint32(2),
      "max-pairs": .uint32(3), "colors": Value(["#000000", "#ffffff"]),
    ])
    let told = try user.get("#1")
    try user.restart()
    #expect(try user.get("#1") == told)
    #expect(try user.pairs("#1") == pairs)
    var status = stat()
    #expect(stat(user.path(Self.added), &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat(user.path("data/memorize"), &status) == 0 && status.st_mode & 0o777 == 0o700)
  }

  @Test(arguments: ["", "\u{FEFF}"]) func allOtherLinesAreKept(mark: String) throws {
    let user = try ThemeSession()
    let others = "# mine\r\n\n  \nbad line\nSea\t\t\t\t🎃🎄\nOne\t\t\t\t🎃🎄 # no comment"
    try user.write(Self.added, mark + "Zero\t\t\t\t🎃🎄\n" + others)
    chmod(user.path(Self.added), 0o640)
    try user.add(Self.theme("New"))
    let line = "New\t🐙\t#5a80b5,#8ab0d4\tall\t🐙 🦑 🦐\n"
    #expect(try user.text(Self.added) == mark + "Zero\t\t\t\t🎃🎄\n" + others + "\n" + line)
    try user.remove(theme: "Zero")
    #expect(try user.text(Self.added) == mark + others + "\n" + line)
    try user.remove(theme: "New")
    #expect(try user.text(Self.added) == mark + others + "\n")
    var status = stat()
    #expect(stat(user.path(Self.added), &status) == 0 && status.st_mode & 0o777 == 0o640)
    let files = try FileManager.default.contentsOfDirectory(
      atPath: user.path("data/memorize/themes"))
    #expect(files == ["added.themes"])
  }

  static let wrong: [(theme: [String: Value], name: ErrorName, sentence: String)] = [
    (theme("New", ["size": .uint32(3)]), .invalidArgs, "no key “size”"),
    (theme("New", ["max-pairs": .int32(3)]), .invalidArgs, "max-pairs is of type “u”, not “i”"),
    (theme("New", ["faces": Value(["a": "b"])]), .invalidArgs, "faces is of type “as”"),
    (["faces": Value(["a", "b"])], .invalidTheme, "A name needs"),
    (["name": .string("New")], .invalidTheme, "neither is given"),
    (theme("New", ["pairs": Value([ThemePair("a", "b", "")])]), .invalidTheme, "both are given"),
    (theme("New", ["faces": Value(["a", ""])]), .invalidTheme, "Pair 2: A face needs"),
    (pairs([ThemePair("a", "b", "\u{202E}"), ThemePair("c", "d", "")]), .invalidTheme, "control"),
    (theme("New", ["colors": Value(["red"])]), .invalidTheme, "“red”"),
    (theme("New", ["min-pairs": .uint32(4), "max-pairs": .uint32(3)]), .invalidTheme, "above"),
    (theme("sea"), .themeExists, "comes with the program"),
    (theme("ONE"), .themeExists, "mine.themes, line 1"),
    (theme("A deck"), .themeExists, "A deck.tsv"),
    (theme("shared"), .themeExists, "shared.themes, line 1"),
  ]

  @Test func invalidThemesAreRefused() throws {
    let user = try ThemeSession([
      "data/memorize/themes/mine.themes": "One\t\t\t\t🎃🎄\n",
      "data/memorize/decks/A deck.tsv": "a\tb\nc\td\n",
      "system/memorize/themes/shared.themes": "Shared\t\t\t\t🎃🎄\n",
    ])
    for (theme, name, sentence) in Self.wrong {
      let refusal = user.refusal { try user.add(theme) }
      #expect(refusal?.name == name, "\(theme)")
      #expect(refusal?.message.contains(sentence) == true, "\(refusal?.message ?? "")")
    }
    for (name, error, sentence) in [
      ("Nobody", ErrorName.noSuchTheme, "“Nobody”"),
      ("sea", .themeBuiltIn, "comes with the program"),
      ("Shared", .themeBuiltIn, "comes with the system and cannot be removed: it is in"),
    ] {
      let refusal = user.refusal { try user.remove(theme: name) }
      #expect(refusal?.name == error)
      #expect(refusal?.message.contains(sentence) == true, "\(refusal?.message ?? "")")
    }
    #expect(access(user.path(Self.added), F_OK) != 0)
    #expect(user.changes.isEmpty)
  }

  // Imported decks and themes of one's own files could not be removed, as if they were built in.
  @Test func themesOfOwnFilesAndDecksAreRemoved() throws {
    let mine = "data/memorize/themes/mine.themes"
    let user = try ThemeSession([
      mine: "# mine\r\nOne\t\t\t\t🎃🎄\nbad line\nTwo\t\t\t\t🎃🎄",
      "data/memorize/decks/file.tsv": "#deck:A deck\na\tb\nc\td\n",
      "elsewhere.tsv": "a\tb\nc\td\n",
    ])
    try user.remove(theme: "ONE")
    #expect(try user.text(mine) == "# mine\r\nbad line\nTwo\t\t\t\t🎃🎄")
    try user.remove(theme: "Two")
    #expect(try user.text(mine) == "# mine\r\nbad line\n")
    try user.remove(theme: "a deck")
    #expect(access(user.path("data/memorize/decks/file.tsv"), F_OK) != 0)
    #expect(user.changes == ["One removed", "Two removed", "A deck removed"])
    // A link goes, what it points to stays.
    let link = user.path("data/memorize/decks/link.tsv")
    #expect(symlink(user.path("elsewhere.tsv"), link) == 0)
    try user.remove(theme: "link")
    #expect(access(link, F_OK) != 0 && access(user.path("elsewhere.tsv"), F_OK) == 0)
  }

  @Test func aDeckThatCannotBeDeletedIsKept() throws {
    let library = try FailingCalls()
    let user = try DeckSession(
      ["A": "a\tb\nc\td\n"], variables: library.environment(changing: 1, with: EBUSY))
    func remove() -> BusError? {
      user.refusal { try user.proxy.callAndWait(ThemesContract.remove, "A") }
    }
    try library.arm()
    let refusal = remove()
    #expect(refusal?.name == .storageFailed)
    #expect(refusal?.message.contains("A.tsv could not be deleted: ") == true, "\(refusal as Any)")
    #expect(try user.cards("A").count == 2)
    #expect(user.changed.isEmpty)
    try library.arm(false)
    #expect(remove() == nil)
    #expect(try user.refusalName { _ = try user.cards("A") } == "NoSuchDeck")
  }

  @Test func thereIsAMostOfThem() throws {
    let lines = (0..<1024).map { "Theme \($0)\t\t\t\t🎃🎄\n" }.joined()
    let user = try ThemeSession(["data/memorize/themes/mine.themes": lines])
    let refusal = user.refusal { try user.add(Self.theme("New")) }
    #expect(refusal?.name == .limitsExceeded)
    #expect(refusal?.message.contains("1024 themes of your own") == true)
  }

  /// Each place that cannot be written: what is put there, and the error.
  @Test(arguments: [
    ("data", "not a directory"), ("data/memorize/themes", "not a directory"),
    ("data/memorize/themes/added.themes/in", "directory, not a file"),
  ])
  func anUnwritableFileChangesNothing(file: String, reason: String) throws {
    let user = try ThemeSession([file: "in the way"])
    for _ in 0..<2 {
      let refusal = user.refusal { try user.add(Self.theme("New")) }
      #expect(refusal?.name == .storageFailed)
      #expect(refusal?.message.contains(reason) == true, "\(refusal?.message ?? "")")
    }
    #expect(try user.text(file) == "in the way")
    #expect(user.refusal { _ = try user.get("New") }?.name == .noSuchTheme)
    #expect(user.changes.isEmpty)
    // It works as soon as it can.
    try user.remove(file.hasSuffix("/in") ? "data/memorize/themes/added.themes" : file)
    try user.add(Self.theme("New"))
    #expect(user.changes == ["New added"])
  }
}
