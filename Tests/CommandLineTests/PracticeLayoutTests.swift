import Testing

@testable import memorize

/// How the rows and columns of a practice screen are shared.
@Suite struct PracticeLayoutTests {
  @Test func theWidthDecides() {
    func isWide(_ columns: Int) -> Bool {
      PracticeLayout((columns, 24), .init(), isASCII: true).divider.rows > 0
    }
    #expect(!isWide(59) && isWide(60))
  }

  /// A short text that could not be shown whole was cut, though there were empty rows.
  @Test func aTextIsCutOnlyIfNoRowsAreLeft() {
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
          RowPlan.Block(rows: 3, rank: 0), RowPlan.Block(rows: 1, rank: 2),
          RowPlan.Block(rows: 2, rank: 1),
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
