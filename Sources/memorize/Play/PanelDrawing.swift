/// Draws a list into some rows of the screen.
struct PanelDrawing {
  /// The width in cells.
  let columns: Int
  /// The rows for title and lines.
  let rows: Int
  /// Whether to keep to ASCII.
  let isASCII: Bool

  /// The lines of a list that are shown below its title.
  var panelRows: Int { max(rows - 1, 1) }

  /// Draws it.
  ///
  /// - Parameter panel: the list.
  /// - Returns: its rows, and where the cursor stands among them.
  func drawn(_ panel: Panel) -> ([String], Frame.Cell) {
    let top = panel.top(rows: panelRows)
    let shown = panel.lines.enumerated().dropFirst(top).prefix(panelRows)
    let lines = shown.map { index, line in
      let mark = panel.isChoice && index == panel.chosen ? "> " : "  "
      let text = (mark + line).clipped(to: columns, isASCII: isASCII).placingCursor()
      return panel.isChoice && index == panel.chosen ? Style.reverse.of(text) : text
    }
    let hasTitle = rows > 1
    let isCut = panel.lines.count > panelRows
    let place = isCut ? " (\(panel.chosen + 1)/\(panel.lines.count))" : ""
    let title = Style.bold.of((panel.title + place).clipped(to: columns, isASCII: isASCII))
    let row = (hasTitle ? 1 : 0) + panel.chosen - top
    return ((hasTitle ? [title] : []) + lines, Frame.Cell(column: 0, row: row))
  }
}
