import BoardLayout

/// The fixed places on a screen: title, progress, board, the moves beside it and the message below
/// it are one block in the middle; the keys are in the last row.
struct GameSceneLayout {
  let size: (columns: Int, rows: Int)
  /// Nil without room for it, as the next ones.
  let titleRow: Int?
  let progressRow: Int?
  let messageRow: Int?
  let keysRow: Int?
  /// The rows below the title and the progress begin here.
  let top: Int
  /// The area of the board.
  let board: CellArea
  /// Beside the board, for the moves so far.
  let moves: CellArea?
  /// Where the cards are; nil without cards.
  let plan: BoardPlan?
  /// The columns of the block, from its left edge on.
  let text: Range<Int>
  private let chosen: Int

  /// A wider screen keeps room for the moves beside the board.
  private static let wide = 100
  private static let movesColumns = 24
  /// Between the board and the moves.
  private static let movesGap = 4
  /// The block is as wide if the screen is: the title and the numbers fit in it, or, in fewer
  /// columns, one below the other.
  private static let narrowest = (wanted: 60, beside: 50, below: 44)

  /// Small screens show less beside the board.
  init(
    _ size: (columns: Int, rows: Int), chosen: Int,
    plan: ((columns: Int, rows: Int)) -> BoardPlan?
  ) {
    self.size = size
    self.chosen = chosen
    keysRow = size.rows >= 7 ? size.rows - 1 : nil
    let header = size.rows >= 10 ? 2 : size.rows >= 4 ? 1 : 0
    let message = size.rows >= 2 ? 1 : 0
    let beside = Self.movesGap + Self.movesColumns
    let indent = size.columns >= 30 ? 2 : 0
    let room = (
      columns: size.columns - (size.columns >= Self.wide ? beside + 2 * indent : 0),
      rows: max((keysRow ?? size.rows) - header - message, 0)
    )
    self.plan = room.rows > 0 ? plan(room) : nil
    let used = self.plan?.usedArea ?? CellArea(column: 0, row: 0, columns: 0, rows: room.rows)
    // The cursor's frame needs a row on both sides of the cards.
    let margin = min(used.row, self.plan?.rowGap ?? 0)
    let rows = header + used.rows + 2 * margin + message
    let above = max(((keysRow ?? size.rows) - rows) / 2, 0)
    titleRow = header > 0 ? above : nil
    progressRow = header > 1 ? above + 1 : nil
    top = above + header
    let cards = top + margin
    messageRow = message > 0 ? cards + used.rows + margin : nil
    // The block with the moves is in the middle; without them the board is.
    let hasMoves = used.columns > 0 && used.columns + beside + 2 * indent <= size.columns
    let block = max(used.columns + (hasMoves ? beside : 0), Self.narrowest.wanted)
    let least = min(Self.narrowest.below, size.columns - 2 * indent)
    let boardLeft = max((size.columns - (hasMoves ? block : used.columns)) / 2, 0)
    let left = min(boardLeft, max(size.columns - indent - least, 0))
    text = left..<left + max(min(block, size.columns - left), 1)
    board = CellArea(
      column: boardLeft - used.column, row: cards - used.row, columns: room.columns,
      rows: room.rows)
    moves =
      hasMoves
      ? CellArea(
        column: left + used.columns + Self.movesGap, row: cards, columns: Self.movesColumns,
        rows: used.rows) : nil
  }

  var page: Int { plan?.page(of: chosen) ?? 0 }

  /// The rows below the message, which a long one may use.
  var freeRows: Int { max((keysRow ?? size.rows) - (messageRow ?? size.rows) - 1, 0) }

  /// Whether progress is a bar, and the numbers are at the end of the title.
  var hasBar: Bool { progressRow != nil && text.count >= Self.narrowest.beside }

  /// The columns of the keys: to the right edge of the screen.
  var keys: Range<Int> { text.lowerBound..<max(size.columns, text.upperBound) }

  /// The whole screen, but for an edge.
  var widestKeys: Range<Int> { min(text.lowerBound, 1)..<max(size.columns, text.upperBound) }

  func place(atColumn column: Int, row: Int) -> Int? {
    plan?.place(atColumn: column - board.column, row: row - board.row, onPage: page)
  }
}
