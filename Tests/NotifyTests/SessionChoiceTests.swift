import DBus
import MemorizeBus
import TestSupport
import Testing

@testable import memorize_notify

@Suite struct SessionChoiceTests {
  @Test func withoutTheOptionNoneThatOthersHaveBegun() throws {
    let desk = try PracticeStage()
    try desk.practice.begin()
    _ = try desk.practice.answer(1, choice: 1)
    try desk.settle()
    #expect(try desk.server.requests.isEmpty)
    #expect(desk.practice.readings == ["Settings", "Profile", "Game"])
  }

  @Test func theSettingShowsAllSessionsAtOnce() throws {
    let desk = try PracticeStage()
    try desk.practice.begin()
    try desk.practice.change { $0.settings.showQuestions = true }
    let question = try desk.bubble(1)
    #expect(question.summary == "1/3: はい [said]")
    try desk.practice.change { $0.settings.showQuestions = false }
    try desk.stage.waits { (try? desk.server.closed) == [question.id] }
  }

  @Test func withTheOptionAQuestionThatIsAskedAlreadyToo() throws {
    let (desk, _) = try PracticeStage.asking()
    desk.stage.notifier.signal(15)
    try desk.stage.waits { (try? desk.server.closed.count) == 1 }
    #expect(desk.stage.notifier.codeInTime == 0)
    let next = try Child(
      Programs.notify, ["--questions"], environment: desk.stage.bus.environment)
    try desk.stage.waits { (try? desk.server.requests.count) == 2 }
    next.signal(15)
    try desk.stage.waits { (try? desk.server.closed.count) == 2 }
    #expect(next.codeInTime == 0)
  }

  /// Whoever begins a session in a terminal sees it there.
  @Test func anotherSessionInItsPlaceIsNotOurs() throws {
    let (desk, question) = try PracticeStage.practising()
    try desk.practice.begin([2, 1, 0])
    try desk.stage.waits { (try? desk.server.closed.last) == question.id }
    _ = try desk.practice.answer(1, choice: 2)
    try desk.settle()
    #expect(try desk.server.requests.count == 2)
    // The choice at the next reminder makes it ours.
    let next = try desk.practise()
    #expect(next.summary == "2/3: いいえ")
    #expect(desk.practice.calls == ["Start", "Answer 1 2"])
  }

  @Test func anAnswerTakenBackIsNoOtherSession() throws {
    let desk = try PracticeStage()
    try desk.server.click("yes", on: desk.practise())
    _ = try desk.bubble(3)
    try desk.practice.undo()
    #expect(try desk.bubble(4).summary == "1/3: はい [said]")
  }

  /// A session of ours that goes on elsewhere stays in the bubble, so that one can come back to it.
  @Test func othersMayAnswerOurSession() throws {
    let (desk, question) = try PracticeStage.practising()
    _ = try desk.practice.answer(1, choice: 0)
    let second = try desk.bubble(3)
    #expect(second.summary == "✓ はい = yes" && second.replaced == question.id)
    _ = try desk.practice.answer(2, choice: 1)
    _ = try desk.bubble(4)
    _ = try desk.practice.answer(3, choice: 2)
    try desk.stage.waits { (try? desk.server.closed.last) == question.id }
    #expect(try desk.server.requests.count == 4)
    // It is over: the next session is not ours, as the one before.
    try desk.practice.begin()
    try desk.settle()
    #expect(try desk.server.requests.count == 4)
  }

  @Test func aResultThatIsClosedEndsIt() throws {
    let desk = try PracticeStage()
    var question = try desk.practise()
    for (count, answer) in zip(3..., ["yes", "no", "thanks"]) {
      try desk.server.click(answer, on: question)
      question = try desk.bubble(count)
    }
    #expect(question.summary == "Well done: 3 of 3 on the first try")
    try desk.server.expire(question.id)
    try desk.settle()
    let known = desk.practice.readings.count
    try desk.practice.restart()
    try desk.settle()
    #expect(try desk.server.requests.count == 5 && desk.practice.readings.count == known)
  }
}
