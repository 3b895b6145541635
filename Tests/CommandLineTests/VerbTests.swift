import TestSupport
import Testing

/// What the verbs of the game print for people, and what they ask; the frozen sessions hold the rest.
@Suite(.timeLimit(.minutes(30))) struct VerbTests {
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
      #expect(refused.errors.contains("is in progress") && refused.errors.contains("--yes"))
      // Of today's game the date and “on that day” said where to look, not what it is.
      #expect(refused.errors.hasPrefix("memorize: Today's daily game is in progress (0 of "))
    }
    let resumed = try desk.memorize("new", "--daily", "--json").json.object("game")
    #expect(resumed.number("flips") == 1 && resumed["practice"] as? Bool == false)
    // It was announced as if it were a new one.
    let again = try desk.memorize("new", "--daily")
    #expect(again.output.hasPrefix("The daily game is resumed: 0 of 8 pairs, 0 moves.\n"))
    #expect(try desk.memorize("new", "--daily", "--plain").output.hasPrefix("resumed: "))
    // Scripts written for version 0.3 have the old name, which no help lists.
    #expect(try desk.memorize("new", "Halloween", "--force").output.contains("Halloween: 0 of"))
    let wrong = try desk.memorize("new", "--force", "--thme", "Sea").errors
    #expect(wrong.contains("Unknown option “--thme”"))
    #expect(try !desk.memorize("help", "new").output.contains("--force"))
    #expect(try desk.memorize("new", "Sky").code == 0)
  }

  // `new` threw a game away without a word, and nothing brought it back.
  @Test func anAbandonedGameIsNamedAndResumed() throws {
    let desk = try Desk()
    try desk.deal()
    try desk.memorize("flip", "0", "6", "--quiet")
    let new = try desk.memorize("new", "Sea").output
    #expect(
      new.hasPrefix(
        "Abandoned: Halloween, 1 of 4 pairs, score 2. “memorize resume” takes it up again.\n╭"))
    // Nothing is lost with a game in which no card was turned up.
    #expect(try desk.memorize("new", "Sky").output.hasPrefix("╭"))
    let resumed = try desk.memorize("resume")
    #expect(resumed.output.hasPrefix("The game of Halloween is resumed: 1 of 4 pairs, 1 move.\n"))
    #expect(resumed.output.hasSuffix("Halloween: 1 of 4 pairs, score 2, 2 flips, 1 move"))
    try desk.memorize("new", "--daily", "--quiet")
    try desk.memorize("flip", "0", "--quiet")
    let back = try desk.memorize("resume").output.split(separator: "\n")
    #expect(back[0].hasPrefix("Abandoned: ") && back[0].contains("(daily "))
    #expect(back[1].hasPrefix("The game of Halloween is resumed: "))
    #expect(try desk.memorize("resume").output.contains("\nThe daily game is resumed: "))
  }

  @Test func whatCannotBeResumedIsSaid() throws {
    let desk = try Desk()
    let none = try desk.memorize("resume")
    #expect(none.code == 5 && none.output.isEmpty)
    #expect(none.errors == "memorize: No game was abandoned, so there is none to resume.")
    try desk.deal()
    try desk.memorize("flip", "0", "--quiet")
    try desk.memorize("new", "Sky", "--pairs", "2", "--quiet")
    try Person(desk).win()
    let late = try desk.memorize("resume", "--json")
    #expect(late.code == 5 && late.json.object("error").text("name") == "LaterGameWon")
  }

  /// The terminal is asked, and only “y” is a yes.
  @Test func aTerminalIsAskedBeforeADailyGameIsLost() throws {
    let desk = try Desk()
    try desk.memorize("new", "--daily", "--quiet")
    try desk.memorize("flip", "0", "--quiet")
    for (answer, flips) in [("n", 1), ("", 1), ("y", 0)] {
      let outcome = try desk.shell("script -qec 'memorize new Sea' /dev/null <<< '\(answer)'")
      #expect(outcome.output.contains("Start another game? [y/N] "))
      let game = try desk.memorize("status", "--json").json.object("game")
      #expect(game.number("flips") == flips)
      // The daily game may have any theme, this one too.
      #expect((game.text("daily") == "") == (flips == 0))
    }
  }

  @Test func withoutAVerbTheStateAndTheNextStepsArePrinted() throws {
    let desk = try Desk()
    let new = try desk.memorize().output.split(separator: "\n").map(String.init)
    #expect(new[0] == "Game: none yet" && new[1].hasPrefix("Practice: nothing to ask yet"))
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

  @Test func peopleSeeTheBoardAfterAFlip() throws {
    let desk = try Desk()
    try desk.deal()
    try desk.memorize("flip", "2", "4", "--quiet")
    let text = try desk.memorize("flip", "1").output
    #expect(text.hasPrefix("1 up red apple\n") && text.contains("\n 0   1>🍎 2✓🍬  3"))
    #expect(!text.contains("\u{1B}"))
    #expect(try desk.memorize("flip", "0", "--full").output.contains("┌"))
    #expect(try desk.memorize("conceal").output.contains("╭"))
  }

  // MARK: - Lines that are longer than a terminal is wide

  /// What a terminal shows, in one line.
  private static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func wordsAreNotBrokenOnATerminal() throws {
    // Questions, errors, the overview and the dialogue were broken wherever the terminal ends.
    let desk = try Desk()
    let screen = try TmuxScreen(desk, columns: 40, rows: 24)
    try screen.runCleared("memorize")
    let overview = try screen.waitFor("memorize help")
    #expect(overview.split(separator: "\n").count <= 11, "\(overview)")
    try desk.memorize("new", "--daily", "--quiet")
    for (line, parts) in [
      ("memorize new", ["“memorize new --daily”", "Start another game? [y/N]"]),
      ("n", ["memorize: Nothing was changed."]),
      ("memorize status --timeout 0", ["Give a number of seconds above 0 and at most 3155760000"]),
      ("memorize play --plain", ["0 of 8 pairs, score 0, 0 flips, 0 moves"]),
    ] {
      if line.hasPrefix("m") { try screen.runCleared(line) } else { try screen.run(line) }
      try screen.waitFor { text in parts.allSatisfy { Self.words(text).contains($0) } }
    }
  }

  @Test func aPipeGetsLongLines() throws {
    let desk = try Desk()
    let error = try desk.memorize("status", "--timeout", "0", with: ["COLUMNS": "20"]).errors
    #expect(error.split(separator: "\n").count == 2, "\(error)")
  }
}
