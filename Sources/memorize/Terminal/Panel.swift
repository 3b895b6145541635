/// A list that covers the board: keys, themes, a result.
///
/// One line is chosen even if there is nothing to choose: the cursor stands there.
struct Panel {
  let title: String
  let lines: [String]
  /// Whether one chooses a line, or only reads.
  let isChoice: Bool
  private(set) var chosen = 0

  init(_ title: String, _ lines: [String], isChoice: Bool = false) {
    self.title = title
    self.lines = lines
    self.isChoice = isChoice
  }

  /// A page has that many lines.
  mutating func walk(_ walk: Walk, page: Int) {
    let step =
      switch walk {
      case .left, .right: 0
      case .up: -1
      case .down: 1
      case .first: -lines.count
      case .last: lines.count
      case .pageUp: -max(page, 1)
      case .pageDown: max(page, 1)
      }
    choose(chosen + step)
  }

  mutating func choose(_ line: Int) {
    chosen = min(max(line, 0), max(lines.count - 1, 0))
  }

  /// The first visible line, so that the chosen one is visible.
  func top(rows: Int) -> Int {
    let rows = max(rows, 1)
    return min(chosen / rows * rows, max(lines.count - rows, 0))
  }

  /// Its rows for a screen of that size, and where the cursor stands in them.
  func drawn(columns: Int, rows: Int, isASCII: Bool) -> ([String], Frame.Cell) {
    let lineRows = max(rows - 1, 1)
    let top = top(rows: lineRows)
    let shown = lines.enumerated().dropFirst(top).prefix(lineRows).map { index, line in
      let isChosen = isChoice && index == chosen
      let text = ((isChosen ? "> " : "  ") + line).clipped(to: columns, isASCII: isASCII)
      return isChosen ? Style.reverse.of(text.placingCursor()) : text.placingCursor()
    }
    let hasTitle = rows > 1
    let place = lines.count > lineRows ? " (\(chosen + 1)/\(lines.count))" : ""
    let heading = Style.bold.of((title + place).clipped(to: columns, isASCII: isASCII))
    let row = (hasTitle ? 1 : 0) + chosen - top
    return ((hasTitle ? [heading] : []) + shown, Frame.Cell(column: 0, row: row))
  }
}

/// The answer to a question of y or n; a finger resting on Enter or a mouse button does not answer
/// it.
func confirmation(_ key: Key) -> Bool? {
  switch key {
  case .character("y"), .character("Y"): true
  case .character("n"), .character("N"), .character("q"), .escape: false
  default: nil
  }
}
