import BoardLayout
import Glibc
import ArgumentParser
import DBus
import MemorizeText
import Practice
import TestSupport
import Testing

@testable import CellDrawing
@testable import MemorizeBus
@testable import Screens
@testable import memorize

/// Keys of practice, without a terminal and without a bus.
@Suite struct PracticeSceneTests: PracticeSceneStage {
  @Test func choicesAreCountedFromOneByPeople() {
    var scene = Self.scene()
    #expect(Self.press([.character("1")], &scene) == [Self.answer(0)])
    #expect(Self.press([.character("3")], &scene) == [Self.answer(2)])
    #expect(Self.press([.character("4"), .character("0")], &scene).isEmpty)
    #expect(Self.press([.up, .up, .down, .enter], &scene) == [Self.answer(1)])
    #expect(
      Self.press([.home, .character("j"), .character("l"), .character(" ")], &scene)
        == [Self.answer(2)])
    #expect(Self.press([.character("k"), .enter], &scene) == [Self.answer(1)])
    #expect(
      Self.press([.character("r"), .character("u"), .character("q")], &scene)
        == [.make(.reveal(question: 1)), .make(.undo), .quit])
  }

  /// Enter for the answer before, a moment too late, answered a question that nobody had read.
  @Test func enterDoesNotAnswerAQuestionThatHasJustAppeared() {
    var scene = Self.scene()
    #expect(Self.press([.enter, .character(" "), .enter], &scene).isEmpty)
    #expect(scene.message == "Press a number, or use the arrows.")
    #expect(Self.press([.up, .enter], &scene) == [Self.answer(2)])
    scene = Self.scene(Self.session("recall"))
    #expect(Self.press([.enter], &scene) == [.make(.reveal(question: 1))])
  }

  /// The number of the question went back without a word when a missed one came again.
  @Test func progressNeverGoesBack() {
    var session = Self.session(number: 4)
    (session.answered, session.firstTry) = (1, 1)
    #expect(session.place == "2/5" && session.missed == 2 && !session.isAskedAgain)
    session = Self.session(number: 2)
    (session.answered, session.firstTry) = (3, 3)
    #expect(session.place == "4/5" && session.missed == 2 && session.isAskedAgain)
    let scene = Self.scene(session)
    let text = scene.rows().joined()
    #expect(text.contains("4 of 5") && text.contains("again") && text.contains("2 missed"))
    session = Self.session(state: "finished", number: 0)
    (session.answered, session.firstTry) = (5, 3)
    #expect(session.place == "5/5" && session.missed == 2 && !session.isAskedAgain)
  }

  @Test func clicksAnswer() throws {
    for size in [(80, 24), (40, 12), (20, 6)] {
      var scene = Self.scene()
      let area = scene.layout(size).entries[1].area
      let click = Key.click(column: area.column + 2, row: area.row)
      #expect(Self.press([click], &scene, size: size) == [Self.answer(1)])
      #expect(Self.press([.click(column: 0, row: 0)], &scene, size: size).isEmpty)
    }
  }

  /// A missed answer gave way to the next question before anybody could read it.
  @Test func aMissedAnswerStaysUntilAKey() {
    var scene = Self.scene()
    let layout = scene.layout((80, 24))
    #expect(scene.handle(.character("r"), on: layout) == .make(.reveal(question: 1)))
    Self.change(&scene, to: Self.second, isAsked: true, response: (false, ""))
    scene.handle(.revealed("yes", question: 1))
    scene.finish(nil)
    #expect(scene.entries.map(\.isRight) == [false, true, false])
    #expect(scene.shown?.question == "はい" && scene.highlighted == nil)
    #expect(Self.press([.click(column: 40, row: 14)], &scene).isEmpty)
    #expect(scene.shown?.question == "いいえ" && !scene.entries.contains(where: \.isRight))
    // Right at last counts as missed as well.
    Self.change(&scene, to: Self.second, response: (false, "no"), number: 2)
    Self.change(
      &scene, to: Self.session(number: 3, question: "x", revision: 5), isAsked: true,
      response: (true, "yes"), number: 2)
    #expect(scene.entries.map(\.isRight) == [false, true, false])
    #expect(scene.entries.map(\.isWrong) == [true, false, false])
    #expect(Self.press([.character("2")], &scene).isEmpty)
    #expect(Self.press([.character("2")], &scene) == [.make(.answer(question: 3, choice: 1))])
    #expect(scene.log.missed.map(\.answer) == ["yes", "yes"])
  }

  /// A screen that is opened later shows what was wrong before; its keys answer nothing again.
  @Test func aWrongChoiceIsStruckOut() {
    var asked = Self.session()
    asked.wrongChoices = [0]
    var scene = Self.scene(asked)
    #expect(scene.entries.map(\.isWrong) == [true, false, false])
    #expect(scene.text().contains("✗ 1  no"))
    let click = scene.layout((80, 24)).entries[0].area
    for keys: [Key] in [
      [.character("1")], [.home, .enter], [.click(column: click.column + 3, row: click.row)],
    ] {
      #expect(Self.press(keys, &scene).isEmpty)
      #expect(scene.message == "That choice was wrong.")
      #expect(scene.text().contains("That choice was wrong."))
    }
    #expect(Self.press([.character("2")], &scene) == [Self.answer(1)])
    #expect(scene.message.isEmpty)
  }

  /// It stands where it would have stood with the question, or beside the answer that it is of.
  @Test(arguments: ["choices", "typed", "recall"], ["forward", "backward"])
  func aHiddenReadingAppearsWithTheAnswer(mode: String, direction: String) {
    let isBackward = direction == "backward"
    func session(_ number: UInt32, _ question: String, state: String = "asking") -> PracticeState {
      var session = Self.session(
        mode, state: state, number: number, question: question, choices: ["見る", "食べる", "eat"],
        revision: UInt64(number))
      (session.pronunciation, session.direction) = ("", Word(text: direction))
      return session
    }
    let (question, answer) = isBackward ? ("eat", "食べる") : ("食べる", "eat")
    let read = isBackward ? "食べる [たべる]" : "たべる"
    var scene = Self.scene(session(1, question))
    #expect(!scene.text().contains("たべる"))
    let card = scene.layout((80, 24)).card
    var next = session(2, "next")
    next.answerPronunciation = "たべる"
    if mode == "recall" {
      var revealed = session(1, question, state: "revealed")
      (revealed.revision, revealed.answerPronunciation) = (2, "たべる")
      Self.change(&scene, to: revealed)
      scene.handle(.revealed(answer, question: 1))
      #expect(scene.text().contains(read) && scene.text().contains(answer))
      #expect(scene.layout((80, 24)).card == card)
      next.revision = 3
    }
    Self.change(&scene, to: next, isAsked: true, response: (true, answer))
    if mode != "recall" {
      #expect(scene.text().contains(read) && scene.highlighted != nil)
      #expect(scene.layout((80, 24)).card == card)
      #expect(scene.text((30, 8)).contains("たべる"))
      _ = Self.press([.enter], &scene)
      let before = isBackward ? "はい = 食べる [たべる]" : "はい [たべる] = eat"
      #expect(scene.message == "Before: ✓ \(before)")
      #expect(scene.text().contains("next"))
    }
  }

  @Test func aRightAnswerStaysForAMoment() throws {
    for key in [Key.enter, .character("2")] {
      var scene = Self.scene()
      Self.change(&scene, to: Self.second, isAsked: true, response: (true, "yes"))
      #expect(scene.entries.map(\.isRight) == [false, true, false])
      let highlighted = try #require(scene.highlighted)
      scene.endHighlight(highlighted + 1)
      #expect(scene.shown?.question == "はい")
      // Only a key with a choice on it answers the next question, which nobody has seen yet.
      let answers = Self.press([key], &scene)
      #expect(answers == (key == .enter ? [] : [.make(.answer(question: 2, choice: 1))]))
      #expect(scene.shown?.question == "いいえ")
      scene.endHighlight(highlighted)
    }
    var scene = Self.scene()
    Self.change(&scene, to: Self.second, isAsked: true, response: (true, "yes"))
    scene.endHighlight(try #require(scene.highlighted))
    #expect(scene.shown?.question == "いいえ" && scene.message == "Before: ✓ はい = yes")
  }

  /// Below the next question, the result of the one before looked like its answer.
  @Test func thePreviousResultIsSaidAsThePastUntilAKey() {
    for isASCII in [false, true] {
      var scene = Self.scene(isASCII: isASCII, depth: .trueColor)
      Self.change(&scene, to: Self.second, isAsked: true, response: (true, "yes"))
      // The button shows it already.
      #expect(scene.message.isEmpty)
      #expect(Self.press([.enter], &scene).isEmpty)
      #expect(scene.message == (isASCII ? "Before, right: はい = yes" : "Before: ✓ はい = yes"))
      #expect(scene.messagePaint != .plain)
      #expect(Self.press([.down], &scene).isEmpty)
      #expect(scene.message.isEmpty && scene.progress.outcome == nil)
      var wrong = Self.second
      wrong.revision += 1
      Self.change(&scene, to: wrong, response: (false, "no"), number: 2)
      #expect(scene.message.isEmpty)
    }
  }

  /// Letters of the shown answer skipped it, and the rest was sent for the next question.
  @Test func aShownAnswerCanBeTypedWithoutLosingIt() {
    let goingOn: [Key] = [.enter, .character(" "), .down, .click(column: 1, row: 1)]
    for key in goingOn {
      var scene = Self.scene(Self.session("typed"))
      #expect(Self.press([.escape, .character("r")], &scene) == [.make(.reveal(question: 1))])
      _ = scene.handle(.escape, on: scene.layout((80, 24)))
      #expect(scene.handle(.character("r"), on: scene.layout((80, 24))) != nil)
      Self.change(
        &scene, to: Self.session("typed", number: 2, question: "いいえ", revision: 3), isAsked: true,
        response: (false, ""))
      scene.handle(.revealed("quail 1u?", question: 1))
      scene.finish(nil)
      #expect(Self.press("quail1u?R".map { .character($0) }, &scene).isEmpty)
      #expect(scene.shown?.question == "はい" && scene.panel == nil)
      #expect(Self.press([key], &scene).isEmpty)
      #expect(scene.shown?.question == "いいえ" && scene.line.text.isEmpty)
    }
  }

  // A typed answer without its accents passed for right, and nothing showed what was missing.
  @Test func anAnswerWithoutItsAccentsIsShownWithThem() {
    for (isASCII, depth) in [(false, .trueColor), (false, .none), (true, .none)]
      as [(Bool, ColorDepth)]
    {
      var scene = Self.scene(Self.session("typed"), isASCII: isASCII, depth: depth)
      let keys: [Key] = "esta".map { .character($0) } + [.enter]
      #expect(Self.press(keys, &scene) == [.make(.answerText(question: 1, "esta"))])
      var nearly = Self.session("typed", revision: 2)
      nearly.nearly = "está"
      Self.change(&scene, to: nearly, response: (false, "esta"))
      #expect(
        scene.line.text.isEmpty && !scene.showsAnswered && !scene.progress.isMissed)
      let rows = scene.rows()
      let row = rows.firstIndex { $0.contains("está, not esta; once more") }
      #expect(row.map { rows[$0].contains(isASCII ? "= est" : "≈ est") } == true)
      if let row, depth == .none {
        #expect(rows[row + 1].filter { $0 != " " } == "^", "\(rows[row + 1])")
      }
      #expect(scene.log.missed.map { [$0.question, $0.answer] } == [["はい", "está"]])
      // On a screen that is opened only now.
      let late = Self.scene(nearly, isASCII: isASCII, depth: depth)
      let shown = late.rows()
      #expect(shown.contains { $0.contains("está; once more") })
    }
  }

  @Test func hiddenChoicesAnswerNothing() {
    var scene = Self.scene(showsChoices: false)
    #expect(scene.entries.map(\.key) == ["c"])
    let frame = scene.frame(on: scene.layout((80, 24)))
    #expect(!frame.lines.joined().contains("thank you"))
    #expect(Self.press([.character("1"), .character("2"), .character("3")], &scene).isEmpty)
    #expect(Self.press([.character("c")], &scene).isEmpty)
    #expect(scene.entries.count == 3)
    #expect(Self.press([.character("2")], &scene) == [Self.answer(1)])
    // A wrong answer leaves them there; with the next question they are hidden again.
    Self.change(&scene, to: Self.session(revision: 2), response: (false, "no"))
    #expect(scene.entries.count == 3)
    Self.change(&scene, to: Self.second, isAsked: true, response: (true, "yes"))
    #expect(Self.press([.enter], &scene).isEmpty)
    #expect(scene.entries.map(\.key) == ["c"])
  }

  /// Before the settings were known the choices were there for a moment.
  @Test func choicesAreHiddenUntilTheSettingsAreKnown() {
    var scene = PracticeScene()
    scene.handle(.session(.state(Self.session())))
    #expect(scene.entries.map(\.key) == ["c"])
  }

  @Test func aRevealedAnswerFollowsItsQuestion() {
    var scene = Self.scene()
    Self.change(&scene, to: Self.second, isAsked: true, response: (false, ""))
    #expect(scene.progress.outcome?.text(isASCII: false) == "✗ はい")
    scene.handle(.revealed("yes", question: 1))
    #expect(scene.progress.outcome?.text(isASCII: false) == "✗ はい = yes")
  }

  @Test func recallRevealsAndThenGrades() {
    var scene = Self.scene(Self.session("recall"))
    #expect(Self.press([.character("3")], &scene).isEmpty)
    #expect(
      Self.press([.enter, .character("r")], &scene)
        == [.make(.reveal(question: 1)), .make(.reveal(question: 1))])
    Self.change(&scene, to: Self.session("recall", state: "revealed", revision: 2))
    scene.handle(.revealed("yes", question: 1))
    for size in [(80, 24), (40, 10), (20, 6)] {
      let frame = scene.frame(on: scene.layout(size))
      #expect(frame.lines.contains { $0.contains("yes") }, "\(size)")
    }
    #expect(Self.press([.character("4")], &scene) == [.make(.grade(question: 1, 4))])
    #expect(Self.press([.character("5")], &scene).isEmpty)
    let next = Self.session("recall", number: 2, question: "いいえ", revision: 3)
    Self.change(&scene, to: next, isAsked: true, response: (true, ""))
    #expect(scene.progress.outcome?.text(isASCII: false) == "✓ はい = yes")
    #expect(scene.progress.revealedAnswer == nil)
  }

  /// Enter held down showed answers and graded all of them “Good”, unread.
  @Test func noGradeIsChosenBeforehand() {
    for size in [(80, 24), (40, 12), (20, 6)] {
      var scene = Self.scene(Self.session("recall", state: "revealed"))
      scene.handle(.revealed("yes", question: 1))
      #expect(Self.press([.enter, .enter, .character(" ")], &scene, size: size).isEmpty)
      #expect(scene.message == "Press 1 to 4.")
      #expect(Self.press([.down, .right, .enter], &scene) == [.make(.grade(question: 1, 2))])
    }
  }

  @Test func anAnswerIsTypedAndSent() {
    var scene = Self.scene(Self.session("typed"))
    #expect(Self.press([.enter], &scene).isEmpty)
    let typed: [Key] = "q1 rué".map { .character($0) }
    #expect(Self.press(typed, &scene).isEmpty)
    #expect(
      Self.press([.home, .delete, .end, .backspace, .left, .character("n"), .enter], &scene)
        == [.make(.answerText(question: 1, "1 rnu"))])
    // Spaces at the ends do not belong to it.
    #expect(
      Self.press(
        [.home, .character(" "), .enter, .home, .delete, .end, .left], &scene)
        == [.make(.answerText(question: 1, "1 rnu"))])
    // Escape makes exactly one key a command.
    #expect(Self.press([.escape, .character("r")], &scene) == [.make(.reveal(question: 1))])
    #expect(Self.press([.escape, .character("x"), .character("r")], &scene).isEmpty)
    #expect(scene.line.text == "1 rnru")
    // A wrong answer has to be typed again.
    Self.change(&scene, to: Self.session("typed", revision: 2), response: (false, "1 rnru"))
    #expect(scene.line.text.isEmpty)
  }

  /// `q` in the help ended the program, though any key was said to go back.
  @Test func everyKeyOnlyClosesTheHelp() {
    var scene = Self.scene()
    #expect(Self.press([.character("?"), .character("q")], &scene).isEmpty)
    #expect(scene.panel == nil)
    for columns in [20, 40] {
      _ = Self.press([.character("?")], &scene, size: (columns, 60))
      let text = scene.rows((columns, 60))
      #expect(!text.joined().contains("…") && text.joined(separator: " ").contains("saved"))
      _ = Self.press([.enter], &scene)
    }
  }

  @Test func aSessionInProgressIsNotLeftByOneKey() {
    var scene = Self.scene()
    #expect(Self.press([.character("R"), .enter, .escape], &scene).isEmpty)
    #expect(Self.press([.character("R"), .character("y")], &scene) == [.make(.restart)])
    #expect(Self.press([.character("?"), .down], &scene).isEmpty)
    #expect(Self.press([.character("1")], &scene) == [Self.answer(0)])
  }

  private static func deck(_ name: String, due: UInt32, new: UInt32) -> DeckSummary {
    var deck = DeckSummary()
    (deck.name, deck.cards, deck.due, deck.dueForward) = (name, 40, due, due)
    (deck.new, deck.unseen) = (new, 20)
    return deck
  }

  @Test func aDeckIsChosenFromAList() {
    for isOn in [false, true] {
      var session = Self.session("recall", state: isOn ? "asking" : "idle")
      session.deck = "Japanese basics"
      session.due = 12
      var scene = Self.scene(session)
      #expect(Self.press([.character("n")], &scene) == [.decks])
      scene.show([
        Self.deck("Capitals", due: 0, new: 0), Self.deck("Japanese basics", due: 12, new: 5),
      ])
      func text() -> String {
        let size = (80, 24)
        return scene.rows(size)
          .joined(separator: "\n")
      }
      #expect(text().contains("▌ All decks") && text().contains("12 due"))
      #expect(Self.press([.end, .tab, .right], &scene).isEmpty)
      #expect(text().contains("12 due") && text().contains("0 due"))
      var options = StartOptions()
      (options.deck, options.isDue) = ("Japanese basics", true)
      (options.mode, options.direction) = (.choices, .forward)
      let keys: [Key] = isOn ? [.enter, .character("y")] : [.enter]
      #expect(Self.press(keys, &scene) == [.make(.start(options))])
    }
  }

  @Test(arguments: [
    (0, 0, 3, "Nothing is due; the next card is due in 3 hours"), (0, 0, 0, "Nothing is due"),
    (0, 5, 3, "Practice"), (2, 0, 3, "Practice"),
  ])
  func theListSaysIfNothingIsDue(due: UInt32, new: UInt32, hours: UInt64, title: String) {
    // Two lines were printed instead of a list.
    var session = Self.session("recall", state: "idle")
    (session.due, session.new) = (due, new)
    if hours > 0 { session.nextDue = (UInt64(time(nil)) + hours * 3600 + 60) * 1_000_000 }
    let shelf = DeckPicker([Self.deck("Capitals", due: due, new: new)])
    #expect(shelf.picker(after: session).title == title)
  }

  @Test func theListMarksSuspendedDecksAndCountsWhatCanBeAsked() {
    var fresh = Self.deck("Fresh", due: 0, new: 0)
    var suspended = Self.deck("Suspended", due: 0, new: 0)
    // Enter on a deck of which all that is due rests was refused, as it was on one never started.
    var resting = Self.deck("Resting", due: 3, new: 0)
    (fresh.offersNew, fresh.unseen) = (false, 12)
    (suspended.offersNew, suspended.isSuspended) = (false, true)
    resting.resting = 3
    let shelf = DeckPicker([fresh, suspended, resting])
    let picker = shelf.picker(after: nil)
    #expect(picker.title == "Nothing is due")
    // Where nothing ever was, the title does not say so.
    #expect(DeckPicker([fresh, suspended]).picker(after: nil).title == "Practice")
    #expect(picker.items.map(\.note) == ["", "", "suspended", ""])
    #expect(shelf.options(1, of: picker, portion: 20).isDue == nil)
    #expect(shelf.options(3, of: picker, portion: 20).isDue == nil)
    // All decks in the portion that the other views have.
    #expect(shelf.options(0, of: picker, portion: 20).isDue == true)
    #expect(shelf.options(0, of: picker, portion: 20).questions == 20)
    resting.resting = 1
    let some = DeckPicker([resting])
    #expect(some.picker(after: nil).items.map(\.note) == ["2 due", "2 due"])
    #expect(some.options(1, of: picker, portion: 20).isDue == true)
  }

  @Test func anotherSessionIsOfTheSameKind() throws {
    var last = Self.session("typed")
    last.direction = "backward"
    let start = try PracticeStart.parse(["--questions", "7"])
    #expect(
      start.options().completed(from: last).values == [
        "deck": Value("Japanese basics"), "questions": Value(UInt32(7)),
        "direction": Value("backward"), "mode": Value("typed"),
      ])
    let other = try PracticeStart.parse(["--deck", "D", "--mode", "recall", "--due"])
    #expect(other.options().completed(from: last).deck == "D")
    let none = try PracticeStart.parse([])
    #expect(none.options().values.isEmpty && none.isEmpty && !start.isEmpty)
    #expect(none.options().completed(from: PracticeState()).values.isEmpty)
  }

  @Test func aLineIsShownAroundThePlaceOfTyping() {
    var line = AnswerLine(maximumBytes: WordCard.maximumBytes)
    for character in "はいabcdef" { _ = line.edit(by: .character(character)) }
    #expect(line.window(columns: 20, .unicode) == ("はいabcdef", 10))
    #expect(line.window(columns: 6, .unicode) == ("…cdef", 5))
    for _ in 0..<7 { _ = line.edit(by: .left) }
    #expect(line.window(columns: 6, .unicode).caret == 2)
    for columns in 0...12 {
      for _ in 0..<10 {
        let (text, caret) = line.window(columns: columns, .unicode)
        #expect(text.cells <= max(columns, 0) && caret <= max(columns - 1, 0), "\(columns)")
        _ = line.edit(by: columns % 2 == 0 ? .left : .right)
      }
    }
    _ = line.edit(by: .eraseLine)
    for _ in 0..<2000 { _ = line.edit(by: .character("é")) }
    #expect(line.text.utf8.count == WordCard.maximumBytes)
    // A combining accent joins the letter before it.
    _ = line.edit(by: .eraseLine)
    for character: Character in ["e", "\u{301}", "x"] { _ = line.edit(by: .character(character)) }
    _ = line.edit(by: .left)
    _ = line.edit(by: .backspace)
    #expect(line.text == "x")
  }

  @Test func linesOfADialogueAreUnderstood() {
    func command(_ line: String, isTyped: Bool = false) -> PracticeCommand? {
      PracticeCommand(line.split(separator: " ").map(String.init), acceptsText: isTyped)
    }
    #expect(command("1") == .number(1))
    #expect(command(" GRADE 3 ") == .grade(3))
    #expect(command("grade x") == nil)
    #expect(command("text good  day") == .text("good day"))
    #expect(command("Reveal") == .reveal)
    #expect(command("yes") == nil)
    #expect(command("99999999999") == nil)
    #expect(command("") == nil)
    #expect(command("yes", isTyped: true) == .text("yes"))
    #expect(command("Thank you", isTyped: true) == .text("Thank you"))
    #expect(command("1", isTyped: true) == .text("1"))
    #expect(command("undo", isTyped: true) == .undo)
    #expect(command("text undo", isTyped: true) == .text("undo"))
  }
}
