import DBus
import EventLoop
import MemorizeBus
import TestSupport
import Testing
import UserService

@testable import memorize_notify

@Suite struct ReminderTests {
  @Test func itIsABubbleOfItsOwnAndStartsNothing() throws {
    let desk = try PracticeStage()
    try desk.practice.remind(due: 12, new: 10)
    let request = try desk.bubble(1)
    #expect(request.summary == "Time to practise" && request.body == "12 cards are due, 10 new.")
    #expect(
      request.actions == ["default", "Practise", "practise", "Practise", "later", "Later"])
    #expect(request.timeout == 0)
    #expect(request.hints["transient"] == .boolean(false) && request.hints["urgency"] == .byte(1))
    #expect(request.hints["category"] == .string("x-memorize.reminder"))
    #expect(desk.practice.calls.isEmpty)
    // What is not shown is not read: the daemon would have to read all decks.
    #expect(desk.practice.readings == ["Settings", "Profile", "Game"])
  }

  @Test func aClickOnTheBubblePractises() throws {
    let desk = try PracticeStage()
    try desk.practice.remind(due: 3, new: 0)
    try desk.server.invoke(desk.bubble(1).id, "default")
    let question = try desk.bubble(2)
    // Once a question is there, it goes on in a terminal.
    try desk.server.invoke(question.id, "default")
    try desk.stage.waits { (try? desk.server.closed.last) == question.id }
  }

  /// A reminder must not end a session in the middle, which nobody asked for.
  @Test func practiseResumesTheSession() throws {
    let desk = try PracticeStage()
    try desk.practice.begin([1, 2])
    let question = try desk.practise()
    #expect(desk.practice.calls.isEmpty)
    #expect(question.summary == "1/2: いいえ [said]")
    try desk.server.click("no", on: question)
    #expect(try desk.bubble(3).summary == "✓ いいえ = no")
    #expect(desk.practice.calls == ["Answer 1 1"])
  }

  /// The reminder once counted the cards of all decks, and its button asked those of one.
  @Test func practiseAsksAllThatIsDue() throws {
    let desk = try PracticeStage()
    _ = try desk.practise()
    #expect(desk.practice.startOptions == ["due": .boolean(true), "questions": .uint32(0)])
  }

  @Test func ifNothingIsDueItSaysWhenAndOffersADeck() throws {
    let desk = try PracticeStage()
    desk.practice.refusals["Start"] = BusError(.nothingDue, "Nothing is due.")
    desk.practice.published.state.nextDue = WallClock.microseconds + 3 * 86_400_000_000 + 60_000_000
    let nothing = try desk.practise()
    #expect(nothing.summary == "Nothing is due" && nothing.timeout == -1)
    #expect(nothing.body == "The next card is due in 3 days.")
    desk.practice.refusals = [:]
    try desk.server.click("Practise anyway", on: nothing)
    #expect(try desk.bubble(3).summary == "1/3: はい [said]")
    #expect(desk.practice.startOptions == [:])
  }

  @Test func aRefusalIsReportedAndCanBeTriedAgain() throws {
    let desk = try PracticeStage()
    desk.practice.refusals["Start"] = BusError(.storageFailed, "The disk is full.")
    let refusal = try desk.practise()
    #expect(refusal.summary == "No session was started" && refusal.body == "The disk is full.")
    #expect(desk.stage.notifier.errors.waits(for: "No session was started: The disk is full."))
    desk.practice.refusals = [:]
    try desk.server.click("Practise", on: refusal)
    #expect(try desk.bubble(3).summary == "1/3: はい [said]")
  }

  @Test func aDaemonThatCannotBeStartedIsReported() throws {
    let desk = try PracticeStage()
    try desk.practice.remind(due: 1, new: 0)
    let reminder = try desk.bubble(1)
    #expect(reminder.body == "1 card is due.")
    desk.practice.connection.close()
    try desk.stage.settle()
    try desk.server.click("Practise", on: reminder)
    try desk.stage.waits(for: 2)
    #expect(try desk.server.summaries[1] == "No session was started")
  }

  @Test func practiseStartsTheDaemonIfItMust() throws {
    let stage = try Stage(hasDaemon: false, activates: true)
    let practice = try FakePractice(on: stage.bus, loop: stage.loop)
    try stage.settle()
    try practice.remind(due: 1, new: 0)
    let reminder = try stage.bubble(1)
    practice.connection.close()
    try stage.theServer.invoke(reminder.id, "practise")
    #expect(try stage.bubble(2).summary.hasPrefix("1/10, "))
  }

  @Test(arguments: [true, false]) func itIsTakenAway(later: Bool) throws {
    let desk = try PracticeStage()
    try desk.practice.remind(due: 0, new: 10)
    let reminder = try desk.bubble(1)
    #expect(reminder.body == "No cards are due, 10 new.")
    if later {
      try desk.server.click("Later", on: reminder)
    } else {
      desk.stage.notifier.signal(15)
    }
    try desk.stage.waits { (try? desk.server.closed) == [reminder.id] }
    #expect(desk.practice.calls.isEmpty)
    #expect(later || desk.stage.notifier.codeInTime == 0)
  }

  /// At login the server may come after the reminder.
  @Test func itWaitsForAServer() throws {
    let desk = try PracticeStage(server: nil)
    try desk.practice.remind(due: 2, new: 1)
    try desk.settle()
    try desk.stage.startServer()
    let reminder = try desk.bubble(1)
    #expect(reminder.body == "2 cards are due, 1 new.")
    try desk.server.click("Practise", on: reminder)
    #expect(try desk.bubble(2).summary == "1/3: はい [said]")
  }

  @Test func othersRemindNobody() throws {
    let desk = try PracticeStage()
    try desk.stage.player.emit(
      MemorizeContract.path, PracticeContract.interface.name, PracticeContract.reminderDue.name,
      UInt32(1), UInt32(1))
    try desk.settle()
    #expect(try desk.server.requests.isEmpty)
  }
}
