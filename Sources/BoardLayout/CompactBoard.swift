internal import MemoryGame

extension BoardDrawing {
  /// The board without borders: `7` a back, `7 👻` a face, `7>👻` the first card of a move,
  /// `7✓👻` a matched one; in ASCII `7=ghost`.
  func compactLines(_ cards: [BoardCard]) -> [String] {
    let columns = compactColumns(cards)
    let drawn = cards.enumerated().map { index, card in
      let part = Double(index) / Double(max(cards.count - 1, 1))
      return compactSpans(
        card, text: compactText(of: card), digits: columns.digits, cell: columns.cell, at: part)
    }
    return parts(of: drawn, atMost: columns.count).map {
      line(of: Array($0.joined(separator: [.blank(1)])), placesCursor: placesCursor)
    }
  }

  func compactColumns(_ cards: [BoardCard]) -> (count: Int, cell: Int, digits: Int) {
    let digits = cards.map { String($0.number).count }.max() ?? 1
    // At least as wide as an emoji, so that the board does not jump when cards turn.
    let face = max(cards.map { fitting.width(of: compactText(of: $0)) }.max() ?? 2, 2)
    let cell = min(digits + 1 + face, size.columns)
    return (max((size.columns + 1) / (cell + 1), 1), cell, digits)
  }

  private func compactText(of card: BoardCard) -> String {
    text(of: card).split(separator: " ").joined(separator: " ")
  }

  /// One card in a number of cells, beginning with its number, which the player types.
  private func compactSpans(
    _ card: BoardCard, text: String, digits: Int, cell: Int, at part: Double
  ) -> [Span] {
    let number = String(card.number)
    let padded = String(repeating: " ", count: digits - number.count) + number
    // A number is never cut, since a part of it would name another card: an ellipsis replaces it.
    guard digits <= cell else {
      return [Span(String(repeating: fitting.ellipsis, count: min(cell, 1)))]
    }
    let rest = cell - digits
    switch card.state {
    case .down: return [Span(padded, style: palette.back(at: part)), .blank(rest)]
    case .matched where hidesMatched: return [.blank(cell)]
    case .up, .matched:
      let isMarked = isMarked(card)
      let sign =
        card.state == .matched ? (isASCII ? "=" : "✓") : isMarked ? ">" : " "
      let style = isMarked ? palette.marked : ""
      guard rest > 0 else { return [Span(padded, style: style)] }
      let shown = fitting.shortened(text, to: rest - 1)
      let cells = fitting.width(of: shown)
      return [
        Span(padded + sign, style: style), Span(shown, width: cells, style: style, isFace: true),
        .blank(rest - 1 - cells),
      ]
    }
  }
}
