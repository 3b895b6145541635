import BoardLayout

/// Where everything stands on a screen of a size: header, board or list, message.
struct SceneLayout {
  /// The size in cells.
  let size: (columns: Int, rows: Int)
  /// The rows of the header.
  let headerRows: Int
  /// The rows between header and message.
  let boardRows: Int
  /// The board in parts; none where there are no cards.
  let pages: [BoardPage]
  /// The place of the chosen card, whose page is shown; keys change it, and nothing else here.
  var chosen: Int

  /// Lays out a screen; the smaller it is the less stands beside the board.
  ///
  /// - Parameters:
  ///   - size: the size in cells.
  ///   - chosen: the place of the chosen card, whose page is shown.
  ///   - draw: draws the board for an area.
  init(
    _ size: (columns: Int, rows: Int), chosen: Int,
    draw: ((columns: Int, rows: Int)) -> [BoardPage]
  ) {
    self.size = size
    self.chosen = chosen
    headerRows = size.rows >= 12 ? 2 : size.rows >= 3 ? 1 : 0
    boardRows = max(size.rows - headerRows - (size.rows >= 2 ? 1 : 0), 0)
    pages = draw((size.columns, boardRows))
  }

  /// The page with the chosen card, and its number among all from 0; nil without cards.
  var page: (index: Int, page: BoardPage)? {
    pages.enumerated().first { $0.element.cards.contains(chosen) }.map { ($0.offset, $0.element) }
  }

  /// The lines of a list that are shown below its title.
  var panelRows: Int { max(boardRows - 1, 1) }

  /// Which card stands at a cell of the screen.
  func place(atColumn column: Int, row: Int) -> Int? {
    page?.page.place(atColumn: column, row: row - headerRows)
  }

  /// Which line of a list stands in a row of the screen.
  func line(atRow row: Int, of panel: Panel) -> Int? {
    let offset = row - headerRows - 1
    let line = panel.top(rows: panelRows) + offset
    guard (0..<panelRows).contains(offset), panel.lines.indices.contains(line) else { return nil }
    return line
  }
}
