import MemorizeBus
import TestSupport
import Testing

@testable import CellDrawing
@testable import Screens
@testable import memorize

/// What of a session is to be heard, and when, without a terminal.
@Suite struct HeardSessionTests: PracticeSceneStage {
  private static func published(
    _ mode: String, state: String = "asking", number: UInt32 = 1, revision: UInt64 = 1,
    answered: Bool = false
  ) -> PracticeState {
    var session = session(mode, state: state, number: number, revision: revision)
    session.questionLanguage = "ja"
    if answered {
      session.answerLanguage = "en"
      session.answerMedia = MediaPaths()
      session.answerMedia?.sounds = ["/yes.mp3"]
    }
    return session
  }

  private static let answer = HeardSide(
    answer: "yes", sentence: "", language: "en", sounds: ["/yes.mp3"])
  private static let question = HeardSide(question: "はい", language: "ja", sounds: [])

  @Test(arguments: ["choices", "typed", "recall"])
  func nothingIsHeardBeforeItsTime(mode: String) {
    var scene = Self.scene(Self.published(mode))
    #expect(scene.appearances.questions == 1 && scene.appearances.answer == nil)
    #expect(scene.heardSide == Self.question)
    Self.change(&scene, to: Self.published(mode, revision: 2), response: (false, "no"))
    #expect(scene.appearances.answers == 0 && scene.heardSide == Self.question)
    // A key, and that nobody has seen the question anew, change nothing.
    #expect(Self.press(["?", "x"], &scene) == [])
    #expect(scene.appearances.questions == 1)
  }

  @Test(arguments: ["choices", "typed"]) func theAnswerIsHeardBeforeTheNextQuestion(mode: String) {
    var scene = Self.scene(Self.published(mode))
    Self.change(
      &scene, to: Self.published(mode, number: 2, revision: 2, answered: true), isAsked: true,
      response: (true, "yes"))
    #expect(scene.appearances.answers == 1 && scene.appearances.questions == 2)
    #expect(scene.showsAnswered && scene.heardSide == Self.answer)
    scene.endHighlight(1)
    #expect(!scene.showsAnswered && scene.heardSide == Self.question)
  }

  /// In recall mode the answer was heard again when it was graded.
  @Test func aRevealedAnswerIsHeardOnce() {
    var scene = Self.scene(Self.published("recall"))
    Self.change(
      &scene, to: Self.published("recall", state: "revealed", revision: 2, answered: true))
    // The text is not known yet.
    #expect(scene.appearances.answers == 0 && scene.heardSide == nil)
    scene.handle(.revealed("yes", question: 1))
    scene.handle(.revealed("yes", question: 1))
    #expect(scene.appearances.answers == 1 && scene.heardSide == Self.answer)
    Self.change(
      &scene, to: Self.published("recall", number: 2, revision: 3, answered: true), isAsked: true,
      response: (true, ""))
    #expect(scene.appearances.answers == 1 && scene.heardSide == Self.question)
  }

  /// What was revealed of another question is not this one's answer.
  @Test func aLateAnswerIsNotHeard() {
    var scene = Self.scene(Self.published("recall", number: 2))
    scene.handle(.revealed("yes", question: 1))
    #expect(scene.appearances.answers == 0)
  }

  @Test func theKeyStandsAtTheBottomIfSomethingCanBeHeard() {
    var scene = Self.scene(Self.session())
    #expect(!scene.text((120, 24)).contains("s hear"))
    #expect(Self.press(["s"], &scene) == [.hear])
    var session = Self.session(revision: 2)
    session.questionMedia = MediaPaths()
    session.questionMedia?.sounds = ["/hai.mp3"]
    scene.handle(.session(.state(session)))
    #expect(scene.text((120, 24)).contains("s hear"))
  }

  @Test func whileTypingTheKeyIsACommandOnlyAfterEscape() {
    var scene = Self.scene(Self.session("typed"))
    #expect(Self.press(["s"], &scene) == [] && scene.line.trimmed == "s")
    #expect(Self.press([.escape, "s"], &scene) == [.hear])
    #expect(Self.press(["s"], &scene) == [] && scene.line.trimmed == "ss")
  }

  /// The key closed the answer that it was to repeat.
  @Test func theAnswerStaysWhenItIsHeardAgain() {
    var scene = Self.scene(Self.published("choices"))
    Self.change(
      &scene, to: Self.published("choices", number: 2, revision: 2, answered: true), isAsked: true,
      response: (true, "yes"))
    #expect(Self.press(["s"], &scene) == [.hear] && scene.showsAnswered)
  }
}
