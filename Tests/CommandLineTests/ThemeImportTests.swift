import Foundation
import MemoryGame
import Practice
import TestSupport
import Testing
import ThemeFiles

/// Files of other programs become decks.
@Suite(.timeLimit(.minutes(30))) struct ThemeImportTests {
  private func deck(_ shelf: Shelf, _ name: String) throws -> [String] {
    let file = DeckFile(reading: Array(try shelf.text("data/memorize/decks/" + name).utf8))
    #expect(file.faults.isEmpty)
    return [file.name?.text ?? ""]
      + file.cards.map { "\($0.first)|\($0.second)|\($0.pronunciation ?? "")|\($0.guid ?? "")" }
  }

  @Test func aTableBecomesADeck() throws {
    let shelf = try Shelf()
    let file = try shelf.write("perro;dog\ngato;cat\n", to: "Spanish.csv")
    let outcome = try shelf.memorize("theme", "import", file)
    #expect(outcome.code == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output == "imported: Spanish, 2 cards, in \(shelf.data)/decks/Spanish.tsv")
    #expect(try deck(shelf, "Spanish.tsv") == ["Spanish", "perro|dog||", "gato|cat||"])
    #expect(try shelf.names("data/memorize/decks") == ["Spanish.tsv"])
    #expect(try shelf.memorize("theme", "check").output == "1 file, 0 themes, 2 cards, 0 faults")
    var status = stat()
    #expect(stat(shelf.data + "/decks", &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(
      stat(shelf.data + "/decks/Spanish.tsv", &status) == 0 && status.st_mode & 0o777 == 0o600)
    let plain = try shelf.memorize("theme", "import", file, "--name", "P", "--plain")
    #expect(plain.output == "imported: P, 2 cards")
    #expect(try shelf.memorize("theme", "import", file, "--name", "Q", "--quiet").output.isEmpty)
    let json = try shelf.memorize("theme", "import", file, "--name", "J", "--json").json
    #expect(json.text("path") == shelf.data + "/decks/J.tsv")
    #expect(json.number("cards") == 2)
  }

  @Test func headersOfAnkiAreUnderstood() throws {
    let shelf = try Shelf()
    let file = try shelf.write(
      "#separator:tab\n#html:true\n#deck:日本語\n#guid column:1\n#tags column:4\n"
        + "g1\t犬[いぬ]\t<b>dog</b>&nbsp;[sound:x.mp3]\tanimals\ng2\t猫\t\tanimals\n", to: "notes.txt")
    let outcome = try shelf.memorize("theme", "import", file)
    #expect(outcome.code == 0)
    #expect(outcome.errors.hasPrefix("\(file):7: The second side is empty"))
    #expect(outcome.output.hasPrefix("imported: 日本語, 1 card, 1 fault, in "))
    #expect(try deck(shelf, "日本語.tsv") == ["日本語", "犬|dog|いぬ|g1"])
  }

  @Test func columnsSeparatorAndHTMLAreChosen() throws {
    let shelf = try Shelf()
    let file = try shelf.write("x|<i>one</i>|wan|いち\n", to: "a.txt")
    let outcome = try shelf.memorize(
      "theme", "import", file, "--separator", "pipe", "--html", "--front", "4", "--back", "2",
      "--pronunciation", "3", "--name", "Numbers")
    #expect(outcome.code == 0)
    #expect(try deck(shelf, "Numbers.tsv") == ["Numbers", "いち|one|wan|"])
    // The front alone finds its back.
    let beasts = try shelf.write("dog;Hund\ncat;Katze\n", to: "Beasts.csv")
    #expect(try shelf.memorize("theme", "import", beasts, "--front", "2").code == 0)
    #expect(try deck(shelf, "Beasts.tsv") == ["Beasts", "Hund|dog||", "Katze|cat||"])
  }

  @Test func vocabulariesAreUnderstood() throws {
    let shelf = try Shelf()
    let languages = ["German", "English"].enumerated().map { number, name in
      "<identifier id='\(number)'><name>\(name)</name></identifier>"
    }
    let entries = [("Hund", "dog"), ("Katze", "cat")].map { first, second in
      "<entry><translation id='0'><text>\(first)</text></translation>"
        + "<translation id='1'><text>\(second)</text></translation></entry>"
    }
    let text =
      "<kvtml><information><title>Beasts</title></information><identifiers>"
      + languages.joined() + "</identifiers><entries>" + entries.joined() + "</entries></kvtml>"
    let file = try shelf.write(text, to: "animals.kvtml")
    #expect(try shelf.memorize("theme", "import", file).code == 0)
    #expect(try deck(shelf, "Beasts.tsv") == ["Beasts", "Hund|dog||", "Katze|cat||"])
    let turned = try shelf.memorize("theme", "import", file, "--back", "1", "--name", "Turned")
    #expect(turned.code == 0)
    #expect(try deck(shelf, "Turned.tsv") == ["Turned", "dog|Hund||", "cat|Katze||"])
    let missing = try shelf.memorize("theme", "import", file, "--front", "3")
    #expect(missing.code == 2)
    #expect(missing.errors.contains("these: 1 German, 2 English"))
    let other = try shelf.memorize("theme", "import", file, "--html")
    #expect(other.code == 2)
    #expect(other.errors.contains("are for tables"))
  }

  @Test func aDryRunShowsColumnsAndWritesNothing() throws {
    let shelf = try Shelf()
    let cards = (1...11).map { "wort \($0)\tword \($0)\n" }.joined()
    let file = try shelf.write("いぬ\tdog\n" + cards + "e\u{301}te\n", to: "Mixed.tsv")
    let outcome = try shelf.memorize("theme", "import", file, "--dry-run", "--quiet")
    #expect(outcome.code == 0)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    // い is two cells wide.
    #expect(lines.prefix(3) == ["FIRST   SECOND  PRONUNCIATION", "いぬ    dog", "wort 1  word 1"])
    #expect(lines.suffix(2) == ["… and 2 more", "Mixed, 12 cards, 1 fault. Nothing was written."])
    #expect(lines.count == 13)
    #expect(outcome.errors.hasPrefix("\(file):13: "))
    #expect(!FileManager.default.fileExists(atPath: shelf.data))
    let plain = try shelf.memorize("theme", "import", file, "--dry-run", "--plain")
    #expect(plain.output.split(separator: "\n").count == 12)
    #expect(plain.output.hasPrefix("いぬ\tdog\t\n"))
    let json = try shelf.memorize("theme", "import", file, "--dry-run", "--json")
    #expect(json.json.objects("first_cards").count == 10)
    #expect(json.json.objects("faults").map { $0.number("line") } == [13])
    #expect(json.json["path"] == nil)
    #expect(json.errors.isEmpty)
  }

  @Test func nothingIsReplacedUnasked() throws {
    let shelf = try Shelf()
    let one = try shelf.write("a\tb\n", to: "one.tsv")
    let two = try shelf.write("c\td\n", to: "two.tsv")
    #expect(try shelf.memorize("theme", "import", one, "--name", "Deck").code == 0)
    let refused = try shelf.memorize("theme", "import", two, "--name", "deck", "--json")
    #expect(refused.code == 5)
    #expect(refused.json.object("error").text("name") == "ThemeExists")
    #expect(refused.errors.contains("--force replaces it"))
    #expect(try deck(shelf, "Deck.tsv") == ["Deck", "a|b||"])
    #expect(try shelf.memorize("theme", "import", two, "--name", "deck", "--force").code == 0)
    #expect(try deck(shelf, "Deck.tsv") == ["deck", "c|d||"])
    #expect(try shelf.names("data/memorize/decks") == ["Deck.tsv"])
    // What the decks' own order would hide is not written.
    try shelf.write("Mine\t\t\t\ta b\n", to: "data/memorize/themes/a.themes")
    for name in ["Halloween", "mine"] {
      let taken = try shelf.memorize("theme", "import", one, "--name", name, "--force")
      #expect(taken.code == 5)
      #expect(taken.errors.contains("give the deck another one with --name"))
    }
  }

  @Test func namesOfDecksAreSafeNamesOfFiles() throws {
    let shelf = try Shelf()
    let file = try shelf.write("a\tb\n", to: "a.tsv")
    let names = [
      "../../up": "_._.._up.tsv", ".hidden": "_hidden.tsv", "-rf": "_rf.tsv", "a/b": "a_b.tsv",
      "a_b": "a_b-2.tsv", "日本語 ✓": "日本語 ✓.tsv",
    ]
    for (name, path) in names.sorted(by: { $0.key < $1.key }) {
      let outcome = try shelf.memorize("theme", "import", file, "--json", "--name=\(name)")
      #expect(outcome.code == 0)
      #expect(outcome.json.text("path") == "\(shelf.data)/decks/\(path)")
    }
    // The longest name is kept, though not as that of its file.
    let long = String(repeating: "👨‍👩‍👧‍👦", count: 40) + String(repeating: "x", count: 20)
    let outcome = try shelf.memorize("theme", "import", file, "--json", "--name", long)
    #expect(outcome.json.text("name") == long)
    let last = String((outcome.json.text("path") ?? "").split(separator: "/").last ?? "")
    #expect(last.utf8.count <= 204 && last.hasSuffix(".tsv"))
    #expect(try deck(shelf, last) == [long, "a|b||"])
    #expect(try shelf.memorize("theme", "check").output.contains("7 cards, 0 faults"))
    let tooLong = String(repeating: "👨‍👩‍👧‍👦", count: 42)
    let refused = try shelf.memorize("theme", "import", file, "--name", tooLong)
    #expect(refused.code == 2 && refused.errors.contains("1024 bytes"))
  }

  @Test func whatIsNoTableIsRefusedWithAdvice() throws {
    let shelf = try Shelf()
    let files: [(name: String, bytes: [UInt8], advice: String)] = [
      ("deck.txt", Array("PK\u{3}\u{4}rest".utf8), "Notes in Plain Text"),
      ("deck.db", Array("SQLite format 3\0".utf8), "Notes in Plain Text"),
      ("deck.apkg", Array("a\tb\n".utf8), "Notes in Plain Text"),
      ("wide.csv", [0xFF, 0xFE, 0x61, 0], "UTF-8"),
    ]
    for (name, bytes, advice) in files {
      let outcome = try shelf.memorize("theme", "import", shelf.write(bytes, to: name), "--json")
      #expect(outcome.code == 5)
      #expect(outcome.json.object("error").text("name") == "InvalidDeck")
      #expect(outcome.errors.contains(advice), "\(outcome.errors)")
    }
  }

  @Test func faultsOfUseAreNamed() throws {
    let shelf = try Shelf()
    let bad = try shelf.write("one\ntwo\n", to: "bad.csv")
    let nothing = try shelf.memorize("theme", "import", bad)
    #expect(nothing.code == 5)
    #expect(nothing.output.isEmpty)
    #expect(nothing.errors.hasPrefix("\(bad):1: The second side is empty"))
    #expect(nothing.errors.contains("no line of it is a card"))
    let empty = try shelf.write("", to: "empty.csv")
    #expect(try shelf.memorize("theme", "import", empty).errors.contains("no cards in it"))
    let good = try shelf.write("a,b\n", to: "good.csv")
    let cases: [(arguments: [String], code: Int32, message: String)] = [
      ([shelf.path("none")], 2, "no file of that name"), ([shelf.path("")], 2, "a directory"),
      ([good, "--front", "0"], 2, "--front takes a number from 1 to 64"),
      ([good, "--back", "65"], 2, "--back takes a number from 1 to 64"),
      ([good, "--front", "-1"], 2, "“-1” is no value for --front"),
      ([good, "--front", "1", "--back", "1"], 2, "two columns"),
      ([good, "--separator", "x"], 2, "tab, comma, semicolon"),
      ([good, "--name", " "], 2, "--name: A name needs"), ([], 2, "file"), (["-"], 2, "--name"),
    ]
    for (arguments, code, message) in cases {
      let outcome = try shelf.memorize(["theme", "import"] + arguments)
      #expect(outcome.code == code, "\(arguments): \(outcome.errors)")
      #expect(outcome.errors.contains(message), "\(arguments): \(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
    let missing = try shelf.memorize("theme", "import", shelf.path("none"), "--json").json
    #expect(missing.object("error").text("name") == "Input")
    let many = try shelf.write("a,b\nc,d\n" + String(repeating: "x\n", count: 60), to: "many.csv")
    let told = try shelf.memorize("theme", "import", many).errors.split(separator: "\n")
    #expect(told.count == 51)
    #expect(told.last == "… and 10 more faults, which --json tells too.")
    #expect(try shelf.memorize("theme", "import", "-", "--name", "In", input: "a,b\n").code == 0)
  }

  @Test func whatCannotBeWrittenIsNamed() throws {
    let shelf = try Shelf()
    let file = try shelf.write("a,b\n", to: "a.csv")
    try shelf.write("x", to: "data/memorize/decks")
    let blocked = try shelf.memorize("theme", "import", file, "--json")
    #expect(blocked.code == 1)
    #expect(blocked.json.object("error").text("name") == "StorageFailed")
    #expect(blocked.errors.contains("a part of the path is a file, and not a directory"))
    let homeless = try shelf.memorize(
      "theme", "import", file, with: ["XDG_DATA_HOME": "", "HOME": ""])
    #expect(homeless.code == 1)
    #expect(homeless.errors.contains("Neither XDG_DATA_HOME nor HOME"))
    let unwritable = try shelf.memorize("theme", "import", file, with: ["XDG_DATA_HOME": "/proc/1"])
    #expect(unwritable.code == 1)
    #expect(unwritable.errors.contains("/proc/1/memorize/decks/a.tsv could not be written: "))
    #expect(!unwritable.errors.contains("errno"))
  }

  /// A disk without room for all of a deck keeps the old one, and nothing else.
  @Test func aFullDiskIsNamed() throws {
    let shelf = try Shelf()
    let small = try shelf.write("a,b\nc,d\n", to: "a.csv")
    let cards = (0..<5_000).map { "wort \($0),word \($0)\n" }.joined()
    let large = try shelf.write(cards, to: "large.csv")
    try FileManager.default.createDirectory(atPath: shelf.data, withIntermediateDirectories: true)
    let script = """
      mount -t tmpfs -o size=40k tmpfs "$2" || exit 9
      "$1" theme import "$3" --quiet || exit 8
      "$1" theme import "$4" --name a --force
      code=$?
      cat "$2/decks/a.tsv" && ls -A "$2/decks" && exit $code
      """
    let outcome = try Outcome(
      "unshare",
      [
        "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh", Programs.memorize,
        shelf.data, small, large,
      ], environment: shelf.environment)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("there is no room left; make some."), "\(outcome.errors)")
    #expect(outcome.errors.contains("decks/a.tsv could not be written: "))
    #expect(outcome.output.hasSuffix("\na\tb\t\t\nc\td\t\t\na.tsv"), "\(outcome.output)")
  }

  /// Decks may be kept elsewhere, and linked.
  @Test func aLinkedDeckIsReplacedWhereItIs() throws {
    let shelf = try Shelf()
    try shelf.write("#deck:Deck\na\tb\n", to: "elsewhere/mine.tsv")
    let link = shelf.data + "/decks/Deck.tsv"
    try FileManager.default.createDirectory(
      atPath: shelf.data + "/decks", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: shelf.path("elsewhere/mine.tsv"))
    let two = try shelf.write("c\td\n", to: "two.tsv")
    #expect(try shelf.memorize("theme", "import", two, "--name", "Deck", "--force").code == 0)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link)
        == shelf.path("elsewhere/mine.tsv"))
    #expect(try shelf.text("elsewhere/mine.tsv").hasSuffix("\nc\td\t\t\n"))
    #expect(try shelf.names("elsewhere") == ["mine.tsv"])
    #expect(try shelf.names("data/memorize/decks") == ["Deck.tsv"])
  }

  @Test func filesDoNoHarmToATerminal() throws {
    let shelf = try Shelf()
    let file = try shelf.write(
      "\u{1B}[2J\t\u{202E}x\na<b>&\t\u{200F}c\n[b](x)\t\u{1B}\n", to: "e\u{1B}vil.tsv")
    for options in [["--dry-run"], ["--dry-run", "--plain"], ["--dry-run", "--json"], []] {
      let outcome = try shelf.memorize(["theme", "import", file, "--name", "N"] + options)
      #expect(outcome.code == 0)
      #expect(outcome.harmful.isEmpty)
    }
  }
}
