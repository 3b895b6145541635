/// Cards of one size in columns and rows of terminal cells, pinned to the top left.
package struct Grid: Sendable, Hashable {
  /// The number of cards in a row; 0 if there is no layout.
  package let columns: Int
  /// The number of rows, of which the last may be short; 0 if there is no layout.
  package let rows: Int
  package let cardWidth: Int
  package let cardHeight: Int
  /// The empty cells between two cards, beside and below each other.
  package let gap: Int
  /// Whether all cards are placed, each with room for a border and content.
  package let fits: Bool

  /// The smallest card that can be read: a border around two cells.
  static let smallest = (width: 4, height: 3)

}

/// Finds the grid with the largest cards, then the fewest empty places, then the fewest rows.
///
/// Sizes are in cells; the area's are clamped to 0…1,000,000 and the gap to 0…1,000. If a card
/// would have less than one cell, the grid is all zeros and does not fit; the grid for no cards
/// fits.
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
    // Fewer places mean fewer empty ones, since the number of cards is the same.
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

/// A card's width divided by its height, as an exact fraction.
///
/// Exact, so that rounding cannot reject a board that fills the area to the last cell.
package struct CardAspect: Sendable, Hashable {
  package let width: Int
  package let height: Int

  /// Makes the fraction; both parts are clamped to 1…10,000.
  package init(_ width: Int, over height: Int) {
    self.width = min(max(width, 1), 10_000)
    self.height = min(max(height, 1), 10_000)
  }

  /// A card of 2:3 in terminal cells, which are about twice as high as wide.
  package static let terminal = CardAspect(4, over: 3)
}
