import TestSupport
import Testing

/// What the verbs of the game print for people and by --quiet; the rest is held by the session of
/// release 0.1.0.
@Suite(.timeLimit(.minutes(30))) struct VerbTests {
  @Test func unknownNamesComeWithTheNearest() throws {
    // Of a mistyped theme or deck nothing said how it is written.
    let desk = try Desk()
    let lines = [
      (
        ["new", "--theme", "Haloween"], "There is no theme “Haloween”.\nDid you mean “Halloween”?"
      ),
      (["theme", "show", "Klingon"], "“memorize theme list” lists the themes."),
      (["theme", "show", "hallo"], "Did you mean “Halloween”?"),
      (["practice", "start", "--deck", "japanese bas"], "Did you mean “Japanese basics”?"),
      (["practice", "start", "--deck", "Klingon"], "“memorize deck list” lists the decks."),
    ]
    for (arguments, end) in lines {
      let outcome = try desk.memorize(arguments)
      #expect(outcome.code == 6)
      #expect(
        outcome.errors.hasSuffix(end) && !outcome.errors.contains("(NoSuch"), "\(outcome.errors)")
    }
    let named = try desk.memorize("theme", "show", "hallo", "--verbose").errors
    #expect(named.contains("(NoSuchTheme)"))
  }

  @Test func aDailyGameIsMarkedAndNotLostUnasked() throws {
    // One key binding threw today's daily game and its streak away without a word.
    let desk = try Desk()
    let day = try desk.memorize("new", "--daily", "--json").json.object("game").text("daily") ?? ""
    try desk.memorize("flip", "0", "--quiet")
    for verb in ["status", "board"] {
      #expect(try desk.memorize(verb).output.contains(" (daily \(day)):"), "\(verb)")
    }
    #expect(
      try desk.memorize("status", "--format", "{daily?daily {daily}}").output == "daily \(day)")
    for arguments in [["new"], ["new", "Halloween"], ["new", "--quiet"]] {
      let refused = try desk.memorize(arguments)
      #expect(refused.code == 5 && refused.output.isEmpty)
      #expect(refused.errors.contains("is in progress") && refused.errors.contains("--force"))
      // Of today's game the date and “on that day” said where to look, not what it is.
      #expect(refused.errors.hasPrefix("memorize: Today's daily game is in progress (0 of "))
    }
    let resumed = try desk.memorize("new", "--daily", "--json").json.object("game")
    #expect(resumed.number("flips") == 1 && resumed["practice"] as? Bool == false)
    // It was announced as if it were a new one.
    let again = try desk.memorize("new", "--daily")
    #expect(again.output.hasPrefix("The daily game is resumed: 0 of 8 pairs, 0 moves.\n"))
    #expect(try desk.memorize("new", "--daily", "--plain").output.hasPrefix("resumed: "))
    #expect(try desk.memorize("new", "Halloween", "--force").output.contains("Halloween: 0 of"))
    #expect(try desk.memorize("new", "Sky").code == 0)
  }

  /// The terminal is asked, and only “y” is a yes.
  @Test(arguments: [("n", 1), ("", 1), ("y", 0)])
  func aTerminalIsAskedBeforeADailyGameIsLost(answer: String, flips: Int) throws {
    let desk = try Desk()
    try desk.memorize("new", "--daily", "--quiet")
    try desk.memorize("flip", "0", "--quiet")
    let outcome = try desk.shell("script -qec 'memorize new Sea' /dev/null <<< '\(answer)'")
    #expect(outcome.output.contains("Start another game? [y/N] "))
    let game = try desk.memorize("status", "--json").json.object("game")
    #expect(game.number("flips") == flips)
    // The daily game may have any theme, this one too.
    #expect((game.text("daily") == "") == (flips == 0))
  }

  @Test func pairsThatTheThemeHasNotAreMentioned() throws {
    // “--pairs 999” dealt nine without a word, and of “9-4” nothing said why it is wrong.
    let desk = try Desk()
    let many = try desk.memorize("new", "Halloween", "--pairs", "999")
    #expect(many.code == 0 && many.output.contains("of 9 pairs"))
    #expect(many.errors == "memorize: Halloween has only 9 pairs, so the game has 9.")
    for pairs in ["9", "4-99", "all", "random"] {
      #expect(try desk.memorize("new", "Halloween", "--pairs", pairs).errors.isEmpty)
    }
    let wrong = try desk.memorize("new", "--pairs", "9-4")
    #expect(wrong.code == 2 && wrong.errors.contains("9, is above the maximum, 4."))
  }

  @Test func aloneItPrintsTheStateAndHowToGoOn() throws {
    let desk = try Desk()
    let new = try desk.memorize().output.split(separator: "\n").map(String.init)
    #expect(new[0] == "Game: none yet" && new[1].hasPrefix("Practice: 0 due, "))
    #expect(new.filter { $0.hasPrefix("  memorize ") }.count == 6)
    try desk.deal()
    #expect(try desk.memorize().output.hasPrefix("Game: Halloween: 0 of 4 pairs, "))
    let json = try desk.memorize(with: ["MEMORIZE_OPTIONS": "--json"]).json
    #expect(json.object("game").text("theme") == "Halloween")
    let none = try desk.memorize(with: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"])
    #expect(none.code == 0 && none.errors.isEmpty)
    #expect(none.output.hasPrefix("memorize: ") && none.output.contains("session bus"))
    #expect(none.output.contains("  memorize help "))
  }

  @Test(arguments: [["flip", "0"], ["conceal"]])
  func withoutAGameItSaysHowToStartOne(arguments: [String]) throws {
    // People were told to call “NewGame on the bus”.
    let desk = try Desk()
    let refused = try desk.memorize(arguments)
    #expect(refused.code == 5)
    #expect(
      refused.errors
        == "memorize: There is no game yet; start one.\n“memorize new” starts a game.")
  }

  @Test func newTakesItsOptions() throws {
    let desk = try Desk()
    func game(_ arguments: String...) throws -> [String: Any] {
      let outcome = try desk.memorize(["new", "--json"] + arguments)
      #expect(outcome.code == 0)
      return outcome.json.object("game")
    }
    #expect(try game("--theme", "halloween", "--pairs", "all").number("pairs") == 9)
    let range = try game("--theme", "Halloween", "--pairs", "4-5").number("pairs")
    #expect([4, 5].contains(range))
    let drawn = try game("--theme", "Halloween", "--pairs", "random").number("pairs")
    #expect((2...9).contains(drawn ?? 0))
    #expect(try game("--scoring", "timed").text("scoring") == "timed")
    #expect(try game("--daily").text("daily")?.count == 10)
    let players = try game("--force", "--player", "Ann", "--player", "Bob").objects("players")
    #expect(players.map { $0.text("name") } == ["Ann", "Bob"])
    // The largest seed is above what a JSON number holds.
    #expect(try game("--seed", "18446744073709551615")["seeded"] as? Bool == true)
  }

  @Test func flipPrintsWhatHappened() throws {
    let desk = try Desk()
    try desk.deal()
    #expect(try desk.memorize("flip", "0", "--plain").output == "0 up lollipop")
    // The first card was turned up by another process.
    #expect(try desk.memorize("flip", "1", "--plain").output == "miss: 0 lollipop, 1 red apple")
    let pair = try desk.memorize("flip", "2", "4", "--plain")
    #expect(pair.output == "2 up candy\nmatch: candy, 1 of 4, score 2")
    let text = try desk.memorize("flip", "1")
    #expect(text.output.hasPrefix("1 up red apple\n"))
    #expect(text.output.contains("\n 0   1>🍎 2✓🍬  3"))
    #expect(!text.output.contains("\u{1B}"))
    #expect(try desk.memorize("flip", "5", "--quiet").output.isEmpty)
    #expect(try desk.memorize("flip", "0", "--full").output.contains("┌"))
    #expect(try desk.memorize("flip", "3", "--quiet").output.isEmpty)
    #expect(try desk.memorize("conceal").output.contains("╭"))
    #expect(try desk.memorize("new", "--quiet").output.isEmpty)
  }

  @Test func aRefusalNamesTheCardAndKeepsTheFlipsBeforeIt() throws {
    // Of several cards nobody knew which one was refused. --quiet --json printed only the refusal, not
    // what had been flipped before.
    let desk = try Desk()
    try desk.deal()
    let refused = try desk.memorize("flip", "0", "6", "0", "--quiet", "--json")
    #expect(refused.code == 5)
    #expect(refused.errors.contains("Card 0: "))
    #expect(refused.json.objects("flips").map { $0.text("outcome") } == ["turned-up", "matched"])
    #expect(refused.json.object("error").text("name") == "CardMatched")
    #expect(refused.json.object("error").number("card") == 0)
    let quiet = try desk.memorize("flip", "6", "--quiet")
    #expect(quiet.errors.contains("Card 6: "))
    #expect(quiet.output.isEmpty)
    #expect(try desk.memorize("flip", "1", "5", "--quiet", "--json").output.isEmpty)
    #expect(try desk.memorize("status", "--quiet").output.contains("2 of 4 pairs"))
  }

  @Test func aTwoSidedPairIsNamedByBothSides() throws {
    // The name of a two-sided pair was that of its first side alone.
    let desk = try Desk()
    let themes = try desk.memorize("theme", "list", "--json").json.objects("themes")
    let deck = try #require(themes.first { $0["two_sided"] as? Bool == true }?.text("name"))
    let theme = try desk.memorize("theme", "show", deck, "--json").json.object("theme")
    let pair = try #require(theme.objects("pairs").first)
    let (first, second) = (pair.text("first") ?? "", pair.text("second") ?? "")
    #expect(!second.isEmpty)
    #expect(pair.text("name") == "\(first) and \(second)")
  }
}
