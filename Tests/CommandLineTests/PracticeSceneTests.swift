import BoardLayout
import ArgumentParser
import DBus
import Practice
import TestSupport
import Testing

@testable import MemorizeBus
@testable import memorize

/// Keys, lines and frames of practice, without a terminal and without a bus.
@Suite struct PracticeSceneTests {
  /// A session on its first question, as the service publishes it.
  private static func session(
    _ mode: String = "choices", state: String = "asking", number: UInt32 = 1,
    question: String = "はい", choices: [String] = ["no", "yes", "thank you"], revision: UInt64 = 1
  ) -> PracticeState {
    var session = PracticeState()
    (session.revision, session.state, session.mode) = (revision, state, mode)
    (session.deck, session.direction) = ("Japanese basics", "forward")
    (session.questionNumber, session.questions) = (number, 5)
    session.session = 1
    (session.question, session.pronunciation) = (question, "hai")
    session.choices = mode == "choices" ? choices : []
    return session
  }

  private static func scene(
    _ session: PracticeState = session(), showsChoices: Bool = true, name: String = "",
    isASCII: Bool = false
  ) -> PracticeScene {
    var scene = PracticeScene(isASCII: isASCII)
    var preferences = PracticePreferences()
    preferences.settings.showChoices = showsChoices
    preferences.profile = Profile(name: name, isRemembered: false)
    scene.handle(.preferences(preferences))
    scene.handle(.session(.state(session)))
    return scene
  }

  /// Presses keys one after the other and accepts each request at once; returns the requests.
  private static func press(
    _ keys: [Key], _ scene: inout PracticeScene, size: (Int, Int) = (80, 24)
  ) -> [PracticeScene.Command] {
    keys.compactMap { key in
      let command = scene.handle(key, on: scene.layout(size))
      if command != nil { scene.finish(nil) }
      return command
    }
  }

  /// Publishes a session after a response to its question, or after a change without one.
  private static func change(
    _ scene: inout PracticeScene, to session: PracticeState, isAsked: Bool = false,
    response: (isCorrect: Bool, answer: String)? = nil, number: UInt32 = 1
  ) {
    var transition = PracticeTransition()
    transition.isAsked = isAsked
    transition.response = response.map {
      .init(number: number, isCorrect: $0.isCorrect, question: "はい", answer: $0.answer)
    }
    scene.handle(.session(.transition(transition, session)))
  }

  private static func answer(_ choice: UInt32) -> PracticeScene.Command {
    .make(.answer(question: 1, choice: choice))
  }

  private static let second = session(number: 2, question: "いいえ", revision: 3)

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
    #expect(scene.message == "Press the number of an answer, or choose one with the arrows.")
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
    let text = scene.frame(on: scene.layout((80, 24))).lines.map { DrawnRow($0).text }.joined()
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
    #expect(scene.shown?.question == "はい" && scene.passing == nil)
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

