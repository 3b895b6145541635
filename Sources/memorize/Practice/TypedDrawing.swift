import BoardLayout
import MemorizeBus
import Practice

// Below the card, where answers are typed.
extension PracticeScene {
  /// Draws the typed line, or the answer to a question that is over; returns the cell of the caret.
  func drawInput(_ layout: PracticeLayout, _ canvas: inout Canvas) -> Frame.Cell? {
    guard !layout.input.isEmpty else { return nil }
    if isHolding, let answered {
      drawAnswer(answered, layout, &canvas)
      return Frame.Cell(column: layout.input.column, row: layout.input.row)
    }
    let area = layout.input
    let palette = Palette(depth: isOnline ? depth : .none)
    canvas.fill(area.rows(0, 1), palette.panel)
    if area.rows > 1, let outcome = progress.outcome, outcome.isOpen {
      let mark = isASCII ? "x " : "✗ "
      let text = (mark + outcome.answer.harmless).clipped(to: area.columns - 2, isASCII: isASCII)
      canvas.put(text, column: area.column + 2, row: area.row + 1, palette.mismatch)
    }
    let prompt = area.columns > 8 ? "  > " : area.columns > 4 ? "> " : ""
    let (text, caret) = line.window(
      columns: area.columns - prompt.cells, isASCII: isASCII)
    canvas.put(prompt + text, column: area.column, row: area.row, palette.panel)
    guard cover == nil, !isCommandNext else { return nil }
    return Frame.Cell(column: area.column + prompt.cells + caret, row: area.row)
  }

  /// The card's own text, and what was typed instead, with marks where it differs.
  private func drawAnswer(
    _ answered: AnsweredQuestion, _ layout: PracticeLayout, _ canvas: inout Canvas
  ) {
    let area = layout.input
    let palette = Palette(depth: isOnline ? depth : .none)
    let isRight = progress.outcome?.isCorrect == true
    let paint = isRight ? palette.match : palette.open
    let lines = layout.answer.lines.prefix(max(area.rows - (area.rows > 2 ? 2 : 0), 1))
    canvas.fill(area.rows(0, max(lines.count, 1)), paint)
    let mark = isASCII ? "*" : "✓"
    if isRight, area.columns >= 8 {
      canvas.put(mark, column: area.column + 2, row: area.row, paint)
    }
    let indent = area.columns >= 8 ? 4 : 0
    for (index, line) in lines.enumerated() {
      canvas.put(line, column: area.column + indent, row: area.row + index, paint)
    }
    guard area.rows > lines.count + 1, let difference = answered.difference else { return }
    let heading = "you wrote "
    let typed = answered.typed.harmless
    let row = area.row + lines.count
    var column = canvas.put(
      heading, column: area.column + indent, row: row, palette.quiet)
    canvas.put(
      typed.clipped(to: area.column + area.columns - column, isASCII: isASCII), column: column,
      row: row)
    guard difference.isNear else { return }
    for (index, character) in (Array(typed) + [" "]).enumerated() {
      guard column < area.column + area.columns else { return }
      if difference.marks.contains(index) {
        canvas.put("^", column: column, row: row + 1, palette.accent)
      }
      column += CellWidth.of(character)
    }
  }
}
