import BoardLayout
import MemorizeBus

extension PracticeScene {
  func layout(_ size: (columns: Int, rows: Int)) -> PracticeLayout {
    var content = PracticeLayout.Content()
    content.entries = entries
    if let session = shown {
      if session.isOn {
        content.question = session.question.harmless
        content.pronunciation = session.pronunciation.harmless
        content.hasAnswer = session.mode == "recall"
        content.hasInput = session.mode == "typed" && session.state == "asking"
        content.mostEntries = content.hasAnswer ? 4 : session.choices.count
        content.answer = shownAnswer
      } else if session.isFinished {
        content.result = result(session)
      } else {
        content.question = "No session."
      }
    }
    return PracticeLayout(size, content, isASCII: isASCII)
  }

  /// Below the card: the revealed answer, or that of a question to which it was typed.
  private var shownAnswer: String {
    if isHolding, let answered {
      return answered.asked.mode == "typed" ? answered.answer.harmless : ""
    }
    return progress.session?.state == "revealed" ? progress.revealedAnswer?.harmless ?? "" : ""
  }

  private var palette: Palette { Palette(depth: isOnline ? depth : .none) }

  func frame(on layout: PracticeLayout) -> Frame {
    var canvas = Canvas(
      columns: layout.size.columns, rows: layout.size.rows, fitting: layout.fitting)
    drawTitle(layout, &canvas)
    drawProgress(layout, &canvas)
    drawCard(layout, &canvas)
    drawResult(layout, &canvas)
    drawAnswer(layout, &canvas)
    let caret = drawInput(layout, &canvas)
    let onEntry = drawEntries(layout, &canvas)
    if !isOnline { canvas.dim() }
    let question = drawMessage(layout, &canvas)
    drawKeys(layout, &canvas)
    let onPanel = drawCover(layout.size, palette, on: &canvas)
    return Frame(
      canvas.lines(placesCursor: true), cursor: onPanel ?? question ?? caret ?? onEntry,
      size: layout.size)
  }

  private func put(
    _ pieces: [LinePiece], row: Int, _ layout: PracticeLayout, _ canvas: inout Canvas
  ) {
    canvas.put(
      pieces, column: layout.text.lowerBound, row: row, columns: layout.text.count,
      isASCII: isASCII)
  }

  private func drawTitle(_ layout: PracticeLayout, _ canvas: inout Canvas) {
    guard let row = layout.titleRow else { return }
    guard let session = shown, session.isThere else {
      let title = LinePiece(text: "Practice", rank: 0, paint: Paint(isBold: true))
      return put([title], row: row, layout, &canvas)
    }
    let isAll = session.deck.isEmpty
    var pieces = [
      LinePiece(
        text: isAll ? "All decks" : session.deck.harmless, rank: 2, paint: Paint(isBold: true)),
      LinePiece(text: session.mode.harmless, rank: 4, paint: palette.quiet),
    ]
    // In a session over all decks the card says it, if it has room.
    if !isAll || (layout.padding == 0 && session.isOn) {
      let deck = isAll ? session.questionDeck.harmless + " " : ""
      pieces.append(
        LinePiece(text: deck + session.direction.harmless, rank: 3, paint: palette.quiet))
    }
    if layout.progressRow == nil { pieces.insert(LinePiece(text: session.place, rank: 0), at: 0) }
    put(pieces, row: row, layout, &canvas)
  }

  private func drawProgress(_ layout: PracticeLayout, _ canvas: inout Canvas) {
    guard let row = layout.progressRow, let session = progress.session, session.isThere else {
      return
    }
    // The question that is still shown may be answered already.
    let asked = shown ?? session
    let missed = max(log.missed.count, session.missed)
    let pieces = [
      LinePiece(text: "\(asked.position) of \(session.questions)", rank: 0),
      LinePiece(text: asked.isAskedAgain ? "again" : "", rank: 1, paint: palette.quiet),
      LinePiece(text: missed > 0 ? "\(missed) missed" : "", rank: 1, paint: palette.quiet),
      LinePiece(text: "\(session.due) due", rank: 3, paint: palette.quiet),
    ]
    ProgressLine(done: session.answered, whole: session.questions, pieces: pieces).draw(
      row: row, columns: layout.text, isASCII: isASCII, quiet: palette.quiet, on: &canvas
    ) { _ in palette.accent }
  }

