import Foundation
import TestSupport
import Testing

/// `theme check` reports the faults of themes and decks, without a bus.
@Suite(.timeLimit(.minutes(30))) struct ThemeCheckTests {
  private let shelf: Shelf

  init() throws { shelf = try Shelf() }

  private func check(_ arguments: String..., input: String? = nil) throws -> TestSupport.Outcome {
    let all = ["theme", "check"] + arguments
    return try input.map { try shelf.memorize(all, input: $0) } ?? shelf.memorize(all)
  }

  @Test func withoutAFaultItEndsWithZero() throws {
    let file = try shelf.write("Pond\t\t\t\t🐙🦑\nLand\t\t\t\ta b\n", to: "a.themes")
    let outcome = try check(file, file)
    #expect(outcome.code == 0)
    #expect(outcome.output == "1 file, 2 themes, 0 faults")
    #expect(try check(file, "--quiet").output.isEmpty)
    #expect(try check().output == "0 files, 0 themes, 0 faults")
  }

  @Test func withoutFilesItLooksAtAllThatTheServiceReads() throws {
    try shelf.write("Pond\t\t\t\ta b\n", to: "data/memorize/themes/added.themes")
    try shelf.write("pond\t\t\t\tc d\nMine\t\t\t\ta b\n", to: "data/memorize/themes/a.themes")
    try shelf.write("bad\n", to: "data/memorize/themes/.hidden.themes")
    try shelf.write("bad\n", to: "data/memorize/themes/notes.txt")
    try shelf.write("MINE\t\t\t\ta b\nTheirs\t\t\t\ta b\n", to: "system/memorize/themes/s.themes")
    try shelf.write("a\tb\n", to: "data/memorize/decks/Theirs.tsv")
    try shelf.write("#deck:Halloween\na\tb\n", to: "data/memorize/decks/x.tsv")
    try shelf.write("#deck:Own\na\tb\n", to: "data/memorize/decks/y.tsv")
    let outcome = try check()
    let lines = outcome.output.split(separator: "\n").map(String.init)
    let themes = shelf.data + "/themes"
    let decks = shelf.data + "/decks"
    let system = shelf.path("system/memorize/themes/s.themes")
    #expect(outcome.code == 5)
    // added.themes has its names first, though a.themes comes before it.
    #expect(
      lines == [
        "\(themes)/a.themes:1: There is already a theme named “pond”; it is in \(themes)/added.themes, line 1. Rename this one.",
        "\(system):1: There is already a theme named “MINE”; it is in \(themes)/a.themes, line 2. Rename this one.",
        "\(decks)/Theirs.tsv: There is already a theme named “Theirs”; it is in \(system), line 2. Rename this one.",
        "\(decks)/x.tsv: There is already a theme named “Halloween”; it comes with the program. Rename this one.",
        "6 files, 3 themes, 3 cards, 4 faults",
      ])
    // A path that is no absolute one is ignored.
    let relative = try shelf.memorize("theme", "check", with: ["XDG_DATA_HOME": "data"])
    #expect(relative.output == "1 file, 2 themes, 0 faults")
  }

  @Test func theNamesOfStandardInputAreItsOwn() throws {
    let theme = "Halloween\t\t\t\ta b\n"
    let themes = try check("-", input: theme + "bad\n")
    #expect(themes.code == 5)
    #expect(themes.output.hasPrefix("-:2: A theme has 5 fields"))
    #expect(themes.output.hasSuffix("\n1 file, 1 theme, 1 fault"))
    #expect(try check("-", input: theme).code == 0)
    let deck = try check("-", "--deck", input: "a\tb\n")
    #expect(deck.output == "1 file, 0 themes, 1 card, 0 faults")
    let other = try shelf.write("a\tb\n", to: "words.txt")
    #expect(try check(other).code == 5)
    #expect(try check(other, "--deck").code == 0)
  }

  @Test func anUnreadableFileIsAFault() throws {
    let loop = shelf.path("loop.themes")
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    let empty = try shelf.write("# none\n", to: "empty.tsv")
    let lines = try shelf.write(String(repeating: "\n", count: 20_001), to: "lines.themes")
    let huge = try shelf.write("", to: "huge.themes")
    let hugeDeck = try shelf.write("", to: "huge.tsv")
    for (path, size) in [(huge, 4 << 20 + 1), (hugeDeck, 16 << 20 + 1)] {
      #expect(truncate(path, size) == 0)
    }
    let longName = try shelf.write("a\tb\n", to: String(repeating: "n", count: 65) + ".tsv")
    let cases = [
      ("/dev/zero", "a device"), (shelf.path("none"), "no such file"), (loop, "form a loop"),
      (empty, "no card"), (lines, "20000 lines"), (huge, "4 MB"), (hugeDeck, "16 MB"),
      (longName, "64 characters"),
    ]
    for (path, reason) in cases {
      let outcome = try check(path)
      #expect(outcome.code == 5)
      let first = outcome.output.split(separator: "\n").first ?? ""
      #expect(first.hasPrefix("\(path): ") && first.contains(reason), "\(outcome.output)")
    }
    let closed = try Outcome(
      "/bin/sh", ["-c", "exec '\(Programs.memorize)' theme check - <&-"],
      environment: shelf.environment)
    #expect(closed.code == 5)
    #expect(closed.output.hasPrefix("-: It cannot be read: it is not open for reading; use a"))
    try shelf.write("x", to: "data/memorize/themes")
    let directory = try check().output
    #expect(
      directory.hasPrefix("\(shelf.data)/themes: It cannot be read: a part of the path is a file"))
    #expect(directory.hasSuffix("\n0 files, 0 themes, 1 fault"))
  }

  /// What the service leaves out because of everything before it is reported.
  @Test func moreThanTheServiceTakesIsAFault() throws {
    func lines(_ count: Int, _ line: (Int) -> String) -> String {
      (0..<count).map { line($0) + "\n" }.joined()
    }
    let (themes, decks) = ("data/memorize/themes/", "data/memorize/decks/")
    try shelf.write(lines(1_000) { "a\($0)\t\t\t\ta b" }, to: themes + "a.themes")
    try shelf.write(lines(30) { "b\($0)\t\t\t\ta b" }, to: themes + "b.themes")
    for number in 0..<4 {
      let file = try shelf.write("#", to: themes + "c\(number).themes")
      #expect(truncate(file, 4 << 20 - 64) == 0)
    }
    let cards = lines(20_000) { "a\($0)\tb\($0)" }
    for number in 10..<20 { try shelf.write(cards, to: decks + "\(number).tsv") }
    try shelf.write("a\tb\n", to: decks + "one.tsv")
    let outcome = try check()
    #expect(outcome.code == 5)
    for fault in [
      "\(shelf.data)/themes/b.themes:25: There are already 1024 themes of your own: remove some.",
      "themes/c3.themes: All theme files of your own together can take at most 16 MB: remove some.",
      "\(shelf.data)/decks/one.tsv: All decks together can have at most 200000 cards: remove some.",
    ] {
      #expect(outcome.output.contains(fault), "\(outcome.output)")
    }
    #expect(outcome.output.hasSuffix("\n17 files, 1024 themes, 200000 cards, 8 faults"))
  }

  /// Some file systems take files of any size, as long as there is nothing in them.
  @Test func hugeFilesWithHolesAreNotRead() throws {
    let script = """
      mount -t tmpfs tmpfs "$2" && mkdir -p "$2/decks" || exit 9
      for name in a b c; do truncate -s 4611686018427387904 "$2/decks/$name.tsv" || exit 8; done
      exec "$1" theme check --plain
      """
    let outcome = try shelf.onATmpfs(script)
    #expect(outcome.code == 5, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.contains("more than 16 MB") })
  }

  @Test func filesDoNoHarmToATerminal() throws {
    let name = "e\u{1B}]0;x\u{7}vil\n\u{202E}.themes"
    let file = try shelf.write("\u{1B}[2J\t\t#\u{9B}1m\t\ta b\n\t<b>&\t\t\u{1B}\n", to: name)
    for form in ["--color=never", "--plain", "--json"] {
      let outcome = try check(file, form)
      #expect(outcome.code == 5)
      #expect(outcome.harmful.isEmpty, "\(form)")
    }
  }
}
