import BoardLayout
import CellDrawing

/// The fixed places on the screen of a game: title, progress, board, side panel, message and keys are
/// one block in the middle.
struct GameSceneLayout {
  let size: Size
  /// Nil without room for it, as are the next three.
  let titleRow: Int?
  let progressRow: Int?
  let messageRow: Int?
  let keysRow: Int?
  /// The first row below title and progress.
  let top: Int
  /// The area of the board.
  let board: CellArea
  /// Beside the board, for numbers and moves; nil without room for it.
  let side: CellArea?
  /// The places of the cards; nil without cards.
  let plan: BoardPlan?
  /// The columns of the block.
  let text: Range<Int>
  private let chosen: Int

  /// Of the side panel.
  private static let sideColumns = 24...34
  /// A side panel with fewer rows shows only the moves.
  private static let factRows = 8
  /// Between the board and the side panel.
  private static let sideGap = 4
  /// With fewer columns title and numbers stand in two rows.
  private static let barColumns = 50
  /// With fewer columns an explanation needs one more row.
  private static let wideColumns = 70
  /// A narrower board begins where a wider text does.
  private static let textColumns = 36

  /// Small screens show less beside the board; messages that explain have rows of their own on most.
  init(
    _ size: Size, chosen: Int, explains: Bool = false, plan: (Size) -> BoardPlan?
  ) {
    self.size = size
    self.chosen = chosen
    let keys = size.rows >= 7 ? 1 : 0
    let header = size.rows >= 10 ? 2 : size.rows >= 4 ? 1 : 0
    let explanation = size.columns < Self.wideColumns ? 3 : 2
    let message = explains && header > 1 ? explanation : size.rows >= 2 ? 1 : 0
    let beside = Self.sideGap + Self.sideColumns.lowerBound
    let indent = size.columns >= 30 ? 2 : 0
    let room = Size(size.columns, max(size.rows - header - message - keys, 0))
    let whole = room.rows > 0 ? plan(room) : nil
    // For the side panel the cards may lose some of their size, but none of their words.
    let maximum = size.columns - 2 * indent - beside
    var narrow: BoardPlan?
    // The frame around the chosen card may use the gap and the indent.
    for columns in [maximum, maximum + 2] {
      guard let whole, let plan = plan(Size(columns, room.rows)), plan.isNearly(asLargeAs: whole),
        plan.usedArea.columns <= maximum
      else { continue }
      narrow = plan
    }
    self.plan = narrow ?? whole
    let used = self.plan?.usedArea ?? CellArea(column: 0, row: 0, columns: 0, rows: room.rows)
    // The frame around the chosen card needs a row above and below the cards.
    let margin = min(used.row, self.plan?.rowGap ?? 0)
    var spare = max(size.rows - header - used.rows - 2 * margin - message - keys, 0)
    // Without such rows the first free ones keep the cards from the words around them.
    let air = (
      above: margin == 0 && header > 1 && spare > 0 ? 1 : 0,
      below: margin == 0 && message > 0 && spare > 1 ? 1 : 0
    )
    spare -= air.above + air.below
    // A gap sets the keys apart if there is room around the block too.
    let gap = keys > 0 && spare >= 3 ? 1 : 0
    // An odd row is above, so that nothing sticks to the first one, unless a message may need it.
    let above = (spare - gap + keys) / 2
    titleRow = header > 0 ? above : nil
    progressRow = header > 1 ? above + 1 : nil
    top = above + header
    let cards = top + margin + air.above
    let bottom = cards + used.rows + margin + air.below
    messageRow = message > 0 ? bottom : nil
    keysRow = keys > 0 ? bottom + message + gap : nil
    let free = size.columns - 2 * indent - used.columns - Self.sideGap
    let hasSide = used.columns > 0 && free >= Self.sideColumns.lowerBound
    let sideColumns = min(free, Self.sideColumns.upperBound)
    let content = used.columns + (hasSide ? Self.sideGap + sideColumns : 0)
    let columns = max(content, min(Self.textColumns, size.columns - 2 * indent), 1)
    text = Self.centered(columns, in: size.columns)
    // The frame around a card needs a column.
    let left =
      text.lowerBound > 0
      ? text.lowerBound : Self.centered(content, in: size.columns).lowerBound
    board = CellArea(
      column: left - used.column, row: cards - used.row, columns: room.columns, rows: room.rows)
    side =
      hasSide
      ? CellArea(
        column: left + used.columns + Self.sideGap, row: cards, columns: sideColumns,
        rows: used.rows) : nil
  }

  private static func centered(_ cells: Int, in columns: Int) -> Range<Int> {
    let first = max((columns - cells) / 2, 0)
    return first..<first + cells
  }

  /// Title and progress stay above a panel.
  var panelArea: CellArea { CellArea(size, from: top) }

  /// Where a result leaves the board to be seen: beside it, or below.
  var resultAreas: [CellArea] {
    let beside = side.map { side in
      let column = side.column + 1 - Self.sideGap
      return CellArea(
        column: column, row: top, columns: text.upperBound - column,
        rows: (messageRow ?? size.rows) - top)
    }
    return [beside, messageRow.map { CellArea(size, from: $0) }].compactMap(\.self)
  }

  var page: Int { plan?.page(of: chosen) ?? 0 }

  /// The rows below the message, which a long message may use.
  var freeRows: Int { max((keysRow ?? size.rows) - (messageRow ?? size.rows) - 1, 0) }

  /// Whether progress is a bar, and the numbers are at the end of the title.
  var hasBar: Bool { progressRow != nil && text.count >= Self.barColumns }

  /// Whether the numbers are beside the board instead of in the title.
  var hasFacts: Bool { (side?.rows ?? 0) >= Self.factRows }

  func place(atColumn column: Int, row: Int) -> Int? {
    plan?.place(atColumn: column - board.column, row: row - board.row, onPage: page)
  }
}
