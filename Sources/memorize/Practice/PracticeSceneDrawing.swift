import BoardLayout
import MemorizeBus

extension PracticeScene {
  func layout(_ size: (columns: Int, rows: Int)) -> PracticeLayout {
    var content = PracticeLayout.Content()
    if let session = progress.session {
      if session.isOn {
        content.question = session.question.harmless
        content.pronunciation = session.pronunciation.harmless
      } else if session.isFinished {
        content.question = session.finishedLine(name: progress.userName)
      } else {
        content.question = "No session."
      }
      if session.state == "revealed" { content.answer = progress.revealedAnswer?.harmless ?? "" }
      content.entries = entries
      content.hasInput = progress.isTyped
    }
    return PracticeLayout(size, content, isASCII: isASCII)
  }

  func frame(on layout: PracticeLayout) -> Frame {
    var rows = StyledRows(count: layout.size.rows)
    drawHeader(layout, &rows)
    let message = drawMessage(layout, &rows)
    if case .list(let list) = cover {
      let (lines, cursor) = list.drawn(
        in: layout.listRows, columns: layout.size.columns, isASCII: isASCII)
      for (row, line) in zip(layout.listRows, lines) { rows.put(line, row: row) }
      return Frame(rows.lines, cursor: cursor, size: layout.size)
    }
    drawQuestion(layout, &rows)
    drawEntries(layout, &rows)
    let caret = drawInput(layout, &rows)
    let cursor = questionCursor(message, rows: layout.size.rows) ?? caret ?? entryCursor(layout)
    return Frame(rows.lines, cursor: cursor, size: layout.size)
  }

  private func drawHeader(_ layout: PracticeLayout, _ rows: inout StyledRows) {
    guard let session = progress.session else { return }
    let place = LinePiece(text: session.isThere ? session.place : "-/-", rank: 0)
    let about = [
      LinePiece(text: session.deck.harmless, rank: 3),
      LinePiece(text: session.modeText, rank: 4),
    ]
    let bar = progressBar(
      done: Int(session.answered), of: Int(session.questions), isASCII: isASCII)
    let counts = [
      LinePiece(text: "\(session.firstTry) first try", rank: 1),
      LinePiece(text: "\(session.wrong) wrong", rank: 2),
      LinePiece(text: "\(session.due) due", rank: 5),
    ]
    let lines =
      layout.header.rows < 2
      ? [[place] + about + counts]
      : [[place] + about, [LinePiece(text: bar, rank: 6)] + counts]
    for (index, pieces) in lines.enumerated() {
      let line = LinePiece.line(of: pieces, columns: layout.header.columns, isASCII: isASCII)
        .placingCursor()
      rows.put(index == 0 ? Style.bold.of(line) : line, row: index)
    }
    if let outcome = progress.outcome, !layout.outcome.isEmpty {
      let line = outcome.text(isASCII: isASCII).clipped(
        to: layout.outcome.columns, isASCII: isASCII)
      if case .list = cover { return }
      rows.put(line.placingCursor(), row: layout.outcome.row)
    }
  }

  /// Returns its lines.
  private func drawMessage(_ layout: PracticeLayout, _ rows: inout StyledRows) -> [String] {
    let area = layout.message
    guard !area.isEmpty else { return [] }
    let text = message(hasOutcome: !layout.outcome.isEmpty)
    let lines = messageLines(
      text, columns: area.columns, rows: area.rows, isASCII: isASCII)
    for (index, line) in lines.enumerated() {
      rows.put(line.placingCursor(), row: area.row + area.rows - lines.count + index)
    }
    return lines
  }

  private func drawQuestion(_ layout: PracticeLayout, _ rows: inout StyledRows) {
    let style: Style = progress.isOnline ? .bold : .faint
    put(layout.question, &rows) { style.of($0) }
    put(layout.pronunciation, &rows) { Style.faint.of($0) }
    put(layout.answer, &rows) { progress.isOnline ? $0 : Style.faint.of($0) }
    for row in 0..<layout.divider.rows {
      rows.put(
        Style.faint.of(isASCII ? "|" : "│"), row: layout.divider.row + row,
        column: layout.divider.column)
    }
  }

  private func drawEntries(_ layout: PracticeLayout, _ rows: inout StyledRows) {
    for (index, (entry, block)) in zip(entries, layout.entries).enumerated() {
      let isChosen = index == chosen
      let mark = entry.isWrong ? (isASCII ? "x " : "✗ ") : isChosen ? "> " : ""
      if block.markColumns > 0, !block.lines.isEmpty, !mark.isEmpty {
        rows.put(mark, row: block.area.row, column: block.area.column)
      }
      put(block, &rows) { line in
        if !progress.isOnline || (entry.isWrong && !isChosen) { return Style.faint.of(line) }
        return isChosen ? Style.reverse.of(line) : line
      }
    }
  }

  /// Draws the typed line, and returns the cell of its caret.
  private func drawInput(
    _ layout: PracticeLayout, _ rows: inout StyledRows
  ) -> Frame.Cell? {
    let area = layout.input
    guard !area.isEmpty, cover == nil, !isCommandNext else { return nil }
    let prompt = area.columns > 4 ? "> " : ""
    let (text, caret) = line.window(columns: area.columns - prompt.cells, isASCII: isASCII)
    let shown = (prompt + text).placingCursor(from: area.column)
    rows.put(
      progress.isOnline ? shown : Style.faint.of(shown), row: area.row, column: area.column)
    return Frame.Cell(column: area.column + prompt.cells + caret, row: area.row)
  }

  /// If no text is typed: on the key of the chosen entry.
  private func entryCursor(_ layout: PracticeLayout) -> Frame.Cell {
    guard layout.entries.indices.contains(chosen) else {
      return Frame.Cell(column: layout.question.area.column, row: layout.question.area.row)
    }
    let block = layout.entries[chosen]
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

/// Rows of a screen, filled from left to right.
struct StyledRows {
  private(set) var lines: [String]

  init(count: Int) { lines = Array(repeating: "", count: max(count, 0)) }

  /// Places the cursor before the text (CHA).
  mutating func put(_ text: String, row: Int, column: Int = 0) {
    guard lines.indices.contains(row), !text.isEmpty else { return }
    lines[row] += (column > 0 ? cursorSequence(to: column) : "") + text
  }
}
