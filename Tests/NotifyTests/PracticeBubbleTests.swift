import DBus
import MemorizeBus
import TestSupport
import Testing

@testable import memorize_notify

/// The texts of practice bubbles, without a bus.
@Suite struct PracticeBubbleTests {
  private let asked = AskedQuestion(since: 41, number: 2)
  private let practice = session("choices", ["yes", "no"])

  private static func session(_ mode: String, _ choices: [String]) -> PracticeState {
    var session = PracticeState()
    (session.state, session.mode, session.choices, session.deck) = (
      "asking", Word(text: mode), choices, "Japanese"
    )
    (session.questionNumber, session.questions, session.answered) = (2, 5, 1)
    (session.question, session.pronunciation) = ("いいえ", "iie")
    return session
  }

  private static func outcome(
    _ question: String, _ answer: String, isCorrect: Bool = true
  ) -> Heading {
    Heading(.init(isCorrect: isCorrect, question: question, answer: answer))
  }

  /// The title once held the question's number, its deck and the last outcome, among which the
  /// question had to be looked for.
  @Test func aQuestionIsTheTitleAlone() {
    let headings: [(Heading, String)] = [
      (Self.outcome("はい", "yes"), "✓ はい = yes"), (Self.outcome("はい", ""), "✓ はい"),
      (Heading(.init(isCorrect: false, question: "はい", answer: "no", isOpen: true)), "✗ no"),
      (Self.outcome("はい", "yes", isCorrect: false), "✗ はい = yes"),
      (Self.outcome("はい", "", isCorrect: false), "✗ はい"),
      (Heading(refusal: "The disk is full."), "The disk is full."),
    ]
    for (heading, line) in headings {
      let bubble = Bubble.question(practice, asked, after: heading)
      #expect(bubble.summary == "いいえ" && bubble.note == "Japanese, 2/5")
      #expect(bubble.body == ["iie", line, "1. yes · 2. no"])
      #expect(bubble.progress == 20)
    }
  }

