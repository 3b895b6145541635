import CellDrawing
import MemorizeBus
import MemorizeText
import PlainText
import Practice

extension PracticeScene {
  /// Draws the typed line, or the answer to a previous question; returns the caret's cell.
  func drawInput(_ layout: PracticeLayout, _ canvas: inout Canvas) -> Frame.Cell? {
    guard !layout.input.isEmpty else { return nil }
    let area = layout.input
    let indent = PracticeLayout.indent(area.columns)
    if let answered {
      drawAnswer(answered, layout, &canvas)
      return nil
    }
    if let frame = layout.inputFrame { drawField(frame, isFramed: true, nil, &canvas) }
    if let outcome = progress.outcome, outcome.isOpen {
      drawOutcome(outcome, layout, &canvas)
    }
    if indent > 1 {
      canvas.put(">", column: area.column + indent - 2, row: area.row, Paint(isBold: true))
    }
    let (text, caret) = line.window(columns: area.columns - 2 * indent + 1, symbols)
    canvas.put(text, column: area.column + indent, row: area.row)
    guard panel == nil, !isCommandNext else { return nil }
    return Frame.Cell(column: area.column + indent + caret, row: area.row)
  }

  /// Draws a wrong answer below the line, or the right one that was nearly given, with marks where
  /// the accents differ.
  private func drawOutcome(
    _ outcome: PracticeProgress.Outcome, _ layout: PracticeLayout, _ canvas: inout Canvas
  ) {
    let area = layout.notes
    guard !area.isEmpty else { return }
    let start = max(PracticeLayout.indent(area.columns) - 2, 0)
    guard !outcome.nearly.isEmpty else {
      let shown = "\(symbols.wrong) \(outcome.answer.harmless)".clipped(
        to: area.columns - start - 1, symbols.ellipsis)
      canvas.put(shown + " ", column: area.column + start, row: area.row, palette.mismatch)
      return
    }
    let difference = TypingDifference(of: outcome.nearly, from: outcome.answer)
    let column = canvas.put(
      symbols.nearly + " ", column: area.column + start, row: area.row, palette.accent)
    let end = drawMarked(
      outcome.nearly, outcome.answer.isEmpty ? [] : difference?.marks ?? [], column: column,
      notes: area,
      &canvas)
    let rest = (outcome.text.dropFirst(outcome.nearly.count)).description.harmless
    canvas.put(rest, column: end, row: area.row, columns: area.column + area.columns - end)
  }

  /// Draws the card's own text and, if it differs, the typed one with marks.
  private func drawAnswer(
    _ answered: AnsweredQuestion, _ layout: PracticeLayout, _ canvas: inout Canvas
  ) {
    let area = layout.input
    let indent = PracticeLayout.indent(area.columns)
    let paint = palette.match
    drawField(layout.inputFrame ?? area, isFramed: layout.inputFrame != nil, paint, &canvas)
    let isRight = progress.outcome?.isCorrect == true
    if indent > 1 {
      let mark = isRight ? symbols.right : "="
      canvas.put(mark, column: area.column + indent - 2, row: area.row, paint)
    }
    for (index, line) in layout.answer.lines.enumerated() {
      canvas.put(line, column: area.column + indent, row: area.row + index, paint)
    }
    guard let difference = answered.difference, !layout.notes.isEmpty else { return }
    let notes = layout.notes
    let column = canvas.put("you wrote ", column: notes.column + indent, row: notes.row)
    drawMarked(
      answered.typed, difference.isNear ? difference.marks : [], column: column, notes: notes,
      &canvas)
  }

  /// Draws a text with marks at some of its characters; returns the column after it.
  @discardableResult
  private func drawMarked(
    _ text: String, _ marks: Set<Int>, column: Int, notes: CellArea, _ canvas: inout Canvas
  ) -> Int {
    var column = column
    let end = notes.column + notes.columns
    // The blank stands for a letter that is missing at the end.
    let shown = Array(text.harmless.clipped(to: end - column, symbols.ellipsis)) + [" "]
    for (index, character) in shown.enumerated() where column < end {
      let isMarked = marks.contains(index)
      let style = Paint(isBold: isMarked, isUnderlined: isMarked && canUnderline)
      if index + 1 == shown.count, !isMarked { break }
      canvas.put(String(character), column: column, row: notes.row, style)
      if isMarked, !canUnderline, notes.rows > 1 {
        canvas.put("^", column: column, row: notes.row + 1, palette.accent)
      }
      column += CellWidth.of(character)
    }
    return column
  }
}
