import Testing

@testable import CellDrawing
@testable import Screens
@testable import memorize

/// Columns line up on a terminal, whatever stands in them.
@Suite struct TextTableTests {
  private let table = TextTable(
    columns: [
      .init(heading: "id", isRight: true), .init(heading: "theme", isCut: true),
      .init(heading: "score", isRight: true), .init(heading: "grade"),
    ],
    rows: [
      ["1", "日本語の言葉", "-10", "none"], ["12", "👩‍👩‍👧‍👦 Families", "2", ""],
      ["3", "é", "100000", "perfect"],
    ])

  @Test func textsAreMeasuredInCells() {
    #expect(
      table.text() == """
        id  theme          score  grade
         1  日本語の言葉     -10  none
        12  👩‍👩‍👧‍👦 Families        2
         3  é             100000  perfect

        """)
  }

  // Only the first of several long texts was cut, and at 60 columns each line wrapped.
  @Test func theWidestColumnIsCutFirst() {
    let table = TextTable(
      columns: [.init(isCut: true), .init(isCut: true), .init(isCut: true), .init()],
      rows: [
        ["Words", String(repeating: "a", count: 30), String(repeating: "b", count: 20), "new"]
      ])
    func widths(_ width: Int) -> [Int] {
      table.text(width: width).split(separator: "\n")[0].split(separator: "  ").map {
        String($0).cells
      }
    }
    #expect(widths(80) == [5, 30, 20, 3])
    #expect(widths(60) == [5, 26, 20, 3])
    #expect(widths(40) == [5, 13, 13, 3])
    #expect(widths(10) == [5, 6, 6, 3])
  }

  @Test(arguments: [20, 27, 28, 29, 30, 33, 34, 80]) func itIsAsWideAsTheTerminal(width: Int) {
    for isASCII in [false, true] {
      let lines = table.text(width: width, isASCII ? .ascii : .unicode).split(separator: "\n")
      // Six cells are left of the theme, however narrow it is.
      #expect(lines.allSatisfy { String($0).cells <= max(width, 29) })
      let cut = lines.contains { $0.contains(isASCII ? "..." : "…") }
      #expect(cut == (width < 33))
    }
  }
}
