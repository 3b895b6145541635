import BoardLayout
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

/// Frames of practice, without a terminal and without a bus.
@Suite struct PracticeFrameTests: PracticeSceneStage {
  /// The learner's own spelling was shown as if it were the card's.
  @Test func aForgivenSpellingIsShownBesideTheCards() {
    var scene = Self.scene(Self.session("typed"))
    let keys: [Key] = "pajaro".map { .character($0) } + [.enter]
    for key in keys { _ = scene.handle(key, on: scene.layout((80, 24))) }
    let next = Self.session("typed", number: 2, question: "いいえ", revision: 2)
    Self.change(&scene, to: next, isAsked: true, response: (true, "pájaro"))
    let rows = scene.rows()
    #expect(rows.count { $0.contains("pájaro") } == 1)
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

  /// The marks had a row of their own, far below the letters.
  @Test func differentLettersAreUnderlinedIfTheTerminalCan() {
    var scene = Self.scene(Self.session("typed"), depth: .trueColor)
    for key in "pajaro".map({ Key.character($0) }) + [.enter] {
      _ = scene.handle(key, on: scene.layout((80, 24)))
    }
    let next = Self.session("typed", number: 2, revision: 2)
    Self.change(&scene, to: next, isAsked: true, response: (true, "pájaro"))
    let lines = scene.frame(on: scene.layout((80, 24))).lines
    #expect(lines.contains { $0.contains("you wrote p\u{1B}[1;4ma\u{1B}[0mjaro") })
    #expect(!lines.joined().contains("^"))
  }

  /// “catt” for “cat” was only wrong; the letter that differs must be seen, and no other one.
  @Test(arguments: [ColorDepth.none, .trueColor])
  func aNearMissShowsWhereItDiffers(depth: ColorDepth) throws {
    var scene = Self.scene(Self.session("typed"), depth: depth)
    var missed = Self.session("typed", revision: 2)
    missed.differences = [3]
    Self.change(&scene, to: missed, response: (false, "catt"))
    let lines = scene.frame(on: scene.layout((80, 24))).lines
    let row = try #require(lines.firstIndex { withoutEscapes($0).contains("✗ catt") })
    if depth == .none {
      let (written, marks) = (withoutEscapes(lines[row]), withoutEscapes(lines[row + 1]))
      let end = written.firstRange(of: "✗ catt")?.upperBound.utf16Offset(in: written)
      #expect(marks.firstIndex(of: "^")?.utf16Offset(in: marks) == end.map { $0 - 1 })
    } else {
      #expect(lines[row].contains(/cat\u{1B}\[0m\u{1B}\[1;4;[0-9;]*mt/))
    }
    // The next wrong answer is far off.
    Self.change(&scene, to: Self.session("typed", revision: 3), response: (false, "dog"))
    #expect(!scene.text().contains("^") && scene.text().contains("✗ dog"))
  }

  /// In a narrow field the sentence lost its end, what is to be done now.
  @Test(arguments: [(80, 24), (24, 12), (24, 6)])
  func anAlmostRightAnswerIsAskedForOnceMoreOnEveryScreen(columns: Int, rows: Int) {
    var scene = Self.scene(Self.session("typed"))
    var nearly = Self.session("typed", revision: 2)
    nearly.nearly = "el pájaro"
    Self.change(&scene, to: nearly, response: (false, "el pajaro"))
    let text = scene.text((columns, rows))
    #expect(text.contains("; once more") && text.contains("≈ "), "\(text)")
    #expect(text.contains("el pájaro, not el pajaro; once more") == (columns >= 80))
  }

  /// A long wrong answer hid the place where it differs.
  @Test func whatIsCutIsNotWhatIsMarked() {
    var scene = Self.scene(Self.session("typed"))
    var missed = Self.session("typed", revision: 2)
    let answer = String(repeating: "word ", count: 12) + "endd"
    missed.differences = [UInt32(answer.count - 1)]
    Self.change(&scene, to: missed, response: (false, answer))
    #expect(scene.text((40, 14)).contains(/✗ ….*word endd/))
    missed.differences = [0]
    Self.change(&scene, to: missed, response: (false, answer))
    #expect(scene.text((40, 14)).contains(/✗ word word .*…/))
  }

  /// Practice had one color for all decks, and said nothing of the card.
  @Test func theCardSaysWhatIsKnownOfIt() {
    var session = Self.session()
    let week: UInt64 = 7 * 86_400
    for (stability, days, text) in [
      (0, 0, "new card"), (3, 7, "last seen 7 days ago, barely known"),
      (10, 7, "last seen 7 days ago, fairly well known"),
      (40, 7, "last seen 7 days ago, well known"),
    ] as [(Double, UInt64, String)] {
      session.stability = stability
      session.lastReviewed = days == 0 ? 0 : 86_400_000_000
      var scene = Self.scene()
      scene.handle(.session(.state(session)), at: 86_400 + week)
      #expect(scene.rows().contains { $0.contains("╰─ \(text) ─") }, "\(text)")
      #expect(scene.rows((20, 12)).contains { $0.contains("known") } == false)
    }
    // An older service does not say it.
    #expect(!Self.scene().text().contains("new card"))
    session.colors = ["#c60b1e"]
    (session.answered, session.questionNumber) = (1, 2)
    let scene = Self.scene(session, depth: .trueColor)
    let lines = scene.frame(on: scene.layout((80, 24))).lines
    let red = "48;2;198;11;30m Japanese basics "
    #expect(
      lines.contains { $0.contains(red) } && lines.contains { $0.contains("38;2;198;11;30m━") })
  }

