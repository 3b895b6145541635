import DBus
import EventLoop
import MemorizeBus
import TestSupport
import Testing
import UserService

@testable import memorize_notify

@Suite struct ReminderTests {
  @Test func aReminderIsABubbleAndStartsNothing() throws {
    let stage = try PracticeStage()
    try stage.practice.remind(due: 12, new: 10)
    let request = try stage.bubble(1)
    #expect(request.summary == "Time to practice" && request.body == "12 cards are due, 10 new.")
    #expect(
      request.actions == ["default", "Practice", "practice", "Practice", "later", "Later"])
    #expect(request.timeout == 0)
    #expect(request.hints["transient"] == .boolean(false) && request.hints["urgency"] == .byte(1))
    #expect(request.hints["category"] == .string("x-memorize.reminder"))
    #expect(stage.practice.calls.isEmpty)
    // What is not shown is not read: the daemon would have to read all decks.
    #expect(stage.practice.readings == ["Settings", "Profile", "Game"])
  }

  /// The reminder once counted the cards of all decks, and a click asked those of one.
  @Test func aClickOnTheBubblePractices() throws {
    let stage = try PracticeStage()
    try stage.practice.remind(due: 3, new: 0)
    try stage.server.invoke(stage.bubble(1).id, "default")
    let question = try stage.bubble(2)
    #expect(stage.practice.startOptions == ["due": .boolean(true), "questions": .uint32(0)])
    // Once a question is there, it goes on in a terminal.
    try stage.server.invoke(question.id, "default")
    try stage.base.waits { (try? stage.server.closed.last) == question.id }
  }

  /// A reminder must not end a session in the middle, which nobody asked for.
  @Test func practiceResumesTheSession() throws {
    let stage = try PracticeStage()
    try stage.practice.begin([1, 2])
    let question = try stage.clickPractice()
    #expect(stage.practice.calls.isEmpty)
    #expect(question.summary == "いいえ")
    try stage.server.click("no", on: question)
    #expect(try stage.bubble(3).lines.contains("✓ いいえ = no"))
    #expect(stage.practice.calls == ["Answer 1 1"])
  }

  @Test func ifNothingIsDueItSaysWhenAndOffersADeck() throws {
    let stage = try PracticeStage()
    stage.practice.refusals["Start"] = BusError(.nothingDue, "Nothing is due.")
    stage.practice.published.state.nextDue =
      WallClock.microseconds + 3 * 86_400_000_000 + 60_000_000
    let nothing = try stage.clickPractice()
    #expect(nothing.summary == "Nothing is due" && nothing.timeout == -1)
    #expect(nothing.body == "The next card is due in 3 days.")
    stage.practice.refusals = [:]
    try stage.server.click("Practice anyway", on: nothing)
    #expect(try stage.bubble(3).summary == "はい")
    #expect(stage.practice.startOptions == [:])
  }

  @Test func aRefusalIsReportedAndCanBeTriedAgain() throws {
    let stage = try PracticeStage()
    stage.practice.refusals["Start"] = BusError(.storageFailed, "The disk is full.")
    let refusal = try stage.clickPractice()
    #expect(refusal.summary == "No session was started" && refusal.body == "The disk is full.")
    #expect(stage.base.notifier.errors.waits(for: "No session was started: The disk is full."))
    stage.practice.refusals = [:]
    try stage.server.click("Practice", on: refusal)
    #expect(try stage.bubble(3).summary == "はい")
  }

  @Test func practiceStartsTheDaemonIfItMust() throws {
    let stage = try Stage(hasDaemon: false, activates: true)
    let cards = (0..<10).map { "side \($0)\tanswer \($0)\n" }.joined()
    try stage.bus.files.write("data/memorize/decks/Words.tsv", cards)
    let practice = try FakePractice(on: stage.bus, loop: stage.loop)
    try stage.settle()
    try practice.remind(due: 1, new: 0)
    let reminder = try stage.bubble(1)
    practice.connection.close()
    try stage.theServer.invoke(reminder.id, "practice")
    #expect(try stage.bubble(2).body.contains(", 1/10"))
  }

  @Test(arguments: [true, false]) func aReminderIsRemoved(later: Bool) throws {
    let stage = try PracticeStage()
    try stage.practice.remind(due: 0, new: 10)
    let reminder = try stage.bubble(1)
    #expect(reminder.body == "No cards are due, 10 new.")
    if later {
      try stage.server.click("Later", on: reminder)
    } else {
      stage.base.notifier.signal(15)
    }
    try stage.base.waits { (try? stage.server.closed) == [reminder.id] }
    #expect(stage.practice.calls.isEmpty)
    #expect(later || stage.base.notifier.codeInTime == 0)
  }

  /// At login the server may come after the reminder.
  @Test func aReminderWaitsForAServer() throws {
    let stage = try PracticeStage(server: nil)
    try stage.practice.remind(due: 2, new: 1)
    try stage.settle()
    try stage.base.startServer()
    let reminder = try stage.bubble(1)
    #expect(reminder.body == "2 cards are due, 1 new.")
    try stage.server.click("Practice", on: reminder)
    #expect(try stage.bubble(2).summary == "はい")
  }

  @Test func othersRemindNobody() throws {
    let stage = try PracticeStage()
    try stage.base.player.emit(
      MemorizeContract.path, PracticeContract.interface.name, PracticeContract.reminderDue.name,
      UInt32(1), UInt32(1))
    try stage.settle()
    #expect(try stage.server.requests.isEmpty)
  }
}
