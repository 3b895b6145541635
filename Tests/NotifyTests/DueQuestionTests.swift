import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing
import UserService

@testable import memorize_notify

/// Questions through the day: one card, which nobody asked for.
@Suite struct DueQuestionTests {
  /// With questions through the day on.
  private func stage(server features: [String]? = FakeServer.features) throws -> PracticeStage {
    let stage = try PracticeStage(server: features)
    try stage.practice.change { $0.settings.questionEvery = 60 }
    try stage.settle()
    return stage
  }

  /// Its question is open.
  private func asked() throws -> (PracticeStage, FakeServer.Request) {
    let stage = try stage()
    try stage.practice.askQuestion()
    return (stage, try stage.bubble(1))
  }

  @Test func aDueCardIsAsked() throws {
    let (stage, question) = try asked()
    #expect(question.summary == "はい" && question.timeout == 0)
    // It is the only one, so that its place says nothing.
    #expect(question.lines == ["said", "1. yes · 2. no · 3. thanks", "<i>Japanese</i>"])
    #expect(question.buttons == ["yes", "no", "thanks", "Reveal", "Stop"])
    #expect(
      stage.practice.startOptions == [
        "due": .boolean(true), "questions": .uint32(1), "unasked": .boolean(true),
      ])
    // No second one while the first is open.
    try stage.practice.askQuestion(due: 2)
    try stage.settle()
    #expect(stage.practice.calls == ["Start"])
    try stage.server.click("no", on: question)
    let again = try stage.bubble(2)
    #expect(again.lines.contains("✗ no") && again.replaced == question.id)
    try stage.practice.count(due: 12, new: 0)
    try stage.server.click("yes", on: again)
    let result = try stage.bubble(3)
    #expect(result.summary == "✓ はい = yes" && result.body == "12 more cards are due.")
    #expect(result.buttons == ["Practice"] && result.replaced == question.id)
    #expect(result.timeout == -1)
    try stage.server.click("Practice", on: result)
    #expect(try stage.bubble(4).summary == "はい")
    #expect(stage.practice.startOptions == ["due": .boolean(true), "questions": .uint32(0)])
    #expect(stage.practice.calls == ["Start", "Answer 1 1", "Answer 1 0", "Start"])
  }

  @Test func theLastCardLeavesNothingToPractice() throws {
    let (stage, question) = try asked()
    try stage.practice.count(due: 0, new: 0)
    try stage.server.click("yes", on: question)
    let result = try stage.bubble(2)
    #expect(result.body == "No more cards are due." && result.buttons.isEmpty)
    // The next one is another bubble's business.
    try stage.server.expire(result.id)
    try stage.practice.askQuestion()
    #expect(try stage.bubble(3).summary == "はい")
  }

  /// A session would ask the revealed card again; here its answer is the end.
  @Test func revealingItEndsIt() throws {
    let (stage, question) = try asked()
    try stage.server.click("Reveal", on: question)
    let result = try stage.bubble(2)
    #expect(result.summary == "✗ はい = yes" && result.body == "1 more card is due.")
    try stage.settle()
    #expect(stage.practice.calls == ["Start", "Reveal 1", "Stop"])
    #expect(try stage.server.closed.isEmpty && stage.practice.session.state == "idle")
  }

  /// Nobody has answered: no response, so no rating.
  @Test(arguments: [true, false]) func anIgnoredQuestionIsWithdrawn(byUser: Bool) throws {
    let (stage, question) = try asked()
    if byUser {
      try stage.server.expire(question.id)
    } else {
      stage.base.notifier.signal(15)
    }
    try stage.base.waits { !stage.practice.session.isInProgress }
    #expect(stage.practice.calls == (byUser ? ["Start", "Stop"] : ["Start"]))
    #expect(stage.practice.session.wrong == 0)
    guard byUser else { return #expect(stage.base.notifier.codeInTime == 0) }
    try stage.settle()
    #expect(try stage.server.requests.count == 1)
    try stage.practice.askQuestion()
    #expect(try stage.bubble(2).replaced == 0)
  }

  /// A question that the service could not end once kept all others away.
  @Test(arguments: ["the service", "a terminal", "nobody"])
  func theBubbleClosesWhenItsQuestionEndsElsewhere(endedBy: String) throws {
    let stage = try ControllerStage()
    try stage.practice.askQuestion()
    try stage.waits { stage.server.requests.count == 1 }
    switch endedBy {
    // When nobody responds.
    case "the service": try stage.practice.end()
    case "a terminal": try stage.server.invoke(1, "default")
    default:
      stage.practice.refusals["Stop"] = BusError(.storageFailed, "The disk is full.")
      try stage.server.inhibit(true)
    }
    try stage.waits { stage.server.closed == [1] }
    // In a terminal nothing disturbs; and in its time the service ends it.
    try stage.server.inhibit(true)
    try stage.settle()
    #expect(stage.practice.session.isInProgress == (endedBy != "the service"))
    #expect(stage.practice.calls == ["Start"] + (endedBy == "nobody" ? ["Stop"] : []))
    stage.practice.refusals = [:]
    try stage.practice.end()
    try stage.server.inhibit(false)
    try stage.practice.askQuestion()
    try stage.waits { stage.server.requests.count == 2 }
  }

  /// A question once ended the session that the user began while it was being asked.
  @Test func aSessionBegunMeanwhileIsNotInterrupted() throws {
    let stage = try ControllerStage()
    try stage.practice.askQuestion()
    // The controller has not seen the reply yet.
    try stage.waits { stage.practice.readings.contains("Practice") }
    stage.controller.perform(.practice)
    try stage.waits { stage.server.requests.count == 1 }
    try stage.settle()
    #expect(stage.server.requests.map(\.summary) == ["はい"])
    #expect(stage.practice.calls == ["Start"])
    // Nor one that a terminal began.
    try stage.practice.end()
    stage.practice.onCall = { [unowned practice = stage.practice] in
      practice.onCall = nil
      try practice.begin([1, 2])
    }
    try stage.practice.askQuestion()
    try stage.waits { stage.practice.calls.count == 2 }
    try stage.settle()
    #expect(stage.practice.session.questions == 2 && stage.practice.session.isInProgress)
  }

  @Test(arguments: Holding.announced) func aQuestionWaitsWhileNotificationsAreHeld(kind: Holding)
    throws
  {
    let stage = try QuietStage(kind, holds: true)
    for _ in 0..<2 { try stage.askQuestion() }
    #expect(stage.practice.calls.isEmpty)
    try stage.hold(false)
    let question = try stage.bubble(1)
    #expect(stage.practice.calls == ["Start"])
    // Somebody else looks at the screen now.
    try stage.hold(true)
    try stage.base.base.waits { (try? stage.server.closed) == [question.id] }
    #expect(stage.practice.calls == ["Start", "Stop"])
    try stage.hold(false)
    #expect(try stage.server.requests.count == 1)
  }

  /// Dunst says nothing if a signal from a script ends the hold, and an old mako says nothing at all:
  /// the question that waited once kept all later ones away.
  @Test(arguments: [Holding.dunst, .oldMako])
  func anEndThatNobodyAnnouncesIsFoundByTheNext(kind: Holding) throws {
    let stage = try QuietStage(kind, holds: true)
    try stage.askQuestion()
    stage.holder.holds = false
    try stage.settle()
    #expect(stage.practice.calls.isEmpty)
    try stage.askQuestion()
    #expect(try stage.bubble(1).summary == "はい")
    #expect(stage.practice.calls == ["Start"])
  }

  @Test func withoutAServerNothingIsAsked() throws {
    let stage = try stage(server: nil)
    try stage.practice.askQuestion()
    try stage.settle()
    #expect(stage.practice.calls.isEmpty)
    try stage.base.startServer()
    #expect(try stage.bubble(1).summary == "はい")
  }

  /// The hours have begun, or the setting was turned off, while it waited.
  @Test(arguments: [true, false]) func aChangedSettingCancelsAWaitingQuestion(isQuiet: Bool) throws
  {
    let stage = try QuietStage(.dunst, holds: true)
    try stage.askQuestion()
    // From an hour ago to an hour ahead; the notifier's time zone is UTC.
    let minute = Int(WallClock.microseconds / 60_000_000)
    let hours = [minute - 60, minute + 60].map { minute in
      [minute / 60 % 24, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
    try stage.practice.change {
      if isQuiet {
        $0.settings.quietHours = hours.joined(separator: "-")
      } else {
        $0.settings.questionEvery = 0
      }
    }
    try stage.hold(false)
    #expect(stage.practice.calls.isEmpty)
    try stage.practice.change { ($0.settings.quietHours, $0.settings.questionEvery) = ("", 5) }
    try stage.practice.askQuestion()
    #expect(try stage.bubble(1).summary == "はい")
  }

  /// `Start` would end the session.
  @Test func aSessionIsNotInterrupted() throws {
    let stage = try stage()
    try stage.practice.begin()
    try stage.practice.askQuestion()
    try stage.settle()
    #expect(try stage.practice.calls.isEmpty && stage.server.requests.isEmpty)
  }

  @Test func anotherSessionInItsPlaceIsLeftAlone() throws {
    let (stage, question) = try asked()
    try stage.practice.begin([1, 2])
    try stage.base.waits { (try? stage.server.closed) == [question.id] }
    stage.base.notifier.signal(15)
    #expect(stage.base.notifier.codeInTime == 0)
    #expect(stage.practice.calls == ["Start"])
  }

  @Test func practicingReplacesTheQuestion() throws {
    let (stage, _) = try asked()
    #expect(try stage.clickPractice().summary == "はい")
    #expect(stage.practice.startOptions["questions"] == .uint32(0))
    stage.base.notifier.signal(15)
    #expect(stage.base.notifier.codeInTime == 0)
    #expect(stage.practice.calls == ["Start", "Start"], "That session was asked for.")
  }

  /// Nobody asked for it, so nobody is told.
  @Test(arguments: ["NothingDue", "StorageFailed"]) func aRefusalIsSilent(name: String) throws {
    let stage = try stage()
    stage.practice.refusals["Start"] = BusError(
      ErrorName(rawValue: "org.memorized.Memorize1.Error.\(name)") ?? .failed, "No.")
    try stage.practice.askQuestion()
    try stage.settle()
    #expect(try stage.server.requests.isEmpty)
    stage.practice.refusals = [:]
    try stage.practice.askQuestion()
    _ = try stage.bubble(1)
    // A service that cannot end it keeps it; its bubble goes.
    stage.practice.refusals["Stop"] = BusError(.storageFailed, "The disk is full.")
    try stage.server.expire(1)
    try stage.settle()
    #expect(stage.practice.calls.suffix(2) == ["Start", "Stop"])
    #expect(try stage.server.requests.count == 1)
  }

  /// A question left by a notifier that was killed must not stay, and one that somebody has just
  /// begun was once taken for it.
  @Test func aKilledNotifierLeavesNoQuestion() throws {
    let (stage, _) = try asked()
    stage.base.notifier.signal(9)
    stage.base.notifier.wait()
    try stage.base.waits { !stage.practice.session.isInProgress }
    try stage.practice.begin([0])
    let known = stage.practice.readings.count { $0 == "Settings" }
    let next = try Child(Programs.notify, environment: stage.base.bus.environment)
    try #require(next.errors.waits(for: "Ready"))
    try stage.base.waits { stage.practice.readings.count { $0 == "Settings" } > known }
    try stage.settle()
    #expect(stage.practice.session.isInProgress && stage.practice.calls == ["Start"])
    next.signal(15)
    #expect(next.codeInTime == 0)
  }

  @Test func theServiceComesBackWithTheQuestion() throws {
    let (stage, question) = try asked()
    stage.practice.connection.close()
    try stage.base.waits { (try? stage.server.closed) == [question.id] }
    let practice = try FakePractice(on: stage.base.bus, loop: stage.base.loop)
    try practice.change { $0.settings.questionEvery = 60 }
    try practice.askQuestion()
    for _ in 0..<3 {
      try stage.base.settle()
      try practice.connection.roundTrip()
    }
    #expect(try stage.server.requests.count <= 2)
    #expect(stage.base.notifier.isRunning)
  }
}
