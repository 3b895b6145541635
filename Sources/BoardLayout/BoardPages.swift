package import MemoryGame

extension BoardDrawing {
  /// The lines of the board in pages that each fit the area; one page if all cards fit.
  ///
  /// Pages are about equally full, and cards are equally large on all of them. If not even one card
  /// fits, they are pages of the compact board. The caller shows that there are several.
  package func pages(_ cards: [BoardCard]) -> [[String]] {
    let capacity = (size.columns / Grid.smallest.width) * (size.rows / Grid.smallest.height)
    guard capacity > 0, !grid(count: cards.count).fits else {
      return walkablePages(cards).map(\.lines)
    }
    let count = (cards.count - 1) / capacity + 1
    let share = (cards.count - 1) / count + 1
    let grid = grid(count: share)
    return parts(of: cards, atMost: share).map { lines($0, in: grid) }
  }

  func lines(_ cards: ArraySlice<BoardCard>, in grid: Grid) -> [String] {
    let drawing = CardDrawing(
      width: grid.cardWidth, height: grid.cardHeight, palette: palette, fitting: fitting,
      isASCII: isASCII)
    var lines: [String] = []
    for (row, cards) in parts(of: Array(cards), atMost: grid.columns).enumerated() {
      if row > 0 { lines += Array(repeating: "", count: grid.gap) }
      let drawn = cards.enumerated().map { column, card in
        spans(of: card, by: drawing, at: part(column: column, row: row, in: grid))
      }
      for index in 0..<grid.cardHeight {
        let spans = drawn.map { $0[index] }.joined(separator: [.blank(grid.gap)])
        lines.append(line(of: Array(spans), placesCursor: placesCursor))
      }
    }
    return lines
  }

  private func spans(of card: BoardCard, by drawing: CardDrawing, at part: Double) -> [[Span]] {
    switch card.state {
    case .down: drawing.back(card.number, at: part, isChosen: card.number == chosen)
    case .matched where hidesMatched: drawing.blank
    case .up, .matched:
      drawing.front(
        card, text: text(of: card), isMarked: isMarked(card), isChosen: card.number == chosen)
    }
  }

  /// The gradient runs from the top left to the bottom right, so it shows in one row or column too.
  private func part(column: Int, row: Int, in grid: Grid) -> Double {
    let steps = grid.columns + grid.rows - 2
    return steps > 0 ? Double(column + row) / Double(steps) : 0
  }
}

func parts<Element>(of elements: [Element], atMost length: Int) -> [ArraySlice<Element>] {
  stride(from: 0, to: elements.count, by: max(length, 1)).map {
    elements[$0..<min($0 + max(length, 1), elements.count)]
  }
}

/// A drawn part of a board, with the positions of its cards.
package struct BoardPage: Sendable {
  package let lines: [String]
  package let cards: Range<Int>
  /// Cards beside each other, the same on all pages.
  package let columns: Int
  private let numbers: [(column: Int, row: Int)]
  private let grid: Grid

  init(
    lines: [String], from first: Int, in grid: Grid, numbers: [(column: Int, row: Int)]
  ) {
    self.lines = lines
    cards = first..<first + numbers.count
    columns = grid.columns
    self.grid = grid
    self.numbers = numbers
  }

  /// The position of the first digit of a card's number on this page, in cells from 0.
  package func number(of place: Int) -> (column: Int, row: Int)? {
    guard cards.contains(place) else { return nil }
    return numbers[place - cards.lowerBound]
  }

  /// The index, among all cards, of the card at a cell.
  package func place(atColumn column: Int, row: Int) -> Int? {
    guard let index = grid.index(atColumn: column, row: row), index < cards.count else {
      return nil
    }
    return cards.lowerBound + index
  }
}

extension BoardDrawing {
  /// The board in pages for moving a cursor over it: one page of cards if all fit, otherwise the
  /// compact board, which shows the most cards at a time.
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
      // Cards have a gap of one cell between columns and none between rows: the same as cards one
      // cell wider without a gap, except for that cell.
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
