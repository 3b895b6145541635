import Foundation
import MemorizeBus
import TestSupport
import Testing

/// The verbs of `deck` that list, find and change cards.
@Suite(.timeLimit(.minutes(30))) struct DeckVerbTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  /// Runs it with a text on standard input.
  private func memorize(_ arguments: String, input: String) throws -> Outcome {
    try desk.shell(
      "printf %s \"$INPUT\" | memorize \(arguments)", with: ["INPUT": input])
  }

  private func cards(_ deck: String = "Words") throws -> [[String: Any]] {
    try desk.memorize("deck", "show", deck, "--json").json.objects("cards")
  }

  private func id(of front: String) throws -> String {
    let card = try #require(try cards().first { $0.text("front") == front })
    return String(try #require(card.number("id")))
  }

  @Test func theFirstDigitsOfANumberAreEnough() throws {
    try desk.memorize("deck", "add", "Words", "a", "b", "--quiet")
    // Two guids whose numbers begin alike.
    let alike = "x\ty\t\tcard 2837\nv\tw\t\tcard 3121\n"
    try desk.bus.files.write("data/memorize/decks/Alike.tsv", alike)
    let id = try id(of: "a")
    let edited = try desk.memorize("deck", "edit", String(id.prefix(7)), "--back", "c")
    #expect(edited.output == "edited: card \(id)", "\(edited.errors)")
    #expect(
      try desk.memorize("deck", "suspend", String(id.prefix(15)), id).output
        == "suspended: cards \(id), \(id)")
    let refused = try desk.memorize("deck", "suspend", "1222603")
    #expect(refused.code == 6)
    #expect(
      refused.errors.contains(
        "The numbers of 2 cards begin with 1222603: 1222603384887008 (v), 1222603943728337 (x)."))
    #expect(try desk.memorize("deck", "suspend", "12226039").code == 0)
    // Numbers that were counted are shorter: one of a card that is gone must not mean another.
    #expect(try desk.memorize("deck", "edit", String(id.prefix(6)), "--back", "d").code == 6)
    #expect(try desk.memorize("deck", "remove", String(id.prefix(7)), "--yes").code == 6)
    #expect(try desk.memorize("deck", "remove", String(id.prefix(7))).errors.contains("“a = c”"))
    #expect(try cards().map { $0.text("back") } == ["c"])
  }

  /// A deck may have a number for a name; that of a card counts, if it has seven digits or more.
  @Test func wholeDecksAreSuspended() throws {
    try desk.memorize("deck", "add", "Words", "a", "b", "--quiet")
    let id = try id(of: "a")
    let short = String(id.prefix(7))
    for deck in ["2024", "87654321", short] {
      try desk.memorize("deck", "add", deck, "c", "d", "--quiet")
    }
    for (name, line) in [
      ("words", "deck Words"), ("2024", "deck 2024"), ("87654321", "deck 87654321"),
      (short, "card \(id)"),
    ] {
      #expect(try desk.memorize("deck", "suspend", name).output == "suspended: \(line)")
    }
    let table = try desk.memorize("deck", "list").output
    #expect(table.matches(of: /(Words|2024|87654321) +1 +suspended +[01]/).count == 3, "\(table)")
    let mixed = try desk.memorize("deck", "resume", id, "Words", "2024", "--json").json
    #expect(mixed.text("change") == "resumed" && mixed["decks"] as? [String] == ["Words", "2024"])
    #expect(mixed["ids"] as? [UInt64] == [UInt64(id) ?? 0])
    let refused = try desk.memorize("deck", "suspend", id, "Words", "Wrods", "2024")
    #expect(refused.code == 6 && refused.errors.contains("Did you mean “Words”?"))
    #expect(refused.output == "suspended: card \(id)\nsuspended: deck Words")
    #expect(try desk.memorize("deck", "suspend", "1234567").code == 6)
    let start = try desk.memorize("practice", "start", "--deck", "Words")
    #expect(start.code != 0 && start.errors.contains("resume the deck to practice it"))
  }

  @Test func decksAreOrdered() throws {
    for deck in ["B", "A"] { try desk.memorize("deck", "add", deck, "a", "b", "--quiet") }
    func order(_ arguments: String...) throws -> [String] {
      let lines = try desk.memorize(["deck", "order"] + arguments + ["--plain"]).output
      return lines.split(separator: "\n").prefix(3).map { String($0) }
    }
    #expect(try order() == ["B", "A", "Capitals"])
    #expect(try order("capitals", "A") == ["Capitals", "A", "B"])
    let lines = try desk.memorize("deck", "order").output.split(separator: "\n")
    #expect(lines.count == 6 && lines[0].contains("1.  Capitals") && lines[1].contains("2.  A"))
    #expect(lines[0].hasSuffix("not started") && !lines[1].contains("not started"))
    #expect(try desk.memorize("deck", "order", "A", "--quiet").output.isEmpty)
    #expect(try order() == ["A", "B", "Capitals"])
    #expect(try order("--by-added") == ["B", "A", "Capitals"])
    let unknown = try desk.memorize("deck", "order", "Captials")
    #expect(unknown.code == 6 && unknown.errors.contains("Did you mean “Capitals”?"))
    #expect(try desk.memorize("deck", "order", "A", "a").code != 0)
    #expect(try desk.memorize("deck", "order", "A", "--by-added").code == 2)
  }

  /// Who has no deck yet was told that ten cards were new.
  @Test func whoHasStartedNoDeckReadsHowToBegin() throws {
    let begin = #"memorize practice start --deck "Japanese basics""#
    #expect(try desk.memorize("practice").output.hasPrefix("No deck has been started yet."))
    #expect(try desk.memorize("practice").output.contains(begin))
    #expect(try desk.memorize("practice", "--plain").output.hasPrefix("Nothing is due."))
    #expect(try desk.memorize("deck", "list").output.hasSuffix(begin))
    #expect(try desk.memorize().output.contains("Practice: nothing to ask yet"))
    try desk.memorize("practice", "start", "--deck", "Japanese basics", "--quiet")
    try desk.memorize("practice", "stop", "--quiet")
    #expect(try desk.memorize().output.contains("Practice: 0 due, 10 new"))
    #expect(try desk.memorize("practice", "--json").json.object("practice").number("new") == 10)
  }

  // The name was printed as it was typed, and the deck called new.
  @Test func aDeckIsNamedAsItIsWritten() throws {
    let new = try desk.memorize("deck", "add", " Words ", "a", "b", "--json").json
    #expect(new.text("deck") == "Words")
    let added = try desk.memorize("deck", "add", "words", "d", "e")
    #expect(added.output.wholeMatch(of: /added: d = e, card \d+ of Words/) != nil)
    #expect(try memorize("deck add WORDS", input: "f\tg\n").output == "added: 1 card to Words")
    #expect(try desk.memorize("deck", "show", "words", "--json").json.text("deck") == "Words")
  }

  // A line with # was dropped without a word, and so was the lack of any.
  @Test func noLineIsDroppedSilently() throws {
    let text = "#deck:x\n\"#2 hit\"\tNummer\tzwei\n#1 hit\tNummer eins\n\"#3\n#4\"\tB\nC#\tSharp\n"
    let outcome = try memorize("deck add Words", input: text)
    #expect(outcome.code == 5)
    #expect(outcome.output == "added: 2 cards to the new deck Words")
    let faults = outcome.errors.split(separator: "\n")
    #expect(faults.map { $0.prefix(17) } == ["standard input:3:", "standard input:4:"])
    #expect(faults[0].contains("quotation marks"))
    #expect(try cards().compactMap { $0.text("front") } == ["#2 hit", "C#"])
    for empty in ["", "#html:false\n\n"] {
      let nothing = try memorize("deck add Words", input: empty)
      #expect(nothing.code == 5 && nothing.output.isEmpty)
      #expect(nothing.errors == "memorize: Nothing was added: standard input has no cards.")
    }
  }

  @Test func whatIsReviewedHasAStability() throws {
    #expect(try memorize("deck add Words", input: "a\tA\nb\tB\n").code == 0)
    try desk.memorize("practice", "start", "--deck", "Words", "--mode", "typed", "--quiet")
    let asked = try #require(try desk.practice().text("question"))
    try desk.memorize("practice", "answer", asked.uppercased(), "--quiet")
    let card = try #require(try cards().first { $0.text("front") == asked })
    #expect(card.object("forward").number("reviews") == 1)
    #expect((card.object("forward")["stability"] as? Double ?? 0) > 0)
    #expect(card["backward"] == nil)
    let table = try desk.memorize("deck", "show", "Words").output.split(separator: "\n")
    #expect(table.count == 3 && table[0].contains("stability"))
    let line = table.first { $0.contains(" \(asked) ") }
    // In the evening, the day after tomorrow begins in less than 36 hours.
    #expect(line?.contains(/\bin (1 day|[23] days)\b/) == true, "\(line ?? "")")
    let log = try desk.memorize("practice", "reviews").output.split(separator: "\n")
    #expect(log.count == 2 && log[1].contains(" \(asked) ") && log[1].contains("good"))
  }

  /// Cards with a pronunciation, which Anki does not get, were left out with it.
  @Test func anExportHasEveryCard() throws {
    let lines = try desk.memorize("deck", "export", "Japanese basics").output.split(separator: "\n")
    let cards = try cards("Japanese basics")
    #expect(lines.drop { $0.hasPrefix("#") }.count == cards.count && cards.count > 50)
    let table = try desk.memorize("deck", "export", "Japanese basics", "--to", "csv").output
    #expect(table.split(separator: "\n").count == cards.count + 1)
  }

  @Test func refusalsNameWhatIsWrong() throws {
    try desk.memorize("deck", "add", "Words", "a", "b", "--quiet")
    let refusals: [(arguments: [String], code: Int32, words: String)] = [
      (["deck", "show", "Wrods"], 6, "Did you mean “Words”?"),
      (["deck", "add", "Words", "a", ""], 5, "second side"),
      (["deck", "add", "Japanese basics", "a", "b"], 5, "Japanese basics"),
      (["deck", "add", "Words", "a"], 2, "the second one is missing"),
      (["deck", "add", "Words", "--pronunciation", "a"], 2, "give its two sides"),
      (["deck", "edit", "1"], 2, "--front, --back, --pronunciation or --note"),
      (["deck", "remove", "999"], 6, "the number 999.\n“memorize deck search”"),
      (["deck", "suspend"], 2, "memorize deck suspend 1742118"),
      (["deck", "search"], 2, "<text>"),
      (["deck", "search", "x", "--limit", "0"], 2, "from 1 to 500"),
    ]
    for (arguments, code, words) in refusals {
      let outcome = try desk.memorize(arguments)
      #expect(outcome.code == code, "\(arguments)")
      #expect(outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
    }
  }

  @Test func aLargeDeckIsShownInPages() throws {
    let lines = (1...1_200).map { "\($0)\tnumber \($0)\n" }.joined()
    try desk.bus.files.write("data/memorize/decks/Many.tsv", lines)
    #expect(try desk.memorize("deck", "show", "Many", "--plain").code == 0)
    let cards = try cards("Many")
    #expect(cards.compactMap { $0.text("front") } == (1...1_200).map { String($0) })
    #expect(Set(cards.compactMap { $0.number("id") }).count == 1_200)
  }

  /// A service that repeats a full page was asked for ever.
  @Test func aRepeatedPageEndsTheReading() throws {
    let desk = try Desk(runs: false)
    let service = try FakeService.start(
      on: desk.bus,
      """
      answers['Get'] = ('v', [V('s', '\(MemorizeContract.version)')])
      answers['Cards'] = ('aa{sv}', [[{
          'id': V('t', 1), 'deck': V('s', 'X'), 'front': V('s', 'a'), 'back': V('s', 'b'),
          'pronunciation': V('s', ''), 'guid': V('s', ''), 'suspended': V('b', False),
          'added-at': V('t', 1)}] * 500])
      """)
    let outcome = try desk.memorize("deck", "show", "X")
    #expect(outcome.code == 1 && outcome.errors.contains("is incomplete"), "\(outcome)")
    #expect(service.isRunning)
  }
}
