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
  private func stage(
    _ options: String..., server features: [String]? = FakeServer.features,
    mode: String = "choices"
  ) throws -> PracticeStage {
    let desk = try PracticeStage(mode: mode, server: features)
    try desk.practice.change { $0.settings.questionEvery = 60 }
    try desk.settle()
    return desk
  }

  /// Its question is open.
  private func asked(
    mode: String = "choices"
  ) throws -> (PracticeStage, FakeServer.Request) {
    let desk = try stage(mode: mode)
    try desk.practice.askQuestion()
    return (desk, try desk.bubble(1))
  }

  @Test func itAsksOneDueCard() throws {
    let (desk, question) = try asked()
    #expect(question.summary == "1/1: はい [said]" && question.timeout == 0)
    #expect(question.buttons == ["yes", "no", "thanks", "Reveal", "Stop"])
    #expect(
      desk.practice.startOptions == [
        "due": .boolean(true), "questions": .uint32(1), "unasked": .boolean(true),
      ])
    // No second one while the first is open.
    try desk.practice.askQuestion(due: 2)
    try desk.settle()
    #expect(desk.practice.calls == ["Start"])
    try desk.server.click("no", on: question)
    let again = try desk.bubble(2)
    #expect(again.summary == "✗ no" && again.replaced == question.id)
    try desk.practice.count(due: 12, new: 0)
    try desk.server.click("yes", on: again)
    let result = try desk.bubble(3)
    #expect(result.summary == "✓ はい = yes" && result.body == "12 more cards are due.")
    #expect(result.buttons == ["Practise"] && result.replaced == question.id)
    #expect(result.timeout == -1)
    try desk.server.click("Practise", on: result)
    #expect(try desk.bubble(4).summary == "1/3: はい [said]")
    #expect(desk.practice.startOptions == ["due": .boolean(true), "questions": .uint32(0)])
    #expect(desk.practice.calls == ["Start", "Answer 1 1", "Answer 1 0", "Start"])
  }

  @Test func theLastCardLeavesNothingToPractise() throws {
    let (desk, question) = try asked()
    try desk.practice.count(due: 0, new: 0)
    try desk.server.click("yes", on: question)
    let result = try desk.bubble(2)
    #expect(result.body == "No more cards are due." && result.buttons.isEmpty)
    // The next one is another bubble's business.
    try desk.server.expire(result.id)
    try desk.practice.askQuestion()
    #expect(try desk.bubble(3).summary == "1/1: はい [said]")
  }

  /// A session would ask the revealed card again; here its answer is the end.
  @Test func revealingItEndsIt() throws {
    let (desk, question) = try asked()
    try desk.server.click("Reveal", on: question)
    let result = try desk.bubble(2)
    #expect(result.summary == "✗ はい = yes" && result.body == "1 more card is due.")
    try desk.settle()
    #expect(desk.practice.calls == ["Start", "Reveal 1", "Stop"])
    #expect(try desk.server.closed.isEmpty && desk.practice.session.state == "idle")
  }

  @Test func recallIsGraded() throws {
    let (desk, question) = try asked(mode: "recall")
    try desk.server.click("Reveal", on: question)
    try desk.server.click("2 Hard", on: desk.bubble(2))
    #expect(try desk.bubble(3).summary == "✓ はい = yes")
    #expect(desk.practice.calls == ["Start", "Reveal 1", "Grade 1 2"])
  }

  /// Nobody has answered: no response, so no rating.
  @Test(arguments: [true, false]) func leftAloneItIsWithdrawn(byUser: Bool) throws {
    let (desk, question) = try asked()
    if byUser {
      try desk.server.expire(question.id)
    } else {
      desk.stage.notifier.signal(15)
    }
    try desk.stage.waits { !desk.practice.session.isInProgress }
    #expect(desk.practice.calls == (byUser ? ["Start", "Stop"] : ["Start"]))
    #expect(desk.practice.session.wrong == 0)
    guard byUser else { return #expect(desk.stage.notifier.codeInTime == 0) }
    try desk.settle()
    #expect(try desk.server.requests.count == 1)
    try desk.practice.askQuestion()
    #expect(try desk.bubble(2).replaced == 0)
  }

  /// The service ends it when nobody responds.
  @Test func whatTheServiceEndsIsClosed() throws {
    let desk = try ControllerDesk()
    try desk.practice.askQuestion()
    try desk.waits { desk.server.requests.count == 1 }
    try desk.practice.end()
    try desk.waits { desk.server.closed == [1] }
    try desk.practice.askQuestion()
    try desk.waits { desk.server.requests.count == 2 }
    #expect(desk.practice.calls == ["Start", "Start"])
  }

  @Test func inATerminalNothingDisturbs() throws {
    let desk = try ControllerDesk()
    try desk.practice.askQuestion()
    try desk.waits { desk.server.requests.count == 1 }
    try desk.server.invoke(1, "default")
    try desk.waits { desk.server.closed == [1] }
    try desk.server.inhibit(true)
    try desk.settle()
    #expect(desk.practice.calls == ["Start"] && desk.practice.session.isInProgress)
    try desk.server.inhibit(false)
    try desk.practice.end()
    try desk.practice.askQuestion()
    try desk.waits { desk.server.requests.count == 2 }
  }

  /// A question that the service could not end once kept all others away.
  @Test func whatCannotBeWithdrawnIsClosed() throws {
    let desk = try ControllerDesk()
    desk.practice.refusals["Stop"] = BusError(.storageFailed, "The disk is full.")
    try desk.practice.askQuestion()
    try desk.waits { desk.server.requests.count == 1 }
    try desk.server.inhibit(true)
    try desk.waits { desk.server.closed == [1] }
    #expect(desk.practice.session.isInProgress)
    // In its time the service ends it.
    desk.practice.refusals = [:]
    try desk.practice.end()
    try desk.server.inhibit(false)
    try desk.practice.askQuestion()
    try desk.waits { desk.server.requests.count == 2 }
    #expect(desk.practice.calls == ["Start", "Stop", "Start"])
  }

  /// A question once ended the session that the user began while it was being asked.
  @Test func whoBeginsMeanwhileIsNotAsked() throws {
    let desk = try ControllerDesk()
    try desk.practice.askQuestion()
    // The controller has not seen the reply yet.
    try desk.waits { desk.practice.readings.contains("Practice") }
    desk.controller.perform(.practise)
    try desk.waits { desk.server.requests.count == 1 }
    try desk.settle()
    #expect(desk.server.requests.map(\.summary) == ["1/3: はい [said]"])
    #expect(desk.practice.calls == ["Start"])
    // Nor one that a terminal began.
    try desk.practice.end()
    desk.practice.onCall = { [unowned practice = desk.practice] in
      practice.onCall = nil
      try practice.begin([1, 2])
    }
    try desk.practice.askQuestion()
    try desk.waits { desk.practice.calls.count == 2 }
    try desk.settle()
    #expect(desk.practice.session.questions == 2 && desk.practice.session.isInProgress)
  }

  @Test(arguments: Holding.announced) func itWaitsWhileItWouldDisturb(kind: Holding) throws {
    let desk = try QuietDesk(kind)
    try desk.practice.practice.change { $0.settings.questionEvery = 5 }
    try desk.hold(true)
    for _ in 0..<2 {
      try desk.practice.practice.askQuestion()
      try desk.settle()
    }
    #expect(desk.practice.practice.calls.isEmpty)
    try desk.hold(false)
    let question = try desk.practice.bubble(1)
    #expect(desk.practice.practice.calls == ["Start"])
    // Somebody else looks at the screen now.
    try desk.hold(true)
    try desk.practice.stage.waits { (try? desk.practice.server.closed) == [question.id] }
    #expect(desk.practice.practice.calls == ["Start", "Stop"])
    try desk.hold(false)
    #expect(try desk.practice.server.requests.count == 1)
  }

  /// Dunst says nothing if a signal from a script ends the hold: the question that waited once kept
  /// all later ones away.
  @Test func anEndThatNobodyAnnouncesIsFoundByTheNext() throws {
    let desk = try QuietDesk(.dunst)
    try desk.practice.practice.change { $0.settings.questionEvery = 5 }
    try desk.hold(true)
    try desk.practice.practice.askQuestion()
    try desk.settle()
    desk.holder.holds = false
    try desk.settle()
    #expect(desk.practice.practice.calls.isEmpty)
    try desk.practice.practice.askQuestion()
    #expect(try desk.practice.bubble(1).summary == "1/1: はい [said]")
    try desk.settle()
    #expect(desk.practice.practice.calls == ["Start"])
  }

  /// It would be open behind what mako hides; it waits until mako is asked again.
  @Test func aQuestionWaitsForASilentMako() throws {
    let desk = try QuietDesk(.oldMako)
    try desk.practice.practice.change { $0.settings.questionEvery = 5 }
    try desk.hold(true)
    try desk.practice.practice.askQuestion()
    try desk.settle()
    try desk.hold(false)
    #expect(desk.practice.practice.calls.isEmpty)
    try desk.practice.practice.askQuestion()
    #expect(try desk.practice.bubble(1).summary == "1/1: はい [said]")
  }

  @Test func withoutAServerNothingIsAsked() throws {
    let desk = try stage(server: nil)
    try desk.practice.askQuestion()
    try desk.settle()
    #expect(desk.practice.calls.isEmpty)
    try desk.stage.startServer()
    #expect(try desk.bubble(1).summary == "1/1: はい [said]")
  }

  /// The hours have begun, or the setting was turned off, while it waited.
  @Test(arguments: [true, false]) func whatIsNotWantedAnyMoreIsNotAsked(isQuiet: Bool) throws {
    let desk = try QuietDesk(.dunst)
    try desk.practice.practice.change { $0.settings.questionEvery = 5 }
    try desk.hold(true)
    try desk.practice.practice.askQuestion()
    try desk.settle()
    // From an hour ago to an hour ahead; the notifier's time zone is UTC.
    let minute = Int(WallClock.microseconds / 60_000_000)
    let hours = [minute - 60, minute + 60].map { minute in
      [minute / 60 % 24, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
    try desk.practice.practice.change {
      if isQuiet {
        $0.settings.quietHours = hours.joined(separator: "-")
      } else {
        $0.settings.questionEvery = 0
      }
    }
    try desk.hold(false)
    #expect(desk.practice.practice.calls.isEmpty)
    try desk.practice.practice.change {
      ($0.settings.quietHours, $0.settings.questionEvery) = ("", 5)
    }
    try desk.practice.practice.askQuestion()
    #expect(try desk.practice.bubble(1).summary == "1/1: はい [said]")
  }

  /// `Start` would end the session.
  @Test func aSessionIsNotInterrupted() throws {
    let desk = try stage()
    try desk.practice.begin()
    try desk.practice.askQuestion()
    try desk.settle()
    #expect(try desk.practice.calls.isEmpty && desk.server.requests.isEmpty)
  }

  @Test func anotherSessionInItsPlaceIsLeftAlone() throws {
    let (desk, question) = try asked()
    try desk.practice.begin([1, 2])
    try desk.stage.waits { (try? desk.server.closed) == [question.id] }
    desk.stage.notifier.signal(15)
    #expect(desk.stage.notifier.codeInTime == 0)
    #expect(desk.practice.calls == ["Start"])
  }

  @Test func whoPractisesGetsAllThatIsDue() throws {
    let (desk, _) = try asked()
    #expect(try desk.practise().summary == "1/3: はい [said]")
    #expect(desk.practice.startOptions["questions"] == .uint32(0))
    desk.stage.notifier.signal(15)
    #expect(desk.stage.notifier.codeInTime == 0)
    #expect(desk.practice.calls == ["Start", "Start"], "That session was asked for.")
  }

  /// Nobody asked for it, so nobody is told.
  @Test(arguments: ["NothingDue", "StorageFailed"]) func aRefusalIsSilent(name: String) throws {
    let desk = try stage()
    desk.practice.refusals["Start"] = BusError(
      ErrorName(rawValue: "org.memorized.Memorize1.Error.\(name)") ?? .failed, "No.")
    try desk.practice.askQuestion()
    try desk.settle()
    #expect(try desk.server.requests.isEmpty)
    desk.practice.refusals = [:]
    try desk.practice.askQuestion()
    _ = try desk.bubble(1)
    // A service that cannot end it keeps it; its bubble goes.
    desk.practice.refusals["Stop"] = BusError(.storageFailed, "The disk is full.")
    try desk.server.expire(1)
    try desk.settle()
    #expect(desk.practice.calls.suffix(2) == ["Start", "Stop"])
    #expect(try desk.server.requests.count == 1)
  }

  /// A question left by a notifier that was killed must not stay, and one that somebody has just
  /// begun was once taken for it.
  @Test func aKilledNotifierLeavesNoQuestion() throws {
    let (desk, _) = try asked()
    desk.stage.notifier.signal(9)
    desk.stage.notifier.wait()
    try desk.stage.waits { !desk.practice.session.isInProgress }
    try desk.practice.begin([0])
    let known = desk.practice.readings.count { $0 == "Settings" }
    let next = try Child(Programs.notify, environment: desk.stage.bus.environment)
    try #require(next.errors.waits(for: "Ready"))
    try desk.stage.waits { desk.practice.readings.count { $0 == "Settings" } > known }
    try desk.settle()
    #expect(desk.practice.session.isInProgress && desk.practice.calls == ["Start"])
    next.signal(15)
    #expect(next.codeInTime == 0)
  }

  @Test func theServiceComesBackWithTheQuestion() throws {
    let (desk, question) = try asked()
    desk.practice.connection.close()
    try desk.stage.waits { (try? desk.server.closed) == [question.id] }
    let practice = try FakePractice(on: desk.stage.bus, loop: desk.stage.loop)
    try practice.change { $0.settings.questionEvery = 60 }
    try practice.askQuestion()
    for _ in 0..<3 {
      try desk.stage.settle()
      try practice.connection.roundTrip()
    }
    #expect(try desk.server.requests.count <= 2)
    #expect(desk.stage.notifier.isRunning)
  }
}
