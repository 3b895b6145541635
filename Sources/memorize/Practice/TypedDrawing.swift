import BoardLayout
import MemorizeBus
import Practice

// Below the card, where answers are typed.
extension PracticeScene {
  /// Draws the typed line, or the answer to a question that is over; returns the cell of the caret.
  func drawInput(_ layout: PracticeLayout, _ canvas: inout Canvas) -> Frame.Cell? {
    guard !layout.input.isEmpty else { return nil }
    let area = layout.input
    let indent = PracticeLayout.indent(area.columns)
    if isHolding, let answered {
      drawAnswer(answered, layout, &canvas)
      return nil
    }
    if let frame = layout.inputFrame { drawField(frame, isFramed: true, nil, &canvas) }
    if let outcome = progress.outcome, outcome.isOpen {
      drawWrong(outcome.answer.harmless, layout, &canvas)
    }
    if indent > 1 {
      canvas.put(">", column: area.column + indent - 2, row: area.row, Paint(isBold: true))
    }
    let (text, caret) = line.window(columns: area.columns - 2 * indent + 1, isASCII: isASCII)
    canvas.put(text, column: area.column + indent, row: area.row)
    guard cover == nil, !isCommandNext else { return nil }
    return Frame.Cell(column: area.column + indent + caret, row: area.row)
  }

  /// The words stand below those that are typed.
  private func drawWrong(_ text: String, _ layout: PracticeLayout, _ canvas: inout Canvas) {
    let area = layout.notes
    guard !area.isEmpty else { return }
    let start = max(PracticeLayout.indent(area.columns) - 2, 0)
    let shown = ((isASCII ? "x " : "✗ ") + text).clipped(
      to: area.columns - start - 1, isASCII: isASCII)
    canvas.put(shown + " ", column: area.column + start, row: area.row, palette.mismatch)
  }

  /// The card's own text, and what was typed instead, with marks where it differs.
  private func drawAnswer(
    _ answered: AnsweredQuestion, _ layout: PracticeLayout, _ canvas: inout Canvas
  ) {
    let area = layout.input
    let indent = PracticeLayout.indent(area.columns)
    let paint = palette.match
    drawField(layout.inputFrame ?? area, isFramed: layout.inputFrame != nil, paint, &canvas)
    let isRight = progress.outcome?.isCorrect == true
    if indent > 1 {
      let mark = isRight ? (isASCII ? "*" : "✓") : "="
      canvas.put(mark, column: area.column + indent - 2, row: area.row, paint)
    }
    for (index, line) in layout.answer.lines.enumerated() {
      canvas.put(line, column: area.column + indent, row: area.row + index, paint)
    }
    guard let difference = answered.difference, !layout.notes.isEmpty else { return }
    let notes = layout.notes
    var column = canvas.put("you wrote ", column: notes.column + indent, row: notes.row)
    let end = notes.column + notes.columns
    // A letter that is missing at the end leaves a blank.
    let typed = Array(answered.typed.harmless.clipped(to: end - column, isASCII: isASCII)) + [" "]
    for (index, character) in typed.enumerated() where column < end {
      let isMarked = difference.isNear && difference.marks.contains(index)
      let style = Paint(isBold: isMarked, isUnderlined: isMarked && canUnderline)
      if index + 1 < typed.count || isMarked {
        canvas.put(String(character), column: column, row: notes.row, style)
      }
      if isMarked, !canUnderline, notes.rows > 1 {
        canvas.put("^", column: column, row: notes.row + 1, palette.accent)
      }
      column += CellWidth.of(character)
    }
  }
}
