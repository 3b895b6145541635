import DBus
import Testing

@testable import MemorizeBus
@testable import memorize_notify

/// What is shown of practice, without any bus: what cannot be brought about by a service at will.
@Suite struct PracticeNarratorTests {
  private func properties(
    _ revision: UInt64, _ state: String = "asking", number: UInt32 = 1, question: String = "はい",
    answered: UInt32 = 0
  ) -> Properties<PracticeContract.Service> {
    Properties(values: [
      "Revision": .uint64(revision), "State": .string(state), "Mode": .string("choices"),
      "QuestionNumber": .uint32(number), "Question": .string(question), "Questions": .uint32(3),
      "Answered": .uint32(answered), "Choices": Value(["yes", "no"]),
    ])
  }

  private func transition(isAsked: Bool = false, answer: String? = nil) -> PracticeTransition {
    var transition = PracticeTransition()
    transition.isAsked = isAsked
    transition.response = answer.map {
      .init(number: 1, isCorrect: true, question: "はい", answer: $0)
    }
    return transition
  }

  private func summary(_ step: PracticeNarrator.Step) -> String? {
    if case .show(let bubble) = step { bubble.summary } else { nil }
  }

  /// What a call of ours does is told by its signals, and shown once, with its reply.
  @Test func nothingIsShownWhileACallIsOnItsWay() {
    var narrator = PracticeNarrator(showsAll: true)
    narrator.take(.state(properties(5)))
    #expect(summary(narrator.step()) == "1/3: はい")
    let asked = AskedQuestion(since: 5, number: 1)
    #expect(narrator.isCurrent(asked))
    narrator.begin()
    #expect(!narrator.isCurrent(asked))
    narrator.take(
      .transition(
        transition(isAsked: true, answer: "yes"),
        properties(6, number: 2, question: "いいえ", answered: 1)))
    #expect(narrator.step() == .none)
    narrator.end(.answered)
    #expect(summary(narrator.step()) == "✓ はい = yes")
    #expect(!narrator.isCurrent(asked))
  }

  @Test func nothingIsShownBeforeTheSettingsAreKnown() {
    var narrator = PracticeNarrator(showsAll: true)
    narrator.isReading = true
    narrator.take(.state(properties(5)))
    #expect(narrator.step() == .none)
    narrator.isReading = false
    narrator.showsChoices = false
    let step = narrator.step()
    guard case .show(let bubble) = step else {
      Issue.record("\(step)")
      return
    }
    #expect(bubble.body.isEmpty)
  }

  @Test func aStateThatIsReadAgainTellsNoOldOutcome() {
    var narrator = PracticeNarrator(showsAll: true)
    narrator.take(.state(properties(5)))
    narrator.take(
      .transition(
        transition(isAsked: true, answer: "yes"), properties(6, number: 2, question: "いいえ")))
    #expect(summary(narrator.step()) == "✓ はい = yes")
    narrator.take(.state(properties(9, number: 3, question: "またね")))
    #expect(summary(narrator.step()) == "3/3: またね")
  }

  /// A question given up that is the last one left is asked again.
  @Test func theSameQuestionAskedAgainIsAnother() {
    var narrator = PracticeNarrator(showsAll: true)
    narrator.take(.state(properties(5)))
    _ = narrator.step()
    narrator.take(.transition(transition(isAsked: true), properties(6)))
    #expect(!narrator.isCurrent(AskedQuestion(since: 5, number: 1)))
    #expect(narrator.isCurrent(AskedQuestion(since: 6, number: 1)))
  }

  @Test func aResultIsToldOnceAndOnlyOfOurLastAnswer() {
    for isOurs in [true, false] {
      var narrator = PracticeNarrator(showsAll: true)
      narrator.take(.state(properties(5)))
      if isOurs { narrator.begin() }
      narrator.take(
        .transition(transition(answer: "yes"), properties(6, "finished", number: 0, question: "")))
      if isOurs { narrator.end(.answered) }
      #expect((summary(narrator.step()) != nil) == isOurs)
      narrator.take(.absent)
      #expect(narrator.step() == .hide)
      narrator.take(.state(properties(6, "finished", number: 0, question: "")))
      #expect(summary(narrator.step()) == nil)
    }
  }

  /// Our click came too late for the last question: who was faster sees the result.
  @Test func aRefusedAnswerIsNotOurs() {
    var narrator = PracticeNarrator(showsAll: true)
    narrator.take(.state(properties(5)))
    narrator.begin()
    narrator.end(.answered)
    narrator.begin()
    narrator.take(
      .transition(transition(answer: "yes"), properties(6, "finished", number: 0, question: "")))
    narrator.end(.refused(BusError(.sessionFinished, "The session is finished.")))
    #expect(narrator.step() == .hide)
  }

  /// What libdbus and the bus say of a service that dies is nothing that people could act on.
  @Test(arguments: [
    (ErrorName.noReply, "memorized did not answer: try again"),
    (.serviceUnknown, "memorized is not running: start it first"),
    (
      "org.freedesktop.DBus.Error.Spawn.ChildExited",
      "memorized did not start: see its log"
    ),
  ]) func aServiceThatIsGoneIsToldInWords(name: ErrorName, text: String) {
    var narrator = PracticeNarrator(showsAll: true)
    narrator.take(.state(properties(5)))
    narrator.begin()
    narrator.end(.refused(BusError(name, "Message recipient disconnected from message bus")))
    #expect(summary(narrator.step()) == text)
  }

  @Test func whoFollowsNothingForgets() {
    var narrator = PracticeNarrator(showsAll: false)
    #expect(!narrator.isFollowing)
    narrator.begin()
    #expect(narrator.isFollowing)
    narrator.take(.state(properties(5)))
    narrator.end(.notBegun)
    #expect(!narrator.isFollowing && narrator.step() == .hide)
    narrator.forget()
    narrator.begin()
    narrator.end(.begun)
    // The session is known with the first reading, and is the one that was begun.
    #expect(narrator.isFollowing && narrator.step() == .hide)
    narrator.take(.state(properties(9)))
    #expect(summary(narrator.step()) == "1/3: はい")
  }
}
