package import CellDrawing

/// The places of a board's cards in an area of cells, on one page or several.
///
/// They depend on the number of cards, the theme's widest face and the area, but never on the
/// faces that are up: no card moves during a game.
package struct BoardPlan: Sendable, Hashable {
  /// The cells between columns; cards that touch cannot be told apart.
  package static let columnGap = 1
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
    let grids = CardGrids(
      count: count, face: wanted, area: Size(width, height), isCentered: isCentered)
    let tiles = isCompact ? nil : grids.best
    if let tiles {
      self.isCompact = false
      (rowGap, columns, rows) = (tiles.gap, tiles.columns, tiles.rows)
      (cardWidth, cardHeight) = (tiles.cardWidth, tiles.cardHeight)
      shownFace = grids.shown(on: tiles)
    } else {
      self.isCompact = true
      cardHeight = 1
      let narrow = Self.compactWidth(count, face, digits, width, height)
      let most = max((width + 1) / (narrow + 1), 1)
      let fewest = (max(count, 1) - 1) / ((max(count, 1) - 1) / most + 1) + 1
      // As many cells at the right as at the left, so that a face is in the middle of its tile,
      // unless that takes a row, or one of the two cells at each edge.
      let widest = (width - 3) / fewest - 1
      cardWidth =
        isCentered && most * height >= count
        ? max(min(narrow + digits + 1, widest), narrow) : narrow
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

  /// As wide as the widest face, or as narrow as one page requires.
  private static func compactWidth(
    _ count: Int, _ face: Int, _ digits: Int, _ width: Int, _ height: Int
  ) -> Int {
    let narrowest = min(face, CardGrids.minimumWord)
    let fitting = (narrowest...face).last { face in
      (width + 1) / (digits + 1 + face + 1) * max(height, 1) >= count
    }
    return max(min(digits + 1 + (fitting ?? narrowest), width), 1)
  }

  /// Whether cards lose at most a third of their size compared to another plan, and no word is cut.
  ///
  /// What makes a card larger than `CardGrids.largeSize` does not count.
  package func isNearly(asLargeAs other: BoardPlan) -> Bool {
    isCompact == other.isCompact && pageCount == other.pageCount && shownFace >= other.shownFace
      && 3 * cardSize >= 2 * min(other.cardSize, CardGrids.largeSize)
  }

  private var cardSize: Int { CardGrids.size(cardWidth, cardHeight, face: shownFace) }

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

  /// The row of a card in which its number stands; of a tight one only half of the first is filled.
  var middle: Int { (cardHeight - (rowGap == 0 ? 0 : 1)) / 2 }

  /// The bands of one color on a page: diagonals from the top left, or the rows of a compact board.
  var bands: Int { isCompact ? rows : columns + rows - 1 }

  /// Whether a wave over the bands has lit a card when it has come as far as a part of the way.
  func isReached(_ place: Int, by part: Double) -> Bool {
    Double(band(of: place)) < part * Double(bands)
  }

  func band(of place: Int) -> Int {
    let index = place % perPage
    return index / columns + (isCompact ? 0 : index % columns)
  }
}
