internal import CellDrawing

/// The grids of cards of several rows that fit an area, and the best of them.
struct CardGrids {
  let count: Int
  /// The width in cells of the theme's widest face.
  let face: Int
  let area: Size
  /// Whether the board is in the middle of a screen, with room for a frame around it.
  let isCentered: Bool

  /// Words are not cut to fewer cells; rather, the board gets pages.
  static let minimumWord = 6
  /// The highest card on a screen, and in printed lines, which scroll.
  private static let maximumHeight = (screen: 12, lines: 7)
  /// Shorter lines break most words, so that more lines show no more of a text.
  private static let minimumLine = 10
  /// A longer word is broken into lines.
  private static let maximumLine = 13

  private var maximumHeight: Int {
    isCentered ? Self.maximumHeight.screen : Self.maximumHeight.lines
  }

  /// A square to the eye, since cells are about twice as high as wide.
  private static func width(ofHeight height: Int) -> Int { 2 * height + 1 }

  /// How large a card looks: of an emoji by the square in it, of words by all its cells.
  static func size(_ width: Int, _ height: Int, face: Int) -> Int {
    let side = min(width, 2 * height)
    return face > 2 ? width * height : side * side
  }

  /// A card of 13×6 cells, whose picture is seen at a glance.
  static let largeSize = size(13, 6, face: 2)

  private func size(_ grid: Grid) -> Int {
    Self.size(grid.cardWidth, grid.cardHeight, face: face)
  }

  /// Nil if not even the smallest cards fit.
  ///
  /// Rows touch only if that makes a full rectangle, or cards are then half as large again, or would
  /// not fit otherwise. A full rectangle is not worth cards of less than half the size.
  var best: Grid? {
    let margin = isCentered ? 2 : 0
    let apart = best(in: Size(area.columns - margin, area.rows - margin), rowGap: 1)
    let touching = best(in: area, rowGap: 0)
    guard let apart, let touching else { return apart ?? touching }
    let (full, other) = isFull(apart) ? (apart, touching) : (touching, apart)
    if isFull(full), !isFull(other), 2 * size(full) >= size(other) { return full }
    return 2 * size(touching) < 3 * size(apart) ? apart : touching
  }

  private func isFull(_ grid: Grid) -> Bool { grid.columns * grid.rows == count }

  /// The grid that shows the most of the words, then is a full rectangle, then has the largest
  /// cards.
  ///
  /// A short last row is better only if cards are then more than twice as large; among several
  /// rectangles the one whose shape is most like the area's is best if its cards lose at most a
  /// tenth.
  private func best(in area: Size, rowGap: Int) -> Grid? {
    guard count > 0, area.columns > 0 else { return nil }
    let grids = (1...min(count, area.columns)).compactMap {
      grid(columns: $0, in: area, rowGap: rowGap)
    }
    func worth(_ grid: Grid) -> (Int, Int, Int) {
      (
        shown(on: grid), size(grid) * count * 100 / (grid.columns * grid.rows),
        likeness(of: grid, to: area)
      )
    }
    guard let best = grids.max(by: { worth($0) < worth($1) }) else { return nil }
    let full = grids.filter { isFull($0) && shown(on: $0) == shown(on: best) }
    guard let largest = full.map(size).max(), 2 * largest >= size(best) else { return best }
    return full.filter { 10 * size($0) >= 9 * largest }
      .max { (worth($0).2, size($0)) < (worth($1).2, size($1)) }
  }

  /// The cells of a face that a card shows; a face too long for any line is wrapped if the lines
  /// are long enough for most words.
  func shown(on grid: Grid) -> Int {
    let inside = Size(grid.cardWidth - 2, grid.cardHeight - 2)
    guard face > Self.maximumLine, inside.columns >= Self.minimumLine else {
      return min(inside.columns, face)
    }
    // Lines that end at a space are not full.
    return min(inside.columns * inside.rows, face + face / 4)
  }

  /// The likeness of the shapes of a board and its area, at most 1000; no area counts as higher
  /// than wide, since cells are about twice as high as wide.
  private func likeness(of grid: Grid, to area: Size) -> Int {
    let columns = grid.columns * (grid.cardWidth + BoardPlan.columnGap) - BoardPlan.columnGap
    let rows = grid.rows * (grid.cardHeight + grid.gap) - grid.gap
    let (wide, high) = (columns * min(area.rows, area.columns / 2), rows * area.columns)
    return 1000 * min(wide, high) / max(wide, high, 1)
  }

  /// The largest cards in that number of columns; nil if they are too small.
  private func grid(columns: Int, in area: Size, rowGap: Int) -> Grid? {
    let rows = (count - 1) / columns + 1
    let width = (area.columns + BoardPlan.columnGap) / columns - BoardPlan.columnGap
    let height = (area.rows + rowGap) / rows - rowGap
    guard width >= max(Grid.smallest.width, min(face, Self.minimumWord) + 2),
      height >= Grid.smallest.height
    else { return nil }
    // Touching rows need part of the height to be told apart.
    let best = max(width * 3 / 4, Grid.smallest.height) + 1 - rowGap
    let cardHeight = min(best, height, maximumHeight)
    // A wider card is better for a word, but not for a picture.
    let widest = Self.width(ofHeight: face > 2 ? maximumHeight : cardHeight)
    return Grid(
      columns: columns, rows: rows, cardWidth: min(widest, width), cardHeight: cardHeight,
      gap: rowGap, fits: true)
  }
}
