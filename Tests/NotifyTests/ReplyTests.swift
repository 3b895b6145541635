import DBus
import MemorizeBus
import TestSupport
import Testing

@testable import memorize_notify

/// Answers typed in the bubble, on a server with the capability `inline-reply`.
@Suite struct ReplyTests {
  private func practising(
    mode: String, server features: [String] = FakeServer.replyFeatures
  ) throws -> (PracticeStage, FakeServer.Request) {
    let desk = try PracticeStage(mode: mode, server: features)
    return (desk, try desk.practise())
  }

  @Test func aTypedAnswerIsTypedInTheBubble() throws {
    let (desk, question) = try practising(mode: "typed")
    #expect(
      question.labels == ["Practise in the terminal", "Answer", "Reveal", "Stop"]
        && question.actions[2] == "inline-reply")
    #expect(question.hints["x-kde-reply-placeholder-text"] == .string("Your answer"))
    #expect(question.hints["x-kde-reply-submit-button-text"] == .string("Answer"))
    try desk.server.reply("nope", to: question.id)
    let again = try desk.bubble(3)
    #expect(again.summary == "✗ nope" && again.body == "1/3: はい [said]")
    try desk.server.reply(" yes\n", to: again.id)
    let next = try desk.bubble(4)
    #expect(next.summary == "✓ はい = yes" && next.body == "2/3: いいえ")
    #expect(desk.practice.calls == ["Start", "AnswerText 1", "AnswerText 1"])
  }

  // What differed only in accents was called wrong, or passed for right.
  @Test func anAnswerWithoutItsAccentsIsAskedForOnceMore() throws {
    let (desk, question) = try practising(mode: "typed")
    try desk.server.reply(FakePractice.nearly, to: question.id)
    let again = try desk.bubble(3)
    #expect(again.summary == "≈ yes, not ÿes; once more" && again.body == "1/3: はい [said]")
    #expect(again.actions.contains("inline-reply"))
    try desk.server.reply("nope", to: again.id)
    #expect(try desk.bubble(4).summary == "✗ nope")
    try desk.server.reply("yes", to: again.id)
    #expect(try desk.bubble(5).summary == "✓ はい = yes")
  }

  /// The person grades: both answers are there to be compared.
  @Test func whatWasRecalledStandsBesideTheAnswer() throws {
    let (desk, question) = try practising(mode: "recall")
    #expect(question.buttons == ["Answer", "Reveal", "Stop"])
    try desk.server.reply("<yess>", to: question.id)
    let shown = try desk.bubble(3)
    #expect(shown.body.hasPrefix("Answer: yes\nYou: &lt;yess&gt;\n1 Again"))
    #expect(shown.buttons.count == 5 && !shown.actions.contains("inline-reply"))
    #expect(shown.hints["x-kde-reply-placeholder-text"] == nil)
    try desk.server.click("3 Good", on: shown)
    let next = try desk.bubble(4)
    try desk.server.click("Reveal", on: next)
    #expect(try desk.bubble(5).body.hasPrefix("Answer: no\n1 Again"))
    #expect(desk.practice.calls == ["Start", "Reveal 1", "Grade 1 3", "Reveal 2"])
  }

  @Test(arguments: ["", "  ", "\n\t\u{3000}"])
  func anEmptyReplyAnswersNothing(text: String) throws {
    let (desk, question) = try practising(mode: "typed")
    try desk.server.reply(text, to: question.id)
    // Pressing the button alone types nothing either.
    try desk.server.invoke(question.id, "inline-reply")
    try desk.settle()
    #expect(desk.practice.calls == ["Start"])
    try desk.server.reply("yes", to: question.id)
    #expect(try desk.bubble(3).summary == "✓ はい = yes")
  }

  /// Both bubbles have one id: until the server has taken the second, a reply is to the first.
  @Test func aReplyToAnEarlierQuestionAnswersNothing() throws {
    let (desk, first) = try practising(mode: "typed")
    try desk.server.onNotify = { [server = try desk.server] request in
      server.onNotify = nil
      try server.reply("no", to: request.id)
    }
    _ = try desk.practice.answer(1, text: "yes")
    let second = try desk.bubble(3)
    #expect(second.id == first.id && second.summary == "✓ はい = yes")
    #expect(desk.practice.calls == ["Start", "AnswerText 1"] && desk.practice.session.wrong == 0)
    try desk.server.reply("no", to: second.id)
    #expect(try desk.bubble(4).summary == "✓ いいえ = no")
  }

  /// A repetition must not answer the question that comes next.
  @Test func aBubbleTakesOneReply() throws {
    let (desk, question) = try practising(mode: "typed")
    for _ in 0..<5 { try desk.server.reply("yes", to: question.id) }
    #expect(try desk.bubble(3).summary == "✓ はい = yes")
    #expect(desk.practice.calls == ["Start", "AnswerText 1"])
  }

  @Test func onlyOurQuestionOfOurServerCounts() throws {
    let (desk, question) = try practising(mode: "typed")
    try desk.server.reply("yes", to: question.id + 1)
    try desk.stage.player.emit(
      DesktopNotifications.path, NotificationsContract.interface.name,
      NotificationsContract.replied.name, question.id, "yes")
    try desk.settle()
    #expect(desk.practice.calls == ["Start"])
    let (other, choices) = try practising(mode: "choices")
    #expect(choices.buttons == ["yes", "no", "thanks", "Reveal", "Stop"])
    try other.server.reply("yes", to: choices.id)
    try other.settle()
    #expect(other.practice.calls == ["Start"])
  }

  @Test func withoutTheCapabilityNothingIsTyped() throws {
    let typed = try practising(mode: "typed", server: FakeServer.features).1
    #expect(typed.buttons == ["Practise in the terminal", "Reveal", "Stop"])
    #expect(typed.hints["x-kde-reply-placeholder-text"] == nil)
    let recall = try practising(mode: "recall", server: FakeServer.features).1
    #expect(recall.buttons == ["Reveal", "Stop"])
    let desk = try PracticeStage("--questions", mode: "typed", server: ["body", "inline-reply"])
    try desk.practice.begin()
    #expect(try desk.bubble(1).actions.isEmpty)
  }

  /// With the real daemon.
  @Test func anAnswerThatCannotBeOneIsRefused() throws {
    let stage = try Stage(["--questions"], server: FakeServer.replyFeatures)
    _ = try stage.game.callAndWait(PracticeContract.start, ["mode": .string("typed")])
    let server = try stage.theServer
    var bubble = try stage.bubble(1)
    for text in [String(repeating: "x", count: 5_000_000), "\u{200B}"] {
      try server.reply(text, to: bubble.id)
      bubble = try stage.bubble(server.requests.count + 1)
      #expect(bubble.body.contains("1/5: "), "\(bubble.summary)")
    }
    let refused: PracticeState = try stage.player.wait {
      stage.game.state(of: PracticeContract.self, completion: $0)
    }
    #expect(refused.wrong == 0 && refused.questionNumber == 1)
    // A line break within an answer is a space.
    try server.reply("no\nanswer\u{1B}[31m", to: bubble.id)
    bubble = try stage.bubble(server.requests.count + 1)
    #expect(bubble.summary == "✗ no answer [31m")
    #expect(stage.notifier.isRunning)
  }
}
