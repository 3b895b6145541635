import BoardLayout
import Testing

@testable import CellDrawing
@testable import Screens
@testable import memorize

/// How the rows and columns of a practice screen are shared.
@Suite struct PracticeLayoutTests {
  /// The card moved when its answer was revealed.
  @Test(arguments: [(200, 60), (80, 24), (40, 12)])
  func theCardStaysWhileItIsAnswered(columns: Int, rows: Int) {
    var content = PracticeLayout.Content(
      question: "はい", pronunciation: "hai",
      entries: [PracticeEntry(key: "r", label: "Show answer", action: .command(.reveal))],
      maximumEntries: 4,
      hasAnswer: true)
    let asked = PracticeLayout(Size(columns, rows), content, .unicode)
    content.answer = "yes"
    content.entries = (1...4).map {
      PracticeEntry(key: PracticeEntry.key($0), label: "Again", action: .grade(UInt32($0)))
    }
    let revealed = PracticeLayout(Size(columns, rows), content, .unicode)
    #expect(asked.card == revealed.card && asked.question == revealed.question)
    #expect(asked.entries.first?.area.row == revealed.entries.first?.area.row)
    content.pronunciation = ""
    #expect(PracticeLayout(Size(columns, rows), content, .unicode).card == asked.card)
  }

