import DBus
import MemorizeBus
import TestSupport
import Testing

@testable import memorize_notify

@Suite struct SessionChoiceTests {
  @Test func withoutTheOptionNoneThatOthersHaveBegun() throws {
    let stage = try PracticeStage()
    try stage.practice.begin()
    _ = try stage.practice.answer(1, choice: 1)
    try stage.settle()
    #expect(try stage.server.requests.isEmpty)
    #expect(stage.practice.readings == ["Settings", "Profile", "Game"])
  }

  @Test func theSettingShowsAllSessionsAtOnce() throws {
    let stage = try PracticeStage()
    try stage.practice.begin()
    try stage.practice.change { $0.settings.showQuestions = true }
    let question = try stage.bubble(1)
    #expect(question.summary == "はい")
    try stage.practice.change { $0.settings.showQuestions = false }
    try stage.base.waits { (try? stage.server.closed) == [question.id] }
  }

  /// With the setting, each question of a screen came a second time beside it.
  @Test func aQuestionOnAScreenIsNotShownBesideIt() throws {
    let stage = try PracticeStage("--questions")
    let address = try BusAddress(stage.base.bus.address)
    let screens = try (0..<2).map { _ in try Connection(to: address, loop: stage.base.loop) }
    for screen in screens {
      _ = try screen.wait { done in
        screen.requestName(NotifierContract.screenName, queues: true, completion: done)
      }
    }
    try stage.practice.begin()
    try stage.settle()
    #expect(try stage.server.requests.isEmpty)
    // The other screen still shows it.
    screens[0].close()
    try stage.settle()
    #expect(try stage.server.requests.isEmpty)
    // A screen that is killed leaves its question, which nobody else shows.
    screens[1].close()
    let question = try stage.bubble(1)
    #expect(question.summary == "はい")
    // A screen that comes takes it from the bubble.
    let screen = try Connection(to: address, loop: stage.base.loop)
    _ = try screen.wait { done in
      screen.requestName(NotifierContract.screenName, queues: true, completion: done)
    }
    try stage.base.waits { (try? stage.server.closed) == [question.id] }
  }

  /// Whoever clicks *Practice* while a forgotten screen is open would see nothing.
  @Test func aSessionOfABubbleStaysThere() throws {
    let stage = try PracticeStage("--questions")
    let screen = try Connection(
      to: BusAddress(stage.base.bus.address), loop: stage.base.loop)
    _ = try screen.wait { done in
      screen.requestName(NotifierContract.screenName, queues: true, completion: done)
    }
    #expect(try stage.clickPractice().summary == "はい")
  }

  /// A screen that was opened to go on there had each question a second time beside it.
  @Test func aScreenThatIsOpenedLaterTakesTheSession() throws {
    let (stage, question) = try PracticeStage.practicing()
    let screen = try Connection(
      to: BusAddress(stage.base.bus.address), loop: stage.base.loop)
    _ = try screen.wait { done in
      screen.requestName(NotifierContract.screenName, queues: true, completion: done)
    }
    try stage.base.waits { (try? stage.server.closed.last) == question.id }
  }

  @Test func withTheOptionAQuestionThatIsAskedAlreadyToo() throws {
    let (stage, _) = try PracticeStage.asking()
    stage.base.notifier.signal(15)
    try stage.base.waits { (try? stage.server.closed.count) == 1 }
    #expect(stage.base.notifier.codeInTime == 0)
    let next = try Child(
      Programs.notify, ["--questions"], environment: stage.base.bus.environment)
    try stage.base.waits { (try? stage.server.requests.count) == 2 }
    next.signal(15)
    try stage.base.waits { (try? stage.server.closed.count) == 2 }
    #expect(next.codeInTime == 0)
  }

  /// Whoever begins a session in a terminal sees it there.
  @Test func anotherSessionInItsPlaceIsNotOurs() throws {
    let (stage, question) = try PracticeStage.practicing()
    try stage.practice.begin([2, 1, 0])
    try stage.base.waits { (try? stage.server.closed.last) == question.id }
    _ = try stage.practice.answer(1, choice: 2)
    try stage.settle()
    #expect(try stage.server.requests.count == 2)
    // The choice at the next reminder makes it ours.
    let next = try stage.clickPractice()
    #expect(next.summary == "いいえ")
    #expect(stage.practice.calls == ["Start", "Answer 1 2"])
  }

  @Test func anAnswerTakenBackIsNoOtherSession() throws {
    let stage = try PracticeStage()
    try stage.server.click("yes", on: stage.clickPractice())
    _ = try stage.bubble(3)
    try stage.practice.undo()
    #expect(try stage.bubble(4).summary == "はい")
  }

  /// A session of ours that goes on elsewhere stays in the bubble, so that one can come back to it.
  @Test func othersMayAnswerOurSession() throws {
    let (stage, question) = try PracticeStage.practicing()
    _ = try stage.practice.answer(1, choice: 0)
    let second = try stage.bubble(3)
    #expect(second.summary == "いいえ" && second.replaced == question.id)
    _ = try stage.practice.answer(2, choice: 1)
    _ = try stage.bubble(4)
    _ = try stage.practice.answer(3, choice: 2)
    try stage.base.waits { (try? stage.server.closed.last) == question.id }
    #expect(try stage.server.requests.count == 4)
    // It is over: the next session is not ours, as the one before.
    try stage.practice.begin()
    try stage.settle()
    #expect(try stage.server.requests.count == 4)
  }

  @Test func aResultThatIsClosedEndsIt() throws {
    let stage = try PracticeStage()
    var question = try stage.clickPractice()
    for (count, answer) in zip(3..., ["yes", "no", "thanks"]) {
      try stage.server.click(answer, on: question)
      question = try stage.bubble(count)
    }
    #expect(question.summary == "Well done: 3 of 3 on the first try")
    try stage.server.expire(question.id)
    try stage.settle()
    let known = stage.practice.readings.count
    try stage.practice.restart()
    try stage.settle()
    #expect(try stage.server.requests.count == 5 && stage.practice.readings.count == known)
  }
}
