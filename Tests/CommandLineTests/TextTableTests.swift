import Testing

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
      table.text(width: nil, isASCII: false) == """
        id  theme          score  grade
         1  日本語の言葉     -10  none
        12  👩‍👩‍👧‍👦 Families        2
         3  é             100000  perfect

        """)
  }

  @Test(arguments: [20, 27, 28, 29, 30, 33, 34, 80]) func itIsAsWideAsTheTerminal(width: Int) {
    for isASCII in [false, true] {
      let lines = table.text(width: width, isASCII: isASCII).split(separator: "\n")
      // Six cells are left of the theme, however narrow it is.
      #expect(lines.allSatisfy { String($0).cells <= max(width, 29) })
      let cut = lines.contains { $0.contains(isASCII ? "..." : "…") }
      #expect(cut == (width < 33))
    }
  }
}
