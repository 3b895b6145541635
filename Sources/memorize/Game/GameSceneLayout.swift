import BoardLayout

/// The fixed places on a screen: title, progress, board, moves, message and keys.
struct GameSceneLayout {
  let size: (columns: Int, rows: Int)
  /// Nil without room for it, as the next ones.
  let titleRow: Int?
  let progressRow: Int?
  let messageRow: Int?
  let keysRow: Int?
  /// The area of the board.
  let board: CellArea
  /// Beside the board, for the moves so far.
  let moves: CellArea?
  /// Where the cards are; nil without cards.
  let plan: BoardPlan?
  /// The columns of the texts above and below the board: as wide as it, or wider.
  let text: Range<Int>
  private let chosen: Int

  /// A wider screen has the moves at its right.
  private static let wide = 100
  private static let movesColumns = 28
  /// The title, the progress and the keys fit in it.
  private static let textColumns = 76

  /// Small screens show less beside the board.
  init(
    _ size: (columns: Int, rows: Int), chosen: Int,
    plan: ((columns: Int, rows: Int)) -> BoardPlan?
  ) {
    self.size = size
    self.chosen = chosen
    titleRow = size.rows >= 4 ? 0 : nil
    progressRow = size.rows >= 10 ? 1 : nil
    keysRow = size.rows >= 7 ? size.rows - 1 : nil
    messageRow = size.rows >= 2 ? size.rows - (keysRow == nil ? 1 : 2) : nil
    let first = [titleRow, progressRow].count { $0 != nil }
    let columns = size.columns - (size.columns >= Self.wide ? Self.movesColumns : 0)
    let rows = max((messageRow ?? size.rows) - first, 0)
    board = CellArea(column: 0, row: first, columns: columns, rows: rows)
    moves =
      columns == size.columns
      ? nil
      : CellArea(column: columns, row: first, columns: Self.movesColumns, rows: rows)
    self.plan = rows > 0 ? plan((columns, rows)) : nil
    let indent = columns >= 30 ? 2 : 0
    let width = min(max(self.plan?.usedArea.columns ?? 0, Self.textColumns), columns - indent)
    let left = (columns - width) / 2
    text = left..<left + max(width, 1)
  }

  var page: Int { plan?.page(of: chosen) ?? 0 }

  /// The rows below the cards of the page, which a long message may use.
  var freeRows: Int {
    guard let plan, let last = plan.cards(onPage: page).last else { return board.rows }
    let area = plan.area(of: last)
    return max(board.rows - area.row - area.rows - plan.rowGap, 0)
  }

  func place(atColumn column: Int, row: Int) -> Int? {
    plan?.place(atColumn: column - board.column, row: row - board.row, onPage: page)
  }
}
