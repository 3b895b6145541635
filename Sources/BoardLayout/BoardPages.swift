extension BoardDrawing {
  /// The board, all cards at once.
  ///
  /// Where the cards do not fit the area, the board is compact: numbers and faces without borders,
  /// as many a line as fit. It may then be higher than the area; it never is wider.
  ///
  /// - Parameter cards: the cards in their order; none gives no lines.
  /// - Returns: the lines, without line ends.
  package func lines(_ cards: [BoardCard]) -> [String] {
    let grid = grid(count: cards.count)
    guard grid.fits else { return compactLines(cards) }
    return lines(cards[...], in: grid)
  }

  /// The board in parts which each fit the area; one where all cards fit.
  ///
  /// Pages are about equally full, and cards are equally large on all of them. Where not even one
  /// card fits, they are pages of the compact board. The caller says that there is more than one.
  ///
  /// - Parameter cards: the cards in their order; none gives no pages.
  /// - Returns: the lines of each page, without line ends.
  package func pages(_ cards: [BoardCard]) -> [[String]] {
    guard !cards.isEmpty else { return [] }
    guard !grid(count: cards.count).fits else { return [lines(cards)] }
    let capacity = (size.columns / Grid.smallest.width) * (size.rows / Grid.smallest.height)
    guard capacity > 0 else {
      return parts(of: compactLines(cards), atMost: max(size.rows, 1)).map(Array.init)
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

/// Cuts an array into parts of a length, the last maybe shorter.
func parts<Element>(of elements: [Element], atMost length: Int) -> [ArraySlice<Element>] {
  stride(from: 0, to: elements.count, by: max(length, 1)).map {
    elements[$0..<min($0 + max(length, 1), elements.count)]
  }
}
