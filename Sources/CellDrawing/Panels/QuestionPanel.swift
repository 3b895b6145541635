/// The question before something is left, and the one for a narrow screen.
package typealias LeaveQuestion = (text: String, short: String)

/// A question in the middle of a screen with its keys, in one line if there is room.
package struct QuestionPanel {
  let area: CellArea
  private let lines: [String]
  private let keys: KeysLine
  private let keysRow: Int
  private let hasFrame: Bool

  package init(_ question: LeaveQuestion, in place: CellArea, _ symbols: Symbols) {
    let size = place.screen
    hasFrame = size.rows >= 4 && size.columns >= 16
    let edge = hasFrame ? 2 : 0
    let room = max(size.columns - 2 * edge, 1)
    let hints = KeyHint.question
    let keyCells = hints.reduce(-3) { $0 + $1.label.cells + 1 + $1.does.cells + 3 }
    let whole = [question.text, question.short].first { $0.cells + 3 + keyCells <= room }
    let maximum = max(size.rows - edge - 1, 1)
    lines =
      whole.map { [$0] }
      ?? question.short.wrapped(
        cells: size.rows > 1 ? room : max(room - 3 - keyCells, 1), lines: maximum, symbols.ellipsis)
    let text = lines.map(\.cells).max() ?? 0
    let isOneLine = whole != nil || size.rows == 1
    let columns = isOneLine ? text + 3 + keyCells : max(text, min(keyCells, room))
    let rows = lines.count + (isOneLine ? 0 : 1) + edge
    area = CellArea(
      column: max((size.columns - columns) / 2 - edge, 0), row: max((size.rows - rows) / 2, 0),
      columns: min(columns + 2 * edge, size.columns), rows: rows)
    let left = area.column + edge + (isOneLine ? text + 3 : 0)
    keys = KeysLine(hints, columns: left..<max(area.column + area.columns - edge, left))
    keysRow = area.row + rows - 1 - edge / 2
  }

  /// The key, or the one that a click presses; nil if it hit none.
  package func pressed(_ key: Key) -> Key? {
    guard case .click(let column, let row) = key else { return key }
    return row == keysRow ? keys.key(atColumn: column) : nil
  }

  /// Returns the cursor's cell: the first key.
  package func draw(_ palette: Palette, on canvas: inout Canvas) -> Frame.Cell {
    let palette = palette.onPanel
    canvas.coverForPanel(area, palette)
    if hasFrame { canvas.outline(area, palette.quiet) }
    let edge = hasFrame ? 1 : 0
    for (index, line) in lines.enumerated() {
      canvas.put(
        line, column: area.column + 2 * edge, row: area.row + edge + index, palette.paint(.strong))
    }
    keys.draw(row: keysRow, on: &canvas)
    return Frame.Cell(column: keys.first ?? area.column, row: keysRow)
  }
}