  private func drawCard(_ layout: PracticeLayout, _ canvas: inout Canvas) {
    guard let session = shown, !layout.card.isEmpty else { return }
    let area = layout.card
    let paint = layout.result == nil ? palette.open : palette.panel
    if layout.padding > 0, session.isThere {
      if palette.depth == .none {
        if area.columns > 1 { canvas.outline(area, isASCII: isASCII, .plain) }
      } else {
        canvas.fill(area, paint)
      }
      if session.isOn, session.deck.isEmpty {
        let place = "\(session.questionDeck), \(session.direction)".harmless
        let line = TextBlock(
          area: area.rows(layout.padding > 1 ? 1 : 0, 1).columns(2, area.columns - 4),
          lines: [place.clipped(to: area.columns - 4, isASCII: isASCII)])
        putCentred(line, ink(of: paint, isBold: false), layout, &canvas)
      }
    }
    let isTile = layout.padding > 0 && session.isThere
    putCentred(
      layout.question, isTile ? ink(of: paint, isBold: true) : Paint(isBold: true), layout, &canvas)
    putCentred(
      layout.pronunciation, isTile ? ink(of: paint, isBold: false) : palette.quiet, layout, &canvas)
  }

  /// For text on a tile that is there already.
  private func ink(of tile: Paint, isBold: Bool) -> Paint {
    var paint = tile.withoutGround
    paint.isBold = isBold
    return paint
  }

  private func drawResult(_ layout: PracticeLayout, _ canvas: inout Canvas) {
    guard let result = layout.result else { return }
    let paint = layout.padding > 0 ? ink(of: palette.panel, isBold: false) : .plain
    for (part, first) in [(result.head, 0), (result.list, scroll), (result.foot, 0)] {
      let shown = part.lines.dropFirst(min(first, max(part.lines.count - part.area.rows, 0)))
      for (index, line) in shown.prefix(part.area.rows).enumerated() {
        let isTitle = part == result.head && index == 0
        canvas.put(
          line, column: part.area.column, row: part.area.row + index,
          isTitle ? paint.bold : paint)
      }
    }
  }

  private func drawAnswer(_ layout: PracticeLayout, _ canvas: inout Canvas) {
    guard layout.input.isEmpty else { return }
    putCentred(layout.answer, Paint(isBold: true), layout, &canvas)
  }

  private func drawEntries(_ layout: PracticeLayout, _ canvas: inout Canvas) -> Frame.Cell {
    var cursor = Frame.Cell(column: layout.question.area.column, row: layout.question.area.row)
    for (index, (entry, block)) in zip(entries, layout.entries).enumerated() {
      guard !block.area.isEmpty else { continue }
      let isChosen = index == chosen && !isHolding
      let paint = self.paint(of: entry, isChosen: isChosen)
      canvas.fill(block.area, paint)
      let marks = PracticeLayout.markColumns(block.area.columns)
      let row = block.area.row + (block.area.rows - block.lines.count) / 2
      let mark = entry.isWrong ? (isASCII ? "x" : "✗") : entry.isRight ? (isASCII ? "*" : "✓") : ""
      if marks > 1 {
        canvas.put(mark, column: block.area.column + marks - 2, row: row, paint)
      }
      for (index, line) in block.lines.enumerated() {
        canvas.put(line, column: block.area.column + marks, row: row + index, paint)
      }
      if index == chosen {
        cursor = Frame.Cell(column: block.area.column + marks, row: row)
      }
    }
    return cursor
  }

  private func paint(of entry: PracticeEntry, isChosen: Bool) -> Paint {
    if entry.isRight { return palette.match }
    if entry.isWrong { return palette.mismatch }
    return isChosen ? palette.chosen : palette.panel
  }

  private func drawMessage(_ layout: PracticeLayout, _ canvas: inout Canvas) -> Frame.Cell? {
    guard let row = layout.messageRow ?? leavingRow(layout) else { return nil }
    let least = layout.entries.last?.area ?? (layout.input.isEmpty ? layout.card : layout.input)
    return drawMessage(
      isAtEnd && layout.keysRow == nil ? remark : message,
      or: layout.keysRow == nil ? leastKeys(layout) : nil, row: row, columns: layout.text,
      freeRows: layout.middle.row + layout.middle.rows - least.row - least.rows, on: &canvas)
  }

  private var isAtEnd: Bool { shown?.isFinished == true }

  /// On a screen without room for all.
  private func leastKeys(_ layout: PracticeLayout) -> [KeyHint] {
    if isTyped { return keys }
    return layout.isScrollable
      ? [KeyHint.more(isASCII: isASCII), KeyHint("q", "quit"), KeyHint("?", "help", rank: 1)]
      : KeyHint.least
  }

  /// On the smallest screens the question whether to leave covers everything else.
  private func leavingRow(_ layout: PracticeLayout) -> Int? {
    guard case .leaving = cover else { return nil }
    return layout.size.rows - 1
  }

  private func drawKeys(_ layout: PracticeLayout, _ canvas: inout Canvas) {
    guard let row = layout.keysRow else { return }
    keysLine(layout).draw(row: row, texts: palette.quiet, on: &canvas)
  }

  func putCentred(
    _ block: TextBlock, _ paint: Paint, _ layout: PracticeLayout, _ canvas: inout Canvas
  ) {
    for (index, line) in block.lines.enumerated() {
      let space = max(block.area.columns - layout.fitting.width(of: line), 0) / 2
      canvas.put(line, column: block.area.column + space, row: block.area.row + index, paint)
    }
  }
}