  @Test func aRightAnswerStaysForAMoment() throws {
    for key in [Key.enter, .character("2")] {
      var scene = Self.scene()
      Self.change(&scene, to: Self.second, isAsked: true, response: (true, "yes"))
      #expect(scene.entries.map(\.isRight) == [false, true, false])
      let passing = try #require(scene.passing)
      scene.settle(passing + 1)
      #expect(scene.shown?.question == "はい")
      // Only a key with a choice on it answers the next question, which nobody has seen yet.
      let answers = Self.press([key], &scene)
      #expect(answers == (key == .enter ? [] : [.make(.answer(question: 2, choice: 1))]))
      #expect(scene.shown?.question == "いいえ")
      scene.settle(passing)
    }
    var scene = Self.scene()
    Self.change(&scene, to: Self.second, isAsked: true, response: (true, "yes"))
    scene.settle(try #require(scene.passing))
    #expect(scene.shown?.question == "いいえ" && scene.message == "✓ はい = yes")
  }

  /// The learner's own spelling was shown as if it were the card's.
  @Test func aForgivenSpellingIsShownBesideTheCards() {
    var scene = Self.scene(Self.session("typed"))
    let keys: [Key] = "pajaro".map { .character($0) } + [.enter]
    for key in keys { _ = scene.handle(key, on: scene.layout((80, 24))) }
    let next = Self.session("typed", number: 2, question: "いいえ", revision: 2)
    Self.change(&scene, to: next, isAsked: true, response: (true, "pájaro"))
    #expect(scene.message == "✓ はい = pájaro — you wrote pajaro")
    let rows = scene.frame(on: scene.layout((80, 24))).lines.map { DrawnRow($0).text }
    #expect(rows.contains { $0.contains("✓ pájaro") })
    let written = rows.firstIndex { $0.contains("  you wrote pajaro") } ?? 0
    let mark = rows[written + 1].firstIndex(of: "^")
    let letters = rows[written].firstRange(of: "ajaro")?.lowerBound
    #expect(
      mark != nil
        && mark?.utf16Offset(in: rows[written + 1])
          == letters?.utf16Offset(in: rows[written])
    )
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
  @Test func nothingIsShownBeforeItIsKnownHow() {
    var scene = PracticeScene()
    scene.handle(.session(.state(Self.session())))
    #expect(scene.entries.map(\.key) == ["c"])
  }

  @Test func aWrongAnswerIsMarkedAndARightOneShown() {
    var scene = Self.scene()
    Self.change(&scene, to: Self.session(revision: 2), response: (false, "no"))
    #expect(scene.entries.map(\.isWrong) == [true, false, false])
    #expect(scene.progress.outcome?.text(isASCII: false) == "✗ no")
    var frame = scene.frame(on: scene.layout((80, 24)))
    #expect(frame.lines.contains { $0.contains("✗ 1  no") })
    Self.change(&scene, to: Self.second, isAsked: true, response: (true, "yes"))
    frame = scene.frame(on: scene.layout((80, 24)))
    #expect(frame.lines.contains { $0.contains("✓ 2  yes") })
    #expect(Self.press([.enter], &scene).isEmpty)
    #expect(scene.entries.allSatisfy { !$0.isWrong && !$0.isRight })
    #expect(scene.progress.outcome?.text(isASCII: false) == "✓ はい = yes")
    #expect(scene.progress.outcome?.text(isASCII: true) == "right: はい = yes")
    frame = scene.frame(on: scene.layout((30, 6)))
    #expect(frame.lines.last?.contains("✓") == true)
    // After an undo it is no longer shown.
    Self.change(&scene, to: Self.session(revision: 4))
    #expect(scene.progress.outcome == nil)
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

  @Test func theEndIsPraisedAndLedOutOf() {
    var scene = Self.scene(name: "Ada")
    var over = Self.session(state: "finished", number: 0, question: "", choices: [], revision: 9)
    (over.answered, over.firstTry) = (5, 3)
    Self.change(&scene, to: Self.session(revision: 8), response: (false, "no"))
    Self.change(&scene, to: over, response: (true, "yes"))
    #expect(Self.press([.enter], &scene).isEmpty)
    // Of the two that were missed only one was seen here.
    #expect(
      scene.layout((80, 24)).result?.list.lines
        == ["はい = yes", "and 1 more, before this screen was opened"])
    for size in [(80, 24), (60, 8)] {
      let frame = scene.frame(on: scene.layout(size))
      let text = frame.lines.joined(separator: " ")
      #expect(text.contains("Well done, Ada") && text.contains("3 of 5 right"), "\(size)")
    }
    #expect(Self.press([.character("n")], &scene) == [.decks])
    #expect(Self.press([.down, .enter], &scene) == [.make(.restart)])
    #expect(
      Self.press([.character("R"), .character("r")], &scene)
        == [.make(.restart), .make(.restart)])
  }

  /// `q` in the help ended the program, though any key was said to go back.
  @Test func everyKeyOnlyClosesTheHelp() {
    var scene = Self.scene()
    #expect(Self.press([.character("?"), .character("q")], &scene).isEmpty)
    #expect(scene.cover == nil)
    for columns in [20, 40] {
      _ = Self.press([.character("?")], &scene, size: (columns, 60))
      let text = scene.frame(on: scene.layout((columns, 60))).lines.map { DrawnRow($0).text }
      #expect(!text.joined().contains("…") && text.joined(separator: " ").contains("grade it"))
      _ = Self.press([.enter], &scene)
    }
  }

