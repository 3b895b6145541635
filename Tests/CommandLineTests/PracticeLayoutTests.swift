import MemorizeBus
import TestSupport
import Testing

@testable import memorize

/// Where question and answers stand, on screens of every size.
@Suite struct PracticeLayoutTests {
  /// Words of all widths, and what is put together of several characters.
  private static let words = [
    "はい", "いいえ", "yes", "no", "good", "day;", "👩‍👩‍👧‍👦", "🇩🇪", "e\u{301}",
    "Donaudampfschifffahrtsgesellschaft",
    "数据库", "a",
  ]

  private static func text(
    _ most: Int, using generator: inout SeededGenerator
  ) -> String {
    (0..<Int.random(in: 0...most, using: &generator)).map { _ in
      words.randomElement(using: &generator) ?? ""
    }.joined(separator: Bool.random(using: &generator) ? " " : "")
  }

  private static func content(using generator: inout SeededGenerator) -> PracticeLayout.Content {
    let most = [2, 10, 200].randomElement(using: &generator) ?? 2
    var content = PracticeLayout.Content(
      question: text(most, using: &generator), pronunciation: text(most, using: &generator))
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: content.hasInput = true
    case 1:
      content.answer = text(most, using: &generator)
      content.entries = (1...4).map {
        PracticeEntry(key: Character("\($0)"), label: "grade", action: .grade(UInt32($0)))
      }
    default:
      content.entries = (0..<Int.random(in: 1...3, using: &generator)).map {
        PracticeEntry(
          key: Character("\($0 + 1)"), label: text(most, using: &generator),
          action: .choose(UInt32($0)))
      }
    }
    return content
  }

  private static func areas(_ layout: PracticeLayout) -> [ScreenArea] {
    ([layout.header, layout.outcome, layout.message, layout.divider, layout.input]
      + [layout.question, layout.pronunciation, layout.answer].map(\.area)
      + layout.entries.map(\.area)).filter { !$0.isEmpty }
  }

  private static func overlap(_ one: ScreenArea, _ other: ScreenArea) -> Bool {
    one.column < other.column + other.columns && other.column < one.column + one.columns
      && one.row < other.row + other.rows && other.row < one.row + one.rows
  }

  @Test func nothingOverlapsAndNothingStandsOutside() {
    CellWidth.prepare()
    var generator = SeededGenerator(for: "PracticeLayoutTests")
    for _ in 0..<1000 {
      let size = (
        columns: Int.random(in: 1...300, using: &generator),
        rows: Int.random(in: 1...120, using: &generator)
      )
      let content = Self.content(using: &generator)
      let layout = PracticeLayout(size, content, isASCII: false)
      let areas = Self.areas(layout)
      for (index, area) in areas.enumerated() {
        #expect(area.column >= 0 && area.column + area.columns <= size.columns, "\(size) \(area)")
        #expect(area.row >= 0 && area.row + area.rows <= size.rows, "\(size) \(area)")
        for other in areas[(index + 1)...] {
          #expect(!Self.overlap(area, other), "\(size): \(area) \(other)")
        }
      }
      for block in [layout.question, layout.pronunciation, layout.answer] + layout.entries {
        #expect(block.lines.count <= block.area.rows)
        for line in block.lines {
          #expect(line.cells + block.markColumns <= block.area.columns, "\(size) \(block)")
        }
      }
    }
  }

  /// From 20 by 6 cells on the question and every answer are there.
  @Test func whatIsNeededIsThere() {
    CellWidth.prepare()
    var generator = SeededGenerator(for: "PracticeLayoutTests")
    for _ in 0..<500 {
      let size = (
        columns: Int.random(in: 20...300, using: &generator),
        rows: Int.random(in: 6...120, using: &generator)
      )
      var content = Self.content(using: &generator)
      content.question += "?"
      let layout = PracticeLayout(size, content, isASCII: false)
      #expect(layout.question.lines.contains { !$0.isEmpty }, "\(size)")
      #expect(layout.header.rows > 0 && layout.message.rows > 0)
      #expect(layout.input.isEmpty != content.hasInput)
      #expect(layout.entries.count == content.entries.count)
      for (entry, block) in zip(content.entries, layout.entries) {
        #expect(block.lines.first?.first == entry.key, "\(size) \(block)")
        let area = block.area
        #expect(
          layout.entry(atColumn: area.column, row: area.row)
            == layout.entries.firstIndex(of: block))
      }
    }
  }

  @Test func theWidthDecides() {
    func isWide(_ columns: Int) -> Bool {
      PracticeLayout((columns, 24), .init(), isASCII: true).isWide
    }
    #expect(!isWide(59) && isWide(60))
  }

  /// A short text that could not be shown whole was cut, though there were empty rows.
  @Test func aTextIsCutOnlyWhereThereAreNoRowsLeft() {
    CellWidth.prepare()
    let long = String(repeating: "word ", count: 30) + "end"
    let content = PracticeLayout.Content(
      question: long, pronunciation: "said",
      entries: [PracticeEntry(key: "1", label: long, action: .choose(0))])
    for size in [(80, 24), (59, 24)] {
      let large = PracticeLayout(size, content, isASCII: false)
      #expect(large.question.lines.last?.hasSuffix("end") == true)
      #expect(large.entries.first?.lines.last?.hasSuffix("end") == true)
      #expect(large.pronunciation.lines == ["said"])
    }
    let small = PracticeLayout((20, 6), content, isASCII: false)
    #expect(small.question.lines.last?.hasSuffix("…") == true)
  }

  @Test func rowsAreSharedByRank() {
    func plan(_ rows: Int) -> RowPlan {
      RowPlan(
        [
          RowPlan.Wish(rows: 3, rank: 0), RowPlan.Wish(rows: 1, rank: 2),
          RowPlan.Wish(rows: 2, rank: 1),
        ], gaps: [[2], [1]], in: rows)
    }
    #expect(plan(0).heights == [0, 0, 0])
    #expect(plan(1).heights == [1, 0, 0])
    #expect(plan(2).heights == [1, 0, 1])
    #expect(plan(3).heights == [1, 1, 1])
    #expect(plan(5).heights == [2, 1, 2])
    #expect(plan(6).heights == [3, 1, 2] && plan(6).tops == [0, 3, 4])
    #expect(plan(7).tops == [0, 3, 5])
    #expect(plan(8).tops == [0, 4, 6])
    #expect(plan(10).tops == [1, 5, 7])
  }
}
