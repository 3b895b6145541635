import MemorizeBus

/// Draws a session as a frame; the same scene on the same screen is always the same frame.
struct QuizDrawing {
  /// How question and answers stand to each other.
  let arrangement: QuizLayout.Arrangement
  /// Whether to keep to ASCII; sides of cards stay as they are.
  let isASCII: Bool

  /// Where everything stands.
  func layout(_ scene: QuizScene, size: (columns: Int, rows: Int)) -> QuizLayout {
    var content = QuizLayout.Content()
    if let facts = scene.state.facts {
      switch facts.state {
      case "asking", "revealed":
        content.question = facts.question.harmless
        content.pronunciation = facts.pronunciation.harmless
      case "finished":
        content.question = facts.praise(of: scene.state.preferences?.name ?? "")
      default: content.question = "No session is on."
      }
      if facts.state == "revealed" { content.answer = scene.state.revealedAnswer?.harmless ?? "" }
      content.entries = scene.entries
      content.hasInput = scene.state.isTyped
    }
    return QuizLayout(size, arrangement, content, isASCII: isASCII)
  }

  /// The frame of a scene.
  func frame(_ scene: QuizScene, _ layout: QuizLayout) -> Frame {
    var rows = StyledRows(count: layout.size.rows)
    drawHeader(scene, layout, &rows)
    drawMessage(scene, layout, &rows)
    if case .reading(let panel) = scene.mode {
      let (lines, cursor) = PanelDrawing(
        columns: layout.size.columns, rows: layout.middle.rows + layout.outcome.rows,
        isASCII: isASCII
      ).drawn(panel)
      for (index, line) in lines.enumerated() {
        rows.put(line, row: layout.outcome.row + index)
      }
      let row = layout.outcome.row + cursor.row
      return Frame(
        rows.lines, cursor: Frame.Cell(column: cursor.column, row: row), size: layout.size)
    }
    drawQuestion(scene, layout, &rows)
    drawEntries(scene, layout, &rows)
    let caret = drawInput(scene, layout, &rows)
    return Frame(rows.lines, cursor: caret ?? cursor(scene, layout), size: layout.size)
  }

  private func drawHeader(_ scene: QuizScene, _ layout: QuizLayout, _ rows: inout StyledRows) {
    guard let facts = scene.state.facts else { return }
    let place = LinePiece(text: facts.state == "idle" ? "-/-" : facts.place, rank: 0)
    let direction = facts.direction == "backward" ? ", backward" : ""
    let about = [
      LinePiece(text: facts.deck.harmless, rank: 3),
      LinePiece(text: (facts.mode + direction).harmless, rank: 4),
    ]
    let bar = ProgressBar(done: Int(facts.answered), of: Int(facts.questions))
    let counts = [
      LinePiece(text: "\(facts.firstTry) first try", rank: 1),
      LinePiece(text: "\(facts.wrong) wrong", rank: 2), LinePiece(text: facts.dueText, rank: 5),
    ]
    let lines =
      layout.header.rows < 2
      ? [[place] + about + counts]
      : [[place] + about, [LinePiece(text: bar.text(isASCII: isASCII), rank: 6)] + counts]
    for (index, pieces) in lines.enumerated() {
      let line = LinePiece.line(of: pieces, columns: layout.header.columns, isASCII: isASCII)
        .placingCursor()
      rows.put(index == 0 ? Style.bold.of(line) : line, row: index)
    }
    if let outcome = scene.state.outcome, !layout.outcome.isEmpty {
      let line = outcome.text(isASCII: isASCII).clipped(
        to: layout.outcome.columns, isASCII: isASCII)
      if case .reading = scene.mode { return }
      rows.put(line.placingCursor(), row: layout.outcome.row)
    }
  }

