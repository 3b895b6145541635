import TestSupport
import Testing

/// The refusals of the practice verbs, and their exit codes.
@Suite(.timeLimit(.minutes(30))) struct PracticeRefusalTests {
  @Test(arguments: [
    (["answer", "1"], "NoSession"), (["reveal"], "NoSession"), (["grade", "good"], "NoSession"),
    (["restart"], "NoSession"), (["stop"], "NoSession"), (["undo"], "NothingToUndo"),
    (["answer", "1", "--question", "1"], "NoSession"),
  ]) func withoutASessionTheRulesRefuse(arguments: [String], name: String) throws {
    let desk = try Desk()
    let outcome = try desk.memorize(["practice"] + arguments + ["--json"])
    #expect(outcome.code == 5)
    #expect(outcome.json.object("error").text("name") == name)
    #expect(outcome.errors.contains("(\(name))"))
    #expect(outcome.output.split(separator: "\n").count == 1)
  }

  @Test func aFinishedSessionTakesNoAnswer() throws {
    let desk = try Desk()
    try desk.addLetters()
    try desk.memorize("practice", "start", "--deck", "Letters", "--questions", "3", "--quiet")
    for _ in 0..<3 { try desk.answerRight("--quiet") }
    for arguments in [["answer", "1"], ["reveal"], ["grade", "1"]] {
      let outcome = try desk.memorize(["practice"] + arguments)
      #expect(outcome.code == 5)
      #expect(outcome.errors.contains("(SessionFinished)"))
    }
  }

  /// A click on a question that is gone answers nothing.
  @Test(arguments: ["choices", "typed", "recall"]) func aStaleQuestionIsRefused(mode: String) throws
  {
    let desk = try Desk()
    try desk.memorize("practice", "start", "--mode", mode, "--quiet")
    let before = try desk.practice()
    let words = [["answer", "1"], ["answer", "no choice"], ["reveal"], ["grade", "3"]]
    for number in ["0", "2", "9", "4294967295"] {
      for words in words {
        let outcome = try desk.memorize(["practice"] + words + ["--question", number])
        #expect(outcome.code == 5)
        #expect(outcome.errors.contains("(QuestionChanged)"), "\(words) \(outcome.errors)")
        #expect(outcome.output.isEmpty)
      }
    }
    #expect(try desk.practice().number("revision") == before.number("revision"))
    let named = mode == "recall" ? "reveal" : "answer"
    let good = try Outcome(
      Programs.memorize,
      ["practice", named] + (named == "answer" ? ["1"] : []) + ["--question", "1"],
      environment: desk.environment)
    #expect(good.code == 0)
  }

  @Test(arguments: ["0", "4", "-", "18446744073709551616", "one", "", "01x"])
  func whatIsNoChoiceIsRefused(word: String) throws {
    let desk = try Desk()
    try desk.memorize("practice", "start", "--quiet")
    let outcome = try desk.memorize("practice", "answer", "--", word)
    #expect(outcome.code == 5)
    #expect(outcome.errors.contains("a number from 1 to 3"))
    #expect(try desk.practice().number("wrong") == 0)
  }

  @Test func aDeckMayBeMissingSmallOrDone() throws {
    let desk = try Desk()
    let missing = try desk.memorize("practice", "start", "--deck", "Nothing", "--json")
    #expect(missing.code == 6)
    #expect(missing.json.object("error").text("name") == "NoSuchDeck")
    // A theme of one side is no deck.
    #expect(try desk.memorize("practice", "start", "--deck", "Halloween").code == 6)
    try desk.memorize("theme", "add", "Same", "", "a = 1; b = 1", "--quiet")
    let small = try desk.memorize("practice", "start", "--deck", "Same")
    #expect(small.code == 5 && small.errors.contains("(DeckTooSmall)"))
    try desk.memorize("practice", "config", "set", "new-per-day", "0", "--quiet")
    let done = try desk.memorize("practice", "start", "--due")
    #expect(done.code == 5 && done.errors.contains("(NothingDue)"))
  }

  @Test(arguments: [
    (["practice", "start", "--questions", "2"], "3 to 20"),
    (["practice", "answer", ""], "visible character"),
    (["practice", "config", "set", "questions-per-session", "21"], "3 to 20"),
    (["practice", "config", "set", "new-per-day", "101"], "100"),
    (["practice", "config", "set", "daily-reminder-time", "24:00"], "HH:MM"),
    (["practice", "config", "set", "scoring", "quick"], "timed"),
  ]) func whatTheServiceFindsInvalidIsTwo(arguments: [String], hint: String) throws {
    let desk = try Desk()
    try desk.memorize("practice", "start", "--mode", "typed", "--quiet")
    let settings = try desk.memorize("practice", "config", "get").output
    let outcome = try desk.memorize(arguments + ["--json"])
    #expect(outcome.code == 2)
    #expect(outcome.json.object("error").text("name") == "InvalidArgs")
    #expect(outcome.errors.contains(hint), "\(outcome.errors)")
    #expect(try desk.memorize("practice", "config", "get").output == settings)
  }

  @Test(arguments: [
    (["practice", "strat"], "“start”"), (["practice", "config"], "get"),
    (["practice", "config", "gt"], "“get”"), (["practice", "answer"], "answer"),
    (["practice", "grade", "5"], "4 or easy"), (["practice", "grade", "best"], "4 or easy"),
    (["practice", "answer", "-1"], "“-1”"), (["practice", "grade", "-1"], "“-1”"),
    (["practice", "answer", "-x"], "Put -- before"),
    (["practice", "start", "--questions", "-3"], "--questions"),
    (["practice", "start", "--mode", "chioces"], "recall"),
    (["practice", "start", "--direction", "up"], "backward"),
    (["practice", "reveal", "--question", "-1"], "--question"),
    (["practice", "config", "get", "colour"], "show-choices"),
    (["practice", "config", "set", "show-choices", "on"], "yes or no"),
    (["practice", "config", "set", "new-per-day", "ten"], "a whole number"),
    (["practice", "config", "set", "new-per-day", "-1"], "no negative numbers"),
    (["practice", "--plian"], "--plian"), (["profile"], "show"),
    (["profile", "regster"], "register"),
    (["profile", "register"], "name"),
  ]) func wrongUsageIsTwo(arguments: [String], hint: String) throws {
    let outcome = try Outcome(
      Programs.memorize, arguments, environment: ["DBUS_SESSION_BUS_ADDRESS": "disabled:"])
    // A verb that only leads to others prints its help.
    let leads = [["profile"], ["practice", "config"]].contains(arguments)
    #expect(outcome.code == (leads ? 0 : 2))
    #expect((outcome.errors + outcome.output).contains(hint), "\(outcome.errors)")
  }

  @Test(arguments: ["Al", "  A  ", ""]) func aNameThatIsNoneIsRefused(name: String) throws {
    let desk = try Desk()
    let outcome = try desk.memorize("profile", "register", name, "--json")
    #expect(outcome.code == 5)
    #expect(outcome.json.object("error").text("name") == "InvalidName")
    #expect(try desk.memorize("profile", "show").output.hasPrefix("Nobody is registered"))
  }
}
