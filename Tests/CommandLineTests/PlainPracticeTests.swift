import Foundation
import TestSupport
import Testing

/// `memorize practice play --plain` through pipes, as a screen reader's terminal would have it.
@Suite(.timeLimit(.minutes(30))) struct PlainPracticeTests {
  private func begin(_ desk: Desk, _ options: String...) throws -> Dialogue {
    try Dialogue(desk, ["practice", "play", "--plain", "--deck", "Numbers"] + options)
  }

  @Test func aWholeSession() throws {
    let desk = try Desk.withNumbers()
    try desk.memorize("profile", "register", "Ada", "--quiet")
    let dialogue = try begin(desk)
    #expect(dialogue.next == "Numbers: choices")
    var last = ""
    for number in 1...5 {
      let shown = try dialogue.question(number)
      if number == 1 {
        dialogue.type("frobnicate")
        #expect(dialogue.next?.contains("help") == true)
        dialogue.type("4", expecting: "there is no choice 4: the choices are 1 to 3")
        dialogue.type("0", expecting: "there is no choice 0: the choices are 1 to 3")
        dialogue.type("grade 3", expecting: "refused: …")
      }
      if number == 2 {
        dialogue.type(shown.wrong[0].key, expecting: "wrong: \(shown.wrong[0].word)")
        dialogue.type("choices")
        let again = (1...3).map { _ in dialogue.next ?? "" }
        #expect(
          again.filter { $0.hasSuffix(" (wrong)") }.map { $0.dropLast(8) } == [
            "\(shown.wrong[0].key) \(shown.wrong[0].word)"
          ])
        dialogue.type("score", expecting: "1 of 5 right, 1 on the first try, 1 wrong, 0 due")
      }
      dialogue.type(
        number == 3 ? "text \(shown.right.word)" : shown.right.key,
        expecting: "right: \(shown.question) = \(shown.right.word)")
      last = shown.question
    }
    #expect(dialogue.next == "Well done, Ada: 4 of 5 on the first try")
    dialogue.type("undo")
    #expect(try dialogue.question(5).question == last)
    dialogue.type("restart")
    let first = try dialogue.question(1)
    dialogue.type("reveal", expecting: "wrong: \(first.question)")
    // It is asked again later.
    _ = try dialogue.question(1)
    #expect(dialogue.next == "answer: \(first.question) = \(first.right.word)")
    dialogue.type("quit")
    #expect(dialogue.next == nil)
    #expect(dialogue.program.wait() == 0)
    #expect(dialogue.program.errors.rest().isEmpty)
  }

  @Test func aReadingIsPrintedWithItsAnswer() throws {
    let desk = try Desk.withNumbers()
    try desk.memorize("practice", "config", "set", "reading", "with-answer", "--quiet")
    let typed = try begin(desk, "--mode", "typed")
    #expect(typed.next == "Numbers: typed")
    let (question, answer) = try desk.question()
    #expect(typed.next == "1/5: \(question)")
    typed.type(answer, expecting: "right: \(question) = \(answer)")
    #expect(typed.next == "reading: said \(question)")
    let second = try desk.question()
    #expect(typed.next == "2/5: \(second.text)")
    typed.type("reveal", expecting: "wrong: \(second.text)")
    #expect(typed.next?.hasPrefix("2/5: ") == true)
    #expect(typed.next == "answer: \(second.text) = \(second.answer)")
    #expect(typed.next == "reading: said \(second.text)")
    typed.type("quit")
    let recall = try begin(desk, "--mode", "recall", "--direction", "backward")
    #expect(recall.next == "Numbers: recall, backward")
    let word = try #require(try desk.practice().text("question"))
    let german = try #require(Desk.numbers.first { $0.value == word }?.key)
    #expect(recall.next == "1/5: \(word)")
    recall.type("reveal", expecting: "answer: \(german)")
    #expect(recall.next == "reading: said \(german)")
    #expect(recall.next?.hasPrefix("grade: ") == true)
  }

  @Test func hiddenChoicesArePrintedOnDemand() throws {
    let desk = try Desk.withNumbers()
    try desk.memorize("practice", "config", "set", "show-choices", "no", "--quiet")
    let dialogue = try begin(desk)
    _ = dialogue.next
    let practice = try desk.practice()
    let question = try #require(practice.text("question"))
    let choices = try #require(practice["choices"] as? [String])
    #expect(dialogue.next == "1/5: \(question) [said \(question)]")
    dialogue.type("1", expecting: "choices are hidden: “choices” shows them")
    dialogue.type("choices")
    #expect(
      [dialogue.next, dialogue.next, dialogue.next]
        == choices.enumerated().map { "\($0 + 1) \($1)" })
    try desk.answerRight("--quiet")
    #expect(dialogue.next?.hasPrefix("right: ") == true)
    #expect(dialogue.next?.hasPrefix("2/5: ") == true)
    dialogue.type("question", expecting: "2/5: …")
  }

  @Test func changesByOthersArePrinted() throws {
    let desk = try Desk.withNumbers()
    let dialogue = try begin(desk)
    _ = dialogue.next
    let shown = try dialogue.question(1)
    try desk.answerRight("--quiet")
    #expect(dialogue.next == "right: \(shown.question) = \(shown.right.word)")
    _ = try dialogue.question(2)
    try desk.memorize("practice", "stop", "--quiet")
    #expect(dialogue.next == "no session: “new” starts one")
    desk.killDaemon()
    #expect(dialogue.next == "offline")
    dialogue.type("1", expecting: "refused: …")
    try desk.startDaemon()
    #expect(dialogue.next == "no session: “new” starts one")
    dialogue.type("new")
    _ = try dialogue.question(1)
    desk.bus.kill()
    #expect(dialogue.program.wait() == 3)
    #expect(dialogue.program.errors.rest().contains("session bus was lost"))
  }
}

extension Dialogue {
  fileprivate func question(_ number: Int) throws -> ShownQuestion {
    let line = try #require(next)
    #expect(line.hasPrefix("\(number)/5: ") && line.hasSuffix("]"))
    let choices = [next, next, next].map { $0 ?? "" }
    return try #require(ShownQuestion(([line] + choices).joined(separator: "\n")))
  }
}