  private func drawMessage(_ scene: QuizScene, _ layout: QuizLayout, _ rows: inout StyledRows) {
    let area = layout.message
    guard !area.isEmpty else { return }
    let text = scene.message(hasOutcome: !layout.outcome.isEmpty, isASCII: isASCII)
    let lines = MessageLines.of(text, columns: area.columns, rows: area.rows, isASCII: isASCII)
    for (index, line) in lines.enumerated() {
      rows.put(line.placingCursor(), row: area.row + area.rows - lines.count + index)
    }
  }

  private func drawQuestion(_ scene: QuizScene, _ layout: QuizLayout, _ rows: inout StyledRows) {
    let style: Style = scene.state.isOnline ? .bold : .faint
    put(layout.question, &rows) { style.of($0) }
    put(layout.pronunciation, &rows) { Style.faint.of($0) }
    put(layout.answer, &rows) { scene.state.isOnline ? $0 : Style.faint.of($0) }
    for row in 0..<layout.divider.rows {
      rows.put(
        Style.faint.of(isASCII ? "|" : "│"), row: layout.divider.row + row,
        column: layout.divider.column)
    }
  }

  private func drawEntries(_ scene: QuizScene, _ layout: QuizLayout, _ rows: inout StyledRows) {
    for (index, (entry, block)) in zip(scene.entries, layout.entries).enumerated() {
      let isChosen = index == scene.chosen
      let mark = entry.isWrong ? (isASCII ? "x " : "✗ ") : isChosen ? "> " : ""
      if block.markColumns > 0, !block.lines.isEmpty, !mark.isEmpty {
        rows.put(mark, row: block.area.row, column: block.area.column)
      }
      put(block, &rows) { line in
        if !scene.state.isOnline || (entry.isWrong && !isChosen) { return Style.faint.of(line) }
        return isChosen ? Style.reverse.of(line) : line
      }
    }
  }

  /// Draws the line that is typed, and answers where the next character goes.
  private func drawInput(
    _ scene: QuizScene, _ layout: QuizLayout, _ rows: inout StyledRows
  ) -> Frame.Cell? {
    let area = layout.input
    guard !area.isEmpty, case .question = scene.mode else { return nil }
    let prompt = area.columns > 4 ? "> " : ""
    let (text, caret) = scene.line.window(columns: area.columns - prompt.cells, isASCII: isASCII)
    let line = (prompt + text).placingCursor(from: area.column)
    rows.put(
      scene.state.isOnline ? line : Style.faint.of(line), row: area.row, column: area.column)
    return Frame.Cell(column: area.column + prompt.cells + caret, row: area.row)
  }

  /// Where the cursor stands that no text is typed at: on the key of what is chosen.
  private func cursor(_ scene: QuizScene, _ layout: QuizLayout) -> Frame.Cell {
    if case .asking = scene.mode {
      let text = scene.message(hasOutcome: true, isASCII: isASCII)
      return Frame.Cell(column: text.cells + 1, row: layout.size.rows - 1)
    }
    guard layout.entries.indices.contains(scene.chosen) else {
      return Frame.Cell(column: layout.question.area.column, row: layout.question.area.row)
    }
    let block = layout.entries[scene.chosen]
    return Frame.Cell(column: block.area.column + block.markColumns, row: block.area.row)
  }

  private func put(_ block: TextBlock, _ rows: inout StyledRows, _ style: (String) -> String) {
    let column = block.area.column + block.markColumns
    for (index, line) in block.lines.enumerated() {
      rows.put(
        style(line.placingCursor(from: column)), row: block.area.row + index, column: column)
    }
  }
}

/// Rows of a screen into which texts are put from left to right.
struct StyledRows {
  /// The rows, with escape sequences.
  private(set) var lines: [String]

  /// Makes empty rows.
  init(count: Int) { lines = Array(repeating: "", count: max(count, 0)) }

  /// Puts a text at a place; the cursor is placed there (CHA).
  mutating func put(_ text: String, row: Int, column: Int = 0) {
    guard lines.indices.contains(row), !text.isEmpty else { return }
    lines[row] += (column > 0 ? "\u{1B}[\(column + 1)G" : "") + text
  }
}
