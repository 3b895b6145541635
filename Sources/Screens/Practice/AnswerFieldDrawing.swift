import CellDrawing
import MemorizeBus
import MemorizeText
import PlainText
import Practice
import Translation

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
    let isNearly = !outcome.nearly.isEmpty
    let paint = isNearly ? Paint.plain : palette.mismatch
    let mark = isNearly ? symbols.nearly : symbols.wrong
    let column = canvas.put(
      mark + " ", column: area.column + start, row: area.row, isNearly ? palette.accent : paint)
    guard isNearly else {
      let place = area.columns(column - area.column, area.columns)
      let end = drawMarked(
        outcome.answer, outcome.differences, paint, in: place.columns(0, place.columns - 1), &canvas
      )
      canvas.put(" ", column: end, row: area.row, paint)
      return
    }
    let difference =
      outcome.answer.isEmpty ? nil : TypingDifference(of: outcome.nearly, from: outcome.answer)
    // Its answer is cut before what is to be done.
    let isShort = outcome.text.cells > area.column + area.columns - column
    let around = PracticeProgress.Outcome(
      isCorrect: false, question: "", answer: outcome.answer.harmless, isOpen: true,
      nearly: String.place)
    let (before, after) = around.text(isShort: isShort).harmless.aroundPlace
    let first = canvas.put(before, column: column, row: area.row)
    let room = area.column + area.columns - first - after.cells
    let end = drawMarked(
      outcome.nearly, difference?.marks ?? [], .plain,
      in: area.columns(first - area.column, room), &canvas)
    canvas.put(after, column: end, row: area.row, columns: area.column + area.columns - end)
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
    // Translators: {answer} is what was typed.
    let (before, after) = tr("you wrote {answer}", ["answer": String.place]).aroundPlace
    let column = canvas.put(before, column: notes.column + indent, row: notes.row)
    let room = max(notes.column + notes.columns - column - after.cells, 0)
    let end = drawMarked(
      answered.typed, difference.isNear ? difference.marks : [], .plain,
      in: notes.columns(column - notes.column, room), &canvas)
    canvas.put(
      after, column: end, row: notes.row, columns: max(notes.column + notes.columns - end, 0))
  }

  /// Draws a text with marks at some of its characters, in a row or two; returns the column after it.
  @discardableResult
  private func drawMarked(
    _ text: String, _ marks: Set<Int>, _ paint: Paint, in area: CellArea, _ canvas: inout Canvas
  ) -> Int {
    var column = area.column
    for (index, character) in marked(text, marks, columns: area.columns) {
      let isMarked = marks.contains(index)
      var style = paint
      if isMarked { (style.isBold, style.isUnderlined) = (true, canUnderline) }
      canvas.put(String(character), column: column, row: area.row, style)
      if isMarked, !canUnderline, area.rows > 1 {
        canvas.put("^", column: column, row: area.row + 1, palette.accent)
      }
      column += CellWidth.of(character)
    }
    return column
  }

  /// The characters that fit, with their indices, -1 for the sign of what is cut: the end, unless
  /// that has a mark.
  private func marked(
    _ text: String, _ marks: Set<Int>, columns: Int
  ) -> [(index: Int, character: Character)] {
    var all = Array(text.harmless.enumerated()).map { (index: $0, character: $1) }
    // The blank stands for a letter that is missing at the end.
    if marks.contains(all.count) { all.append((all.count, " ")) }
    func fitting(
      _ part: some Sequence<(index: Int, character: Character)>, _ columns: Int
    ) -> [(index: Int, character: Character)] {
      var room = columns
      return part.prefix {
        room -= CellWidth.of($0.character)
        return room >= 0
      }
    }
    if fitting(all, columns).count == all.count { return all }
    let head = fitting(all, columns - 1)
    guard let last = marks.max(), last >= head.count else {
      return head + symbols.shortEllipsis.map { (-1, $0) }
    }
    return symbols.cutStart.map { (-1, $0) } + fitting(all.reversed(), columns - 1).reversed()
  }
}

extension String {
  /// Stands in a sentence for a value that is drawn by itself, with marks.
  fileprivate static let place = "\u{FFFC}"

  /// What the sentence has before and after that value.
  fileprivate var aroundPlace: (before: String, after: String) {
    guard let place = firstRange(of: Self.place) else { return (self, "") }
    return (String(self[..<place.lowerBound]), String(self[place.upperBound...]))
  }
}
