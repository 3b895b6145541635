import Foundation
import MemoryGame
import Practice
import TestSupport
import Testing
import ThemeFiles

/// Themes are added, removed and exported by the service.
@Suite(.timeLimit(.minutes(30))) struct ThemeAddTests {
  @Test func oneCommandAddsATheme() throws {
    let desk = try Desk()
    let added = try desk.memorize("theme", "add", "Deep Sea", "#0066AA", "🐙🦑🦐🐡")
    #expect(added.code == 0)
    #expect(added.errors.isEmpty)
    #expect(added.output == "added: 🐙 Deep Sea, 4 pairs")
    let theme = try desk.memorize("theme", "show", "deep sea", "--json").json.object("theme")
    #expect(theme.text("name") == "Deep Sea")
    #expect(theme.text("icon") == "🐙")
    #expect(theme["colors"] as? [String] == ["#0066aa"])
    #expect(theme.objects("pairs").map { $0.text("first") } == ["🐙", "🦑", "🦐", "🐡"])
    #expect(theme["built_in"] as? Bool == false)
    #expect(try desk.memorize("new", "--theme", "Deep Sea", "--plain").code == 0)
    #expect(try desk.memorize("theme", "list").output.contains("all 4, added"))
    let list = try desk.memorize("theme", "list", "--added", "--plain").output
    #expect(list == "Deep Sea\t🐙\t4\t4\t4")

    let again = try desk.memorize("theme", "add", "DEEP SEA", "", "a b", "--json")
    #expect(again.code == 5)
    #expect(again.json.object("error").text("name") == "ThemeExists")
    #expect(again.errors.contains("(ThemeExists)"))
    #expect(try desk.memorize("theme", "add", "Halloween", "", "a b").code == 5)
  }

  @Test func itTakesAllThatAThemeHas() throws {
    let desk = try Desk()
    func add(_ arguments: String...) throws -> [String: Any] {
      let outcome = try desk.memorize(["theme", "add", "T"] + arguments)
      #expect(outcome.code == 0, "\(outcome.errors)")
      let theme = try desk.memorize("theme", "show", "T", "--json").json.object("theme")
      try desk.memorize("theme", "remove", "T")
      return theme
    }
    let words = try add(
      "#000000,#ffffff", "犬 [いぬ] = dog; New York = a \\; b; x = y", "--icon", "🎈", "--pairs",
      "2-3")
    #expect(words["colors"] as? [String] == ["#000000", "#ffffff"])
    #expect(words.text("icon") == "🎈")
    #expect([words.number("min_pairs"), words.number("max_pairs")] == [2, 3])
    #expect(words["two_sided"] as? Bool == true)
    #expect(words.objects("pairs").map { $0.text("first") } == ["犬", "New York", "x"])
    #expect(words.objects("pairs").map { $0.text("second") } == ["dog", "a ; b", "y"])
    #expect(words.objects("pairs").map { $0.text("pronunciation") } == ["いぬ", "", ""])
    for (pairs, least, most) in [("3", 3, 3), ("random", 2, 4), ("all", 4, 4), ("2-9", 2, 4)] {
      let theme = try add("", "ant bee cat dog", "--pairs", pairs)
      #expect([theme.number("min_pairs"), theme.number("max_pairs")] == [least, most], "\(pairs)")
    }
  }

  /// What is printed of a new theme is what it then has.
  @Test(arguments: [("x y", "🎴"), ("❤️ x", "❤️"), ("a = b; c = d", "🎴")])
  func theIconToldIsItsIcon(faces: String, icon: String) throws {
    let desk = try Desk()
    #expect(
      try desk.memorize("theme", "add", "T", "", faces).output == "added: \(icon) T, 2 pairs")
    let theme = try desk.memorize("theme", "show", "T", "--json").json.object("theme")
    #expect(theme.text("icon") == icon)
    let line = try desk.memorize("theme", "export", "T").output
    #expect(ThemeFile(reading: Array(line.utf8)).themes.map(\.icon) == [icon])
  }

  @Test func emojiAreNamedInASCII() throws {
    let desk = try Desk()
    let added = try desk.memorize(
      "theme", "add", "Lake", "", "🐙 x", with: ["MEMORIZE_OPTIONS": "--ascii"])
    #expect(added.output == "added: Lake, 2 pairs")
    try desk.memorize("theme", "add", "Pond", "", "🐸 x")
    try desk.memorize("theme", "add", "Pets", "", "🐶 [woof] = dog; b = 🐱")
    let list = try desk.memorize("theme", "list", "--ascii").output
    #expect(list.utf8.allSatisfy { $0 < 0x80 }, "\(list)")
    #expect(list.contains(/\nPond +frog face +all 2, added/))
    let shown = try desk.memorize("theme", "show", "Pond", "--ascii").output
    #expect(shown == "Pond (frog face): pairs of a game: all 2, added\n  frog face\n  x")
    let pets = try desk.memorize(
      "theme", "show", "Pets", with: ["MEMORIZE_OPTIONS": "--ascii"]
    ).output
    #expect(pets.hasSuffix("\n  dog face [woof]  dog\n  b  cat face"))
  }

  /// Whoever imports a deck may play it at once: the service has to know it by then.
  @Test func anImportedDeckIsPlayedAtOnce() throws {
    let desk = try Desk()
    let shelf = try Shelf()
    func faces() throws -> [String] {
      try desk.memorize("flip", "0", "--quiet")
      let cards = try desk.memorize("board", "--json").json.object("game").objects("cards")
      return cards.compactMap { $0.text("face") }.filter { !$0.isEmpty }
    }
    let old = try shelf.write("alt 1,old 1\nalt 2,old 2\n", to: "old.csv")
    #expect(try desk.memorize("theme", "import", old, "--name", "Words").code == 0)
    #expect(try desk.memorize("new", "--theme", "Words", "--plain").code == 0)
    #expect(try faces().allSatisfy { $0.hasPrefix("alt") || $0.hasPrefix("old") })
    let new = try shelf.write("neu 1,new 1\nneu 2,new 2\n", to: "new.csv")
    #expect(try desk.memorize("theme", "import", new, "--name", "Words", "--force").code == 0)
    #expect(try desk.memorize("new", "--theme", "Words", "--plain").code == 0)
    let shown = try faces()
    #expect(shown.count == 1)
    #expect(shown.allSatisfy { $0.hasPrefix("neu") || $0.hasPrefix("new") }, "\(shown)")
    #expect(try desk.memorize("theme", "import", new, "--name", "More").code == 0)
    #expect(try desk.memorize("theme", "list", "--plain").output.contains("\nMore\t"))
  }

  @Test func whatCannotBePlayedSaysWhy() throws {
    let desk = try Desk()
    let shelf = try Shelf()
    let long = String(repeating: "long ", count: 20)
    let cases = [
      ("One", "a,b\n", "has 1: give it more"), ("Long", "a,b\n\(long),c\n", "at most 64 bytes"),
      ("Shared", "a,b\na,c\na,d\n", "share so many sides"),
    ]
    for (name, cards, reason) in cases {
      let file = try shelf.write(cards, to: name + ".csv")
      let imported = try desk.memorize("theme", "import", file)
      #expect(imported.code == 0)
      #expect(imported.errors.contains("practised, but not played"), "\(imported.errors)")
      #expect(imported.errors.contains(reason), "\(imported.errors)")
      let json = try desk.memorize("theme", "import", file, "--dry-run", "--json").json
      #expect(json.text("unplayable")?.contains(reason) == true)
      let played = try desk.memorize("new", "--theme", name)
      #expect(played.code == 2)
      #expect(played.errors.contains(reason), "\(played.errors)")
    }
    let good = try shelf.write("a,b\nc,d\n", to: "good.csv")
    let outcome = try desk.memorize("theme", "import", good, "--dry-run", "--json")
    #expect(outcome.json["unplayable"] == nil && !outcome.json.isEmpty)
  }

  @Test func whatMakesNoThemeIsRefused() throws {
    let desk = try Desk()
    let refused: [(arguments: [String], message: String)] = [
      (["", "", "a b"], "A name needs"), (["T", "red", "a b"], "“red”"),
      (["T", "#12345", "a b"], "“#12345”"), (["T", "", "a"], "at least 2 pairs"),
      (["T", "", "a a"], "twice"), (["T", "", "cat=Katze; dog = Hund"], "space on either side"),
      (["T", "", "a = a; b = c"], "equal"), (["T", "", "a b", "--pairs", "1"], "at least 2"),
      (["T", "", "a b", "--icon", "\u{1B}"], "icon"),
      (["T", "", "a b", "--icon", "hello"], "not one emoji"),
      (["T\u{1B}[2J", "", "a b"], "control"), (["T", "", "a \u{202E}b"], "control"),
    ]
    for (arguments, message) in refused {
      let outcome = try desk.memorize(["theme", "add", "--json"] + arguments)
      #expect(outcome.code == 5, "\(arguments)")
      #expect(outcome.json.object("error").text("name") == "InvalidTheme")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
      #expect(outcome.harmful.isEmpty)
    }
    let wrong: [(arguments: [String], message: String)] = [
      (["T"], "color"), (["T", ""], "faces"), (["T", "", "a", "b"], "quotes"),
      (["T", "", "a b", "--pairs", "x"], "--pairs"), (["T", "", "a b", "--pairs", "-1"], "“-1”"),
    ]
    for (arguments, message) in wrong {
      let outcome = try desk.memorize(["theme", "add"] + arguments)
      #expect(outcome.code == 2, "\(arguments)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
    #expect(try desk.memorize("theme", "list", "--added").output.isEmpty)
  }

  @Test func whatWasAddedIsRemoved() throws {
    let desk = try Desk()
    let added = try desk.memorize("theme", "add", "T", "", "a b", "--json").json
    #expect(added.text("name") == "T" && added.text("change") == "added")
    let removed = try desk.memorize("theme", "remove", "T", "--json").json
    #expect(removed.text("name") == "T" && removed.text("change") == "removed")
    #expect(try desk.memorize("theme", "add", "T", "", "a b", "--quiet").output.isEmpty)
    #expect(try desk.memorize("theme", "remove", "T", "--quiet").output.isEmpty)
    #expect(
      try desk.memorize("theme", "add", "T", "", "a b", "--plain").output == "added: T, 2 pairs")
    #expect(try desk.memorize("theme", "remove", "T").output == "removed: T")
    let gone = try desk.memorize("theme", "remove", "T", "--json")
    #expect(gone.code == 6)
    #expect(gone.json.object("error").text("name") == "NoSuchTheme")
    let builtIn = try desk.memorize("theme", "remove", "Halloween", "--json")
    #expect(builtIn.code == 5)
    #expect(builtIn.json.object("error").text("name") == "ThemeBuiltIn")
  }

  @Test func whatIsExportedIsReadBack() throws {
    let desk = try Desk()
    try desk.memorize("theme", "add", "#1", "", "a\\ b \\; \\\\ x=y", "--pairs", "random")
    try desk.memorize("theme", "add", "W", "", "a [x] = b; c = d; e =", "--pairs", "2")
    let names = try desk.memorize("theme", "list", "--plain").output.split(separator: "\n")
      .compactMap { $0.split(separator: "\t").first.map(String.init) }
    #expect(names.count > 10)
    var lines: [String] = []
    for name in names {
      let exported = try desk.memorize("theme", "export", name)
      #expect(exported.code == 0)
      lines.append(exported.output)
      let read = ThemeFile(reading: Array(exported.output.utf8))
      let theme = try #require(read.themes.first)
      let told = try desk.memorize("theme", "show", name, "--json").json.object("theme")
      #expect(theme.name == told.text("name") && theme.icon == told.text("icon"))
      #expect(theme.colors == told["colors"] as? [String])
      #expect(theme.gameSizes.lowerBound == told.number("min_pairs"))
      #expect(theme.gameSizes.upperBound == told.number("max_pairs"))
      #expect(
        theme.pairs.map { [$0.first.text, $0.second?.text ?? "", $0.pronunciation ?? ""] }
          == told.objects("pairs").map {
            [$0.text("first"), $0.text("second"), $0.text("pronunciation")]
          })
      if let builtIn = Themes.builtIn.theme(named: name) {
        #expect(theme.pairs == builtIn.pairs && theme.gameSizes == builtIn.gameSizes)
      }
    }
    let shelf = try Shelf()
    let text = lines.joined(separator: "\n") + "\n"
    let checked = try shelf.memorize("theme", "check", "-", input: text)
    #expect(checked.code == 0)
    #expect(checked.output == "1 file, \(names.count) themes, 0 faults")
  }

  @Test func aDeckIsExportedAndImported() throws {
    let desk = try Desk()
    try desk.memorize("theme", "add", "Words", "", "犬 [いぬ] = dog; 猫 = cat")
    let exported = try desk.memorize("theme", "export", "Words", "--format", "tsv")
    #expect(exported.code == 0)
    let read = DeckFile(reading: Array(exported.output.utf8))
    #expect(read.name?.text == "Words")
    #expect(read.cards.map(\.first) == ["犬", "猫"])
    #expect(read.cards.map(\.pronunciation) == ["いぬ", nil])
    let shelf = try Shelf()
    let imported = try shelf.memorize(
      "theme", "import", "-", "--pronunciation", "3", input: exported.output)
    #expect(imported.code == 0)
    #expect(try shelf.text("data/memorize/decks/Words.tsv") == exported.output + "\n")
    let json = try desk.memorize("theme", "export", "Words", "--format", "tsv", "--json").json
    #expect(json.text("text") == exported.output + "\n")
    #expect(json.text("format") == "tsv" && json.text("name") == "Words")
    let oneSided = try desk.memorize("theme", "export", "Halloween", "--format", "tsv")
    #expect(oneSided.code == 5)
    #expect(oneSided.errors.contains("pairs of one side"))
    #expect(try desk.memorize("theme", "export", "None").code == 6)
    #expect(try desk.memorize("theme", "export", "Words", "--format", "csv").code == 2)
  }

  @Test func anImportedDeckIsPlayedAndExported() throws {
    let desk = try Desk(runs: false)
    let shelf = try Shelf()
    let long = String(repeating: "long ", count: 20)
    let cards = (0..<600).map { "wort \($0);word \($0)\n" }.joined() + "\(long);\(long)x\n"
    let file = try shelf.write(cards, to: "Words.csv")
    #expect(try desk.memorize("theme", "import", file, "--quiet").code == 0)
    try desk.startDaemon()
    let theme = try desk.memorize("theme", "show", "words", "--json").json.object("theme")
    #expect(theme["imported"] as? Bool == true && theme["deck"] as? Bool == true)
    #expect(theme.number("size") == 601)
    #expect(try desk.memorize("theme", "list").output.contains(", two-sided, imported"))
    #expect(try desk.memorize("theme", "list", "--added").output.isEmpty)
    #expect(try desk.memorize("new", "--theme", "Words", "--plain").code == 0)
    // More cards than one answer of the service holds.
    let deck = try desk.memorize("theme", "export", "Words", "--format", "tsv")
    #expect(DeckFile(reading: Array(deck.output.utf8)).cards.count == 601)
    let line = try desk.memorize("theme", "export", "Words", "--json")
    #expect(line.code == 5)
    #expect(line.json.object("error").text("name") == "InvalidTheme")
    #expect(line.errors.contains("Try --format tsv"))
  }
}
