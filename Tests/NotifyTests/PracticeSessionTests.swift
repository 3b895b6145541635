import DBus
import MemorizeBus
import TestSupport
import Testing

@testable import Store
@testable import memorize_notify

/// Whole sessions with the real daemon, answered by clicks.
@Suite struct PracticeSessionTests {
  /// No test once went from the service's timer to the screen.
  @Test func theServicesQuestionIsAskedAndWithdrawn() throws {
    let stage = try Stage()
    func state() throws -> PracticeState {
      try stage.player.wait { stage.game.state(of: PracticeContract.self, completion: $0) }
    }
    _ = try stage.game.callAndWait(
      PracticeContract.start, ["mode": .string("recall"), "questions": .uint32(2)])
    for number in 1...2 as ClosedRange<UInt32> {
      _ = try stage.game.callAndWait(PracticeContract.reveal, number)
      _ = try stage.game.callAndWait(PracticeContract.grade, number, 3)
    }
    stage.killDaemon()
    let path = stage.bus.files.path("state/memorize/memorize.sqlite")
    try Database(path: path).execute("UPDATE schedule SET reviewed_on = 0")
    try stage.startDaemon()
    try stage.set("QuestionEvery", .uint32(5))
    let question = try stage.bubble(1)
    #expect(question.body.hasSuffix("<i>Japanese basics</i>"))
    let asked = try state()
    #expect(asked.isInProgress && asked.questions == 1 && asked.due == 2)
    // The question goes with the notifier, and leaves no rating.
    stage.notifier.signal(9)
    stage.notifier.wait()
    try stage.waits { (try? state().isInProgress) == false }
    #expect(try state().due == 2)
  }

  @Test func choices() throws {
    let session = try SessionStage("choices", person: "Ada")
    // A bubble must never reveal the right choice: they come in the service's order.
    #expect(try session.last.buttons == session.state.choices + ["Reveal", "Stop"])
    let answer = try session.answer
    let wrong = try #require(session.state.choices.first { $0 != answer })
    let again = try session.click(wrong)
    #expect(again.lines.contains("✗ \(wrong)") && !again.buttons.contains(wrong))
    for place in 1...3 {
      let (answer, praise) = (try session.answer, try session.praise)
      let buttons = try session.last.buttons
      #expect(buttons.contains(answer) && buttons.count == (place == 1 ? 4 : 5))
      let next = try session.click(answer)
      #expect(next.lines.first == praise)
    }
    let result = try session.last
    #expect(result.summary == "Well done, Ada: 2 of 3 on the first try")
    #expect(result.body.hasSuffix("Numbers: 1 wrong"))
    #expect(try session.click("Again").body.hasSuffix("<i>Numbers, 1/3</i>"))
    #expect(try session.server.requests.dropFirst().allSatisfy { $0.replaced == 1 })
  }

  @Test func recall() throws {
    let session = try SessionStage("recall")
    for place in 1...3 {
      let (answer, praise) = (try session.answer, try session.praise)
      let shown = try place == 2 ? session.revealElsewhere() : session.click("Reveal")
      let grades = ["1 Again, 1 day", "2 Hard, 1 day", "3 Good, 2 days", "4 Easy, 8 days"]
      #expect(shown.lines.prefix(2) == ["Answer: \(answer)", grades.joined(separator: " · ")])
      #expect(shown.buttons == grades + ["Stop"])
      let next = try session.click("3 Good, 2 days")
      #expect(next.lines.first == praise)
      #expect(place < 3 || next.summary == "Well done: 3 of 3 on the first try")
    }
  }

  @Test func typed() throws {
    let session = try SessionStage("typed", terminal: "echo practiced >&2; exit 7")
    #expect(try session.last.buttons == ["Practice in the terminal", "Reveal", "Stop"])
    let (question, answer) = (try session.question, try session.answer)
    #expect(try session.click("Reveal").lines.first == "✗ \(question) = \(answer)")
    // Another client types the rest, and shows the last outcome itself. A bubble that repeats the
    // learner's own spelling would teach it.
    for _ in 1...2 {
      let praise = try session.praise
      #expect(try session.typeElsewhere(session.answer.uppercased()).lines.first == praise)
    }
    let last = try session.last
    try session.server.click("Practice in the terminal", on: last)
    try session.base.waits { (try? session.server.closed) == [last.id] }
    #expect(session.base.notifier.errors.waits(for: "practiced"))
    #expect(session.base.notifier.errors.waits(for: "exited with status 7"))
    try session.answerElsewhere(answer)
    try session.base.settle()
    #expect(try session.state.isFinished && session.server.requests.count == 4)
  }

  @Test func choicesAreShownOnDemand() throws {
    let session = try SessionStage("choices", showsChoices: false)
    let question = try session.last
    #expect(
      question.body == "<i>Numbers, 1/3</i>"
        && question.buttons == ["Show choices", "Reveal", "Stop"])
    let (answer, choices) = (try session.answer, try session.state.choices)
    let shown = try session.click("Show choices")
    #expect(shown.buttons.starts(with: choices) && shown.replaced == question.id)
    let wrong = try #require(choices.first { $0 != answer })
    #expect(
      try session.click(wrong).buttons.starts(with: choices.filter { $0 != wrong }),
      "Once shown they stay for that question.")
    #expect(try session.click(answer).buttons.first == "Show choices")
    // The setting takes effect at once.
    let count = try session.server.requests.count
    try session.base.set("ShowChoices", .boolean(true))
    #expect(try session.base.bubble(count + 1).buttons.starts(with: session.state.choices))
  }

  @Test func aSessionOutlivesTheDaemonAndItsBubbleComesBack() throws {
    let session = try SessionStage("choices")
    let first = try session.last
    session.base.killDaemon()
    try session.base.waits { (try? session.server.closed) == [first.id] }
    try session.base.startDaemon()
    let again = try session.base.bubble(2)
    #expect(again.summary == first.summary && again.actions == first.actions)
    let praise = try session.praise
    #expect(try session.click(session.answer).lines.first == praise)
  }
}
