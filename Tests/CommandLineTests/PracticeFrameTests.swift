import BoardLayout
import ArgumentParser
import DBus
import Practice
import TestSupport
import Testing

@testable import MemorizeBus
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
        == ["はい = yes", "and 1 more missed before this screen was opened"])
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
              let end = layout.result.map { $0.head.lines + $0.list.lines }
              let lines = end ?? layout.question.lines
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
    #expect(scene.handle(.session(.transition(transition, over))) == .statistics)
    _ = Self.press([.enter], &scene, size: (columns, rows))
    var statistics = PracticeStatistics()
    statistics.streak = 3
    scene.learn(statistics)
    func text() -> String {
      scene.frame(on: scene.layout((columns, rows))).lines.map { DrawnRow($0).text }
        .joined(separator: " ")
    }
    #expect(text().contains("q quit"), "\(text())")
    var seen = text()
    for _ in 0..<20 {
      _ = Self.press([.down], &scene, size: (columns, rows))
      seen += text()
    }
    let words = seen.split(separator: " ").joined(separator: " ")
    for part in ["はい = yes", "in 1 day", "streak: 3 days"] {
      #expect(words.contains(part), "\(part): \(words)")
    }
  }

  @Test func aSmallScreenNamesItsKeys() {
    let scene = Self.scene()
    let lines = scene.frame(on: scene.layout((20, 6))).lines.map { DrawnRow($0).text }
    #expect(lines[5].hasPrefix("? help   q quit"))
  }
}
