/// The whole screen: a line of text for each row, and the cursor.
struct Frame: Equatable {
  /// A cell; both numbers from 0.
  struct Cell: Equatable {
    var column: Int
    var row: Int
  }

  /// One line a row, each no wider than the screen; escape sequences may style it.
  let lines: [String]
  /// Where the terminal's own cursor stands.
  let cursor: Cell

  /// Makes a frame of a size: lines that are missing are empty, those too many are left out.
  init(_ lines: [String], cursor: Cell, size: (columns: Int, rows: Int)) {
    let missing = max(size.rows - lines.count, 0)
    self.lines = Array(lines.prefix(size.rows)) + Array(repeating: "", count: missing)
    self.cursor = Cell(
      column: min(max(cursor.column, 0), max(size.columns - 1, 0)),
      row: min(max(cursor.row, 0), max(size.rows - 1, 0)))
  }

  /// The rows that have to be drawn again, by number; all if nobody knows what is on the screen.
  func changes(from old: Frame?) -> [(row: Int, line: String)] {
    lines.enumerated().compactMap { row, line in
      guard let old, old.lines.count == lines.count, old.lines[row] == line else {
        return (row, line)
      }
      return nil
    }
  }
}
