import Foundation
import MemoryGame
import Practice
import TestSupport
import Testing
import ThemeFiles

/// The service adds, removes and exports themes.
@Suite(.timeLimit(.minutes(30))) struct ThemeAddTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func theme(_ name: String) throws -> [String: Any] {
    try desk.memorize("theme", "show", name, "--json").json.object("theme")
  }

  @Test func emojiAreNamedInASCII() throws {
    let ascii = ["MEMORIZE_OPTIONS": "--ascii"]
    let added = try desk.memorize("theme", "add", "Pond", "", "🐸 x", with: ascii)
    #expect(added.output == "added: Pond, 2 pairs")
    try desk.memorize("theme", "add", "Pets", "", "🐶 [woof] = dog; b = 🐱")
    let list = try desk.memorize("theme", "list", "--ascii").output
    #expect(list.utf8.allSatisfy { $0 < 0x80 }, "\(list)")
    #expect(list.contains(/\nPond +frog face +all 2, added/))
    let shown = try desk.memorize("theme", "show", "Pond", "--ascii").output
    #expect(shown == "Pond (frog face): pairs in a game: all 2, added\n  frog face\n  x")
    let pets = try desk.memorize("theme", "show", "Pets", with: ascii).output
    #expect(pets.hasSuffix("\n  dog face [woof]  dog\n  b  cat face"))
  }

  // The refusal to remove an imported deck said that it was built in.
  @Test func anImportedDeckIsRemovedOnceConfirmed() throws {
    let shelf = try Shelf()
    let file = try shelf.write("a,b\nc,d\n", to: "Words.csv")
    try desk.memorize("deck", "import", file, "--quiet")
    let refused = try desk.memorize("theme", "remove", "words", "--json")
    #expect(refused.code == 5)
    #expect(refused.json.object("error").text("name") == "NotConfirmed")
    #expect(refused.errors.contains("“Words” and its file (2 cards)"))
    #expect(refused.errors.contains("--yes"))
    for (answer, code) in [("n", Int32(5)), ("y", 0)] {
      #expect(try desk.memorize("theme", "show", "Words").code == 0)
      let terminal = try PseudoTerminal()
      let child = try Child(
        "setsid",
        [
          "--ctty", "sh", "-c", "exec \"$@\" 2>&0", "sh", Programs.memorize, "theme", "remove",
          "Words",
        ],
        environment: desk.environment, input: terminal.inside, output: terminal.inside)
      terminal.read { $0.contains("Delete it? [y/N] ") }
      terminal.write(answer + "\n")
      #expect(child.codeInTime == code)
    }
    #expect(try desk.memorize("theme", "show", "Words").code == 6)
    try desk.memorize("deck", "import", file, "--quiet")
    let removed = try desk.memorize("theme", "remove", "Words", "--yes")
    #expect(removed.output == "removed: Words, 2 cards; its reviews are kept")
    #expect(try desk.memorize("theme", "list", "--added").output.isEmpty)
  }

  @Test func anExportedThemeIsReadBack() throws {
    try desk.memorize("theme", "add", "#1", "", "a\\ b \\; \\\\ x=y", "--pairs", "random")
    try desk.memorize("theme", "add", "W", "", "a [x] = b; c = d; e =", "--pairs", "2")
    let names = try desk.memorize("theme", "list", "--plain").output.split(separator: "\n")
      .compactMap { $0.split(separator: "\t").first.map(String.init) }
    #expect(names.count > 10)
    for name in names {
      let exported = try desk.memorize("theme", "export", name)
      let theme = try #require(ThemeFile(reading: Array(exported.output.utf8)).themes.first)
      let shown = try self.theme(name)
      #expect(theme.name == shown.text("name") && theme.icon == shown.text("icon"))
      #expect(theme.colors == shown["colors"] as? [String])
      #expect(theme.gameSizes.lowerBound == shown.number("min_pairs"))
      #expect(theme.gameSizes.upperBound == shown.number("max_pairs"))
      #expect(
        theme.pairs.map { [$0.first.text, $0.second?.text ?? "", $0.pronunciation ?? ""] }
          == shown.objects("pairs").map {
            [$0.text("first"), $0.text("second"), $0.text("pronunciation")]
          })
    }
  }

  @Test func aDeckIsExportedAndImported() throws {
    try desk.memorize("theme", "add", "Words", "", "犬 [いぬ] = dog; 猫 = cat")
    let exported = try desk.memorize("theme", "export", "Words", "--format", "tsv").output
    let shelf = try Shelf()
    let imported = try shelf.memorize(
      ["deck", "import", "-", "--pronunciation", "3"], input: exported)
    #expect(imported.code == 0)
    #expect(try shelf.text("data/memorize/decks/Words.tsv") == exported + "\n")
    let json = try desk.memorize("theme", "export", "Words", "--format", "tsv", "--json").json
    #expect(json.text("text") == exported + "\n")
    #expect(json.text("format") == "tsv" && json.text("name") == "Words")
    let oneSided = try desk.memorize("theme", "export", "Halloween", "--format", "tsv")
    #expect(oneSided.code == 5)
    #expect(oneSided.errors.contains("one-sided pairs"))
    #expect(try desk.memorize("theme", "export", "None").code == 6)
    #expect(try desk.memorize("theme", "export", "Words", "--format", "csv").code == 2)
  }

  /// A deck may be played right after its import: the service must know it by then.
  @Test func anImportedDeckIsPlayedAtOnce() throws {
    let shelf = try Shelf()
    let long = String(repeating: "long ", count: 20)
    let cards = (0..<600).map { "wort \($0);word \($0)\n" }.joined() + "\(long);\(long)x\n"
    let file = try shelf.write(cards, to: "Words.csv")
    #expect(try desk.memorize("deck", "import", file, "--quiet").code == 0)
    #expect(try desk.memorize("new", "--theme", "Words", "--plain").code == 0)
    let theme = try theme("words")
    #expect(theme["imported"] as? Bool == true && theme["deck"] as? Bool == true)
    #expect(theme.number("size") == 601)
    #expect(try desk.memorize("theme", "list").output.contains(", two-sided, imported"))
    #expect(try desk.memorize("theme", "list", "--added", "--plain").output.hasPrefix("Words\t"))
    // More cards than one answer of the service holds.
    let deck = try desk.memorize("theme", "export", "Words", "--format", "tsv")
    #expect(DeckFile.read(Array(deck.output.utf8)).cards.count == 601)
    let line = try desk.memorize("theme", "export", "Words", "--json")
    #expect(line.code == 5)
    #expect(line.json.object("error").text("name") == "InvalidTheme")
    #expect(line.errors.contains("Try --format tsv"))
    let new = try shelf.write("neu 1,new 1\nneu 2,new 2\n", to: "new.csv")
    #expect(try desk.memorize("deck", "import", new, "--deck", "Words", "--yes").code == 0)
    #expect(try desk.memorize("new", "--theme", "Words", "--plain").code == 0)
    let shown = try desk.memorize("flip", "0", "--plain").output
    #expect(shown.contains("neu") || shown.contains("new"), "\(shown)")
  }
}
