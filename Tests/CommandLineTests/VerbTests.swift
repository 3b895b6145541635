import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct VerbTests {
  @Test func newPrintsTheBoard() throws {
    let desk = try Desk()
    let text = try desk.memorize("new", "--theme", "Halloween", "--pairs", "4")
    #expect(text.code == 0)
    #expect(text.errors.isEmpty)
    #expect(text.output.contains("╭"))
    #expect(text.output.hasSuffix("Halloween: 0 of 4 pairs, score 0, 0 flips, 0 moves"))
    let plain = try desk.memorize("new", "--theme", "Halloween", "--pairs", "4", "--plain")
    #expect(plain.output == "started: Halloween, 4 pairs")
    let json = try desk.memorize("new", "--theme", "Halloween", "--pairs", "4", "--json").json
    let game = json.object("game")
    #expect(game.text("state") == "playing")
    #expect(game.objects("cards").count == 8)
    #expect(game.objects("cards").allSatisfy { $0.text("face") == "" })
    #expect(try desk.memorize("new", "--quiet").output.isEmpty)
  }

  @Test func newTakesItsOptions() throws {
    let desk = try Desk()
    func game(_ arguments: String...) throws -> [String: Any] {
      let outcome = try Outcome(
        Programs.memorize, ["new", "--json"] + arguments, environment: desk.environment)
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
    let players = try game("--player", "Ann", "--player", "Bob").objects("players")
    #expect(players.map { $0.text("name") } == ["Ann", "Bob"])
    // The largest seed is above what a JSON number holds.
    #expect(try game("--seed", "18446744073709551615")["seeded"] as? Bool == true)
  }

  @Test func flipTellsWhatHappened() throws {
    let desk = try Desk()
    try desk.deal()
    #expect(try desk.memorize("flip", "0", "--plain").output == "0 up lollipop")
    // The first card was turned up by another process.
    #expect(try desk.memorize("flip", "1", "--plain").output == "miss: 0 lollipop, 1 red apple")
    let pair = try desk.memorize("flip", "2", "4", "--plain")
    #expect(pair.output == "2 up candy\nmatch: candy, 1 of 4, score 2")
    let text = try desk.memorize("flip", "1")
    #expect(text.output.hasPrefix("1 up red apple\n"))
    #expect(text.output.contains("🍎"))
    #expect(text.output.contains("┏"))
    #expect(!text.output.contains("\u{1B}"))
    #expect(try desk.memorize("flip", "5", "--quiet").output.isEmpty)
  }

  @Test func flipTellsTheResultOfAWonGame() throws {
    let desk = try Desk()
    try desk.deal()
    let won = try desk.memorize("flip", "0", "6", "1", "5", "2", "4", "3", "7", "--plain")
    let lines = won.output.split(separator: "\n")
    #expect(lines.count == 9)
    #expect(lines[7] == "match: face screaming in fear, 4 of 4, score 8")
    #expect(lines[8].hasPrefix("won: score 8, 4 moves, par "))
    try desk.deal()
    let json = try desk.memorize("flip", "0", "6", "1", "5", "2", "4", "3", "7", "--json").json
    #expect(json.objects("flips").map { $0.text("outcome") }.last == "won")
    #expect(json.object("result").text("seed") == "42")
    #expect(json.object("game").text("state") == "won")
    #expect(json["error"] == nil)
  }

  @Test func flipStopsAtTheFirstRefusal() throws {
    let desk = try Desk()
    try desk.deal()
    let outcome = try desk.memorize("flip", "0", "0", "1", "--json")
    #expect(outcome.code == 5)
    #expect(outcome.json.objects("flips").count == 1)
    #expect(outcome.json.object("error").text("name") == "CardFaceUp")
    #expect(outcome.json.object("game").number("flips") == 1)
    #expect(outcome.errors.contains("CardFaceUp"))
    let plain = try desk.memorize("flip", "1", "9", "2", "--plain")
    #expect(plain.output == "miss: 0 lollipop, 1 red apple")
    #expect(plain.errors.contains("(NoSuchCard)"))
  }

  @Test func aRefusalNamesTheCard() throws {
    // Of several cards nobody knew which one was refused.
    let desk = try Desk()
    try desk.deal()
    let outcome = try desk.memorize("flip", "0", "6", "0", "--json")
    #expect(outcome.code == 5)
    #expect(outcome.errors.contains("Card 0: "))
    #expect(outcome.json.object("error").number("card") == 0)
    let quiet = try desk.memorize("flip", "6", "--quiet")
    #expect(quiet.errors.contains("Card 6: "))
    #expect(quiet.output.isEmpty)
  }

  @Test func quietKeepsTheFlipsMadeBeforeARefusal() throws {
    // --quiet --json told only the refusal, not what had been flipped before.
    let desk = try Desk()
    try desk.deal()
    let refused = try desk.memorize("flip", "0", "6", "0", "--quiet", "--json")
    #expect(refused.code == 5)
    #expect(refused.json.objects("flips").map { $0.text("outcome") } == ["turned-up", "matched"])
    #expect(refused.json.object("error").text("name") == "CardMatched")
    #expect(try desk.memorize("flip", "1", "5", "--quiet", "--json").output.isEmpty)
    #expect(try desk.memorize("status", "--quiet").output.contains("2 of 4 pairs"))
  }

  @Test func concealTurnsAMismatchDown() throws {
    let desk = try Desk()
    try desk.deal()
    try desk.memorize("flip", "0", "1")
    #expect(try desk.memorize("conceal", "--plain").output == "concealed")
    let refused = try desk.memorize("conceal", "--json")
    #expect(refused.code == 5)
    #expect(refused.json.object("error").text("name") == "NothingToConceal")
    try desk.memorize("flip", "0", "1")
    #expect(try desk.memorize("conceal").output.contains("╭"))
    try desk.memorize("flip", "0", "1")
    let cards = try desk.memorize("conceal", "--json").json.object("game").objects("cards")
    #expect(cards.allSatisfy { $0.text("state") == "down" })
  }

  @Test func boardAndStatusTellTheGame() throws {
    let desk = try Desk()
    let none = try desk.memorize("status")
    #expect(none.code == 0)
    #expect(none.output == "no game: start one with “memorize new”")
    #expect(try desk.memorize("board").output == none.output)
    #expect(try desk.memorize("board", "--plain").output.isEmpty)
    #expect(try desk.memorize("status", "--json").json.object("game").text("state") == "no-game")
    try desk.deal()
    try desk.memorize("flip", "0", "1")
    let lines = try desk.memorize("board", "--plain").output.split(separator: "\n")
    #expect(lines.count == 8)
    #expect(lines[0] == "0\tup\t🍭\tlollipop")
    #expect(lines[2] == "2\tdown\t\t")
    #expect(
      try desk.memorize("status").output == "Halloween: 0 of 4 pairs, score 0, 2 flips, 1 move")
    let game = try desk.memorize("status", "--json").json.object("game")
    #expect(game.number("moves") == 1)
    #expect(game["cards"] == nil)
    #expect(try desk.memorize("board", "--json").json.object("game").objects("cards").count == 8)
    try desk.memorize("new", "--player", "Ann", "--player", "Bob")
    #expect(try desk.memorize("status").output.hasSuffix("; Ann 0, Bob 0; turn of Ann"))
  }

  @Test func themeListsAndShows() throws {
    let desk = try Desk()
    #expect(try desk.memorize("theme", "list").output.contains("🎃 Halloween"))
    let plain = try desk.memorize("theme", "list", "--plain").output.split(separator: "\n")
    #expect(plain.contains("Halloween\t🎃\t9\t9\t9"))
    let themes = try desk.memorize("theme", "list", "--json").json.objects("themes")
    #expect(themes.count == plain.count)
    #expect(try desk.memorize("theme", "show", "Halloween").output.contains("👻  ghost"))
    let shown = try desk.memorize("theme", "show", "Halloween", "--plain")
    #expect(shown.output.split(separator: "\n").contains("👻\t\t\tghost"))
    let theme = try desk.memorize("theme", "show", "Halloween", "--json").json.object("theme")
    #expect(theme.objects("pairs").count == 9)
    #expect(theme.text("name") == "Halloween")
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
