import DBus
import Testing

@testable import MemorizeBus
@testable import memorize_notify

/// Cases of practice bubbles that no service produces on demand, without a bus.
@Suite struct PracticePresenterTests {
  private func properties(
    _ revision: UInt64, _ state: String = "asking", number: UInt32 = 1, question: String = "はい",
    answered: UInt32 = 0, session: UInt64 = 1
  ) -> PracticeState {
    var practice = PracticeState()
    (practice.revision, practice.session, practice.state) = (revision, session, state)
    (practice.mode, practice.questionNumber, practice.question) = ("choices", number, question)
    (practice.questions, practice.answered, practice.choices) = (3, answered, ["yes", "no"])
    return practice
  }

  private func transition(isAsked: Bool = false, answer: String? = nil) -> PracticeTransition {
    var transition = PracticeTransition()
    transition.isAsked = isAsked
    transition.response = answer.map {
      .init(number: 1, isCorrect: true, question: "はい", answer: $0)
    }
    return transition
  }

  private var finished: PracticeState { properties(6, "finished", number: 0, question: "") }

  private func asking() -> PracticePresenter {
    var presenter = PracticePresenter(showsAll: true)
    presenter.take(.state(properties(5)))
    return presenter
  }

  private func summary(_ step: Bubble.Change) -> String? {
    if case .show(let bubble) = step { bubble.summary } else { nil }
  }

  /// What a call of ours does is told by its signals, and shown once, with its reply.
  @Test func nothingIsShownWhileACallIsOnItsWay() {
    var presenter = asking()
    #expect(summary(presenter.step()) == "1/3: はい")
    let asked = AskedQuestion(since: 5, number: 1)
    #expect(presenter.isCurrent(asked))
    presenter.begin()
    #expect(!presenter.isCurrent(asked))
    presenter.take(
      .transition(
        transition(isAsked: true, answer: "yes"),
        properties(6, number: 2, question: "いいえ", answered: 1)))
    #expect(presenter.step() == .keep)
    presenter.end(.answered)
    #expect(summary(presenter.step()) == "✓ はい = yes")
    #expect(!presenter.isCurrent(asked))
  }

  @Test func nothingIsShownBeforeTheSettingsAreKnown() {
    var presenter = PracticePresenter(showsAll: true)
    presenter.isReading = true
    presenter.take(.state(properties(5)))
    #expect(presenter.step() == .keep)
    presenter.isReading = false
    presenter.settings.showChoices = false
    guard case .show(let bubble) = presenter.step() else {
      Issue.record()
      return
    }
    #expect(bubble.body.isEmpty)
  }

  @Test func aStateThatIsReadAgainTellsNoOldOutcome() {
    var presenter = asking()
    presenter.take(
      .transition(
        transition(isAsked: true, answer: "yes"), properties(6, number: 2, question: "いいえ")))
    #expect(summary(presenter.step()) == "✓ はい = yes")
    presenter.take(.state(properties(9, number: 3, question: "またね")))
    #expect(summary(presenter.step()) == "3/3: またね")
  }

  /// A question given up that is the last one left is asked again.
  @Test func theSameQuestionAskedAgainIsAnother() {
    var presenter = asking()
    _ = presenter.step()
    presenter.take(.transition(transition(isAsked: true), properties(6)))
    #expect(!presenter.isCurrent(AskedQuestion(since: 5, number: 1)))
    #expect(presenter.isCurrent(AskedQuestion(since: 6, number: 1)))
  }

  @Test func aResultIsToldOnceAndOnlyOfOurLastAnswer() {
    for isOurs in [true, false] {
      var presenter = asking()
      if isOurs { presenter.begin() }
      presenter.take(.transition(transition(answer: "yes"), finished))
      if isOurs { presenter.end(.answered) }
      #expect((summary(presenter.step()) != nil) == isOurs)
      presenter.take(.absent)
      #expect(presenter.step() == .hide)
      presenter.take(.state(finished))
      #expect(summary(presenter.step()) == nil)
    }
  }

  /// Our click came too late for the last question: who was faster sees the result.
  @Test func aRefusedAnswerIsNotOurs() {
    var presenter = asking()
    presenter.begin()
    presenter.end(.answered)
    presenter.begin()
    presenter.take(.transition(transition(answer: "yes"), finished))
    presenter.end(.refused(BusError(.sessionFinished, "The session is finished.")))
    #expect(presenter.step() == .hide)
  }

  /// What libdbus and the bus say of a service that dies is nothing that people could act on.
  @Test(arguments: [
    (ErrorName.noReply, "memorized did not answer: try again"),
    (.serviceUnknown, "memorized is not running: start it first"),
    ("org.freedesktop.DBus.Error.Spawn.ChildExited", "memorized did not start: see its log"),
  ]) func aServiceThatIsGoneIsToldInWords(name: ErrorName, text: String) {
    var presenter = asking()
    presenter.begin()
    presenter.end(.refused(BusError(name, "Message recipient disconnected from message bus")))
    #expect(summary(presenter.step()) == text)
  }

  @Test func whoFollowsNothingForgets() {
    var presenter = PracticePresenter(showsAll: false)
    #expect(!presenter.isFollowing)
    presenter.begin()
    #expect(presenter.isFollowing)
    presenter.take(.state(properties(5)))
    presenter.end(.notBegun)
    #expect(!presenter.isFollowing && presenter.step() == .hide)
    presenter.forget()
    presenter.begin()
    presenter.end(.begun)
    // The first reading brings the session, which is the one that was begun.
    #expect(presenter.isFollowing && presenter.step() == .hide)
    presenter.take(.state(properties(9)))
    #expect(summary(presenter.step()) == "1/3: はい")
  }
}