  @Test func aSessionThatIsOnIsNotLeftByOneKey() {
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
      var scene = Self.scene(session)
      #expect(Self.press([.character("n")], &scene) == [.decks])
      scene.offer([
        Self.deck("Capitals", due: 0, new: 0), Self.deck("Japanese basics", due: 12, new: 5),
      ])
      func text() -> String {
        let size = (80, 24)
        return scene.frame(on: scene.layout(size)).lines.map { DrawnRow($0).text }
          .joined(separator: "\n")
      }
      #expect(text().contains("> All decks") && text().contains("12 due"))
      #expect(Self.press([.end, .tab, .right], &scene).isEmpty)
      #expect(text().contains("12: 12 forward, 0 backward"))
      var options = StartOptions()
      (options.deck, options.isDue) = ("Japanese basics", true)
      (options.mode, options.direction) = (.choices, .forward)
      let keys: [Key] = isOn ? [.enter, .character("y")] : [.enter]
      #expect(Self.press(keys, &scene) == [.make(.start(options))])
    }
  }

  @Test func anotherSessionIsOfTheSameKind() throws {
    var last = Self.session("typed")
    last.direction = "backward"
    let start = try PracticeStart.parse(["--questions", "7"])
    #expect(
      start.options(after: last).values == [
        "deck": Value("Japanese basics"), "questions": Value(UInt32(7)),
        "direction": Value("backward"), "mode": Value("typed"),
      ])
    let other = try PracticeStart.parse(["--deck", "D", "--mode", "recall", "--due"])
    #expect(other.options(after: last).deck == "D")
    let none = try PracticeStart.parse([])
    #expect(none.options().values.isEmpty && none.isEmpty && !start.isEmpty)
    #expect(none.options(after: PracticeState()).values.isEmpty)
  }

  /// Whatever is published, frames fill exactly the screen, and say which question of how many it
  /// is.
  @Test func framesFillTheScreenAndNoMore() {
    var generator = SeededGenerator(for: "PracticeSceneTests")
    let bounds = [1, 2, 5, 7, 12, 19].map { ($0, $0) } + [(20, 6), (20, 120), (33, 9), (300, 120)]
    let drawn = (0..<20).map { _ in
      (Int.random(in: 1...300, using: &generator), Int.random(in: 1...120, using: &generator))
    }
    for size in bounds + drawn {
      for mode in ["choices", "typed", "recall", "\u{1B}[2J"] {
        for state in ["asking", "revealed", "finished", "idle", "nonsense"] {
          for isASCII in [false, true] {
            var session = Self.session(
              mode, state: state, number: 3,
              question: RandomTexts.text(40, using: &generator) + "?",
              choices: (0..<3).map { _ in RandomTexts.text(30, using: &generator) })
            session.answered = 2
            var scene = Self.scene(session, isASCII: isASCII)
            scene.handle(.revealed(RandomTexts.text(20, using: &generator), question: 3))
            let about: Comment = "\(size) \(mode) \(state)"
            // From 20 by 6 cells on the question and all that can be chosen are there.
            let layout = scene.layout(size)
            if size.0 >= 20, size.1 >= 6 {
              let lines = layout.result?.head.lines ?? layout.question.lines
              #expect(lines.contains { !$0.isEmpty }, about)
              #expect(
                layout.entries.map { $0.lines.first?.first }
                  == scene.entries.map(\.shownKey.first),
                about)
              #expect(layout.input.isEmpty != scene.isTyped, about)
            }
            for keys: [Key] in [
              [], [.character("x"), .left], [.character("?")], [.escape, .character("n")],
            ] {
              for key in keys { _ = scene.handle(key, on: scene.layout(size)) }
              let frame = scene.frame(on: scene.layout(size))
              let rows = frame.lines.map(DrawnRow.init)
              #expect(frame.lines.count == size.1)
              #expect(rows.allSatisfy { $0.cells <= size.0 && !$0.overlaps }, about)
              #expect((0..<size.0).contains(frame.cursor.column))
              #expect((0..<size.1).contains(frame.cursor.row))
              if size.0 >= 6, size.1 >= 4, scene.cover == nil,
                state == "asking" || state == "revealed"
              {
                let place = size.1 < 10 ? rows[0] : rows[1]
                #expect(place.text.contains(size.1 < 10 ? "3/5" : "3 of 5"), about)
              }
            }
          }
        }
      }
    }
  }

  @Test func aLineIsShownAroundThePlaceOfTyping() {
    var line = AnswerLine()
    for character in "はいabcdef" { _ = line.edit(by: .character(character)) }
    #expect(line.window(columns: 20, isASCII: false) == ("はいabcdef", 10))
    #expect(line.window(columns: 6, isASCII: false) == ("…cdef", 5))
    for _ in 0..<7 { _ = line.edit(by: .left) }
    #expect(line.window(columns: 6, isASCII: false).caret == 2)
    for columns in 0...12 {
      for _ in 0..<10 {
        let (text, caret) = line.window(columns: columns, isASCII: false)
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
    func command(_ line: String, isTyped: Bool = false) -> PlainPracticeCommand? {
      PlainPracticeCommand(line, isTyped: isTyped)
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

/// A row of a frame as a terminal would show it.
private struct DrawnRow {
  /// Up to the last that is written.
  var cells = 0
  /// Whether something was overwritten.
  var overlaps = false
  var text = ""

  init(_ line: String) {
    var column = 0
    var written: Set<Int> = []
    var rest = line[...]
    while let character = rest.popFirst() {
      if character == "\u{1B}" {
        let sequence = rest.prefix { !$0.isLetter }
        let end = rest.dropFirst(sequence.count).first
        if end == "G" { column = (Int(sequence.dropFirst()) ?? 1) - 1 }
        rest = rest.dropFirst(sequence.count + 1)
        continue
      }
      text.append(character)
      for cell in column..<(column + CellWidth.of(character)) {
        overlaps = overlaps || !written.insert(cell).inserted
      }
      column += CellWidth.of(character)
      cells = max(cells, column)
    }
  }
}
