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

  /// A right answer must never be printed in the learner's own spelling.
  @Test func typedAnswersAreWords() throws {
    try desk.memorize(
      "theme", "add", "Greetings", "", "un = good day; deux = yes; trois = -3", "--quiet")
    let started = try desk.memorize(
      "practice", "start", "--deck", "Greetings", "--mode", "typed", "--plain")
    #expect(!started.output.contains("\nchoice\t"))
    let answers = ["un": ["Good", "DAY!"], "deux": ["yes"], "trois": ["--", "-3"]]
    let cards = ["un": "good day", "deux": "yes", "trois": "-3"]
    for number in 1...3 {
      let asked = try desk.practice()
      #expect(asked.number("question_number") == number)
      let wrong = try desk.memorize("practice", "answer", "no", "--json")
      #expect(wrong.json.object("response")["correct"] as? Bool == false)
      let words = try #require(answers[asked.text("question") ?? ""])
      let right = try desk.memorize(["practice", "answer", "--json"] + words)
      let response = right.json.object("response")
      #expect(response["correct"] as? Bool == true, "\(right.errors)")
      #expect(response.text("answer") == cards[asked.text("question") ?? ""])
    }
    #expect(try desk.memorize("practice", "status", "--exit-code").code == 10)
    try desk.memorize(
      "practice", "start", "--deck", "Greetings", "--mode", "typed", "--direction", "backward",
      "--quiet")
    let question = try desk.question().text
    let spelled = try #require(cards.first { $0.value == question }?.key.uppercased())
    let outcome = try desk.memorize("practice", "answer", spelled).output
    #expect(
      outcome.hasPrefix("right: \(question) = \(spelled.lowercased()) (you wrote \(spelled))\n"))
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

  @Test func startTakesItsOptions() throws {
    func session(_ options: String...) throws -> [String: Any] {
      let outcome = try desk.memorize(["practice", "start", "--json"] + options)
      #expect(outcome.code == 0, "\(outcome.errors)")
      return outcome.json.object("practice")
    }
    let first = try session()
    #expect(first.text("deck") == "Japanese basics" && first.number("questions") == 5)
    let backward = try session("--deck", "letters", "--direction", "backward", "--questions", "20")
    #expect(backward.text("deck") == "Letters" && backward.number("questions") == 5)
    #expect(["A", "B", "C", "D", "E"].contains(backward.text("question")))
    #expect((backward["choices"] as? [String])?.allSatisfy { Desk.letters.contains($0) } == true)
    // Without a name the last deck is used, but what is due is practised over all decks.
    let queue = try session("--mode", "typed", "--questions", "20", "--due")
    #expect(queue.text("deck") == "" && queue.number("questions") == 10)
    let typed = try session("--mode", "typed", "--questions", "1")
    #expect(typed.text("deck") == "Letters" && typed.text("mode") == "typed")
    #expect((typed["choices"] as? [String]) == [])
    try desk.memorize("practice", "config", "set", "questions-per-session", "4", "--quiet")
    #expect(try session().number("questions") == 4)
  }
}
