import Foundation
import TestSupport
import Testing

/// Faults of themes and decks are told without a bus.
@Suite(.timeLimit(.minutes(30))) struct ThemeCheckTests {
  @Test func eachFaultNamesItsFileAndLine() throws {
    let shelf = try Shelf()
    let themes = try shelf.write(
      "# mine\nPond\t\t#0066aa\t\t🐙🦑\nbad\nWords\t\t\tmany\ta b\n", to: "a.themes")
    let deck = try shelf.write("a\tb\nc\nd\te\n", to: "d.tsv")
    let outcome = try shelf.memorize("theme", "check", themes, deck)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(outcome.code == 5)
    #expect(outcome.errors.isEmpty)
    #expect(lines.count == 4)
    #expect(lines[0].hasPrefix("\(themes):3: A theme has 5 fields"))
    #expect(lines[1].hasPrefix("\(themes):4: The number of pairs “many”"))
    #expect(lines[2].hasPrefix("\(deck):2: The second side is empty"))
    #expect(lines[3] == "2 files, 1 theme, 2 cards, 3 faults")

    let plain = try shelf.memorize("theme", "check", themes, deck, "--plain")
    #expect(plain.code == 5)
    let rows = plain.output.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(
      rows.map { $0.prefix(2) } == [[themes[...], "3"], [themes[...], "4"], [deck[...], "2"]])
    #expect(rows.allSatisfy { $0.count == 3 })

    let json = try shelf.memorize("theme", "check", themes, deck, "--json")
    #expect(json.code == 5)
    #expect(json.json.number("files") == 2)
    #expect(json.json.number("themes") == 1)
    #expect(json.json.number("cards") == 2)
    #expect(json.json.objects("faults").map { $0.number("line") } == [3, 4, 2])
    #expect(json.json.objects("faults").map { $0.text("file") } == [themes, themes, deck])
    #expect(json.json.object("error").text("name") == "FaultyFiles")
    #expect(
      json.json.object("error").text("message")
        == "3 faults in 2 files: mend what “faults” tells.")

    let quiet = try shelf.memorize("theme", "check", themes, deck, "--quiet")
    #expect(quiet.code == 5)
    #expect(quiet.output.split(separator: "\n").map(String.init) == Array(lines.dropLast()))
  }

  @Test func whatIsGoodEndsWithZero() throws {
    let shelf = try Shelf()
    let file = try shelf.write("Pond\t\t\t\t🐙🦑\nLand\t\t\t\ta b\n", to: "a.themes")
    let outcome = try shelf.memorize("theme", "check", file, file)
    #expect(outcome.code == 0)
    #expect(outcome.output == "1 file, 2 themes, 0 faults")
    #expect(try shelf.memorize("theme", "check", file, "--quiet").output.isEmpty)
    #expect(try shelf.memorize("theme", "check", file, "--json").json["error"] == nil)
    #expect(try shelf.memorize("theme", "check", file, "--plain").output.isEmpty)
    let nothing = try shelf.memorize("theme", "check")
    #expect(nothing.code == 0)
    #expect(nothing.output == "0 files, 0 themes, 0 faults")
  }

  @Test func withoutFilesItLooksAtAllThatTheServiceReads() throws {
    let shelf = try Shelf()
    try shelf.write("Pond\t\t\t\ta b\n", to: "data/memorize/themes/added.themes")
    try shelf.write("pond\t\t\t\tc d\nMine\t\t\t\ta b\n", to: "data/memorize/themes/a.themes")
    try shelf.write("bad\n", to: "data/memorize/themes/.hidden.themes")
    try shelf.write("bad\n", to: "data/memorize/themes/notes.txt")
    try shelf.write("MINE\t\t\t\ta b\nTheirs\t\t\t\ta b\n", to: "system/memorize/themes/s.themes")
    try shelf.write("a\tb\n", to: "data/memorize/decks/Theirs.tsv")
    try shelf.write("#deck:Halloween\na\tb\n", to: "data/memorize/decks/x.tsv")
    try shelf.write("#deck:Own\na\tb\n", to: "data/memorize/decks/y.tsv")
    let outcome = try shelf.memorize("theme", "check")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    let themes = shelf.data + "/themes"
    let decks = shelf.data + "/decks"
    let system = shelf.path("system/memorize/themes/s.themes")
    #expect(outcome.code == 5)
    // added.themes has its names first, though a.themes comes before it.
    #expect(
      lines == [
        "\(themes)/a.themes:1: A theme named “pond” stands in \(themes)/added.themes, line 1 already: give this one another name.",
        "\(system):1: A theme named “MINE” stands in \(themes)/a.themes, line 2 already: give this one another name.",
        "\(decks)/Theirs.tsv: A theme named “Theirs” stands in \(system), line 2 already: give this one another name.",
        "\(decks)/x.tsv: A theme named “Halloween” comes with the program already: give this one another name.",
        "6 files, 3 themes, 3 cards, 4 faults",
      ])
    // A path that is no absolute one is ignored.
    let relative = try shelf.memorize("theme", "check", with: ["XDG_DATA_HOME": "data"])
    #expect(relative.output == "1 file, 2 themes, 0 faults")
  }

  @Test func theNamesOfStandardInputAreItsOwn() throws {
    let shelf = try Shelf()
    let theme = "Halloween\t\t\t\ta b\n"
    let themes = try shelf.memorize("theme", "check", "-", input: theme + "bad\n")
    #expect(themes.code == 5)
    #expect(themes.output.hasPrefix("-:2: A theme has 5 fields"))
    #expect(themes.output.hasSuffix("\n1 file, 1 theme, 1 fault"))
    #expect(try shelf.memorize("theme", "check", "-", input: theme).code == 0)
    let deck = try shelf.memorize("theme", "check", "-", "--deck", input: "a\tb\n")
    #expect(deck.output == "1 file, 0 themes, 1 card, 0 faults")
    let other = try shelf.write("a\tb\n", to: "words.txt")
    #expect(try shelf.memorize("theme", "check", other).code == 5)
    #expect(try shelf.memorize("theme", "check", other, "--deck").code == 0)
  }

  @Test func whatCannotBeReadIsAFault() throws {
    let shelf = try Shelf()
    let pipe = shelf.path("pipe.themes")
    #expect(mkfifo(pipe, 0o600) == 0)
    let loop = shelf.path("loop.themes")
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    let empty = try shelf.write("# none\n", to: "empty.tsv")
    let lines = try shelf.write(String(repeating: "\n", count: 20_001), to: "lines.themes")
    let huge = shelf.path("huge.themes")
    let hugeDeck = shelf.path("huge.tsv")
    for (path, size) in [(huge, 4 << 20 + 1), (hugeDeck, 16 << 20 + 1)] {
      try shelf.write("", to: URL(fileURLWithPath: path).lastPathComponent)
      #expect(truncate(path, size) == 0)
    }
    let longName = try shelf.write("a\tb\n", to: String(repeating: "n", count: 65) + ".tsv")
    let cases = [
      (pipe, "a pipe"), ("/dev/zero", "a device"), ("/dev/null", "a device"),
      (shelf.directory.path, "a directory"), (shelf.path("none"), "no file of that name"),
      (loop, "circle"), (empty, "no card"), (lines, "20000 lines"), (huge, "4 MB"),
      (hugeDeck, "16 MB"), (longName, "64 characters"),
    ]
    for (path, reason) in cases {
      let outcome = try shelf.memorize("theme", "check", path)
      #expect(outcome.code == 5)
      let first = outcome.output.split(separator: "\n").first ?? ""
      #expect(first.hasPrefix("\(path): ") && first.contains(reason), "\(outcome.output)")
      #expect(!outcome.output.contains("errno"))
    }
    let closed = try Outcome(
      "/bin/sh", ["-c", "exec '\(Programs.memorize)' theme check - <&-"],
      environment: shelf.environment)
    #expect(closed.code == 5)
    #expect(
      closed.output.hasPrefix(
        "-: It cannot be read: it is not open for reading; give it by a pipe or"))
  }

  @Test func aFileInThePlaceOfADirectoryIsAFault() throws {
    let shelf = try Shelf()
    try shelf.write("x", to: "data/memorize/themes")
    let outcome = try shelf.memorize("theme", "check")
    #expect(outcome.code == 5)
    #expect(
      outcome.output.hasPrefix(
        "\(shelf.data)/themes: It cannot be read: a part of the path is a file"))
    #expect(outcome.output.hasSuffix("\n0 files, 0 themes, 1 fault"))
  }

  /// What the service leaves out because of all that comes before it is told.
  @Test(arguments: [
    ("themes", ".themes", 4, 4, "All theme files of your own together may take 16 MB"),
    ("decks", ".tsv", 4, 16, "All decks together may take 64 MB"),
  ])
  func moreBytesThanMayBeAreAFault(
    kind: String, ending: String, count: Int, size: Int, limit: String
  ) throws {
    let shelf = try Shelf()
    for number in 0..<count {
      let path = try shelf.write("", to: "data/memorize/\(kind)/\(number)\(ending)")
      let line = Data(("#" + String(repeating: "x", count: 1 << 20 - 2) + "\n").utf8)
      let file = try #require(FileHandle(forWritingAtPath: path))
      for _ in 0..<size { try file.write(contentsOf: line) }
      try file.close()
    }
    try shelf.write("N\t\t\t\ta b\n", to: "data/memorize/\(kind)/n\(ending)")
    let outcome = try shelf.memorize("theme", "check", "--plain")
    let told = outcome.output.split(separator: "\n").filter { $0.contains("together") }
    #expect(outcome.code == 5)
    #expect(told.count == 1)
    #expect(told.first ?? "" == "\(shelf.data)/\(kind)/n\(ending)\t\t\(limit): take some out.")
  }

  /// Some file systems take files of any size, as long as there is nothing in them.
  @Test func hugeFilesWithHolesAreNotRead() throws {
    let shelf = try Shelf()
    let script = """
      mount -t tmpfs tmpfs "$2" && mkdir -p "$2/decks" || exit 9
      for name in a b c; do truncate -s 4611686018427387904 "$2/decks/$name.tsv" || exit 8; done
      exec "$1" theme check --plain
      """
    try FileManager.default.createDirectory(atPath: shelf.data, withIntermediateDirectories: true)
    let outcome = try Outcome(
      "unshare",
      [
        "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh", Programs.memorize,
        shelf.data,
      ], environment: shelf.environment)
    #expect(outcome.code == 5, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.contains("more than 16 MB") })
  }

  @Test func moreThemesThanMayBeAreAFault() throws {
    let shelf = try Shelf()
    let lines = (0..<1_000).map { "a\($0)\t\t\t\ta b\n" }.joined()
    try shelf.write(lines, to: "data/memorize/themes/a.themes")
    let more = (0..<30).map { "b\($0)\t\t\t\ta b\n" }.joined()
    try shelf.write(more, to: "data/memorize/themes/b.themes")
    let outcome = try shelf.memorize("theme", "check")
    #expect(outcome.code == 5)
    #expect(outcome.output.contains("b.themes:25: There are 1024 themes of your own"))
    #expect(outcome.output.hasSuffix("\n2 files, 1024 themes, 6 faults"))
  }

  @Test func moreCardsThanMayBeAreAFault() throws {
    let shelf = try Shelf()
    let cards = (0..<20_000).map { "a\($0)\tb\($0)\n" }.joined()
    for number in 10..<20 { try shelf.write(cards, to: "data/memorize/decks/\(number).tsv") }
    try shelf.write("a\tb\n", to: "data/memorize/decks/one.tsv")
    let outcome = try shelf.memorize("theme", "check", "--plain")
    #expect(outcome.code == 5)
    let fault = "All decks together may have 200000 cards: take some out."
    #expect(outcome.output == "\(shelf.data)/decks/one.tsv\t\t\(fault)")
  }

  @Test func filesDoNoHarmToATerminal() throws {
    let shelf = try Shelf()
    let name = "e\u{1B}]0;x\u{7}vil\n\u{202E}.themes"
    let file = try shelf.write("\u{1B}[2J\t\t#\u{9B}1m\t\ta b\n\t<b>&\t\t\u{1B}\n", to: name)
    for form in ["--color=never", "--plain", "--json"] {
      let outcome = try shelf.memorize("theme", "check", file, form)
      #expect(outcome.code == 5)
      #expect(outcome.harmful.isEmpty, "\(form)")
    }
  }
}
