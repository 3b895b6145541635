import DBus
import MemorizeBus
import TestSupport
import Testing

@testable import memorize_notify

/// A session's questions as bubbles, answered by clicks.
@Suite struct QuestionTests {
  @Test func aQuestionIsABubbleWhoseButtonsAreTheChoices() throws {
    let (stage, question) = try PracticeStage.practicing()
    #expect(question.summary == "はい")
    #expect(
      question.lines == ["said", "1. yes · 2. no · 3. thanks", "<i>Japanese, 1/3</i>"])
    #expect(question.buttons == ["yes", "no", "thanks", "Reveal", "Stop"])
    #expect(question.timeout == 0)
    #expect(
      question.hints["transient"] == .boolean(false) && question.hints["urgency"] == .byte(1))
    #expect(question.hints["category"] == .string("x-memorize.question"))
    #expect(question.hints["value"] == .int32(0) && question.hints["sound-name"] == nil)
    #expect(question.replaced == 0 && stage.practice.calls == ["Start"])
    // A server that keeps a bubble after its action is asked to close it.
    #expect(try stage.server.closed == [stage.server.requests[0].id])
  }

  @Test func revealAndStop() throws {
    let (stage, question) = try PracticeStage.practicing()
    try stage.server.click("Reveal", on: question)
    let next = try stage.bubble(3)
    #expect(next.summary == "いいえ" && next.lines.contains("✗ はい = yes"))
    try stage.server.click("Stop", on: next)
    try stage.base.waits { (try? stage.server.closed.last) == next.id }
    try stage.settle()
    #expect(stage.practice.calls == ["Start", "Reveal 1", "Stop"])
    #expect(try stage.server.requests.count == 3)
  }

  /// Many servers take a bubble away when an action was chosen.
  @Test func aServerMayCloseTheBubbleAtAClick() throws {
    let (stage, question) = try PracticeStage.practicing()
    try stage.server.click("no", on: question)
    try stage.server.expire(question.id)
    let again = try stage.bubble(3)
    #expect(again.lines.contains("✗ no") && again.replaced == 0 && again.id != question.id)
  }

  /// The button of a bubble that has been replaced must not answer another question.
  @Test func aStaleClickAnswersNothing() throws {
    let (stage, first) = try PracticeStage.asking()
    let server = try stage.server
    // Before the server has replaced it.
    server.onNotify = { [unowned server] _ in try server.click("no", on: first) }
    _ = try stage.practice.answer(1, choice: 0)
    let second = try stage.bubble(2)
    #expect(first.id == second.id && first.actions == second.actions)
    let known = stage.practice.calls.count
    // Nor a question of the same number in an earlier session.
    server.onNotify = { [unowned server] _ in try server.click("yes", on: first) }
    try stage.practice.begin([1, 0])
    let other = try stage.bubble(3)
    #expect(stage.practice.calls.count == known)
    server.onNotify = nil
    try stage.server.click("no", on: other)
    #expect(try stage.bubble(4).lines.contains("✓ いいえ = no"))
  }

  /// Somebody else was faster, and the notifier does not know it yet.
  @Test func aLateClickIsRefusedAndShowsTheState() throws {
    let (stage, first) = try PracticeStage.asking()
    stage.practice.onCall = { [practice = stage.practice] in
      practice.onCall = nil
      _ = try practice.answer(1, choice: 0)
    }
    try stage.server.click("no", on: first)
    let second = try stage.bubble(2)
    #expect(second.summary == "いいえ" && second.lines.contains("✓ はい = yes"))
    #expect(stage.practice.session.wrong == 0)
  }

  @Test func anAnswerThatCannotBeStoredIsReported() throws {
    let (stage, question) = try PracticeStage.practicing()
    stage.practice.refusals["Answer"] = BusError(.storageFailed, "The disk is full.")
    try stage.server.click("yes", on: question)
    let again = try stage.bubble(3)
    #expect(again.summary == "はい" && again.lines.contains("The disk is full."))
    stage.practice.refusals = [:]
    try stage.server.click("yes", on: again)
    #expect(try stage.bubble(4).lines.contains("✓ はい = yes"))
  }

  /// In a terminal, say.
  @Test func anAnswerRevealedByOthersShowsAtLeastTheGrades() throws {
    let (stage, _) = try PracticeStage.asking()
    stage.practice.refusals["Reveal"] = BusError(.storageFailed, "The disk is full.")
    try stage.practice.publish { ($0.mode, $0.state, $0.choices) = ("recall", "revealed", []) }
    #expect(try stage.bubble(2).buttons.count == 5)
    #expect(stage.practice.calls == ["Reveal 1"])
  }

  @Test func closingItLeavesTheSessionAlone() throws {
    let (stage, question) = try PracticeStage.asking()
    try stage.server.expire(question.id)
    try stage.settle()
    _ = try stage.practice.answer(1, choice: 1)
    try stage.settle()
    #expect(try stage.server.requests.count == 1)
    _ = try stage.practice.answer(1, choice: 0)
    let next = try stage.bubble(2)
    #expect(next.summary == "いいえ" && next.replaced == 0)
    #expect(stage.practice.session.state == "asking")
  }

  @Test(arguments: [false, true]) func theBubbleClosesWithItsSession(byStop: Bool) throws {
    let (stage, question) = try PracticeStage.asking([0])
    // Finished by another client, which shows the result itself.
    if byStop { try stage.practice.end() } else { _ = try stage.practice.answer(1, choice: 0) }
    try stage.base.waits { (try? stage.server.closed) == [question.id] }
    try stage.settle()
    #expect(try stage.server.requests.count == 1)
  }

  @Test func anotherServerShowsItAgain() throws {
    let (stage, _) = try PracticeStage.practicing()
    stage.base.endServer()
    try stage.settle()
    try stage.base.startServer(features: ["body"])
    let question = try stage.bubble(1)
    #expect(question.summary == "はい" && question.replaced == 0)
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
    #expect(server.requests[1].body.contains(", 1/5</i>") && server.summaries[2] == "Match: 🍬")
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