  /// The way to the answer was known only to those who sent an empty line.
  @Test func aWrongTypedAnswerLeadsToTheRightOne() {
    var scene = Self.scene(Self.session("typed"))
    #expect(!scene.keys.contains { $0.label == "Esc r" })
    Self.change(&scene, to: Self.session("typed", revision: 2), response: (false, "yez"))
    #expect(scene.keys.contains { $0.label == "Esc r" && $0.does == "show answer" })
    // The wrong answer stands once, below the words that are typed.
    for size in [(80, 24), (40, 12), (20, 6)] {
      let layout = scene.layout(size)
      let rows = scene.frame(on: layout).lines.map { DrawnRow($0).text }
      let wrong = rows.filter { $0.contains("yez") }
      #expect(wrong.count == 1, "\(size)")
      let prompt = rows[layout.input.row].firstIndex { $0 == ">" }
      let mark = wrong.first?.firstIndex { $0 == "✗" }
      #expect(
        prompt.map {
          rows[layout.input.row].distance(from: rows[layout.input.row].startIndex, to: $0)
        }
          == mark.flatMap { index in wrong.first.map { $0.distance(from: $0.startIndex, to: index) }
          },
        "\(size)")
    }
    #expect(Self.press([.escape, .character("?")], &scene).isEmpty)
    let help = scene.rows().joined()
    #expect(help.contains("Enter") && help.contains("Esc") && !help.contains("choice"))
  }

  /// Grades with their intervals are columns of the same width.
  @Test func gradesStandBesideEachOtherWithTheirIntervals() {
    var session = Self.session("recall", state: "revealed")
    session.intervals = [86_400, 2 * 86_400, 90 * 86_400, 3 * 365 * 86_400]
    let scene = Self.scene(session)
    let layout = scene.layout((80, 24))
    #expect(Set(layout.entries.map(\.area.columns)) == [14])
    #expect(
      layout.entries.map(\.lines) == [
        ["1 Again", "tomorrow"], ["2 Hard", "2 days"], ["3 Good", "3 months"],
        ["4 Easy", "3 years"],
      ])
  }

  /// “0 due” beside “1 of 5” contradicted it, and “forward” said nothing.
  @Test func theHeaderSaysWhatIsAskedInPlainWords() {
    var session = Self.session()
    for (direction, isASCII, text) in [
      ("forward", false, "front → back"), ("backward", false, "back → front"),
      ("backward", true, "back -> front"),
    ] {
      session.direction = Word(text: direction)
      let scene = Self.scene(session, isASCII: isASCII)
      let rows = scene.rows()
      #expect(rows[1].contains("Japanese basics   \(text)") && rows[1].hasSuffix("1 of 5"))
      #expect(!rows.joined().contains("due"))
    }
    (session.due, session.deck, session.questionDeck) = (3, "", "Capitals")
    let all = Self.scene(session)
    let rows = all.rows()
    #expect(rows[1].contains("All decks") && rows[1].hasSuffix("3 due   1 of 5"))
    #expect(rows.contains { $0.contains("╭─ Capitals, back → front ─") })
  }

  /// The bar became shorter with the first missed card, so that progress went back.
  @Test func theBarIsAlwaysAsWide() {
    var session = Self.session(number: 4)
    (session.answered, session.firstTry, session.due) = (2, 2, 12)
    let scene = Self.scene(session)
    let rows = scene.rows()
    #expect(rows[1].hasSuffix("1 missed   12 due   3 of 5"))
    let bar = rows[2].filter { "━─".contains($0) }
    #expect(bar.count == 56 && bar.prefix { $0 == "━" }.count == 22)
  }

  @Test func aWrongAnswerIsMarkedAndARightOneShown() {
    var scene = Self.scene()
    Self.change(&scene, to: Self.session(revision: 2), response: (false, "no"))
    #expect(scene.entries.map(\.isWrong) == [true, false, false])
    #expect(scene.progress.outcome?.text(isASCII: false) == "✗ no")
    var frame = scene.frame(on: scene.layout((80, 24)))
    #expect(frame.lines.contains { DrawnRow($0).text.contains("✗ 1  no") })
    Self.change(&scene, to: Self.second, isAsked: true, response: (true, "yes"))
    frame = scene.frame(on: scene.layout((80, 24)))
    #expect(frame.lines.contains { DrawnRow($0).text.contains("✓ 2  yes") })
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

  @Test func aFinishedSessionShowsItsResultAndKeys() {
    var scene = Self.scene(name: "Ada")
    var over = Self.session(state: "finished", number: 0, question: "", choices: [], revision: 9)
    (over.answered, over.firstTry) = (5, 3)
    Self.change(&scene, to: Self.session(revision: 8), response: (false, "no"))
    Self.change(&scene, to: over, response: (true, "yes"))
    #expect(Self.press([.enter], &scene).isEmpty)
    // Of the two that were missed only one was seen here.
    #expect(
      scene.layout((80, 24)).result?.list.lines.joined(separator: " ")
        == "Missed: はい  yes and 1 more missed before this screen was opened")
    for size in [(80, 24), (60, 8)] {
      let frame = scene.frame(on: scene.layout(size))
      let text = frame.lines.joined(separator: " ")
      #expect(text.contains("Well done, Ada") && text.contains("3 of 5 right"), "\(size)")
      // Each key is named once.
      #expect(text.matches(of: /Repeat session/).count == 1, "\(size)")
    }
    let rows = scene.rows()
    #expect(rows.contains { $0.contains("■ ■ ■ □ □") } && scene.message.isEmpty)
    #expect(Self.press([.character("n")], &scene) == [.decks])
    #expect(Self.press([.down, .enter], &scene) == [.make(.restart)])
    #expect(Self.press([.character("r"), .character("R")], &scene) == [.make(.restart)])
  }

  /// Whatever is published, frames fill exactly the screen, and say which question of how many it
  /// is.
  @Test func framesFillTheScreenAndNoMore() {
    var generator = SeededGenerator(for: "PracticeSceneTests")
    let bounds = [1, 2, 5, 7, 12, 19].map { ($0, $0) } + [(20, 6), (20, 120), (33, 9), (300, 120)]
    let drawn = (0..<rounds(4, ofAll: 20)).map { _ in
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
              let end = layout.result.map { $0.head.lines + $0.list.lines }
              let lines = end ?? layout.question.lines
              #expect(lines.contains { !$0.isEmpty }, about)
              #expect(
                layout.entries.map { $0.lines.first?.first }
                  == scene.entries.map(\.shownKey.first),
                about)
              #expect(layout.input.isEmpty != scene.acceptsText, about)
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
              if size.0 >= 6, size.1 >= 4, scene.panel == nil,
                state == "asking" || state == "revealed"
              {
                let place = rows.first { !$0.text.isEmpty }?.text ?? ""
                #expect(place.contains(size.1 < 10 ? "3/5" : "3 of 5"), about)
              }
            }
          }
        }
      }
    }
  }

  /// On a small screen the end of a session showed neither what was missed nor any key, and its
  /// streak was shown nowhere.
  @Test(arguments: [(20, 6), (20, 12), (40, 12), (80, 24)])
  func theEndCanBeReadOnEveryScreen(columns: Int, rows: Int) {
    var scene = Self.scene()
    var over = Self.session(state: "finished", number: 0, question: "", choices: [], revision: 9)
    (over.answered, over.firstTry, over.nextDue) = (5, 4, 86_400_000_000)
    Self.change(&scene, to: Self.session(revision: 8), response: (false, "no"))
    var transition = PracticeTransition()
    transition.response = .init(number: 1, isCorrect: true, question: "はい", answer: "yes")
    over.streak = 3
    over.isFinishedToday = true
    scene.handle(.session(.transition(transition, over)))
    _ = Self.press([.enter], &scene, size: (columns, rows))
    func text() -> String {
      scene.rows((columns, rows))
        .joined(separator: " ")
    }
    #expect(text().contains("q quit"), "\(text())")
    var seen = text()
    for _ in 0..<20 {
      _ = Self.press([.down], &scene, size: (columns, rows))
      seen += text()
    }
    let words = seen.split(separator: " ").joined(separator: " ")
    for part in ["はい yes", "in 1 day", "Practice streak 3 days"] {
      #expect(words.contains(part), "\(part): \(words)")
    }
    #expect(!words.contains("finish a session"))
    // Of a session that was finished yesterday.
    over.isFinishedToday = false
    #expect(over.streakText == "streak 3 days; finish a session today to keep it")
  }

  @Test func aSmallScreenNamesItsKeys() {
    let scene = Self.scene()
    let lines = scene.rows((20, 6))
    #expect(lines[5].hasPrefix("? help   q quit"))
  }
}
