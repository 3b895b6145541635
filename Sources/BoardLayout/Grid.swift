/// Cards of one size in columns and rows of terminal cells, pinned to the top left.
package struct Grid: Sendable, Hashable {
  /// Cards beside each other; 0 where there is no layout at all.
  package let columns: Int
  /// Cards below each other, the last row maybe short; 0 where there is no layout at all.
  package let rows: Int
  /// The width of a card in cells.
  package let cardWidth: Int
  /// The height of a card in cells.
  package let cardHeight: Int
  /// The empty cells between two cards, beside and below each other.
  package let gap: Int
  /// Whether all cards are there and each has room for a border and something within.
  package let fits: Bool

  /// The smallest card that can be read: a border around two cells.
  static let smallest = (width: 4, height: 3)

  /// Where a card's top left corner is.
  ///
  /// - Parameter index: the card's place in the layout, from 0.
  /// - Returns: the column and row in cells, from 0.
  package func origin(of index: Int) -> (column: Int, row: Int) {
    guard columns > 0 else { return (0, 0) }
    return (index % columns * (cardWidth + gap), index / columns * (cardHeight + gap))
  }

  /// Which place of the layout a cell belongs to.
  ///
  /// In a short last row the place may be one beyond the last card; the caller knows the count.
  ///
  /// - Parameters:
  ///   - column: the cell's column, from 0.
  ///   - row: the cell's row, from 0.
  /// - Returns: the place from 0, or nil for a gap and for what is outside the layout.
  package func index(atColumn column: Int, row: Int) -> Int? {
    guard columns > 0, column >= 0, row >= 0 else { return nil }
    let place = (column: column / (cardWidth + gap), row: row / (cardHeight + gap))
    guard place.column < columns, place.row < rows, column % (cardWidth + gap) < cardWidth,
      row % (cardHeight + gap) < cardHeight
    else { return nil }
    return place.row * columns + place.column
  }
}

/// Finds the grid with the largest cards, then the fewest empty places, then the fewest rows.
///
/// - Parameters:
///   - count: how many cards, 0 or more; less is taken as 0.
///   - width: the area's width in cells, brought into 0…1,000,000.
///   - height: the area's height in cells, brought into 0…1,000,000.
///   - gap: the empty cells between two cards, brought into 0…1,000.
///   - aspect: a card's width divided by its height, both in cells.
/// - Returns: the grid; all zeros and not fitting where a card would have less than one cell; for
///   no cards the empty one, which fits.
package func bestGrid(
  count: Int, width: Int, height: Int, gap: Int, aspect: CardAspect = .terminal
) -> Grid {
  let gap = min(max(gap, 0), 1_000)
  let width = min(max(width, 0), 1_000_000)
  let height = min(max(height, 0), 1_000_000)
  var best = Grid(columns: 0, rows: 0, cardWidth: 0, cardHeight: 0, gap: gap, fits: count <= 0)
  guard count > 0 else { return best }
  // More columns than cells leave no cell a card, so they need not be tried.
  for columns in 1...min(count, width + gap + 1) {
    let rows = (count - 1) / columns + 1
    let cardWidth = min(
      (width + gap) / columns - gap,
      ((height + gap) / rows - gap) * aspect.width / aspect.height)
    guard cardWidth >= 1 else { continue }
    let cardHeight = cardWidth * aspect.height / aspect.width
    guard cardHeight >= 1 else { continue }
    // The empty places of two grids compare as their places do.
    guard
      (-cardWidth, columns * rows, rows)
        < (-best.cardWidth, best.columns * best.rows, best.rows)
    else { continue }
    best = Grid(
      columns: columns, rows: rows, cardWidth: cardWidth, cardHeight: cardHeight, gap: gap,
      fits: cardWidth >= Grid.smallest.width && cardHeight >= Grid.smallest.height)
  }
  return best
}
