import DBus
import MemorizeBus
import TestSupport
import Testing
import UserService

@testable import memorize_notify

/// Answers typed in the bubble, on a server with the capability `inline-reply`.
@Suite struct ReplyTests {
  private func typed() throws -> SessionStage {
    try SessionStage("typed", server: FakeServer.replyFeatures)
  }

  @Test func aTypedAnswerIsTypedInTheBubble() throws {
    let session = try typed()
    let question = try session.last
    #expect(
      question.labels == ["Practice in the terminal", "Answer", "Reveal", "Stop"]
        && question.actions[2] == "inline-reply")
    #expect(question.hints["x-kde-reply-placeholder-text"] == .string("Your answer"))
    #expect(question.hints["x-kde-reply-submit-button-text"] == .string("Answer"))
    let (asked, answer, praise) = (try session.question, try session.answer, try session.praise)
    let again = try session.reply("nope")
    #expect(again.summary == asked && again.lines == ["✗ nope", "<i>Numbers, 1/3</i>"])
    // A repetition must not answer the question that comes next.
    for _ in 0..<5 { try session.server.reply(" \(answer)\n", to: question.id) }
    let next = try session.base.bubble(3)
    #expect(next.lines == [praise, "<i>Numbers, 2/3</i>"])
    let state = try session.state
    #expect(state.answered == 1 && state.wrong == 1)
  }

  // What differed only in accents was called wrong, or passed for right.
  @Test func anAnswerWithoutItsAccentsIsAskedForOnceMore() throws {
    let session = try typed()
    let (answer, praise) = (try session.answer, try session.praise)
    let nearly = answer.replacing("o", with: "ó").replacing("th", with: "th\u{301}")
    let again = try session.reply(nearly)
    #expect(again.lines.first == "≈ \(answer), not \(nearly); once more")
    #expect(again.actions.contains("inline-reply"))
    #expect(try session.reply("nope").lines.first == "✗ nope")
    #expect(try session.reply(answer).lines.first == praise)
  }

  /// The person grades: both answers are there to be compared.
  @Test func aTypedRecallIsShownBesideTheAnswer() throws {
    let session = try SessionStage("recall", server: FakeServer.replyFeatures)
    #expect(try session.last.buttons == ["Answer", "Reveal", "Stop"])
    let answer = try session.answer
    let shown = try session.reply("<yess>")
    #expect(shown.body.hasPrefix("Answer: \(answer)\nYou: &lt;yess&gt;\n1 Again"))
    #expect(shown.buttons.count == 5 && !shown.actions.contains("inline-reply"))
    #expect(shown.hints["x-kde-reply-placeholder-text"] == nil)
    try session.click("3 Good, 2 days")
    let second = try session.answer
    #expect(try session.click("Reveal").body.hasPrefix("Answer: \(second)\n1 Again"))
  }

  /// Neither an empty reply, nor the button alone, nor what others send is an answer.
  @Test func onlyARealReplyToOurQuestionAnswers() throws {
    let session = try typed()
    let (server, id, praise) = (try session.server, try session.last.id, try session.praise)
    for text in ["", "  ", "\n\t\u{3000}"] { try server.reply(text, to: id) }
    try server.invoke(id, "inline-reply")
    try server.reply("no", to: id + 1)
    try session.base.player.emit(
      DesktopNotifications.path, NotificationsContract.interface.name,
      NotificationsContract.replied.name, id, "no")
    try session.base.settle()
    #expect(server.requests.count == 1)
    #expect(try session.reply(session.answer).lines.first == praise)
    #expect(try session.state.wrong == 0)
    let choices = try SessionStage("choices", server: FakeServer.replyFeatures)
    #expect(try choices.last.buttons.count == 5)
    try choices.server.reply(choices.answer, to: choices.last.id)
    try choices.base.settle()
    #expect(try choices.state.answered == 0)
  }

  /// Both bubbles have one id: until the server has taken the second, a reply is to the first.
  @Test func aReplyToAnEarlierQuestionAnswersNothing() throws {
    let session = try typed()
    let (server, first) = (try session.server, try session.last)
    server.onNotify = { request in
      server.onNotify = nil
      try server.reply("no", to: request.id)
    }
    #expect(try session.typeElsewhere(session.answer).id == first.id)
    try session.base.settle()
    #expect(try session.state.wrong == 0 && server.requests.count == 2)
    let praise = try session.praise
    #expect(try session.reply(session.answer).lines.first == praise)
  }

  @Test func withoutTheCapabilityNothingIsTyped() throws {
    for (mode, buttons) in [
      ("typed", ["Practice in the terminal", "Reveal", "Stop"]), ("recall", ["Reveal", "Stop"]),
    ] {
      let shown = try SessionStage(mode).last
      #expect(shown.buttons == buttons && shown.hints["x-kde-reply-placeholder-text"] == nil)
    }
    #expect(try SessionStage("typed", server: ["body", "inline-reply"]).last.actions.isEmpty)
    #expect(try SessionStage("typed", terminal: "").last.labels == ["Reveal", "Stop"])
  }

  @Test func anAnswerThatCannotBeOneIsRefused() throws {
    let session = try typed()
    for text in [String(repeating: "x", count: 5_000_000), "\u{200B}"] {
      let again = try session.reply(text)
      #expect(again.body.contains(", 1/3"), "\(again.body)")
    }
    #expect(try session.state.wrong == 0)
    // A line break within an answer is a space.
    #expect(try session.reply("no\nanswer\u{1B}[31m").lines.first == "✗ no answer [31m")
    #expect(session.base.notifier.isRunning)
  }
}
