/// A part of a board as it is drawn, and where its cards stand in it.
package struct BoardPage: Sendable {
  /// The lines, without line ends.
  package let lines: [String]
  /// The places of its cards in their order.
  package let cards: Range<Int>
  /// Cards beside each other, the same on all pages.
  package let columns: Int
  private let numbers: [(column: Int, row: Int)]
  private let grid: Grid

  /// Makes a page of cards in a grid.
  ///
  /// - Parameters:
  ///   - lines: the lines.
  ///   - first: the place of its first card among all.
  ///   - grid: where the cards stand.
  ///   - numbers: where each card's number begins.
  init(
    lines: [String], from first: Int, in grid: Grid, numbers: [(column: Int, row: Int)]
  ) {
    self.lines = lines
    cards = first..<first + numbers.count
    columns = grid.columns
    self.grid = grid
    self.numbers = numbers
  }

  /// Where the first digit of a card's number stands.
  ///
  /// - Parameter place: the card's place among all.
  /// - Returns: column and row in cells, from 0; nil for a card of another page.
  package func number(of place: Int) -> (column: Int, row: Int)? {
    guard cards.contains(place) else { return nil }
    return numbers[place - cards.lowerBound]
  }

  /// Which card a cell belongs to.
  ///
  /// - Parameters:
  ///   - column: the cell's column, from 0.
  ///   - row: the cell's row, from 0.
  /// - Returns: the card's place among all, or nil for a cell of none.
  package func place(atColumn column: Int, row: Int) -> Int? {
    guard let index = grid.index(atColumn: column, row: row), index < cards.count else {
      return nil
    }
    return cards.lowerBound + index
  }
}

extension BoardDrawing {
  /// The board for somebody who walks on it: as cards where all fit, else compact, which shows most
  /// at a time; in parts where not even that fits.
  ///
  /// - Parameter cards: the cards in their order; none gives no parts.
  /// - Returns: the parts, which each fit an area of a row or more.
  package func walkablePages(_ cards: [BoardCard]) -> [BoardPage] {
    guard !cards.isEmpty else { return [] }
    let grid = grid(count: cards.count)
    if grid.fits {
      let numbers = cards.enumerated().map { index, card in
        let (column, row) = grid.origin(of: index)
        let left = max(grid.cardWidth - String(card.number).count, 0) / 2
        let isDown = card.state == .down
        return (column + left, row + (isDown ? (grid.cardHeight - 1) / 2 : grid.cardHeight - 1))
      }
      return [BoardPage(lines: lines(cards[...], in: grid), from: 0, in: grid, numbers: numbers)]
    }
    return compactPages(cards)
  }

  private func compactPages(_ cards: [BoardCard]) -> [BoardPage] {
    let columns = compactColumns(cards)
    let rows = max(size.rows, 1)
    let lines = parts(of: compactLines(cards), atMost: rows)
    let pages = parts(of: cards, atMost: rows * columns.count)
    return zip(lines, pages).map { lines, cards in
      // Cards stand a cell apart beside each other, and not at all below each other: a cell wider
      // and no gap is the same but for that cell.
      let grid = Grid(
        columns: columns.count, rows: lines.count, cardWidth: columns.cell + 1, cardHeight: 1,
        gap: 0, fits: true)
      let numbers = cards.enumerated().map { index, card in
        let (column, row) = grid.origin(of: index)
        return (column + max(columns.digits - String(card.number).count, 0), row)
      }
      return BoardPage(lines: Array(lines), from: cards.startIndex, in: grid, numbers: numbers)
    }
  }
}
