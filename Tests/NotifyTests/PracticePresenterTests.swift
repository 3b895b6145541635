import DBus
import TestSupport
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
    (practice.revision, practice.session, practice.state) = (revision, session, Word(text: state))
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
    present(&presenter, .state(properties(5)))
    return presenter
  }

  private func present(_ presenter: inout PracticePresenter, _ news: PracticeFollower.News) {
    _ = presenter.apply(.session(news))
  }

  private func outcome(_ step: Bubble.Change) -> String? {
    if case .show(let bubble) = step { bubble.body.first } else { nil }
  }

  private func summary(_ step: Bubble.Change) -> String? {
    if case .show(let bubble) = step { bubble.summary } else { nil }
  }

  /// A bubble that the user had closed once came back when it was time for a question, which was
  /// not asked.
  @Test func aClosedBubbleStaysClosed() {
    var presenter = asking()
    guard case .show(let bubble) = presenter.step() else {
      Issue.record("No question is shown.")
      return
    }
    presenter.dismiss(bubble)
    #expect(presenter.step() == .keep)
    presenter.begin()
    presenter.end(.notBegun)
    #expect(presenter.step() == .keep)
  }

  /// The signals of a call of ours publish its effect, which is shown once, with its reply.
  @Test func aPendingCallPostponesTheBubble() {
    var presenter = asking()
    #expect(summary(presenter.step()) == "はい")
    let asked = AskedQuestion(since: 5, number: 1)
    #expect(presenter.isCurrent(asked))
    presenter.begin()
    #expect(!presenter.isCurrent(asked))
    present(
      &presenter,
      .transition(
        transition(isAsked: true, answer: "yes"),
        properties(6, number: 2, question: "いいえ", answered: 1)))
    #expect(presenter.step() == .keep)
    presenter.end(.done)
    #expect(outcome(presenter.step()) == "✓ はい = yes")
    #expect(!presenter.isCurrent(asked))
  }

  @Test func aStateThatIsReadAgainShowsNoOldOutcome() {
    var presenter = asking()
    present(
      &presenter,
      .transition(
        transition(isAsked: true, answer: "yes"), properties(6, number: 2, question: "いいえ")))
    #expect(outcome(presenter.step()) == "✓ はい = yes")
    present(&presenter, .state(properties(9, number: 3, question: "またね")))
    #expect(summary(presenter.step()) == "またね")
  }

  @Test func aNameAndADueCardChangeNoQuestion() {
    var presenter = asking()
    var (named, hidden) = (PracticePreferences(), PracticePreferences())
    named.profile = Profile(name: "Ada", isRemembered: false)
    hidden.settings.showChoices = false
    let news: [PracticeClient.News] = [
      .preferences(PracticePreferences()), .preferences(named), .session(.update(properties(5))),
      .preferences(hidden),
    ]
    #expect(news.map { presenter.apply($0) } == [true, false, false, true])
  }

  @Test(arguments: [1, 2]) func aSessionComesBackWithTheDaemonButNoOther(session: UInt64) {
    var presenter = PracticePresenter(showsAll: false)
    presenter.begin()
    present(&presenter, .state(properties(5)))
    presenter.end(.begun)
    present(&presenter, .absent)
    #expect(presenter.step() == .hide)
    present(&presenter, .state(properties(6, session: session)))
    #expect(summary(presenter.step()) == (session == 1 ? "はい" : nil))
  }

  /// A question given up that is the last one left is asked again.
  @Test func theSameQuestionAskedAgainIsAnother() {
    var presenter = asking()
    _ = presenter.step()
    present(&presenter, .transition(transition(isAsked: true), properties(6)))
    #expect(!presenter.isCurrent(AskedQuestion(since: 5, number: 1)))
    #expect(presenter.isCurrent(AskedQuestion(since: 6, number: 1)))
  }

  @Test func aResultIsShownOnceAndOnlyOfOurLastAnswer() {
    for isOurs in [true, false] {
      var presenter = asking()
      if isOurs { presenter.begin() }
      present(&presenter, .transition(transition(answer: "yes"), finished))
      if isOurs { presenter.end(.done) }
      #expect((summary(presenter.step()) != nil) == isOurs)
      present(&presenter, .absent)
      #expect(presenter.step() == .hide)
      present(&presenter, .state(finished))
      #expect(summary(presenter.step()) == nil)
    }
  }

  /// Our click came too late for the last question: who was faster sees the result.
  @Test func aRefusedAnswerIsNotOurs() {
    var presenter = asking()
    presenter.begin()
    presenter.end(.done)
    presenter.begin()
    present(&presenter, .transition(transition(answer: "yes"), finished))
    presenter.end(.refused(BusError(.sessionFinished, "The session is finished.")))
    #expect(presenter.step() == .hide)
  }

  @Test func everythingIsForgottenWithoutFollowing() {
    var presenter = PracticePresenter(showsAll: false)
    #expect(!presenter.isFollowing)
    presenter.begin()
    #expect(presenter.isFollowing)
    present(&presenter, .state(properties(5)))
    presenter.end(.notBegun)
    #expect(!presenter.isFollowing && presenter.step() == .hide)
    presenter.forget()
    presenter.begin()
    presenter.end(.begun)
    // The first reading brings the session, which is the one that was begun.
    #expect(presenter.isFollowing && presenter.step() == .hide)
    present(&presenter, .state(properties(9)))
    #expect(summary(presenter.step()) == "はい")
  }
}
