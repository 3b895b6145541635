/// What a screen shows at one moment.
package struct Frame: Equatable {
  /// Column and row, counted from 0.
  package struct Cell: Equatable {
    package var column: Int
    package var row: Int

    /// The last one of a screen, where a cursor means nothing.
    package static func last(of size: Size) -> Cell {
      Cell(column: size.columns - 1, row: size.rows - 1)
    }

    package init(column: Int, row: Int) {
      (self.column, self.row) = (column, row)
    }
  }

  /// One per row, no wider than the screen; they may contain escape sequences for style.
  package let lines: [String]
  package let cursor: Cell
  /// Only where text is typed.
  package let showsCursor: Bool
  /// The pictures in them that the terminal draws, by their names.
  package let images: [UInt32: TerminalPicture]

  /// Adds empty lines or drops surplus ones to fit the rows.
  package init(
    _ lines: [String], cursor: Cell, showsCursor: Bool = true, size: Size,
    images: [UInt32: TerminalPicture] = [:]
  ) {
    (self.showsCursor, self.images) = (showsCursor, images)
    let missing = max(size.rows - lines.count, 0)
    self.lines = Array(lines.prefix(size.rows)) + Array(repeating: "", count: missing)
    self.cursor = Cell(
      column: min(max(cursor.column, 0), max(size.columns - 1, 0)),
      row: min(max(cursor.row, 0), max(size.rows - 1, 0)))
  }

  /// The rows to draw again; all if the screen's content is unknown.
  package func changes(from old: Frame?) -> [(row: Int, line: String)] {
    let isKnown = old?.lines.count == lines.count
    return lines.enumerated().filter { !isKnown || old?.lines[$0] != $1 }.map { ($0, $1) }
  }
}
