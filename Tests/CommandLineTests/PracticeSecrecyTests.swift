import TestSupport
import Testing

/// No output reveals the right choice before the question is answered.
@Suite(.timeLimit(.minutes(30))) struct PracticeSecrecyTests {
  /// Every way to look at a session, in each form of output.
  private func looks(_ desk: Desk, and others: [[String]] = []) throws -> [String] {
    try ([["show"], ["status"], ["decks"], ["stats"]] + others).flatMap { verb in
      try [[], ["--plain"], ["--json"]].map { form in
        try desk.memorize(["practice"] + verb + form).output
      }
    }
  }

  /// The answers are capitals, otherwise used only in the deck's name.
  private func answers(in text: String) -> [Character] {
    text.replacing("Capitals", with: "").filter { ("A"..."E").contains($0) }.map { $0 }
  }

  @Test(arguments: ["typed", "recall"]) func withoutChoicesNoAnswerIsPrinted(mode: String) throws {
    let desk = try Desk()
    try desk.addLetters()
    let start = ["start", "--deck", "Letters", "--mode", mode]
    for output in try looks(desk, and: [start, ["restart"]]) { #expect(answers(in: output) == []) }
    guard mode == "typed" else { return }
    for _ in 0..<3 {
      let wrong = try desk.memorize("practice", "answer", "x", "--json").output
      #expect(answers(in: wrong) == [])
      for output in try looks(desk) { #expect(answers(in: output) == []) }
    }
  }

  // Who learns to read must not be told the reading before the answer.
  @Test(arguments: ["choices", "typed", "recall"])
  func aHiddenReadingIsNotPrinted(mode: String) throws {
    let desk = try Desk()
    try desk.addLetters()
    try desk.memorize("practice", "config", "set", "reading", "with-answer", "--quiet")
    let start = ["start", "--deck", "Letters", "--mode", mode]
    for output in try looks(desk, and: [start, ["restart"], ["watch", "--count", "1"]]) {
      #expect(!output.contains(/\b([a-e])\1\b/), "\(output)")
    }
    guard mode != "recall" else { return }
    let wrong = try mode == "typed" ? desk.memorize("practice", "answer", "x") : desk.answerWrong()
    for output in try [wrong.output] + looks(desk) {
      #expect(!output.contains(/\b([a-e])\1\b/), "\(output)")
    }
  }

  @Test func allChoicesArePrintedAlike() throws {
    let desk = try Desk()
    try desk.addLetters()
    try desk.memorize("practice", "start", "--deck", "Letters", "--questions", "5", "--quiet")
    for _ in 0..<5 {
      let practice = try desk.practice()
      let choices = try #require(practice["choices"] as? [String]).joined()
      for output in try looks(desk) {
        #expect(["", choices].contains(String(answers(in: output))))
      }
      let given = try desk.rightChoice(of: practice) % 3
      let wrong = try desk.answerWrong("--plain").output
      // The wrong one that was given, then all of them in the same order.
      #expect(String(answers(in: wrong)) == Array(choices)[given].description + choices)
      try desk.answerRight("--quiet")
    }
  }
}
