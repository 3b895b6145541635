import Foundation
import MemoryGame
import Practice
import TestSupport
import Testing
import ThemeFiles

// Where decks cannot be written, or are not where they seem.
extension DeckImportTests {
  @Test func aPlaceThatCannotBeWrittenIsNamed() throws {
    let file = try shelf.write("a,b\n", to: "a.csv")
    try shelf.write("x", to: "data/memorize/decks")
    for (environment, message) in [
      ([:], "a part of the path is a file, not a directory"),
      (["XDG_DATA_HOME": "", "HOME": ""], "Neither XDG_DATA_HOME nor HOME"),
      (["XDG_DATA_HOME": "/proc/1"], "/proc/1/memorize/decks/a.tsv could not be written: "),
    ] {
      let outcome = try shelf.memorize("deck", "import", file, "--json", with: environment)
      #expect(outcome.code == 1)
      #expect(outcome.json.object("error").text("name") == "StorageFailed")
      #expect(outcome.errors.contains(message) && !outcome.errors.contains("errno"))
    }
  }

  /// A disk without room for all of a deck keeps the old one, and nothing else.
  @Test func aFullDiskIsNamed() throws {
    let small = try shelf.write("a,b\nc,d\n", to: "a.csv")
    let cards = (0..<5_000).map { "wort \($0),word \($0)\n" }.joined()
    let large = try shelf.write(cards, to: "large.csv")
    let script = """
      mount -t tmpfs -o size=40k tmpfs "$2" || exit 9
      "$1" deck import "$3" --quiet || exit 8
      "$1" deck import "$4" --deck a --yes
      code=$?
      cat "$2/decks/a.tsv" && ls -A "$2/decks" && exit $code
      """
    let outcome = try shelf.onATmpfs(script, small, large)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("no space is left; free some."), "\(outcome.errors)")
    #expect(outcome.errors.contains("decks/a.tsv could not be written: "))
    #expect(outcome.output.hasSuffix("\na\tb\t\t\nc\td\t\t\na.tsv"), "\(outcome.output)")
  }

  /// Decks may be kept elsewhere, and linked.
  @Test func aLinkedDeckIsReplacedWhereItIs() throws {
    let target = try shelf.write("#deck:Deck\na\tb\n", to: "elsewhere/mine.tsv")
    let link = shelf.data + "/decks/Deck.tsv"
    try FileManager.default.createDirectory(
      atPath: shelf.data + "/decks", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    try importing(try shelf.write("c\td\n", to: "two.tsv"), "--deck", "Deck", "--yes")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    #expect(try shelf.text("elsewhere/mine.tsv").hasSuffix("\nc\td\t\t\n"))
    #expect(try shelf.names("elsewhere") == ["mine.tsv"])
    #expect(try shelf.names("data/memorize/decks") == ["Deck.tsv"])
  }

  @Test func namesOfDecksAreSafeNamesOfFiles() throws {
    let file = try shelf.write("a\tb\n", to: "a.tsv")
    let names = [
      "../../up": "_._.._up.tsv", ".hidden": "_hidden.tsv", "-rf": "_rf.tsv", "a/b": "a_b.tsv",
      "a_b": "a_b-2.tsv", "日本語 ✓": "日本語 ✓.tsv",
    ]
    for (name, path) in names.sorted(by: { $0.key < $1.key }) {
      let json = try importing(file, "--json", "--deck=\(name)").json.objects("decks")[0]
      #expect(json.text("path") == "\(shelf.data)/decks/\(path)")
    }
    // The longest name is kept, though not as that of its file.
    let long = String(repeating: "👨‍👩‍👧‍👦", count: 40) + String(repeating: "x", count: 20)
    let json = try importing(file, "--json", "--deck", long).json.objects("decks")[0]
    #expect(json.text("name") == long)
    let last = String((json.text("path") ?? "").split(separator: "/").last ?? "")
    #expect(last.utf8.count <= 204 && last.hasSuffix(".tsv"))
    #expect(try deck(last) == [long, "a|b||"])
    #expect(try shelf.memorize("theme", "check").output.contains("7 cards, 0 faults"))
  }

  @Test func nothingIsReplacedUnasked() throws {
    let one = try shelf.write("a\tb\n", to: "one.tsv")
    let two = try shelf.write("c\td\n", to: "two.tsv")
    try importing(one, "--deck", "Deck")
    let refused = try shelf.memorize("deck", "import", two, "--deck", "deck", "--json")
    #expect(refused.code == 5)
    #expect(refused.json.object("error").text("name") == "ThemeExists")
    #expect(refused.errors.contains("To replace it, add --yes"))
    #expect(try deck("Deck.tsv") == ["Deck", "a|b||"])
    try importing(two, "--deck", "deck", "--yes")
    #expect(try deck("Deck.tsv") == ["deck", "c|d||"])
    #expect(try shelf.names("data/memorize/decks") == ["Deck.tsv"])
    // What the decks' own order would hide is not written.
    try shelf.write("Mine\t\t\t\ta b\n", to: "data/memorize/themes/a.themes")
    for name in ["Halloween", "mine"] {
      let taken = try shelf.memorize("deck", "import", one, "--deck", name, "--yes")
      #expect(taken.code == 5)
      #expect(taken.errors.contains("give the deck another name with --deck"))
    }
  }
}
