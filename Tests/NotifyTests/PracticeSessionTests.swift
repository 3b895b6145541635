import DBus
import MemorizeBus
import TestSupport
import Testing

@testable import Store
@testable import memorize_notify

/// Whole sessions with the real daemon, answered by clicks.
@Suite struct PracticeSessionTests {
  private static let answers = ["いち": "one", "に": "two", "さん": "three", "よん": "four"]

  /// Shows a session's first question.
  private func begin(_ mode: String, person: String? = nil) throws -> Stage {
    let stage = try Stage(["--questions", "--practice-command", "true"])
    let pairs = Value(Self.answers.map { Struct($0.key, $0.value, "") })
    _ = try stage.game.callAndWait(
      ThemesContract.add, ["name": .string("Numbers"), "pairs": pairs])
    if let person {
      _ = try stage.game.callAndWait(ProfileContract.register, person, false)
    }
    _ = try stage.game.callAndWait(
      PracticeContract.start,
      ["deck": .string("Numbers"), "questions": .uint32(3), "mode": .string(mode)])
    try stage.bubble(1)
    return stage
  }

  /// The question of a bubble: `いち` of `1/3: いち`.
  private func question(_ request: FakeServer.Request) -> String {
    let lines = [request.summary] + request.body.split(separator: "\n").map(String.init)
    let line = lines.first { $0.contains("/3: ") } ?? ""
    return String(line.drop { $0 != ":" }.dropFirst(2))
  }

  /// Clicks a button of the newest bubble, and returns the next bubble.
  private func click(_ label: String, _ stage: Stage) throws -> FakeServer.Request {
    let server = try stage.theServer
    try server.click(label, on: #require(server.requests.last))
    return try stage.bubble(server.requests.count + 1)
  }

  private func state(_ stage: Stage) throws -> PracticeState {
    try stage.player.wait { stage.game.state(of: PracticeContract.self, completion: $0) }
  }

  /// No test once went from the service's timer to the screen.
  @Test func theServicesQuestionIsAskedAndWithdrawn() throws {
    let stage = try Stage()
    _ = try stage.game.callAndWait(
      PracticeContract.start, ["mode": .string("recall"), "questions": .uint32(2)])
    for number in 1...2 as ClosedRange<UInt32> {
      _ = try stage.game.callAndWait(PracticeContract.reveal, number)
      _ = try stage.game.callAndWait(PracticeContract.grade, number, 3)
    }
    stage.killDaemon()
    let path = stage.bus.files.path("state/memorize/memorize.sqlite")
    try Database(path: path).execute("UPDATE schedule SET reviewed_at = 1000000")
    try stage.startDaemon()
    try stage.player.wait { done in
      stage.game.set(
        "QuestionEvery", of: SettingsContract.interface, to: .uint32(5), completion: done)
    }
    let question = try stage.bubble(1)
    #expect(question.summary.hasPrefix("1/1, Japanese basics: "))
    let asked = try state(stage)
    #expect(asked.isInProgress && asked.questions == 1 && asked.due == 2)
    // The question goes with the notifier, and leaves no rating.
    stage.notifier.signal(9)
    stage.notifier.wait()
    try stage.waits { (try? state(stage).isInProgress) == false }
    #expect(try state(stage).due == 2)
  }

  @Test func choices() throws {
    let stage = try begin("choices", person: "Ada")
    var last = try stage.bubble(1)
    // A bubble must never reveal the right choice: they come in the service's order.
    #expect(try last.buttons == state(stage).choices + ["Reveal", "Stop"])
    let wrong = try #require(state(stage).choices.first { $0 != Self.answers[question(last)] })
    last = try click(wrong, stage)
    #expect(last.summary == "✗ \(wrong)")
    for place in 1...3 {
      let question = question(last)
      let answer = try #require(Self.answers[question])
      #expect(last.buttons.contains(answer) && last.buttons.count == 5)
      last = try click(answer, stage)
      let outcome = "✓ \(question) = \(answer)"
      #expect(place < 3 ? last.summary == outcome : last.body.hasPrefix(outcome + "\n"))
    }
    #expect(last.summary == "Well done, Ada: 2 of 3 on the first try")
    #expect(last.body.hasSuffix("Numbers: 1 wrong"))
    last = try click("Again", stage)
    #expect(last.summary.hasPrefix("1/3: "))
    #expect(try stage.theServer.requests.dropFirst().allSatisfy { $0.replaced == 1 })
  }

  @Test func recall() throws {
    let stage = try begin("recall")
    for place in 1...3 {
      let question = question(try #require(stage.theServer.requests.last))
      let answer = try #require(Self.answers[question])
      let shown = try click("Reveal", stage)
      let grades = ["1 Again, 1 day", "2 Hard, 1 day", "3 Good, 2 days", "4 Easy, 8 days"]
      #expect(shown.body == "Answer: \(answer)\n" + grades.joined(separator: " · "))
      #expect(shown.buttons == grades + ["Stop"])
      let next = try click("3 Good, 2 days", stage)
      #expect((next.summary + "\n" + next.body).contains("✓ \(question) = \(answer)"))
      #expect(place < 3 || next.summary == "Well done: 3 of 3 on the first try")
    }
  }

  @Test func typed() throws {
    let stage = try begin("typed")
    let first = question(try stage.theServer.requests[0])
    let next = try click("Reveal", stage)
    #expect(next.summary == "✗ \(first) = \(Self.answers[first] ?? "")")
    #expect(next.body.hasPrefix("1/3: "))
    // Another client types the rest, and shows the last outcome itself. A bubble that repeats the
    // learner's own spelling would teach it.
    for place in 1...3 {
      let practice = try state(stage)
      let (number, question) = (practice.questionNumber, practice.question)
      let answer = try #require(Self.answers[question])
      _ = try stage.game.callAndWait(PracticeContract.answerText, number, answer.uppercased())
      if place < 3 { #expect(try stage.bubble(2 + place).summary == "✓ \(question) = \(answer)") }
    }
    #expect(try state(stage).state == "finished")
    try stage.waits { (try? stage.theServer.closed.isEmpty) == false }
  }

  @Test func aSessionOutlivesTheDaemonAndItsBubbleComesBack() throws {
    let stage = try begin("choices")
    let first = try stage.theServer.requests[0]
    stage.killDaemon()
    try stage.waits { (try? stage.theServer.closed) == [first.id] }
    try stage.startDaemon()
    try stage.bubble(2)
    let again = try stage.theServer.requests[1]
    #expect(again.summary == first.summary && again.actions == first.actions)
    let next = try click(try #require(Self.answers[question(again)]), stage)
    #expect(next.summary.hasPrefix("✓ "))
  }
}
