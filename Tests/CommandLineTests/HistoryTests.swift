import Foundation
import MemoryGame
import TestSupport
import Testing

@testable import Screens
@testable import memorize

/// The verbs of past games, with the real service.
@Suite(.timeLimit(.minutes(30))) struct HistoryTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  /// Plays the 8 cards of the vector: won in 5 moves, with a regret of 0.3.
  private func win() throws {
    try desk.deal()
    try desk.memorize("flip", "0", "6", "1", "2", "4", "2", "1", "5", "3", "7", "--quiet")
  }

  @Test func withoutAGameThereIsASentence() throws {
    for verb in ["history", "stats"] {
      let output = try desk.memorize(verb).output
      #expect(output == "No game has been played yet: start one with “memorize new”.")
    }
  }

  @Test func gamesAreListedTheNewestFirst() throws {
    try win()
    try desk.deal()
    try desk.memorize("flip", "0", "1", "--quiet")
    try desk.memorize("new", "--theme", "Japanese", "--pairs", "2", "--quiet")
    let lines = try desk.memorize("history", with: ["TZ": "UTC"]).output
      .split(separator: "\n").map(String.init)
    #expect(
      lines[0] == "id  when              theme      pairs  state      score  moves  regret  grade")
    #expect(lines[1].contains(/^ 3  2\d\d\d-\d\d-\d\d \d\d:\d\d  Japanese       2  playing$/))
    #expect(lines[2].hasSuffix("  Halloween      4  abandoned      0      1     0.0  none"))
    #expect(lines[3].hasSuffix("  Halloween      4  won            8      5     0.3  gold"))
    #expect(lines.count == 4)
    #expect(try desk.memorize("history", "--before", "1").output == "No game is older than 1.")
  }

  /// A daily game looked like any other, above all while it was on.
  @Test func aDailyGameIsMarked() throws {
    let first = try desk.memorize("new", "--daily", "--json").json.object("game")
    func isListed(_ state: String) throws -> Bool {
      try desk.memorize("history", with: ["COLUMNS": "200"]).output
        .contains("  daily \(first.text("theme") ?? "")      8  \(state)")
    }
    #expect(try isListed("playing"))
    try desk.memorize("new", "Sea", "--yes", "--quiet")
    #expect(try isListed("abandoned"))
    let plain = try desk.memorize("history", "--plain").output.split(separator: "\n")
    #expect(plain.map { $0.hasSuffix("\tdaily") } == [false, true])
  }

  @Test func timesAreLocal() throws {
    try win()
    let hours: [Int] = try ["UTC", "XYZ-5"].map { zone in
      let line = try desk.memorize("history", "--plain", with: ["TZ": zone]).output
      let hour = try #require(line.firstMatch(of: /(\d\d):\d\d\t/))
      return try #require(Int(hour.output.1))
    }
    #expect((hours[1] - hours[0] + 24) % 24 == 5)
  }

  /// A file has no width, and a search needs whole names.
  @Test func onlyATerminalCutsTheTheme() throws {
    let name = String(repeating: "Long ", count: 12) + "Name"
    try desk.memorize("theme", "add", name, "", "a b")
    try desk.memorize("new", "--theme", name, "--quiet")
    try Person(desk).win()
    for verb in ["history", "stats"] {
      #expect(try desk.memorize(verb, with: ["COLUMNS": ""]).output.contains(name + "  "))
      // The locale is C, and has no such dots.
      for (locale, dots) in [("C", "Lon..."), ("C.UTF-8", "Long …")] {
        let environment = ["COLUMNS": verb == "stats" ? "42" : "71", "LC_ALL": locale]
        let text = try desk.memorize(verb, with: environment).output
        #expect(text.contains(dots) && !text.contains(name), "\(text)")
      }
    }
  }

  @Test func theLogIsALineATransition() throws {
    try desk.deal()
    try desk.memorize("flip", "0", "6", "1", "2", "--quiet")
    try desk.memorize("conceal", "--quiet")
    try desk.memorize("new", "--quiet")
    let text = try desk.memorize("log", "1").output.split(separator: "\n")
    #expect(text.first == "number   time  event    card  points  seconds")
    #expect(text.count == 6)
    try desk.memorize("new", "--quiet")
    #expect(try desk.memorize("log", "2").output == "No card was turned up in game 2.")
  }

  @Test func aLogIsReplayedElsewhere() throws {
    try win()
    try desk.memorize("new", "--player", "Ann", "--player", "Bob", "--scoring", "timed", "--quiet")
    try desk.memorize("flip", "0", "1", "2", "3", "--quiet")
    try desk.memorize("new", "--daily", "--quiet")
    try RandomMoves(count: 200, seed: 5).play(desk)
    try desk.memorize("new", "--theme", "Capitals", "--quiet")
    try desk.memorize("flip", "0", "1", "--quiet")
    try desk.memorize("new", "--quiet")
    let games = try desk.memorize("history", "--plain", "--limit", "500").output
      .split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    let finished = games.filter { $0[4] != "playing" }.map { $0[0] }
    #expect(finished.count >= 4)
    for id in finished {
      let path = try desk.file(holding: try desk.memorize("log", id, "--json").output)
      let far = try Outcome(
        Programs.memorize, ["replay", "--from", path],
        environment: ["DBUS_SESSION_BUS_ADDRESS": "disabled:"])
      let near = try desk.memorize("replay", id)
      #expect(far.code == 0 && near.code == 0, "\(far.errors)\(near.errors)")
      #expect(far.output == near.output)
      for arguments in [["verify", id], ["verify", "--from", path]] {
        let outcome = try desk.memorize(arguments)
        #expect(outcome.output == "The result of game \(id) matches its log.")
      }
    }
  }

  @Test func statisticsHaveATableAndAChart() throws {
    try desk.memorize("new", "--theme", "Hearts", "--pairs", "2", "--quiet")
    try Person(desk).win()
    let text = try desk.memorize("stats", "--ascii").output
    #expect(text.hasPrefix("1 game, 1 won, 1 ranked\n"))
    #expect(text.contains(" moves lost to forgetting per ranked game on average\n"))
    #expect(text.contains("daily streak 0, longest 0\n\nbest    pairs  scoring  score"))
    #expect(text.contains("\nHearts      2  classic"))
    #expect(text.contains("\n\nmoves lost to forgetting per pair, the last ranked game\n"))
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    // The locale is C, and has no blocks.
    #expect(try desk.memorize("stats").output == text)
    let blocks = try desk.memorize("stats", with: ["LC_ALL": "C.UTF-8"]).output
    #expect(blocks.contains("0 │") && blocks.contains("\ngames a day\n"))
    #expect(text.contains("\n\nmedals  perfect  gold  silver  bronze\nHearts        1"))
    let plain = try desk.memorize("stats", "--plain").output.split(separator: "\n")
    #expect(plain.last?.hasPrefix("best\tHearts\t2\tclassic\t") == true)
  }

  @Test func statisticsHaveAMemorySpanFromTenGamesOn() throws {
    func play(_ games: Int, _ span: String) throws {
      for _ in 0..<games {
        try desk.memorize("new", "Everything", "--pairs", "12", "--quiet")
        try Person(desk).play(#require(MemorySpan(span)))
      }
    }
    // Neither these nor daily games nor those of a bot tell anything about a memory.
    try desk.memorize("new", "--seed", "1", "--pairs", "12", "--quiet")
    try Person(desk).play(.perfect)
    for _ in 0..<10 {
      try desk.memorize("new", "--pairs", "6", "--quiet")
      try desk.memorize("bot", "--pace", "0", "--quiet")
    }
    try play(9, "4")
    #expect(try !desk.memorize("stats").output.contains("You remember"))
    #expect(try !desk.memorize("stats", "--plain").output.contains("span"))
    #expect(try desk.memorize("stats", "--json").json.object("statistics")["span"] == nil)
    try play(1, "4")
    let text = try desk.memorize("stats", "--ascii").output
    #expect(text.contains("\nYou remember "))
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    let span = try desk.memorize("stats", "--json").json.object("statistics").object("span")
    let values = try ["low", "cards", "high"].map { try #require(span[$0] as? Double) }
    #expect(values == values.sorted() && span.number("games") == 10)
    // Ten games of twelve pairs with a span of four tell it from one and from nine.
    #expect(values[0] > 1 && values[2] < 9)
    let plain = try desk.memorize("stats", "--plain").output.split(separator: "\n")
    #expect(plain[6].split(separator: "\t").count == 5 && plain[6].hasPrefix("span\t"))
    let statistics = try desk.memorize("stats", "--json").json.object("statistics")
    let course = try #require(statistics["course"] as? [[String: Any]])
    #expect(course.count == 10 && course.allSatisfy { $0["median"] is NSNull })
    let ids = try course.map { try #require($0.number("id")) }
    #expect(ids == ids.sorted())
    let spans = try #require(statistics["spans"] as? [[String: Any]])
    #expect(spans.count == 1 && spans[0]["cards"] as? Double == values[1])
    let days = try #require(statistics["days"] as? [[String: Any]])
    #expect(days.compactMap { $0.number("games") }.reduce(0, +) == 21)
    #expect(text.contains("memory span in cards"))
    try play(50, "perfect")
    #expect(try desk.memorize("stats").output.contains(" ranked games, and median of 20\n"))
    #expect(try desk.memorize("stats", "--plain").output.contains("\t\t50\n"))
    #expect(try desk.memorize("stats").output.contains("at least "))
  }

  @Test func aDailyGameIsSharedOnceItIsWon() throws {
    let notPlayed = try desk.memorize("share")
    #expect(notPlayed.code == 6)
    #expect(notPlayed.errors.contains("has not been played: start it with “memorize new --daily”."))
    try desk.memorize("new", "--daily", "--quiet")
    let isOn = try desk.memorize("share", "--json")
    #expect(isOn.code == 5)
    #expect(isOn.json.object("error").text("name") == "GameInProgress")
    let faces = try Person(desk).win()
    // A later daily game does not count.
    try desk.memorize("new", "--daily", "--quiet")
    let shared = try desk.memorize("share")
    #expect(shared.code == 0)
    let share = try desk.memorize("share", "--json").json.object("share")
    #expect(share.text("text") == shared.output + "\n")
    let moves = try #require(share["each_move"] as? [String])
    #expect(moves.count == share.number("moves"))
    #expect(moves.count { $0 == "match" } == 8)
    let lines = shared.output.split(separator: "\n")
    #expect(lines[0] == "Memorize \(share.text("date") ?? "") \(share.text("icon") ?? "")")
    #expect(lines[2].allSatisfy { "🟩🟥⬜".contains($0) })
    #expect(lines[3] == "streak 1")
    for face in faces where face != share.text("icon") { #expect(!shared.output.contains(face)) }
    let ascii = try desk.memorize("share", "--ascii").output
    #expect(ascii.utf8.allSatisfy { $0 < 0x80 })
    #expect(ascii.split(separator: "\n")[2].allSatisfy { "MAU".contains($0) })
    let plain = try desk.memorize("share", "--plain").output
      .split(separator: "\t", omittingEmptySubsequences: false)
    #expect(plain.count == 10 && plain[8] == ascii.split(separator: "\n")[2])
    #expect(plain[9] == share.text("code") ?? "")
  }

  /// Plays today's daily game well, so that it has few moves.
  private func shareDaily(_ arguments: String...) throws -> [String: Any] {
    try desk.memorize(["new", "--daily", "--quiet"] + arguments)
    try Person(desk).play(.cards(7))
    return try desk.memorize("share", "--json").json.object("share")
  }

  @Test func aSharedCodeIsVerifiedAndReplayedWithoutAService() throws {
    let share = try shareDaily()
    let code = try #require(share.text("code"))
    #expect(share.text("text")?.hasSuffix("\n\(code)\n") == true)
    desk.bus.kill()
    let verified = try desk.memorize("verify", code)
    #expect(verified.code == 0)
    #expect(verified.output.hasPrefix("Memorize \(share.text("date") ?? "") "))
    #expect(verified.output.contains("The code does not say who found them."))
    let json = try desk.memorize("verify", code.lowercased(), "--json").json.object("code")
    for (key, value) in json {
      #expect(key == "luck" || "\(share[key] ?? "")" == "\(value)", "\(key)")
    }
    let replay = try desk.memorize("replay", code).output.split(separator: "\n")
    #expect(replay.first?.contains("daily \(share.text("date") ?? "")") == true)
    #expect(replay.last?.hasPrefix("won: score \(share.number("score") ?? 0), ") == true)
  }

  @Test func aTimedGameHasNoCode() throws {
    let share = try shareDaily("--scoring", "timed")
    #expect(share.text("date") != nil && share.text("code") == nil)
  }

  @Test func wrongCodesAreNamed() throws {
    for (code, status, message) in [
      ("M1E00F111T00M9EFZ47", 5, "changed"), ("M2E00F111T00M9EFZ47MT", 5, "version 2"),
      ("M1E00F111T00M9EFZ47MA", 5, "mistyped: “A” is wrong, character 21 of it."),
      ("M100", 5, "4 characters"), ("abc", 2, "neither the number of a game nor a code"),
      ("M1\u{7}", 2, "neither"), ("", 2, "neither"), ("12x", 2, "neither"),
      ("99999999999999999999", 2, "neither"),
    ] as [(String, Int32, String)] {
      for verb in ["verify", "replay"] {
        let outcome = try desk.memorize(verb, code)
        #expect(outcome.code == status && outcome.output.isEmpty)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
      }
    }
  }

  @Test func anUnfinishedDailyGameIsNotShared() throws {
    try desk.memorize("new", "--daily", "--quiet")
    try desk.memorize("new", "--yes", "--quiet")
    try Person(desk).win()
    let outcome = try desk.memorize("share")
    #expect(outcome.code == 5)
    #expect(outcome.errors.contains("resume it with “memorize new --daily”"))
    #expect(outcome.output.isEmpty)
  }

  /// Red is a miss that memory would have avoided, white one that it would not.
  @Test func squaresFollowTheRegret() throws {
    let theme = try #require(Themes.builtIn.theme(named: "Halloween"))
    let now = Moment(epoch: 1, boottime: 1)
    let beginning = GameBeginning(
      deal: try Deal(theme: theme, pairs: 4, seed: 42), startedAt: now)
    var game = try Game(beginning)
    // 🍭🍎🍬😱🍬🍎🍭😱: new ones; the known 🍬 missed by a new card, then by a known one; matches.
    for card in [1, 2, 4, 0, 4, 1, 4, 2, 0, 6, 1, 5, 3, 7] {
      if game.card(card).state == .up { _ = try game.conceal(at: now) }
      _ = try game.flip(card, at: now)
    }
    let record = RandomRecords.record(of: game, beginning, id: 1)
    let share = try DailyShare(record, streak: 2)
    #expect(share.text(isASCII: true).contains("\nUAAMMMM\nstreak 2\n"))
    #expect(share.text(isASCII: false).contains("\n⬜🟥🟥🟩🟩🟩🟩\n"))
  }
}
