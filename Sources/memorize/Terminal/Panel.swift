/// A list that covers the board: keys, themes, a result.
///
/// One line is chosen even if there is nothing to choose: the cursor stands there.
struct Panel {
  let title: String
  let lines: [String]
  /// Whether one chooses a line, or only reads.
  let isChoice: Bool
  private(set) var chosen = 0

  init(_ title: String, _ lines: [String], isChoice: Bool = false) {
    self.title = title
    self.lines = lines
    self.isChoice = isChoice
  }

  /// A page has that many lines.
  mutating func walk(_ walk: Walk, page: Int) {
    chosen = walk.from(chosen, count: lines.count, columns: 1, page: max(page, 1))
  }

  mutating func choose(_ line: Int) {
    chosen = min(max(line, 0), max(lines.count - 1, 0))
  }

  /// The rows of its lines, below the title if there is room for one.
  static func lineRows(of rows: Range<Int>) -> Range<Int> {
    let first = rows.lowerBound + (rows.count > 1 ? 1 : 0)
    return first..<max(rows.upperBound, first + 1)
  }

  /// The first visible line, so that the chosen one is visible.
  private func top(rows: Int) -> Int {
    min(chosen / rows * rows, max(lines.count - rows, 0))
  }

  func line(atRow row: Int, in rows: Range<Int>) -> Int? {
    let lineRows = Self.lineRows(of: rows)
    let line = top(rows: lineRows.count) + row - lineRows.lowerBound
    return lineRows.contains(row) && lines.indices.contains(line) ? line : nil
  }

  /// Its lines for those rows of the screen, and the cursor's cell.
  func drawn(in rows: Range<Int>, columns: Int, isASCII: Bool) -> ([String], Frame.Cell) {
    let lineRows = Self.lineRows(of: rows)
    let top = top(rows: lineRows.count)
    let shown = lines.enumerated().dropFirst(top).prefix(lineRows.count).map { index, line in
      let isChosen = isChoice && index == chosen
      let text = ((isChosen ? "> " : "  ") + line).clipped(to: columns, isASCII: isASCII)
      return isChosen ? Style.reverse.of(text.placingCursor()) : text.placingCursor()
    }
    let place = lines.count > lineRows.count ? " (\(chosen + 1)/\(lines.count))" : ""
    let heading = Style.bold.of((title + place).clipped(to: columns, isASCII: isASCII))
    return (
      (rows.count > 1 ? [heading] : []) + shown,
      Frame.Cell(column: 0, row: lineRows.lowerBound + chosen - top)
    )
  }
}
