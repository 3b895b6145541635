import DBus
import MemorizeBus
import TestSupport
import Testing

@testable import memorize_notify

/// A session's questions as bubbles, answered by clicks.
@Suite struct QuestionTests {
  @Test func aQuestionIsABubbleWhoseButtonsAreTheChoices() throws {
    let (desk, question) = try PracticeStage.practising()
    #expect(question.summary == "1/3: はい [said]" && question.body == "1. yes\n2. no\n3. thanks")
    #expect(question.buttons == ["yes", "no", "thanks", "Reveal", "Stop"])
    #expect(question.timeout == 0)
    #expect(
      question.hints["transient"] == .boolean(false) && question.hints["urgency"] == .byte(1))
    #expect(question.hints["category"] == .string("x-memorize.question"))
    #expect(question.hints["value"] == .int32(0) && question.hints["sound-name"] == nil)
    #expect(question.replaced == 0 && desk.practice.calls == ["Start"])
    // A server that keeps a bubble after its action is asked to close it.
    #expect(try desk.server.closed == [desk.server.requests[0].id])
  }

  @Test func itCanBeRevealedAndStopped() throws {
    let (desk, question) = try PracticeStage.practising()
    try desk.server.click("Reveal", on: question)
    let next = try desk.bubble(3)
    #expect(next.summary == "✗ はい = yes")
    try desk.server.click("Stop", on: next)
    try desk.stage.waits { (try? desk.server.closed.last) == next.id }
    try desk.settle()
    #expect(desk.practice.calls == ["Start", "Reveal 1", "Stop"])
    #expect(try desk.server.requests.count == 3)
  }

  /// Many servers take a bubble away when an action was chosen.
  @Test func aServerMayCloseTheBubbleAtAClick() throws {
    let (desk, question) = try PracticeStage.practising()
    try desk.server.click("no", on: question)
    try desk.server.expire(question.id)
    let again = try desk.bubble(3)
    #expect(again.summary == "✗ no" && again.replaced == 0 && again.id != question.id)
  }

  /// The button of a bubble that has been replaced must not answer another question.
  @Test func aStaleClickAnswersNothing() throws {
    let (desk, first) = try PracticeStage.asking()
    let server = try desk.server
    // Before the server has replaced it.
    server.onNotify = { [unowned server] _ in try server.click("no", on: first) }
    _ = try desk.practice.answer(1, choice: 0)
    let second = try desk.bubble(2)
    #expect(first.id == second.id && first.actions == second.actions)
    let known = desk.practice.calls.count
    // Nor a question of the same number in an earlier session.
    server.onNotify = { [unowned server] _ in try server.click("yes", on: first) }
    try desk.practice.begin([1, 0])
    let other = try desk.bubble(3)
    #expect(desk.practice.calls.count == known)
    server.onNotify = nil
    try desk.server.click("no", on: other)
    #expect(try desk.bubble(4).summary == "✓ いいえ = no")
  }

  /// Somebody else was faster, and the notifier does not know it yet.
  @Test func aLateClickIsRefusedAndShowsTheState() throws {
    let (desk, first) = try PracticeStage.asking()
    desk.practice.onCall = { [practice = desk.practice] in
      practice.onCall = nil
      _ = try practice.answer(1, choice: 0)
    }
    try desk.server.click("no", on: first)
    let second = try desk.bubble(2)
    #expect(second.summary == "✓ はい = yes" && second.body.hasPrefix("2/3: いいえ"))
    #expect(desk.practice.session.wrong == 0)
  }

  @Test func anAnswerThatCannotBeStoredIsReported() throws {
    let (desk, question) = try PracticeStage.practising()
    desk.practice.refusals["Answer"] = BusError(.storageFailed, "The disk is full.")
    try desk.server.click("yes", on: question)
    let again = try desk.bubble(3)
    #expect(again.summary == "The disk is full." && again.body.hasPrefix("1/3: はい"))
    desk.practice.refusals = [:]
    try desk.server.click("yes", on: again)
    #expect(try desk.bubble(4).summary == "✓ はい = yes")
  }

  @Test func closingItLeavesTheSessionAlone() throws {
    let (desk, question) = try PracticeStage.asking()
    try desk.server.expire(question.id)
    try desk.settle()
    _ = try desk.practice.answer(1, choice: 1)
    try desk.settle()
    #expect(try desk.server.requests.count == 1)
    _ = try desk.practice.answer(1, choice: 0)
    let next = try desk.bubble(2)
    #expect(next.summary == "✓ はい = yes" && next.replaced == 0)
    #expect(desk.practice.session.state == "asking")
  }

  @Test(arguments: [false, true]) func itGoesWithTheSession(byStop: Bool) throws {
    let (desk, question) = try PracticeStage.asking([0])
    // Finished by another client, which shows the result itself.
    if byStop { try desk.practice.end() } else { _ = try desk.practice.answer(1, choice: 0) }
    try desk.stage.waits { (try? desk.server.closed) == [question.id] }
    try desk.settle()
    #expect(try desk.server.requests.count == 1)
  }

  @Test func anotherServerShowsItAgain() throws {
    let (desk, _) = try PracticeStage.practising()
    desk.stage.endServer()
    try desk.settle()
    try desk.stage.startServer(features: ["body"])
    let question = try desk.bubble(1)
    #expect(question.summary == "1/3: はい [said]" && question.replaced == 0)
  }

  /// Of each topic the newest waits; neither topic holds the other up.
  @Test func gameAndPracticeWaitForAServerThatIsSlow() throws {
    let (stage, server) = try Stage.dealt("--questions")
    server.onNotify = { _ in
      server.onNotify = nil
      try stage.flip(1, 5)
      _ = try stage.game.callAndWait(PracticeContract.start, [:])
      try stage.settle()
      try stage.flip(2, 4)
      try stage.settle()
    }
    try stage.bubble(3, flipping: 0, 6)
    #expect(server.requests.count == 3)
    #expect(server.summaries[1].hasPrefix("1/5: ") && server.summaries[2] == "Match: 🍬")
    #expect(server.requests[2].replaced == server.requests[0].id)
  }

  @Test func theNotifiersEndTakesAllAwayThatHasToGo() throws {
    let (stage, server) = try Stage.dealt("--questions", "--show-flips")
    try stage.bubble(1, flipping: 0)
    _ = try stage.game.callAndWait(PracticeContract.start, [:])
    try stage.bubble(2)
    stage.notifier.signal(15)
    try stage.waits { server.closed.count == 2 }
    #expect(Set(server.closed) == Set(server.requests.map(\.id)))
    #expect(stage.notifier.codeInTime == 0)
  }
}
