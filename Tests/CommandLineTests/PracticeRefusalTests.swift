import TestSupport
import Testing

/// The refusals of the practice verbs, and their exit codes.
@Suite(.timeLimit(.minutes(30))) struct PracticeRefusalTests {
  /// A click on a question that is gone answers nothing.
  @Test(arguments: [["answer", "1"], ["answer", "no choice"], ["reveal"], ["grade", "3"]])
  func aStaleQuestionIsRefused(words: [String]) throws {
    let desk = try Desk()
    try desk.memorize("practice", "start", "--quiet")
    for number in ["0", "2", "4294967295"] {
      let outcome = try desk.memorize(["practice"] + words + ["--question", number])
      #expect(outcome.code == 5 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("(QuestionChanged)"), "\(outcome.errors)")
    }
    #expect(try desk.practice().number("revision") == 1)
    #expect(try desk.memorize("practice", "answer", "1", "--question", "1").code == 0)
  }

  @Test(arguments: ["0", "4", "-", "18446744073709551616", "one", "", "01x"])
  func anAnswerThatIsNoChoiceIsRefused(word: String) throws {
    let desk = try Desk()
    try desk.memorize("practice", "start", "--quiet")
    let outcome = try desk.memorize("practice", "answer", "--", word)
    #expect(outcome.code == 5)
    #expect(outcome.errors.contains("a number from 1 to 3"))
    #expect(try desk.practice().number("wrong") == 0)
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
}
