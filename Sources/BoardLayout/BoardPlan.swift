/// Where the cards of a board lie in an area of cells, on one page or several.
///
/// It depends on how many cards there are, on the theme's widest face and on the area, never on
/// what is face up: no card changes its place during a game.
package struct BoardPlan: Sendable, Hashable {
  /// The largest area: a larger one improves no board, and each cell costs time and memory.
  package static let largest = (columns: 1_000, rows: 500)
  /// A larger card is no clearer, and its board takes longer to look over.
  private static let largestCard = (width: 15, height: 7)
  /// Words are cut to no less than this; below it the board has pages.
  private static let narrowestWord = 6
  /// A card of one row is no wider, whatever its face.
  private static let widestWord = 20

  package let count: Int
  /// Whether each card has one row: its number and its face.
  package let isCompact: Bool
  /// The cells around the board and between cards, where a frame has room.
  package let gap: Int
  package let columns: Int
  /// The rows of cards on a page.
  package let rows: Int
  package let cardWidth: Int
  package let cardHeight: Int
  /// The digits of the largest number.
  let digits: Int
  private let left: Int
  private let top: Int

  /// Plans a board in an area, which is clamped to 0…`largest`.
  ///
  /// `faceWidth` is the width in cells of the theme's widest face. With `isCentered` the board is
  /// in the middle of the area with room for a frame around it, otherwise at its top left.
  package init(
    count: Int, faceWidth: Int, area: (columns: Int, rows: Int), isCentered: Bool = false,
    isCompact: Bool = false
  ) {
    let width = min(max(area.columns, 0), Self.largest.columns)
    let height = min(max(area.rows, 0), Self.largest.rows)
    let face = min(max(faceWidth, 2), Self.widestWord)
    let count = max(count, 0)
    self.count = count
    digits = String(max(count - 1, 0)).count
    let tiles = isCompact ? nil : Self.tiles(count, face, width, height, margin: isCentered ? 1 : 0)
    if let tiles {
      self.isCompact = false
      (gap, columns, rows) = (tiles.gap, tiles.columns, tiles.rows)
      (cardWidth, cardHeight) = (tiles.cardWidth, tiles.cardHeight)
    } else {
      self.isCompact = true
      gap = 1
      cardHeight = 1
      cardWidth = Self.compactWidth(count, face, digits, width, height)
      columns = max(min((width + 1) / (cardWidth + 1), max(count, 1)), 1)
      rows = max(min(height, (max(count, 1) - 1) / columns + 1), 1)
    }
    guard isCentered else {
      (left, top) = (0, 0)
      return
    }
    let rowGap = self.isCompact ? 0 : gap
    left = max((width - columns * (cardWidth + gap) + gap) / 2, 0)
    top = max((height - rows * (cardHeight + rowGap) + rowGap) / 2, 0)
  }

  /// Cards of several rows, with a gap if they stay large enough; nil if they do not fit.
  ///
  /// Of tall, square and flat cards those that show the most of the words, then the largest ones.
  private static func tiles(
    _ count: Int, _ face: Int, _ width: Int, _ height: Int, margin: Int
  ) -> Grid? {
    let narrowest = min(face, narrowestWord) + 2
    for gap in [1, 0] {
      let (width, height) = (width - 2 * margin * gap, height - 2 * margin * gap)
      let grids = [CardAspect.terminal, CardAspect(2, over: 1), CardAspect(3, over: 1)].map {
        fill(
          bestGrid(count: count, width: width, height: height, gap: gap, aspect: $0), width, height,
          face)
      }
      func worth(_ grid: Grid) -> (Int, Int) {
        let places = max(grid.columns * grid.rows, 1)
        return (
          min(grid.cardWidth, face + 2), grid.cardWidth * grid.cardHeight * count * 100 / places
        )
      }
      let best = grids.filter { $0.fits && $0.cardWidth >= narrowest && count > 0 }
        .max { worth($0) < worth($1) }
      if let best { return best }
    }
    return nil
  }

  /// The grid with cards as large as they may be.
  private static func fill(_ grid: Grid, _ width: Int, _ height: Int, _ face: Int) -> Grid {
    guard grid.fits, grid.columns > 0 else { return grid }
    let room = (
      width: (width + grid.gap) / grid.columns - grid.gap,
      height: (height + grid.gap) / grid.rows - grid.gap
    )
    let cardHeight = min(max(room.width * 3 / 4, grid.cardHeight), room.height, largestCard.height)
    let cardWidth = min(
      max(cardHeight * largestCard.width / largestCard.height, face + 2), room.width,
      largestCard.width)
    return Grid(
      columns: grid.columns, rows: grid.rows, cardWidth: cardWidth, cardHeight: cardHeight,
      gap: grid.gap, fits: true)
  }

  /// As wide as the widest face, or as narrow as one page requires.
  private static func compactWidth(
    _ count: Int, _ face: Int, _ digits: Int, _ width: Int, _ height: Int
  ) -> Int {
    let narrowest = min(face, narrowestWord)
    let fitting = (narrowest...face).last { face in
      (width + 1) / (digits + 1 + face + 1) * max(height, 1) >= count
    }
    return max(min(digits + 1 + (fitting ?? narrowest), width), 1)
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
      column: left + index % columns * (cardWidth + gap),
      row: top + index / columns * (cardHeight + (isCompact ? 0 : gap)),
      columns: cardWidth, rows: cardHeight)
  }

  /// The cells of a full page.
  package var usedArea: CellArea {
    CellArea(
      column: left, row: top, columns: columns * (cardWidth + gap) - gap,
      rows: rows * (cardHeight + (isCompact ? 0 : gap)) - (isCompact ? 0 : gap))
  }

  /// The card of a page at a cell; nil beside the cards.
  package func place(atColumn column: Int, row: Int, onPage page: Int) -> Int? {
    cards(onPage: page).first { area(of: $0).contains(column: column, row: row) }
  }

  /// The diagonals of a page, along which the gradient changes from the top left.
  var diagonals: Int { columns + rows - 1 }

  func diagonal(of place: Int) -> Int {
    let index = place % perPage
    return index % columns + index / columns
  }
}
