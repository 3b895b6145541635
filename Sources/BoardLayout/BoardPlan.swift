package import CellDrawing

/// The places of a board's cards in an area of cells, on one page or several.
///
/// They depend on the number of cards, the theme's widest face and the area, but never on the
/// faces that are up: no card moves during a game.
package struct BoardPlan: Sendable, Hashable {
  /// The cells between columns; cards that touch cannot be told apart.
  package static let columnGap = 1
  /// A larger card is no clearer, and its board takes longer to scan.
  private static let maximumCard = (width: 15, height: 7)
  /// Words are not cut to fewer cells; rather, the board gets pages.
  private static let minimumWord = 6
  /// Shorter lines break most words, so that more lines show no more of a text.
  private static let minimumLine = 10
  /// A card of one row is no wider.
  private static let maximumWord = 20

  package let count: Int
  /// Whether each card has one row: its number and its face.
  package let isCompact: Bool
  /// The cells between rows, and around a board in the middle, where a frame has room.
  package let rowGap: Int
  package let columns: Int
  /// The rows of cards on a page.
  package let rows: Int
  package let cardWidth: Int
  package let cardHeight: Int
  /// The cells that a card shows of the widest face.
  private let shownFace: Int
  /// The number of digits of the largest number.
  let digits: Int
  private let left: Int
  private let top: Int

  /// Plans a board in an area, which is clamped to 0…`largest`.
  ///
  /// `faceWidth` is the width in cells of the theme's widest face. With `isCentered` the board is
  /// in the middle of the area with room for a frame around it, otherwise at its top left.
  package init(
    count: Int, faceWidth: Int, area: Size, isCentered: Bool = false,
    isCompact: Bool = false
  ) {
    let width = min(max(area.columns, 0), Canvas.largest.columns)
    let height = min(max(area.rows, 0), Canvas.largest.rows)
    let wanted = min(max(faceWidth, 2), Canvas.largest.columns)
    let face = min(wanted, Self.maximumWord)
    let count = max(count, 0)
    self.count = count
    digits = String(max(count - 1, 0)).count
    let tiles =
      isCompact ? nil : Self.tiles(count, wanted, width, height, isCentered: isCentered)
    if let tiles {
      self.isCompact = false
      (rowGap, columns, rows) = (tiles.gap, tiles.columns, tiles.rows)
      (cardWidth, cardHeight) = (tiles.cardWidth, tiles.cardHeight)
      shownFace = Self.shown(wanted, on: tiles)
    } else {
      self.isCompact = true
      cardHeight = 1
      cardWidth = Self.compactWidth(count, face, digits, width, height)
      let maximum = max(min((width + 1) / (cardWidth + 1), max(count, 1)), 1)
      rows = max(min(height, (max(count, 1) - 1) / maximum + 1), 1)
      // On one page the rows are equally long.
      columns = min((max(count, 1) - 1) / rows + 1, maximum)
      shownFace = min(face, cardWidth - digits - 1)
      rowGap = isCentered && 2 * rows <= height ? 1 : 0
    }
    guard isCentered else {
      (left, top) = (0, 0)
      return
    }
    left = max((width - columns * (cardWidth + Self.columnGap) + Self.columnGap) / 2, 0)
    top = max((height - rows * (cardHeight + rowGap) + rowGap) / 2, 0)
  }

  /// Cards of several rows, with a gap between rows if they fit; nil if they do not fit at all.
  ///
  /// Rows touch only if cards are then twice as large, or would not fit otherwise.
  private static func tiles(
    _ count: Int, _ face: Int, _ width: Int, _ height: Int, isCentered: Bool
  ) -> Grid? {
    let margin = isCentered ? 1 : 0
    let apart = best(count, face, Size(width - 2 * margin, height - 2 * margin), rowGap: 1)
    let touching = best(count, face, Size(width, height), rowGap: 0)
    guard let apart, let touching else { return apart ?? touching }
    return touching.cardSize < 2 * apart.cardSize ? apart : touching
  }

  /// The grid that shows the most of the words, then has the largest cards.
  ///
  /// A full rectangle is preferred to a short last row if a card loses at most a quarter; among
  /// several, the one whose shape is most like the area's.
  private static func best(
    _ count: Int, _ face: Int, _ area: Size, rowGap: Int
  ) -> Grid? {
    guard count > 0, area.columns > 0 else { return nil }
    let grids = (1...min(count, area.columns)).compactMap { columns in
      grid(count, columns: columns, in: area, rowGap: rowGap, face)
    }
    func worth(_ grid: Grid) -> (Int, Int, Int) {
      (
        shown(face, on: grid), grid.cardSize * count * 100 / (grid.columns * grid.rows),
        likeness(of: grid, to: area)
      )
    }
    guard let best = grids.max(by: { worth($0) < worth($1) }) else { return nil }
    let full = grids.filter { grid in
      grid.columns * grid.rows == count && shown(face, on: grid) == shown(face, on: best)
        && 4 * grid.cardSize >= 3 * best.cardSize
    }
    return full.max { (worth($0).2, $0.cardSize) < (worth($1).2, $1.cardSize) } ?? best
  }

  /// The cells of a face that a card shows; a face too long for any line is wrapped if the lines
  /// are long enough for most words.
  private static func shown(_ face: Int, on grid: Grid) -> Int {
    let inside = Size(grid.cardWidth - 2, grid.cardHeight - 2)
    guard face > maximumCard.width - 2, inside.columns >= minimumLine else {
      return min(inside.columns, face)
    }
    // Lines that end at a space are not full.
    return min(inside.columns * inside.rows, face + face / 4)
  }

  /// The likeness of the shapes of a board and its area, at most 1000; no area counts as higher
  /// than wide, since cells are about twice as high as wide.
  private static func likeness(of grid: Grid, to area: Size) -> Int {
    let columns = grid.columns * (grid.cardWidth + columnGap) - columnGap
    let rows = grid.rows * (grid.cardHeight + grid.gap) - grid.gap
    let (wide, high) = (columns * min(area.rows, area.columns / 2), rows * area.columns)
    return 1000 * min(wide, high) / max(wide, high, 1)
  }

  /// The largest cards in that number of columns; nil if they are too small.
  private static func grid(
    _ count: Int, columns: Int, in area: Size, rowGap: Int, _ face: Int
  ) -> Grid? {
    let rows = (count - 1) / columns + 1
    let width = (area.columns + columnGap) / columns - columnGap
    let height = (area.rows + rowGap) / rows - rowGap
    guard width >= max(Grid.smallest.width, min(face, minimumWord) + 2),
      height >= Grid.smallest.height
    else { return nil }
    // Touching rows need part of the height to be told apart.
    let best = max(width * 3 / 4, Grid.smallest.height) + 1 - rowGap
    let cardHeight = min(best, height, maximumCard.height)
    // A wider card is better for a word, but not for a picture.
    let widest =
      face > 2
      ? maximumCard.width
      : cardHeight * maximumCard.width / maximumCard.height
    let cardWidth = min(widest, width)
    return Grid(
      columns: columns, rows: rows, cardWidth: cardWidth, cardHeight: cardHeight, gap: rowGap,
      fits: true)
  }

  /// As wide as the widest face, or as narrow as one page requires.
  private static func compactWidth(
    _ count: Int, _ face: Int, _ digits: Int, _ width: Int, _ height: Int
  ) -> Int {
    let narrowest = min(face, minimumWord)
    let fitting = (narrowest...face).last { face in
      (width + 1) / (digits + 1 + face + 1) * max(height, 1) >= count
    }
    return max(min(digits + 1 + (fitting ?? narrowest), width), 1)
  }

  /// Whether cards lose at most a third of their size compared to another plan, and no word is cut.
  package func isNearly(asLargeAs other: BoardPlan) -> Bool {
    isCompact == other.isCompact && pageCount == other.pageCount && shownFace >= other.shownFace
      && 3 * cardWidth * cardHeight >= 2 * other.cardWidth * other.cardHeight
  }

  package var pageCount: Int { count == 0 ? 0 : (count - 1) / perPage + 1 }

  private var perPage: Int { max(columns * rows, 1) }

  package func page(of place: Int) -> Int { place / perPage }

  package func cards(onPage page: Int) -> Range<Int> {
    let first = min(max(page, 0) * perPage, count)
    return first..<min(first + perPage, count)
  }

  /// The cells of a card on its page.
  package func area(of place: Int) -> CellArea {
    let index = place % perPage
    return CellArea(
      column: left + index % columns * (cardWidth + Self.columnGap),
      row: top + index / columns * (cardHeight + rowGap),
      columns: cardWidth, rows: cardHeight)
  }

  /// The cells of a full page.
  package var usedArea: CellArea {
    CellArea(
      column: left, row: top,
      columns: columns * (cardWidth + Self.columnGap) - Self.columnGap,
      rows: rows * (cardHeight + rowGap) - rowGap)
  }

  /// The card at a cell of a page; nil between the cards.
  package func place(atColumn column: Int, row: Int, onPage page: Int) -> Int? {
    cards(onPage: page).first { area(of: $0).contains(column: column, row: row) }
  }

  /// The bands of one colour on a page: diagonals from the top left, or the rows of a compact board.
  var bands: Int { isCompact ? rows : columns + rows - 1 }

  func band(of place: Int) -> Int {
    let index = place % perPage
    return index / columns + (isCompact ? 0 : index % columns)
  }
}

extension Grid {
  fileprivate var cardSize: Int { cardWidth * cardHeight }
}
