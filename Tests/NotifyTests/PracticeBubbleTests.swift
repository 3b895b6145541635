import DBus
import MemorizeBus
import Testing

@testable import memorize_notify

/// The texts of practice bubbles, without a bus.
@Suite struct PracticeBubbleTests {
  private let asked = AskedQuestion(since: 41, number: 2)
  private let practice = facts("choices", ["yes", "no"])

  private static func facts(_ mode: String, _ choices: [String]) -> PracticeState {
    var facts = PracticeState()
    (facts.mode, facts.choices, facts.deck) = (mode, choices, "Japanese")
    (facts.questionNumber, facts.questions, facts.answered) = (2, 5, 1)
    (facts.question, facts.pronunciation) = ("いいえ", "iie")
    return facts
  }

  @Test func aQuestionBeginsWithHowTheLastOneWent() {
    let outcomes: [(Outcome, String)] = [
      (.right(question: "はい", answer: "yes"), "✓ はい = yes"),
      (.right(question: "はい", answer: ""), "✓ はい"),
      (.wrong(answer: "no"), "✗ no"),
      (.givenUp(question: "はい", answer: "yes"), "✗ はい = yes"),
      (.givenUp(question: "はい", answer: ""), "✗ はい"),
      (.refused("The disk is full."), "The disk is full."),
    ]
    for (outcome, summary) in outcomes {
      let bubble = Bubble.question(practice, asked, after: outcome)
      #expect(bubble.summary == summary)
      #expect(bubble.body == ["2/5: いいえ [iie]", "1. yes", "2. no"])
      #expect(bubble.progress == 20)
    }
  }

  @Test func whatIsTooLongForASummaryStandsInTheBody() {
    let long = String(repeating: "long ", count: 9)
    let outcome = Outcome.right(question: long, answer: "x")
    let bubble = Bubble.question(practice, asked, after: outcome)
    #expect(bubble.summary == "✓ Right")
    #expect(bubble.body.prefix(2) == ["\(long) = x", "2/5: いいえ [iie]"])
    var first = practice
    first.question = long
    let question = Bubble.question(first, asked)
    #expect(question.summary == "Question 2/5" && question.body.first == "\(long) [iie]")
  }

  @Test func keysMeanOneQuestion() {
    let keys = Bubble.question(practice, asked).actions.map(\.key)
    #expect(keys == ["answer-41-2-0", "answer-41-2-1"])
    let revealed = Bubble.question(practice, asked, answer: "no").actions.map(\.key)
    #expect(revealed == (1...4).map { "grade-41-2-\($0)" })
    let hidden = Bubble.question(practice, asked, showsChoices: false)
    #expect(hidden.actions.map(\.key) == ["choices-41-2"] && hidden.body.isEmpty)
    let typed = Bubble.question(Self.facts("typed", []), asked)
    #expect(typed.actions.map(\.key) == ["reveal-41-2", "terminal"])
    #expect(Bubble.result(practice, of: "", at: 42, after: nil).actions.map(\.key) == ["again-42"])
  }

  /// Two that begin alike must not become the same button.
  @Test func longLabelsAreCutAndNumbered() {
    let long = String(repeating: "a", count: 31)
    let bubble = Bubble.question(Self.facts("choices", [long, long + "b", "short"]), asked)
    #expect(
      bubble.actions.map(\.label) == [
        "1. \(long.prefix(26))…", "2. \(long.prefix(26))…", "short",
      ])
    #expect(bubble.body == ["1. \(long)", "2. \(long)b", "3. short"])
  }

  @Test func aResultTellsWhoAndHowWell() {
    var facts = practice
    (facts.firstTry, facts.wrong) = (3, 2)
    let last = Outcome.right(question: "はい", answer: "yes")
    let bubble = Bubble.result(facts, of: "Ada", at: 1, after: last)
    #expect(bubble.summary == "Well done, Ada: 3 of 5 at the first try")
    #expect(bubble.body == ["✓ はい = yes", "Japanese: 2 mistakes"])
    #expect(!bubble.isBound && !bubble.isTransient && !bubble.isResident && bubble.progress == 100)
    facts.wrong = 0
    let unnamed = Bubble.result(facts, of: "", at: 1, after: nil)
    #expect(unnamed.summary == "Well done: 3 of 5 at the first try")
    #expect(unnamed.body == ["Japanese: no mistake"])
    let long = Bubble.result(facts, of: "Augusta Ada Lovelace", at: 1, after: nil)
    #expect(long.summary == "Well done, Augusta Ada Lovelace")
    #expect(long.body.first == "3 of 5 at the first try")
  }

  @Test(arguments: [
    (12, 10, "12 cards are due, 10 new."), (1, 1, "1 card is due, 1 new."),
    (1, 0, "1 card is due."), (0, 3, "No card is due, 3 new."), (0, 0, "No card is due."),
  ])
  func aReminderCounts(due: UInt32, new: UInt32, text: String) {
    #expect(Bubble.reminder(due: due, new: new).body == [text])
  }

  @Test func textIsEscapedInTheBodyAndStaysInLabels() {
    let bubble = Bubble.question(Self.facts("choices", ["<b>", "a & b"]), asked)
    let notification = memorize_notify.Notification(
      bubble, actions: bubble.actions, for: Capabilities(["body", "body-markup", "actions"]))
    #expect(notification.body == "1. &lt;b&gt;\n2. a &amp; b")
    #expect(notification.actions == ["answer-41-2-0", "<b>", "answer-41-2-1", "a & b"])
    #expect(notification.timeout == 0)
  }
}
