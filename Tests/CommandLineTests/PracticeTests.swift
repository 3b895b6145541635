import Foundation
import TestSupport
import Testing

/// The verbs of `practice` that change a session, with the service itself.
@Suite(.timeLimit(.minutes(30))) struct PracticeTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.addLetters()
  }

  private func start(_ options: String...) throws -> Outcome {
    try desk.memorize(["practice", "start", "--deck", "Letters", "--questions", "3"] + options)
  }

  @Test func aSessionIsAnsweredToItsEnd() throws {
    let started = try start()
    #expect(started.code == 0 && started.errors.isEmpty)
    let lines = started.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "started: Letters, 3 questions")
    #expect(lines[1].contains(/^1\/3  ([a-e]) \[\1\1\]$/))
    #expect(lines[2...].map { $0.prefix(5) } == ["  1  ", "  2  ", "  3  "])
    #expect(try desk.memorize("practice").output == lines[1...].joined(separator: "\n"))

    let question = try desk.question().text
    let plain = try desk.memorize("practice", "--plain").output.split(separator: "\n")
    #expect(plain[0] == "question\t1\t3\t\(question)\t\(question)\(question)\tchoices\tasking")
    let wrong = try desk.answerWrong()
    #expect(wrong.code == 0)
    #expect(wrong.output.hasPrefix("wrong: \(question) is not “"))
    // The same question stays, with the same choices.
    #expect(wrong.output.hasSuffix(lines[1...].joined(separator: "\n")))
    let right = try desk.answerRight()
    #expect(right.output.hasPrefix("right: \(question) = \(question.uppercased())\n2/3  "))
    try desk.answerRight("--quiet")
    #expect(
      try desk.memorize("practice", "status").output
        == "Letters: 3/3, 2 right, 1 wrong, 1 on the first try; 0 due, 8 new")
    let last = try desk.answerRight()
    #expect(last.output.hasSuffix("\nWell done: 2 of 3 on the first try"))
    #expect(try desk.memorize("practice", "show").output == "Well done: 2 of 3 on the first try")
    #expect(
      try desk.memorize("practice", "status").output
        == "Letters: finished, 3 right, 1 wrong, 2 on the first try; 0 due, 7 new")
    #expect(try desk.memorize("practice", "restart").output.hasPrefix("started: Letters, 3 q"))
  }

  /// `memorize practice --mode typed` was an unknown option.
  @Test func theQueueTakesTheOptionsOfASession() throws {
    let resumed = try desk.memorize("practice", "--json").json.object("practice")
    #expect(resumed.text("mode") == "choices" && resumed.text("deck") == "")
    let typed = try desk.memorize("practice", "--mode", "typed", "--json").json.object("practice")
    #expect(typed.text("mode") == "typed" && typed.text("deck") == "")
    let one = try desk.memorize(
      "practice", "--deck", "letters", "--direction", "backward", "--questions", "2", "--json")
    let session = one.json.object("practice")
    #expect(session.text("deck") == "Letters" && session.number("questions") == 2)
    #expect(session.text("direction") == "backward")
    let unknown = try desk.memorize("practice", "--deck", "leters")
    #expect(unknown.code == 6 && unknown.errors.contains("“Letters”"))
    // What was asked for is not there: the session in progress is not resumed in its stead.
    try desk.memorize("practice", "config", "set", "new-per-day", "0", "--quiet")
    let nothing = try desk.memorize("practice", "--deck", "letters")
    #expect(nothing.code == 5 && nothing.output.isEmpty)
  }
}
