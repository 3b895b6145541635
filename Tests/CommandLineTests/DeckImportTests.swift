import Foundation
import MemoryGame
import Practice
import TestSupport
import Testing
import ThemeFiles

/// Files of other programs become decks.
@Suite(.timeLimit(.minutes(30))) struct DeckImportTests {
  let shelf: Shelf

  init() throws { shelf = try Shelf() }

  func deck(_ name: String) throws -> [String] {
    let file = DeckFile.read(Array(try shelf.text("data/memorize/decks/" + name).utf8))
    #expect(file.faults.isEmpty)
    return [file.name?.text ?? ""]
      + file.cards.map { "\($0.first)|\($0.second)|\($0.pronunciation ?? "")|\($0.guid ?? "")" }
  }

  /// Imports a file, which must succeed.
  @discardableResult
  func importing(_ file: String, _ arguments: String...) throws -> TestSupport.Outcome {
    try importing(file, arguments)
  }

  @discardableResult
  func importing(_ file: String, _ arguments: [String]) throws -> TestSupport.Outcome {
    let outcome = try shelf.memorize(["deck", "import", file] + arguments)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return outcome
  }

  @Test func aTableBecomesADeck() throws {
    let file = try shelf.write("perro;dog\ngato;cat\n", to: "Spanish.csv")
    let outcome = try importing(file)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output == "imported: Spanish, 2 cards, in \(shelf.data)/decks/Spanish.tsv")
    #expect(try deck("Spanish.tsv") == ["Spanish", "perro|dog||", "gato|cat||"])
    #expect(try shelf.names("data/memorize/decks") == ["Spanish.tsv"])
    #expect(try shelf.memorize("theme", "check").output == "1 file, 0 themes, 2 cards, 0 faults")
    for (path, permissions) in [("/decks", 0o700), ("/decks/Spanish.tsv", 0o600)] {
      var status = stat()
      #expect(stat(shelf.data + path, &status) == 0 && Int(status.st_mode) & 0o777 == permissions)
    }
    #expect(try importing(file, "--deck", "Q", "--quiet").output.isEmpty)
  }

  @Test func headersAndOptionsChooseTheColumns() throws {
    let notes = try shelf.write(
      "#separator:tab\n#html:true\n#deck:日本語\n#guid column:1\n#tags column:4\n"
        + "g1\t犬[いぬ]\t<b>dog</b>&nbsp;[sound:x.mp3]\tanimals\ng2\t猫\t\tanimals\n", to: "notes.txt")
    let outcome = try importing(notes)
    #expect(outcome.errors.hasPrefix("\(notes):7: The second side is empty"))
    #expect(outcome.output.hasPrefix("imported: 日本語, 1 card, 1 fault, in "))
    #expect(try deck("日本語.tsv") == ["日本語", "犬|dog|いぬ|g1"])

    let file = try shelf.write("x|<i>one</i>|wan|いち\n", to: "a.txt")
    try importing(
      file, "--separator", "pipe", "--html", "--front", "4", "--back", "2", "--pronunciation", "3",
      "--deck", "Numbers")
    #expect(try deck("Numbers.tsv") == ["Numbers", "いち|one|wan|"])
  }

  @Test func columnsAreChosenByTheirNames() throws {
    let file = try shelf.write("Id,Wort,Word,Sagt\n1,Hund,dog,hunt\n", to: "a.csv")
    try importing(file, "--front", "word", "--back", "WORT", "--pronunciation", "sagt")
    #expect(try deck("a.tsv") == ["a", "dog|Hund|hunt|"])
    try importing(file, "--front", "2", "--header", "--deck", "b")
    #expect(try deck("b.tsv") == ["b", "Hund|dog||"])
    for (arguments, message) in [
      (
        ["--front", "Worte"], "has no column “Worte”.\nIt has these: 1 Id, 2 Wort, 3 Word, 4 Sagt."
      ),
      (["--front", "Wort", "--back", "2"], "must be different columns"),
    ] {
      let outcome = try shelf.memorize(["deck", "import", file] + arguments)
      #expect(outcome.code == 2)
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
  }

  // A header became a card, and cards with one front were one question, without a word.
  @Test func headersAndDuplicatesAreNoted() throws {
    let rows = (1...160).map { "perro,dog \($0)\n" }.joined()
    let file = try shelf.write("Front,Back\n" + rows, to: "a.csv")
    let outcome = try importing(file)
    #expect(
      outcome.errors.hasPrefix("\(file):1: This row, “Front” and “Back”, looks like a header"))
    #expect(outcome.errors.contains("\(file):3: “perro” is the first side in line 2 too"))
    #expect(outcome.errors.contains("\n… and 60 more notes."))
    let json = try importing(file, "--dry-run", "--json", "--header").json
    #expect(json.objects("notes").count == 100 && json.number("more_notes") == 59)
    #expect(json.objects("decks").map { $0.number("cards") } == [160])
  }

  // A table in another encoding was reported once for each line.
  @Test func aTableInAnotherEncodingIsRefusedOnceOrConverted() throws {
    let line: [UInt8] = Array("ni".utf8) + [0xF1] + Array("o,child\n".utf8)
    let file = try shelf.write(Array("a,b\n".utf8) + line + line, to: "a.csv")
    let outcome = try shelf.memorize("deck", "import", file)
    #expect(outcome.code == 5)
    #expect(
      outcome.errors == "memorize: \(file): Line 2 is not UTF-8. If the file is Latin-1, add "
        + "--encoding latin1.")
    try importing(file, "--encoding", "latin1")
    #expect(try deck("a.tsv") == ["a", "a|b||", "niño|child||"])
    for (name, hint) in [("latin2x", "Did you mean"), ("klingon", "Try one of utf-8, ")] {
      let unknown = try shelf.memorize("deck", "import", file, "--encoding", name)
      #expect(unknown.code == 2)
      #expect(unknown.errors.contains("“\(name)” is not a known encoding.\n\(hint)"))
    }
  }

  @Test func aVocabularyBecomesADeck() throws {
    let languages = ["German", "English"].enumerated().map { number, name in
      "<identifier id='\(number)'><name>\(name)</name></identifier>"
    }
    let entry =
      "<entry><translation id='0'><text>Hund</text></translation>"
      + "<translation id='1'><text>dog</text></translation></entry>"
    let file = try shelf.write(
      "<kvtml><information><title>Beasts</title></information><identifiers>"
        + languages.joined() + "</identifiers><entries>\(entry)</entries></kvtml>",
      to: "animals.kvtml")
    try importing(file)
    #expect(try deck("Beasts.tsv") == ["Beasts", "Hund|dog||"])
    try importing(file, "--front", "english", "--deck", "Turned")
    #expect(try deck("Turned.tsv") == ["Turned", "dog|Hund||"])
    for (arguments, message) in [
      (["--front", "3"], "these: 1 German, 2 English."), (["--html"], "are for tables"),
    ] {
      let outcome = try shelf.memorize(["deck", "import", file] + arguments)
      #expect(outcome.code == 2)
      #expect(outcome.errors.contains(message))
    }
  }

  private let package = SourceTree.root.path + "/Tests/ThemeFilesTests/Packages/new.apkg"

  @Test func aPackageBecomesItsDecks() throws {
    let outcome = try importing(package, "--no-reviews")
    #expect(
      outcome.output.split(separator: "\n") == [
        "imported: Spanish::Basics, 5 cards, in \(shelf.data)/decks/Spanish::Basics.tsv",
        "imported: Spanish, 1 card, in \(shelf.data)/decks/Spanish.tsv",
        "imported: Words::日本語, 3 cards, in \(shelf.data)/decks/Words::日本語.tsv",
      ])
    #expect(outcome.errors.contains("The card “絵” is left out"))
    #expect(outcome.errors.contains("2 pictures are missing in the package: cat.png, picture.png"))
    #expect(
      outcome.errors.contains(
        "left out: 1 image occlusion note, 1 card whose question is neither side of its note"
      ))
    let cards = try deck("Words::日本語.tsv")
    #expect(cards.count == 4 && cards[1].hasPrefix("犬|dog / hound|いぬ|"))
    let json = try importing(package, "--no-reviews", "--json", "--deck", "All").json
    #expect(json.objects("decks").map { $0.number("new") } == [9])
    #expect(json.object("left_out").number("pictures") == 0 && json.objects("faults").count == 2)
    #expect(json.object("left_out").number("suspended_directions") == 1)
    let tried = try importing(package, "--dry-run", "--deck", "Others")
    #expect(tried.output.hasSuffix("8 reviews, 1 suspended card. Nothing was written."))
  }

  // Nothing came of a deck, and the exit status was 0.
  @Test func aDeckWithoutUsableNotesIsAFailure() throws {
    let layouts = package.replacing("new.apkg", with: "layouts.apkg")
    let outcome = try shelf.memorize("deck", "import", layouts, "--no-reviews")
    #expect(outcome.code == 5 && outcome.output.contains("imported: Recognition, 2 cards, in"))
    #expect(
      outcome.errors.contains(
        """
        memorize: The deck “Picture words” was not imported: none of its notes has two different \
        sides of text.
        The fields of its first note:
          1 Word: gato
          2 Picture: (no text)
          3 Pronunciation: (no text)
        Choose those of the sides with --front and --back, and --pronunciation.
        """), "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "left out: 3 cards whose question is neither side of their note"))
    let all = try importing(
      layouts, "--no-reviews", "--deck", "All", "--pronunciation", "pronunciation")
    #expect(all.output.contains("imported: All, 13 cards"))
  }

  @Test func importingAgainChangesWhatWasEdited() throws {
    try importing(package, "--no-reviews")
    let name = "data/memorize/decks/Spanish::Basics.tsv"
    let first = try shelf.text(name)
    #expect(try importing(package, "--no-reviews").output.contains("Basics, 5 unchanged cards"))
    #expect(try shelf.text(name) == first)
    let lines = first.split(separator: "\n").filter { !$0.hasPrefix("casa") }
    let edited = lines.joined(separator: "\n").replacing("dog", with: "hound") + "\nsol\tsun\n"
    try shelf.write("# mine\n" + edited, to: name)
    #expect(
      try importing(package, "--no-reviews").output.contains("1 new, 1 changed, 3 unchanged cards"))
    let merged = try shelf.text(name)
    #expect(merged.hasPrefix("# mine\n") && merged.contains("\nsol\tsun\ncasa\thouse\t\t"))
    #expect(merged.contains("perro\tdog\t") && !merged.contains("hound"))
    // Text with guids is merged too, and replaced only by --yes.
    let text = try shelf.write("#guid column:1\ng1\tluna\tmoon\n", to: "more.txt")
    #expect(try importing(text, "--deck", "Spanish::Basics").output.contains("Basics, 1 card"))
    #expect(try deck("Spanish::Basics.tsv").last == "luna|moon||g1")
    try importing(text, "--deck", "Spanish::Basics", "--yes")
    #expect(try deck("Spanish::Basics.tsv") == ["Spanish::Basics", "luna|moon||g1"])
  }

  // An exported table did not merge, and replacing a deck made each of its cards a new one.
  @Test func cardsKeepTheirGuids() throws {
    let old = "#deck:A\n#guid column:4\nsol\tsun\tsol\tg1\nmar\tsea\t\tg2\nluna\tmoon\t\tg3\n"
    try shelf.write(old, to: "data/memorize/decks/A.tsv")
    let table = try shelf.write(
      "Front,Back,Pronunciation,GUID\nsol,sun,sol,g1\nel mar,sea,,g2\n", to: "A.csv")
    for options in [[], ["--header"]] {
      let outcome = try importing(table, options)
      #expect(outcome.errors.isEmpty)
      #expect(outcome.output.contains(options.isEmpty ? "1 changed, 1 un" : "A, 2 unchanged"))
      #expect(try deck("A.tsv") == ["A", "sol|sun|sol|g1", "el mar|sea||g2", "luna|moon||g3"])
    }
    let plain = try shelf.write("luna,moon\nsol,the sun\nel mar,sea\n", to: "plain.csv")
    let refused = try shelf.memorize("deck", "import", plain, "--deck", "A")
    #expect(refused.errors.contains("A deck named “A” is in \(shelf.data)/decks/A.tsv, and cards"))
    #expect(refused.errors.contains("only if all of them have guids"))
    #expect(refused.errors.contains("only cards with the same two sides keep their schedules"))
    try importing(plain, "--deck", "A", "--yes")
    #expect(try deck("A.tsv") == ["A", "luna|moon||g3", "sol|the sun||", "el mar|sea||g2"])
  }

  // Of a card in two files the older text won, and the other one in the next import.
  @Test func ofOneCardInSeveralFilesTheLastCounts() throws {
    let old = try shelf.write("#guid column:1\ng1\tsol\tsun\ng2\tmar\tsea\n", to: "old.txt")
    let new = try shelf.write("#guid column:1\ng2\tmar\tocean\n", to: "new.txt")
    for _ in 1...2 {
      let outcome = try shelf.memorize("deck", "import", "--deck", "M", old, new)
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      #expect(outcome.output.hasPrefix("imported: M, 2 "))
      #expect(try deck("M.tsv") == ["M", "sol|sun||g1", "mar|ocean||g2"])
    }
  }

  @Test func ofSeveralFilesTheGoodOnesAreImported() throws {
    let good = try shelf.write("a,b\n", to: "good.csv")
    let bad = try shelf.write("a\n", to: "bad.csv")
    let outcome = try shelf.memorize("deck", "import", bad, shelf.path("none"), good, "--json")
    #expect(outcome.code == 5 && outcome.json.object("error").text("name") == "InvalidDeck")
    #expect(outcome.json.objects("decks").map { $0.text("name") } == ["good"])
    #expect(outcome.errors.contains("There is no such file."))
    #expect(try shelf.names("data/memorize/decks") == ["good.tsv"])
  }

  // Only the last of several files was left in a deck that all of them name.
  @Test(arguments: [[], ["--yes"]]) func aDeckHasTheCardsOfAllItsFiles(options: [String]) throws {
    let first = try shelf.write("a;b\nc;d\n", to: "p/w.csv")
    let second = try shelf.write("e;f\na;b\n", to: "q/w.csv")
    let tried = try importing(first, [second, "--dry-run", "--json"] + options).json
    let outcome = try importing(first, [second] + options)
    #expect(outcome.output == "imported: w, 3 new cards, 1 fault, in \(shelf.data)/decks/w.tsv")
    #expect(
      outcome.errors.hasPrefix("\(first), \(second): w: The card “a” is already in the deck."))
    #expect(try deck("w.tsv") == ["w", "a|b||", "c|d||", "e|f||"])
    #expect(tried.objects("decks").map { $0.number("new") } == [3])
    #expect(tried.objects("faults").count == 1)
    // In a name that another one has as its file's name too.
    let others = try ["a/b", "a_b"].enumerated().map {
      try shelf.write("#deck:\($1)\n\($0)\tx\n", to: "\($0).txt")
    }
    try importing(others[0], [others[1]] + options)
    #expect(try deck("a_b.tsv") == ["a/b", "0|x||"])
    #expect(try deck("a_b-2.tsv") == ["a_b", "1|x||"])
  }

  @Test func withoutTheServiceNothingIsImportedWithReviews() throws {
    let outcome = try shelf.memorize("deck", "import", package)
    #expect(outcome.code == 3 && outcome.errors.contains("add --no-reviews"))
    #expect(!FileManager.default.fileExists(atPath: shelf.data))
  }

  @Test func aDryRunShowsColumnsAndWritesNothing() throws {
    let cards = (1...11).map { "wort \($0)\tword \($0)\n" }.joined()
    let file = try shelf.write("いぬ\tdog\n" + cards + "e\u{301}te\n", to: "Mixed.tsv")
    let outcome = try importing(file, "--dry-run", "--quiet")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    // い is two cells wide.
    #expect(lines.prefix(3) == ["FIRST   SECOND  PRONUNCIATION", "いぬ    dog", "wort 1  word 1"])
    #expect(lines.suffix(2) == ["… and 2 more", "Mixed: 12 cards, 1 fault. Nothing was written."])
    #expect(lines.count == 13)
    #expect(outcome.errors.hasPrefix("\(file):13: "))
    #expect(!FileManager.default.fileExists(atPath: shelf.data))
    let json = try importing(file, "--dry-run", "--json")
    #expect(json.json.objects("first_cards").count == 10)
    #expect(json.json.objects("faults").map { $0.number("line") } == [13])
    #expect(json.json.objects("decks").first?["path"] == nil)
    #expect(json.errors.isEmpty)
  }

  @Test(arguments: [
    ("a,b\n", "has only 1: add more"),
    ("a,b\n\(String(repeating: "x", count: 99)),c\n", "64 bytes"),
    ("a,b\na,c\na,d\n", "share too many sides"),
  ]) func cardsThatMakeNoGameAreImported(cards: String, reason: String) throws {
    let file = try shelf.write(cards, to: "Deck.csv")
    let errors = try importing(file).errors
    #expect(errors.contains("but no game can use it") && errors.contains(reason), "\(errors)")
    let json = try importing(file, "--dry-run", "--json").json
    #expect(json.objects("decks").first?.text("unplayable")?.contains(reason) == true)
  }

  // Each faulty line was kept until the end: 10 MB of them took 1.4 GB of memory.
  @Test func ofManyFaultsTheFirstAreKept() throws {
    let file = try shelf.write("a,b\n" + String(repeating: "x\n", count: 99_000), to: "a.csv")
    let json = try importing(file, "--json").json
    #expect(json.objects("faults").map { $0.number("line") } == Array(2...101))
    #expect(json.number("more_faults") == 98_900)
    #expect(try importing(file, "--deck", "b").output.contains("b, 1 card, 99000 faults, in"))
  }

  @Test func wrongFilesAndOptionsAreRefused() throws {
    let bad = try shelf.write("one\ntwo\n", to: "bad.csv")
    let good = try shelf.write("a,b\n", to: "good.csv")
    let empty = try shelf.write("", to: "empty.csv")
    let database = try shelf.write("SQLite format 3\0", to: "deck.db")
    let package = try shelf.write("PK\u{3}\u{4}", to: "deck.apkg")
    let many = try shelf.write(String(repeating: "x\n", count: 101), to: "many.csv")
    let endless = try shelf.write(String(repeating: "\n", count: 100_001), to: "endless.csv")
    let cases: [(arguments: [String], code: Int32, message: String)] = [
      ([bad], 5, "\(bad):1: The second side is empty"), ([bad], 5, "it has no valid card"),
      ([empty], 5, "it has no cards"), ([database], 5, "import the package"),
      ([package], 5, "is damaged"), ([package, "--html"], 2, "are for tables"),
      ([many], 5, "\n… and 1 more fault.\n"), ([endless], 2, "more than 100000 lines"),
      ([shelf.path("none")], 2, "no such file"), ([shelf.path("")], 2, "a directory"),
      // A missing package was called one that cannot be read.
      ([shelf.path("none.apkg")], 2, "no such file"),
      ([shelf.path("none.kvtml")], 2, "no such file"),
      ([good, "--front", "0"], 2, "--front takes a number from 1 to 64"),
      ([good, "--back", "65"], 2, "--back takes a number from 1 to 64"),
      ([good, "--front", "-1"], 2, "“-1” is not a value for --front"),
      ([good, "--front", "1", "--back", "1"], 2, "different columns"),
      ([good, "--separator", "x"], 2, "Choose tab, comma, semi"),
      ([good, "--deck", " "], 2, "--deck: A name needs"), ([], 2, "file"), (["-"], 2, "--deck"),
    ]
    for (arguments, code, message) in cases {
      let outcome = try shelf.memorize(["deck", "import"] + arguments)
      #expect(outcome.code == code, "\(arguments): \(outcome.errors)")
      #expect(outcome.errors.contains(message), "\(arguments): \(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
    for (file, name) in [(package, "InvalidDeck"), (shelf.path("none"), "Input")] {
      let json = try shelf.memorize("deck", "import", file, "--json").json
      #expect(json.object("error").text("name") == name)
    }
  }

  // Faults of standard input were those of a file “-”, and a pipe with a name was refused.
  @Test func pipesAreRead() throws {
    let words = ["deck", "import", "-", "--deck", "In"]
    let outcome = try shelf.memorize(words, input: "a,b\nc\n")
    #expect(outcome.code == 0 && outcome.errors.hasPrefix("standard input:2: The second side"))
    let archive = try shelf.memorize(words, input: "PK\u{3}\u{4}")
    #expect(archive.errors.hasPrefix("memorize: standard input: This is an archive"))
    let pipe = try Outcome(
      "/bin/bash", ["-c", "\"$0\" deck import <(printf 'a;b\\n') --deck Pipe", Programs.memorize],
      environment: shelf.environment)
    #expect(pipe.code == 0, "\(pipe.errors)")
    #expect(try deck("Pipe.tsv") == ["Pipe", "a|b||"])
  }

  @Test func filesDoNoHarmToATerminal() throws {
    let file = try shelf.write(
      "\u{1B}[2J\t\u{202E}x\na<b>&\t\u{200F}c\n[b](x)\t\u{1B}\n", to: "e\u{1B}vil.tsv")
    for options in [["--dry-run"], ["--dry-run", "--plain"], ["--dry-run", "--json"], []] {
      let outcome = try shelf.memorize(["deck", "import", file, "--deck", "N"] + options)
      #expect(outcome.code == 0)
      #expect(outcome.harmful.isEmpty)
    }
  }
}
