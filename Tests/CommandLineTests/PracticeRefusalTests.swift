import TestSupport
import Testing

/// The refusals of the practice verbs, and their exit codes.
@Suite(.timeLimit(.minutes(30))) struct PracticeRefusalTests {
  /// A click on a question that is gone answers nothing.
  @Test(arguments: [["answer", "1"], ["answer", "no choice"], ["reveal"], ["grade", "3"]])
  func aStaleQuestionIsRefused(words: [String]) throws {
    let desk = try Desk()
    try desk.memorize("practice", "start", "--quiet")
    let outcome = try desk.memorize(["practice"] + words + ["--question", "2", "--verbose"])
    #expect(outcome.code == 5 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("(QuestionChanged)"), "\(outcome.errors)")
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
}