  /// The card was a slab as wide as the screen with one word in it, and moved with the question.
  @Test(arguments: [(80, 24), (120, 30), (200, 60), (40, 12)])
  func theCardIsSmallAndInOnePlace(columns: Int, rows: Int) {
    var cards: Set<CellArea> = []
    for question in ["a", "a longer question", String(repeating: "word ", count: 12)] {
      for said in ["", "said"] {
        let content = PracticeLayout.Content(
          question: question, pronunciation: said,
          entries: (1...3).map {
            PracticeEntry(key: PracticeEntry.key($0), label: "b", action: .choose(UInt32($0)))
          }, maximumEntries: 3)
        let layout = PracticeLayout(Size(columns, rows), content, .unicode)
        #expect(
          layout.hasFrame
            && layout.question.lines.joined(separator: " ") == question.withoutTrailingSpaces)
        #expect(layout.entries.allSatisfy { $0.area.columns == layout.card.columns })
        if layout.question.lines.count == 1 { cards.insert(layout.card) }
      }
    }
    #expect(cards.count == 1)
    let sizes = [40: Size(36, 4), 80: Size(56, 6), 120: Size(60, 6), 200: Size(80, 12)]
    #expect(cards.allSatisfy { Size($0.columns, $0.rows) == sizes[columns] })
  }

  /// The title stuck to the first row and the keys to the last one, far from the card.
  @Test(arguments: [(80, 24), (128, 34), (200, 60)])
  func everythingIsOneBlockInTheMiddle(columns: Int, rows: Int) throws {
    for (choices, isTyped, isRecall) in [(3, false, false), (0, true, false), (4, false, true)] {
      let content = PracticeLayout.Content(
        question: "はい",
        entries: (0..<choices).map {
          PracticeEntry(
            key: PracticeEntry.key($0), label: "b", note: isRecall ? "1 day" : "",
            action: .choose(UInt32($0)))
        }, maximumEntries: choices, hasAnswer: isRecall, hasInput: isTyped)
      let layout = PracticeLayout(Size(columns, rows), content, .unicode)
      let (title, keys) = (try #require(layout.titleRow), try #require(layout.keysRow))
      // A single row is free above, or below, where an answer may need it.
      #expect((-1...1).contains(title - (rows - 1 - keys)))
      let last = layout.entries.last?.area ?? layout.notes
      // A gap, and the row of the message.
      #expect(keys - last.row - last.rows == 2)
      #expect(layout.card.row - title == 3)
      let areas = [layout.card, layout.input] + layout.entries.map(\.area)
      #expect(areas.allSatisfy { $0.isEmpty || $0.column >= layout.text.lowerBound })
      #expect(layout.card.columns == layout.text.count)
    }
  }

  /// A long answer, unknown before, must not move its card while there is room below it.
  @Test(arguments: [(128, 34), (80, 24), (80, 25)])
  func aLongAnswerGrowsDownwards(columns: Int, rows: Int) {
    var content = PracticeLayout.Content(
      question: "はい", entries: [], maximumEntries: 4, hasAnswer: true)
    let size = Size(columns, rows)
    let asked = PracticeLayout(size, content, .unicode)
    content.answer = String(repeating: "word ", count: 40)
    let revealed = PracticeLayout(size, content, .unicode)
    #expect(revealed.answer.lines.count > 2 && revealed.card == asked.card)
  }

  /// A kanji had one line of the screen, however much room there was.
  @Test(arguments: [
    (80, 24, "食べる", 8), (128, 34, "一二三四五六", 9), (200, 60, "食べる", 18), (80, 24, "はい", 8),
    (80, 24, "一二三四五", nil), (200, 60, "一二三四五六七", nil), (80, 20, "食べる", nil),
    (60, 34, "食べる", 9), (40, 12, "食", nil), (200, 60, "", nil),
  ])
  func aShortQuestionHasRoomForLargeLetters(
    columns: Int, rows: Int, question: String, large: Int?
  ) throws {
    for (choices, isTyped, isRecall) in [(3, false, false), (0, true, false), (4, false, true)] {
      for said in ["", "said"] {
        var content = PracticeLayout.Content(
          question: question, pronunciation: said,
          entries: (0..<choices).map {
            PracticeEntry(key: PracticeEntry.key($0), label: "b", action: .choose(UInt32($0)))
          }, maximumEntries: choices, hasAnswer: isRecall, hasInput: isTyped)
        let size = Size(columns, rows)
        #expect(PracticeLayout(size, content, .unicode).largeQuestion == nil)
        content.canBeLarge = true
        let layout = PracticeLayout(size, content, .unicode)
        let area = layout.largeQuestion
        #expect(area?.rows == large || (large == nil && rows == 20 && !isRecall), "\(choices)")
        guard let area else { continue }
        #expect(area.columns >= 8 * question.cells && area.rows >= 8)
        let inside = layout.card.grown(by: -1)
        let gap = layout.question.area.row - area.row - area.rows
        #expect(area.row == inside.row && gap == (rows >= 30 ? 1 : 0))
        #expect(inside.contains(column: area.column, row: area.row))
        #expect(area.column + area.columns <= inside.column + inside.columns)
        #expect(layout.question.lines == [question])
        // The text and its pronunciation stand below, within the card.
        #expect(layout.question.area.row + 2 <= inside.row + inside.rows)
        content.question = "a question that is too long for this"
        let long = PracticeLayout(size, content, .unicode)
        #expect(long.card == layout.card && long.largeQuestion == nil)
      }
    }
  }

  /// A short text that could not be shown whole was cut, though there were empty rows.
  @Test func aTextIsCutOnlyIfNoRowsAreLeft() {
    let long = String(repeating: "word ", count: 30) + "end"
    let content = PracticeLayout.Content(
      question: long, pronunciation: "said",
      entries: [PracticeEntry(key: "1", label: long, action: .choose(0))], maximumEntries: 1)
    for size in [Size(80, 24), Size(59, 24)] {
      let large = PracticeLayout(size, content, .unicode)
      #expect(large.question.lines.last?.hasSuffix("end") == true)
      #expect(large.entries.first?.lines.last?.hasSuffix("end") == true)
      #expect(large.pronunciation.lines == ["said"])
    }
    let small = PracticeLayout(Size(20, 6), content, .unicode)
    #expect(small.question.lines.last?.hasSuffix("…") == true)
  }

  /// Long sides were cut though the screen was empty on both sides of them.
  @Test func aLongTextTakesAsManyColumnsAsItNeeds() {
    func layout(_ length: Int, _ mark: String = "word ") -> PracticeLayout {
      let text = String(repeating: mark, count: length / mark.count)
      let content = PracticeLayout.Content(
        question: text,
        entries: (1...3).map {
          PracticeEntry(key: PracticeEntry.key($0), label: text, action: .choose(UInt32($0)))
        }, maximumEntries: 3)
      return PracticeLayout(Size(200, 60), content, .unicode)
    }
    #expect([60, 400, 1000].map { layout($0).middle.columns } == [80, 80, 100])
    #expect(layout(1024, "語").middle.columns == 196)
    for text in [layout(1000), layout(1024, "語")] {
      #expect(!text.question.lines.contains { $0.contains("…") })
      #expect(!text.entries.contains { $0.lines.contains { $0.contains("…") } })
    }
  }

  /// Answers stood far left under a question in the middle.
  @Test func answersStandInTheMiddle() throws {
    func buttons(_ labels: [String], notes: [String] = [], columns: Int = 80) -> [PracticeButton] {
      let entries = labels.enumerated().map { index, label in
        PracticeEntry(
          key: PracticeEntry.key(index + 1), label: label,
          note: notes.isEmpty ? "" : notes[index], action: .choose(UInt32(index)))
      }
      let content = PracticeLayout.Content(
        question: "はい", entries: entries, maximumEntries: labels.count, hasAnswer: !notes.isEmpty)
      return PracticeLayout(Size(columns, 24), content, .unicode).entries
    }
    // All keys in one column, the same for all questions unless a label is long.
    let choices = buttons(["to drink", "yes", "a house"])
    #expect(choices.map(\.start) == [20, 20, 20])
    #expect(buttons(["a cat", "no"]).map(\.start) == [20, 20])
    #expect(buttons(["the day before yesterday", "no"]).map(\.start) == [14, 14])
    #expect(choices.map { $0.area.columns } == [56, 56, 56])
    let long = buttons([String(repeating: "word ", count: 20), "yes"])
    #expect(Set(long.map(\.start)) == [4])
    // Grades have their intervals below them, all or none of them.
    for columns in [52, 56, 80, 128, 200] {
      let grades = buttons(
        ["Again", "Hard", "Good", "Easy"],
        notes: ["10 minutes", "tomorrow", "2 days", "11 months"], columns: columns)
      for button in grades {
        #expect(button.lines.count == (columns == 52 ? 1 : 2))
        let longest = button.lines.map(\.cells).max() ?? 0
        #expect((-1...1).contains(button.area.columns - longest - 2 * button.start))
        // The frame keeps its edge.
        #expect(button.start + longest < button.area.columns)
      }
    }
  }

  @Test func rowsAreSharedByRank() {
    func plan(_ rows: Int) -> RowPlan {
      RowPlan([(rows: 3, rank: 0), (rows: 1, rank: 2), (rows: 2, rank: 1)], in: rows)
    }
    #expect(plan(0).heights == [0, 0, 0])
    #expect(plan(1).heights == [1, 0, 0])
    #expect(plan(2).heights == [1, 0, 1])
    #expect(plan(3).heights == [1, 1, 1])
    #expect(plan(5).heights == [2, 1, 2])
    #expect(plan(6).heights == [3, 1, 2])
    var large = plan(9)
    #expect(large.left == 3)
    #expect(!large.reserve(2, leaving: 2) && large.reserve(2, leaving: 1) && !large.reserve(2))
  }
}
