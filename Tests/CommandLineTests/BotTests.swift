import Foundation
import TestSupport
import Testing

@testable import MemoryGame

/// `memorize bot`, as a program beside people and other bots.
@Suite(.timeLimit(.minutes(30))) struct BotTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func bot(_ player: String?, _ span: String, pace: String = "0") throws -> Child {
    let seat = player.map { ["--player", $0] } ?? []
    return try desk.start(["bot", "--memory", span, "--pace", pace] + seat)
  }

  /// Starts a bot, and waits until it follows the game.
  private func readyBot(_ player: String, _ span: String, pace: String = "0") throws -> Child {
    let bot = try desk.start(
      ["bot", "--memory", span, "--pace", pace, "--player", player, "--quiet", "--detached"])
    #expect(bot.output.next() == "")
    return bot
  }

  private var status: [String: Any] {
    get throws { try desk.memorize("status", "--json").json.object("game") }
  }

  @Test func aPerfectBotPlaysASoloGameWithoutRegret() throws {
    // Faces of two-sided themes and of decks match by the pairs of the theme.
    for theme in ["Sea", "Japanese", "Multiplication", "Japanese basics"] {
      try desk.memorize("new", theme, "--pairs", "8", "--quiet")
      let bot = try bot(nil, "perfect")
      #expect(bot.wait() == 0)
      #expect(bot.output.rest().hasSuffix("grade perfect; a bot played, so it does not count"))
      #expect(try status.text("state") == "won")
    }
  }

  @Test func refusals() throws {
    func expect(
      _ code: Int32, _ message: String, _ arguments: String...,
      at place: SourceLocation = #_sourceLocation
    ) throws {
      let outcome = try desk.memorize(["bot"] + arguments)
      #expect(outcome.code == code, sourceLocation: place)
      #expect(outcome.errors.contains(message), "\(outcome.errors)", sourceLocation: place)
    }
    try expect(5, "There is no game.")
    try desk.memorize("new", "--pairs", "2", "--quiet")
    try expect(6, "This is a solo game.", "--player", "Ada")
    for span in ["-1", "x", "", "1.5", "٣", "99999999999999999999"] {
      try expect(2, "perfect", "--player", "Ada", "--memory=\(span)")
    }
    for pace in ["-1", "x", "inf", "1e20"] {
      try expect(2, "seconds", "--player", "Ada", "--pace=\(pace)")
    }
  }

  // A bot's games were the person's best ones.
  @Test func aGameThatABotPlayedIsMarkedAndNotRanked() throws {
    try desk.memorize("new", "Sea", "--pairs", "3", "--quiet")
    let bot = try desk.memorize("bot", "--memory", "perfect", "--pace", "0")
    #expect(bot.output.hasSuffix("; a bot played, so it does not count"))
    // One card is enough, and a crash does not make it a person's.
    try desk.memorize("new", "Sea", "--pairs", "6", "--quiet")
    let helper = try desk.start(["bot", "--pace", "0.3"])
    while try status.number("flips") == 0 {}
    helper.signal(SIGKILL)
    helper.wait()
    desk.killDaemon()
    try desk.startDaemon()
    try Person(desk).play(.perfect)
    try desk.memorize("new", "Sea", "--pairs", "4", "--quiet")
    try Person(desk).play(.perfect)
    let games = try desk.memorize("history", "--json").json.objects("games")
    #expect(games.map { $0.object("result")["bot"] as? Bool } == [false, true, true])
    #expect(games.allSatisfy { ($0.object("result")["bots"] as? [String]) == [] })
    let lines = try desk.memorize("history", "--plain").output.split(separator: "\n")
    #expect(lines.map { $0.hasSuffix("\tbot") } == [false, true, true])
    let rows = try desk.memorize("history").output.split(separator: "\n").dropFirst()
    #expect(rows.map { $0.contains(" bot Sea ") } == [false, true, true])
    let statistics = try desk.memorize("stats", "--json").json.object("statistics")
    #expect(statistics.number("games") == 3 && statistics.number("won") == 3)
    #expect(statistics.number("ranked") == 1)
    #expect(statistics.objects("best").map { $0.number("pairs") } == [4])
    for id in ["1", "2", "3"] { #expect(try desk.memorize("verify", id).code == 0) }
  }

  // A bot's daily game was shared as the person's, with a code.
  @Test func theDailyGameOfABotIsNotShared() throws {
    try desk.memorize("new", "--daily", "--quiet")
    try desk.memorize("bot", "--pace", "0", "--quiet")
    let shared = try desk.memorize("share", "--json")
    #expect(shared.code == 5 && shared.json.object("error").text("name") == "PlayedByBot")
    let statistics = try desk.memorize("stats", "--json").json.object("statistics")
    #expect(statistics.number("daily_streak") == 0)
    // Its cards were seen: the next one is practice.
    try desk.memorize("new", "--daily", "--quiet")
    #expect(try status["practice"] as? Bool == true)
    let line = try desk.memorize("history", "--plain", "--before", "2").output
    #expect(line.hasSuffix("\tbot"))
  }

  // Who had beaten a bot had nothing from it, and nothing said who was the bot.
  @Test func winsAgainstABotAreCounted() throws {
    var won = 0
    for game in 1...3 {
      // The bot begins: otherwise luck may end the game before its first turn.
      try desk.memorize(
        "new", "Sea", "--pairs", "3", "--player", "Bo", "--player", "Ada", "--quiet")
      try Person(desk).play(.cards(1), andBot: "Bo")
      let result = try desk.memorize("history", "--json", "--limit", "1").json
        .objects("games")[0].object("result")
      won += (result["winners"] as? [String])?.contains("Ada") == true ? 1 : 0
      #expect(result["bot"] as? Bool == true && result["bots"] as? [String] == ["Bo"])
      let statistics = try desk.memorize("stats", "--json").json.object("statistics")
      #expect(statistics.number("duels") == game && statistics.number("duels_won") == won)
      #expect(statistics.number("ranked") == 0)
    }
    let plain = try desk.memorize("stats", "--plain").output
    #expect(plain.contains("\nduels\t\(won)\t3"))
    #expect(try desk.memorize("stats").output.contains("\nagainst bots: \(won) of 3 won"))
  }

  /// A bot that was started as the game ended was refused, and the verb that brought it along said
  /// that it had not been started.
  @Test func aBotEndsAtOnceIfTheGameIsOver() throws {
    try desk.deal()
    try desk.memorize(["flip", "0", "6", "1", "5", "2", "4", "3", "7", "--quiet"])
    let outcome = try desk.memorize("bot")
    #expect(outcome.code == 0 && outcome.output.contains("grade"), "\(outcome)")
    let detached = try desk.start(["bot", "--quiet", "--detached"])
    #expect(detached.output.next() == "")
    #expect(detached.wait() == 0)
    #expect(try desk.memorize("bot", "--player", "Ada").code == 6)
  }

  @Test func itEndsWhenAnotherGameBegins() throws {
    try desk.memorize("new", "--pairs", "3", "--player", "Ada", "--player", "Bo", "--quiet")
    let bot = try readyBot("Bo", "7")
    let second = try desk.start(["bot", "--player", "Bo", "--pace", "60"])
    try desk.memorize("new", "--quiet")
    #expect(bot.wait() == 0)
    // It may have come to the new game, which has no such player.
    #expect([0, 6].contains(second.wait()))
    #expect(try status.number("flips") == 0)
  }

  /// A bot that has lost its bus would wait for ever.
  @Test func itEndsWithTheBus() throws {
    try desk.memorize("new", "--pairs", "3", "--player", "Ada", "--player", "Bo", "--quiet")
    let bot = try desk.start(["bot", "--player", "Bo", "--detached"])
    #expect(bot.output.next() == "")
    desk.bus.kill()
    #expect(bot.wait() == 3)
  }

  @Test func eightBotsPlayOnALargeBoard() throws {
    let spans = ["0", "1", "2", "3", "5", "7", "12", "perfect"]
    let players = spans.flatMap { ["--player", "Bot \($0)"] }
    let pairs = rounds(60, ofAll: 500)
    try desk.memorize(["new", "Everything", "--pairs", "\(pairs)", "--quiet"] + players)
    let bots = try spans.reversed().map { try bot("Bot \($0)", $0) }
    for bot in bots { #expect(bot.wait() == 0, "\(bot.errors.rest())") }
    let game = try status
    #expect(game.text("state") == "won")
    #expect(try desk.memorize("verify", "\(game.number("id") ?? 0)").code == 0)
    // The log has no players: a card is turned up, and the turn passed on, as the rules say.
    let scores = game.objects("players").compactMap { $0.number("score") }
    #expect(scores.count == spans.count && scores.reduce(0, +) == game.number("score"))
  }

  @Test func theDaemonAndABotAreKilledInTheMidst() throws {
    try desk.memorize(
      "new", "Everything", "--pairs", "40", "--player", "Ada", "--player", "Bo", "--quiet")
    var bots = [try readyBot("Bo", "perfect"), try readyBot("Ada", "7")]
    for flips in [6, 20, 40] {
      while try (status.number("flips") ?? 0) < flips {
        try desk.memorize("wait", "changed", "--timeout", "60")
      }
      desk.killDaemon()
      try desk.startDaemon()
    }
    bots[0].signal(SIGKILL)
    bots[0].wait()
    bots[0] = try bot("Bo", "5")
    for bot in bots { #expect(bot.wait() == 0) }
    #expect(try status.text("state") == "won")
  }

  /// Cards whose replies came too late were turned up together, the third at the other's turn.
  @Test func aDaemonThatHangsGetsNoCardTwice() throws {
    try desk.memorize(
      "new", "Everything", "--pairs", "40", "--player", "Bo", "--player", "Ada", "--quiet")
    let bot = try desk.start([
      "bot", "--player", "Bo", "--pace", "0.2", "--timeout", "0.3", "--quiet", "--detached",
    ])
    #expect(bot.output.next() == "")
    desk.daemon?.signal(SIGSTOP)
    // Meanwhile the bot has tried for some seconds.
    #expect(try desk.memorize("status", "--timeout", "5").code == 4)
    desk.daemon?.signal(SIGCONT)
    while try status.number("turn") == 0 {
      try desk.memorize("wait", "changed", "--timeout", "1")
    }
    #expect(try desk.memorize("wait", "changed", "--timeout", "1").code == 4)
    let (moves, matched) = (try status.number("moves"), try status.number("matched_pairs"))
    #expect(try #require(moves) == #require(matched) + 1)
    #expect(try desk.up.count == 2)
  }

  @Test func theSignalsEndIt() throws {
    try desk.memorize("new", "--player", "Ada", "--player", "Bo", "--quiet")
    for (signal, code) in [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)] {
      let bot = try readyBot("Bo", "7")
      bot.signal(signal)
      #expect(bot.wait() == code)
    }
  }

  @Test func thePaceIsKept() throws {
    try desk.memorize("new", "--pairs", "3", "--quiet")
    let bot = try bot(nil, "perfect", pace: "0.15")
    #expect(bot.wait() == 0)
    let log = try desk.memorize("log", "1", "--json").json.object("log").objects("transitions")
    let times = log.compactMap { $0.number("at") }
    #expect(times.count >= 6)
    for (one, next) in zip(times, times.dropFirst()) { #expect(next - one >= 150_000) }
  }

  @Test func aBotWaitsWhileSomebodyElsePlaysItsTurn() throws {
    try desk.memorize(
      "new", "Halloween", "--pairs", "4", "--player", "Ada", "--player", "Bo", "--quiet")
    // It is told of each card, and would play a minute later.
    let bot = try readyBot("Ada", "7", pace: "60")
    try desk.memorize("flip", "0", "--quiet")
    #expect(try status.number("flips") == 1)
    bot.signal(SIGTERM)
    #expect(bot.wait() == 143)
    // Another one completes the move that others have begun.
    let second = try readyBot("Ada", "7", pace: "0.1")
    while try (status.number("moves") ?? 0) < 1 {
      try desk.memorize("wait", "changed", "--since", "2", "--timeout", "60")
    }
    #expect(second.isRunning)
  }

  @Test func newAgainstABotStartsOne() throws {
    // The end of its output does not wait for the bot.
    let outcome = try desk.memorize(
      "new", "Sea", "--pairs", "8", "--against", "perfect", "--pace", "0", "--plain",
      with: ["USER": "ada"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(outcome.output == "started: Sea, 8 pairs; ada 0, Perfect bot 0; ada's turn")
    try desk.memorize("flip", "0", "1", "--quiet")
    while try status.number("turn") == 1 {
      try desk.memorize("wait", "changed", "--timeout", "60", "--since", "3")
    }
    let person = try bot("ada", "perfect")
    #expect(person.wait() == 0)
    #expect(try status.text("state") == "won")
    try desk.memorize("profile", "register", "Ada Lovelace")
    let named = try desk.memorize("new", "Sea", "--against", "0", "--json").json.object("game")
    #expect(named.objects("players").map { $0.text("name") } == ["Ada Lovelace", "Bot 0"])
    for wrong in [["--daily", "--against", "7"], ["--pace", "1"], ["--against", "many"]] {
      #expect(try desk.memorize(["new"] + wrong).code == 2)
    }
    // The service refuses eight players and a bot; the game goes on.
    let many = (0..<8).flatMap { ["--player", "P\($0)"] }
    #expect(try desk.memorize(["new", "--against", "7"] + many).code == 2)
    #expect(try status.objects("players").count == 2)
  }

  // The bot of a game had ended with it, and nobody played its turns when the game was resumed.
  @Test func aResumedGameHasItsBotAgain() throws {
    try desk.memorize(
      "new", "Sea", "--pairs", "4", "--against", "perfect", "--pace", "60", "--player", "Ada",
      "--quiet")
    try desk.memorize("flip", "0", "1", "--quiet")
    try desk.memorize("new", "Sky", "--quiet")
    #expect(try desk.memorize("resume").output.contains("Perfect bot 0"))
    while try status.number("turn") == 0 {
      let cards = try desk.memorize("board", "--json").json.object("game").objects("cards")
      let down = cards.indices.filter { cards[$0].text("state") == "down" }
      try desk.memorize(["flip", "--quiet"] + down.prefix(2).map(String.init))
    }
    let flips = try #require(try status.number("flips"))
    #expect(
      try desk.memorize("wait", "changed", "--timeout", "60").code == 0
        || (try status.number("flips") ?? 0) > flips)
  }

  @Test func nobodyElsePlaysTheBotsTurn() throws {
    let dialogue = try Dialogue(
      desk, ["play", "--plain", "--against", "3", "--pace", "60", "--theme", "Sea"],
      with: ["USER": "ada"])
    _ = dialogue.next
    for pair in 1... {
      guard try status.number("turn") == 0, pair < 12 else { break }
      dialogue.type("0")
      _ = dialogue.next
      dialogue.type("\(pair)")
      _ = dialogue.next
    }
    dialogue.type("5", expecting: "refused: It is Bot 3's turn.")
    dialogue.type("quit")
    #expect(dialogue.program.wait() == 0)
    // The same command resumes the game.
    let id = try status.number("id")
    let again = try Dialogue(
      desk, ["play", "--plain", "--against", "3", "--pace", "0"], with: ["USER": "ada"])
    #expect(again.next?.contains("; Bot 3's turn") == true)
    #expect(again.program.output.waits(for: "up "))
    #expect(try status.number("id") == id)
    again.type("quit")
    #expect(again.program.wait() == 0)
  }

  @Test func aPersonAndABotOnTwoTerminals() throws {
    try desk.memorize(
      "new", "Sea", "--pairs", "6", "--player", "Ada", "--player", "Bo", "--quiet")
    let person = try TmuxScreen(desk)
    try person.start("memorize play --color never", until: "Enter turn up")
    let other = try TmuxScreen(desk)
    try other.start("memorize bot --player Bo --memory perfect --pace 0.05")
    var moves = 0
    while try status.text("state") == "playing", moves < 100 {
      if try status.number("turn") == 0 {
        let board = try desk.memorize("board", "--json").json.object("game").objects("cards")
        let down = board.filter { $0.text("state") == "down" }.compactMap { $0.number("number") }
        for card in down.prefix(2) { try person.press("Escape", "\(card)", "Enter") }
        moves += 1
      }
      _ = try desk.memorize("wait", "changed", "--timeout", "1")
    }
    try person.waitFor("won")
    #expect(try !other.linesAfterEnd(0).isEmpty)
    try person.press("Enter")
    try person.waitFor("The last match: ")
    try person.press("q")
    _ = try person.linesAfterEnd(0)
  }

  @Test func theNextGameIsAgainstTheBotToo() throws {
    let screen = try TmuxScreen(desk, with: ["USER": "ada"])
    try screen.start(
      "memorize play --against 7 --pace 0.05 --theme Hearts --color never", until: "▶ ada")
    try screen.press("n")
    // The other player begins.
    try screen.waitFor { _ in try (status.number("flips") ?? 0) > 0 }
    let players = try status.objects("players").compactMap { $0.text("name") }
    #expect(players == ["Bot 7", "ada"])
    try screen.press("q")
    _ = try screen.linesAfterEnd(0)
  }
}