  /// A picture was named beside itself, and nothing went with an answer.
  @Test func aWholeCardIsShown() throws {
    let files = try TemporaryDirectory()
    let picture = try files.write("a picture.png")
    var card = practice
    (card.question, card.pronunciation, card.questionMedia) = ("", "", MediaPaths())
    card.questionMedia?.picture = picture
    let bubble = Bubble.question(card, asked)
    #expect(bubble.summary == "Question 2/5" && bubble.picture == picture)
    let shown = Notification(bubble, for: [])
    #expect(
      shown.hints["image-path"]
        == .string("file://" + picture.replacing(" ", with: "%20")))
    // As with a service on another machine.
    card.questionMedia?.picture = "/nowhere/a.png"
    #expect(Notification(Bubble.question(card, asked), for: []).hints["image-path"] == nil)
    card.questionMedia?.picture = ""
    card.questionMedia?.sounds = ["/a.mp3"]
    #expect(Bubble.question(card, asked).summary == "[sound]")
    // What goes with an answer is that of the last question while this one is asked.
    (card.note, card.sentence) = ("A note.", "The [cat] sat.")
    let heading = Heading(
      .init(
        isCorrect: true, question: "The […] sat.", answer: "cat", sentence: "The [cat] sat.",
        note: "A note."))
    let next = Bubble.question(card, asked, after: heading)
    #expect(next.body == ["✓ The [cat] sat.", "A note.", "1. yes · 2. no"])
    #expect(
      Bubble.question(card, asked, answer: "cat").body.prefix(3) == [
        "Answer: cat", "The [cat] sat.", "A note.",
      ])
  }

  /// The buttons keep what they answer, and their names.
  @Test func aWrongChoiceHasNoButton() {
    var session = Self.session("choices", ["yes", "no", "thanks"])
    session.wrongChoices = [1]
    let bubble = Bubble.question(session, asked)
    #expect(bubble.actions.map(\.key) == ["answer-1", "answer-3", "reveal", "stop"])
    #expect(bubble.body == ["iie", "1. yes · 3. thanks"])
    let hidden = Bubble.question(session, asked, showsChoices: false)
    #expect(hidden.bodyWithoutActions == ["1. yes · 3. thanks"])
  }

  @Test func aHiddenReadingIsToldWithTheAnswer() {
    var revealed = Self.session("recall", [])
    (revealed.state, revealed.pronunciation) = ("revealed", "")
    revealed.answerPronunciation = "iie"
    #expect(
      Bubble.question(revealed, asked, answer: "no").body.prefix(2) == ["Answer: no", "[iie]"])
    for (isBackward, line) in [(false, "✓ はい [hai] = yes"), (true, "✓ はい = yes [hai]")] {
      let heading = Heading(
        .init(
          isCorrect: true, question: "はい", answer: "yes", reading: "hai", isBackward: isBackward))
      #expect(Bubble.question(practice, asked, after: heading).body[1] == line)
    }
  }

  @Test func aLongTextStandsInTheBody() {
    let long = String(repeating: "long ", count: 9)
    let bubble = Bubble.question(practice, asked, after: Self.outcome(long, "x"))
    #expect(bubble.summary == "いいえ" && bubble.body[1] == "✓ \(long) = x")
    var first = practice
    first.question = long
    let question = Bubble.question(first, asked)
    #expect(question.summary == "Question 2/5" && question.body.prefix(2) == [long, "iie"])
  }

  /// A key binding, as for mako, which draws no buttons, cannot know a number of the session.
  @Test func keysAreTheSameForEachQuestion() {
    let keys = Bubble.question(practice, asked).actions.map(\.key)
    #expect(keys == ["answer-1", "answer-2", "reveal", "stop"])
    let revealed = Bubble.question(practice, asked, answer: "no").actions.map(\.key)
    #expect(revealed == (1...4).map { "grade-\($0)" } + ["stop"])
    let hidden = Bubble.question(practice, asked, showsChoices: false)
    #expect(hidden.actions.map(\.label) == ["Show choices", "Reveal", "Stop"])
    #expect(hidden.body == ["iie"])
    // Choices that are shown on demand must not be out of reach if nothing can be demanded.
    #expect(hidden.bodyWithoutActions == ["1. yes · 2. no"])
    let typed = Bubble.question(Self.session("typed", []), asked)
    #expect(typed.actions.map(\.key) == ["inline-reply", "terminal", "reveal", "stop"])
    #expect(Bubble.result(practice, of: "", at: 42, after: nil).actions.map(\.key) == ["again"])
  }

  /// Two that begin alike must not become the same button.
  @Test func longLabelsAreCutAndNumbered() {
    let long = String(repeating: "a", count: 31)
    let bubble = Bubble.question(Self.session("choices", [long, long + "b", "short"]), asked)
    #expect(
      bubble.actions.map(\.label) == [
        "1. \(long.prefix(26))…", "2. \(long.prefix(26))…", "short", "Reveal", "Stop",
      ])
    #expect(bubble.body == ["iie", "1. \(long)", "2. \(long)b", "3. short"])
  }

  @Test func aResultShowsWhoAndHowWell() {
    var session = practice
    (session.firstTry, session.wrong) = (3, 2)
    let last = Self.outcome("はい", "yes")
    let bubble = Bubble.result(session, of: "Ada", at: 1, after: last)
    #expect(bubble.summary == "Well done, Ada: 3 of 5 on the first try")
    #expect(bubble.body == ["✓ はい = yes", "Japanese: 2 wrong"])
    #expect(!bubble.isWithdrawable && !bubble.isTransient && bubble.progress == 100)
    session.wrong = 0
    let unnamed = Bubble.result(session, of: "", at: 1, after: nil)
    #expect(unnamed.summary == "Well done: 3 of 5 on the first try")
    #expect(unnamed.body == ["Japanese: none wrong"])
    let long = Bubble.result(session, of: "Augusta Ada Lovelace", at: 1, after: nil)
    #expect(long.summary == "Well done, Augusta Ada Lovelace")
    #expect(long.body.first == "3 of 5 on the first try")
  }

  @Test(arguments: [
    (12, 10, "12 cards are due, 10 new."), (1, 1, "1 card is due, 1 new."),
    (1, 0, "1 card is due."), (0, 3, "No cards are due, 3 new."), (0, 0, "No cards are due."),
  ])
  func aReminderCounts(due: UInt32, new: UInt32, text: String) {
    #expect(Bubble.reminder(due: due, new: new).body == [text])
  }

  @Test func gradesCarryTheirIntervals() {
    var recall = Self.session("recall", [])
    (recall.deck, recall.questionDeck) = ("", "Japanese")
    recall.intervals = [86_400, 172_800, 345_600, 7_776_000]
    let bubble = Bubble.question(recall, asked, answer: "no")
    let grades = ["1 Again, 1 day", "2 Hard, 2 days", "3 Good, 4 days", "4 Easy, 3 months"]
    #expect(bubble.actions.map(\.label) == grades + ["Stop"])
    #expect(bubble.body == ["iie", "Answer: no", grades.joined(separator: " · ")])
    // A session over all decks says whose question it is.
    #expect(bubble.note == "Japanese, 2/5")
    #expect(Bubble.result(recall, of: "", at: 1, after: nil).body == ["All decks: none wrong"])
    recall.intervals = []
    #expect(
      Bubble.question(recall, asked, answer: "").body.last == "1 Again · 2 Hard · 3 Good · 4 Easy")
  }

  @Test func textIsEscapedInTheBodyAndStaysInLabels() {
    var session = Self.session("choices", ["<b>", "a & b"])
    session.deck = "R&D"
    let bubble = Bubble.question(session, asked)
    let notification = memorize_notify.Notification(
      bubble, for: [.body, .markup, .actions])
    #expect(notification.body == "iie\n1. &lt;b&gt; · 2. a &amp; b\n<i>R&amp;D, 2/5</i>")
    // Tags would be text on a server that reads none.
    let unmarked = memorize_notify.Notification(bubble, for: [.body])
    #expect(unmarked.body == "iie\n1. <b> · 2. a & b\nR&D, 2/5")
    #expect(notification.actions.contains("<b>") && notification.actions.contains("a & b"))
  }
}
