import BoardLayout
import CellDrawing
import MemorizeBus
import MemorizeText
import PlainText
import Practice
import Translation

extension PracticeScene {
  func layout(_ size: Size) -> PracticeLayout {
    let hasPicture = showsPictures && !picture.isEmpty && !pictures.isMissing(picture)
    let layout = layout(size, hasPicture: hasPicture)
    return hasPicture && layout.largeQuestion == nil ? self.layout(size, hasPicture: false) : layout
  }

  private func layout(_ size: Size, hasPicture: Bool) -> PracticeLayout {
    var content = PracticeLayout.Content()
    content.entries = entries
    if let session = shown {
      if session.isInProgress {
        content.question = questionOnCard(session, isDrawn: hasPicture)
        content.note = told.note.harmless
        content.hasPicture = hasPicture
        content.pronunciation = shownPronunciation(session).harmless
        content.canBeLarge = letters != nil || hasPicture
        content.hasLetters =
          PracticeLayout.smallestLetters(for: session.question, on: size)
          .flatMap { drawn(session, in: $0) } != nil
        content.hasAnswer = session.mode.known == .recall
        content.hasInput = session.mode.known == .typed && session.phase == .asking
        content.noteRows = canUnderline ? 1 : 2
        content.maximumEntries = content.hasAnswer ? 4 : session.choices.count
        content.answer = shownAnswer
      } else if session.isFinished {
        content.result = result(session)
      } else {
        content.question = tr("No session.")
      }
    }
    let rows = size.rows - (running == nil ? 0 : 1)
    return PracticeLayout(Size(size.columns, rows), content, symbols)
  }

  /// A sentence has no gap any more once it is answered; a picture that is not drawn is named.
  private func questionOnCard(_ session: PracticeState, isDrawn: Bool) -> String {
    let solved = told.sentence
    if !solved.isEmpty { return solved.harmless }
    return isDrawn
      ? session.question.harmless
      : [session.question, session.questionMark].filter { !$0.isEmpty }
        .joined(separator: " ").harmless
  }

  private func largeCells(_ session: PracticeState, in size: Size) -> PictureCells? {
    picture.isEmpty
      ? drawn(session, in: size) : pictures.cells(of: picture, in: size, on: palette.open, depth)
  }

  private func drawn(_ session: PracticeState, in size: Size) -> PictureCells? {
    letters?.cells(of: session, in: size, on: palette.open, depth)
  }

  /// If not, marks stand below the letters.
  var canUnderline: Bool { depth != .none && !symbols.isASCII }

  /// With the line of a running command.
  func wholeSize(_ layout: PracticeLayout) -> Size {
    Size(layout.size.columns, layout.size.rows + (running == nil ? 0 : 1))
  }

  func frame(on layout: PracticeLayout) -> Frame {
    let size = wholeSize(layout)
    if let statistics { return statistics.frame(on: statistics.layout(size)) }
    var canvas = Canvas(columns: size.columns, rows: size.rows, symbols: symbols)
    drawTitle(layout, &canvas)
    drawProgress(layout, &canvas)
    drawCard(layout, &canvas)
    drawResult(layout, &canvas)
    if layout.input.isEmpty { putCentered(layout.answer, Paint(isBold: true), layout, &canvas) }
    let caret = drawInput(layout, &canvas)
    let onEntry = drawEntries(layout, &canvas)
    if !isOnline { canvas.dim(palette.quiet) }
    drawMessage(layout, &canvas)
    if let row = layout.keysRow { keysLine(layout).draw(row: row, on: &canvas) }
    drawRunning(layout, &canvas)
    let onPanel = drawPanel(in: CellArea(layout.size), palette, on: &canvas)
    return Frame(
      canvas.lines(placesCursor: true),
      cursor: onPanel ?? caret ?? onEntry ?? firstKey(layout),
      showsCursor: caret != nil || panel?.takesText == true,
      size: size, images: canvas.images)
  }

  /// Below the keys, or in the last row, which a panel leaves free.
  private func drawRunning(_ layout: PracticeLayout, _ canvas: inout Canvas) {
    guard let running else { return }
    let last = layout.size.rows
    let row = panel == nil ? min((layout.keysRow ?? last) + 2, last) : last
    let text = running.line(leavingBy: acceptsText ? "Esc q" : "q", symbols)
    canvas.put(
      text, column: layout.text.lowerBound, row: row, columns: layout.text.count,
      Paint(isBold: running.end != nil))
  }

  private func drawTitle(_ layout: PracticeLayout, _ canvas: inout Canvas) {
    guard let row = layout.titleRow else { return }
    let title = tr("Practice", context: "title")
    var pieces = [LinePiece(text: title, rank: 0, paint: Paint(isBold: true))]
    var end = layout.text.upperBound
    if let session = shown, session.exists {
      let isAll = session.deck.isEmpty
      let deck = isAll ? DeckPicker.allDecks : shownThemeName(session.deck).harmless
      let name = palette.depth == .none ? deck : " \(deck) "
      pieces = [LinePiece(text: name, rank: 0, paint: palette.title)]
      // In a session over all decks, the frame of the card names deck and direction.
      if !isAll {
        pieces.append(LinePiece(text: directionText(session), rank: 1))
      } else if !layout.hasFrame, session.isInProgress {
        pieces.append(LinePiece(text: deckText(session), rank: 1))
      }
      end = putRight(places(session, layout), row: row, besides: name, layout, &canvas)
    }
    let room = end - layout.text.lowerBound - (end < layout.text.upperBound ? 2 : 0)
    guard room > 3 || end == layout.text.upperBound else { return }
    canvas.put(pieces, column: layout.text.lowerBound, row: row, columns: room)
  }

  /// The side that is shown, and the side that is asked for.
  private func directionText(_ session: PracticeState) -> String {
    directionName(isBackward: session.direction == .backward, symbols)
  }

  private func deckText(_ session: PracticeState) -> String {
    [shownThemeName(session.questionDeck), directionText(session)].listText.harmless
  }

  /// The position in the session; in words if there is room for a bar as well.
  private func places(_ session: PracticeState, _ layout: PracticeLayout) -> [LinePiece] {
    guard layout.progressRow != nil else { return [LinePiece(text: session.place, rank: 0)] }
    // The question on the screen may already be answered.
    let current = progress.session ?? session
    let missed = max(log.missed.count, current.missed)
    let position = tr(
      "{position} of {questions}",
      ["position": session.position, "questions": session.questions])
    return [
      // Translators: the question is asked once more, since it was missed.
      LinePiece(text: session.isAskedAgain ? tr("again", context: "question") : "", rank: 2),
      LinePiece(text: missed > 0 ? tr(missed, "1 missed", "{n} missed") : "", rank: 1),
      LinePiece(text: current.ready > 0 ? dueCountText(current.ready) : "", rank: 3),
      LinePiece(text: position, rank: 0),
    ]
  }

  /// Draws as many as fit beside the first cells of a title; returns their first column.
  private func putRight(
    _ pieces: [LinePiece], row: Int, besides title: String, _ layout: PracticeLayout,
    _ canvas: inout Canvas
  ) -> Int {
    let room = layout.text.count - min(title.cells, 20) - 3
    let (kept, separator) = LinePiece.fitting(
      pieces, columns: room, separators: ["   ", "  "])
    let cells =
      kept.reduce(0) { $0 + pieces[$1].text.cells } + max(kept.count - 1, 0) * separator.count
    let start = max(layout.text.upperBound - cells, layout.text.lowerBound)
    canvas.put(
      kept.map { pieces[$0] }, column: start, row: row, columns: layout.text.upperBound - start)
    return start
  }

  private func drawProgress(_ layout: PracticeLayout, _ canvas: inout Canvas) {
    guard let row = layout.progressRow, let session = progress.session, session.exists else {
      return
    }
    canvas.putProgress(
      session.answered, of: session.questions, row: row, columns: layout.text, quiet: palette.quiet
    ) { palette.progress(at: $0) }
  }

  private func drawCard(_ layout: PracticeLayout, _ canvas: inout Canvas) {
    guard let session = shown, !layout.card.isEmpty else { return }
    let area = layout.card
    let isTile = isTile(session)
    let quiet = isTile ? palette.openQuiet : palette.quiet
    if isTile {
      if layout.hasEdge { canvas.outline(area.grown(by: 1), palette.edge, symbols.hairline) }
      canvas.fill(area, palette.open)
    }
    if layout.hasFrame, session.exists, area.columns > 1 {
      if !isTile { canvas.outline(area, palette.quiet) }
      var end = area.column + 2
      if session.isInProgress, session.deck.isEmpty {
        let text = deckText(session).clipped(to: max(area.columns - 6, 0), symbols.ellipsis)
        if !text.isEmpty {
          end = canvas.put(" \(text) ", column: end, row: area.row, isTile ? quiet : .plain)
        }
      }
      drawMemory(session, in: area, from: end, quiet, &canvas)
    }
    // The large letters are the question then.
    var paint = Paint(isBold: true)
    if let large = layout.largeQuestion,
      let cells = largeCells(session, in: Size(large.columns, large.rows))
    {
      canvas.put(
        cells, column: large.column + (large.columns - cells.columns) / 2,
        row: large.row + (large.rows - cells.rows) / 2)
      if picture.isEmpty { paint = quiet }
    }
    putCentered(layout.question, paint, layout, &canvas)
    putCentered(layout.pronunciation, .plain, layout, &canvas)
    putCentered(layout.note, quiet, layout, &canvas)
  }

  /// What is known of the card: in the frame's last row, or on a tile in the first, away from what is
  /// asked, if there is room after the deck.
  private func drawMemory(
    _ session: PracticeState, in area: CellArea, from start: Int, _ paint: Paint,
    _ canvas: inout Canvas
  ) {
    guard session.isInProgress else { return }
    let text = " \(session.memoryText(at: now)) "
    let isTile = isTile(session)
    let column = isTile ? area.column + area.columns - text.cells - 2 : area.column + 2
    guard text.cells > 2, text.cells <= area.columns - 4, !isTile || column >= start else { return }
    canvas.put(
      text, column: column, row: isTile ? area.row : area.row + area.rows - 1, paint)
  }

  /// Whether the card is light, as one that is up in the game, so that nobody sees where the picture
  /// of its letters ends.
  private func isTile(_ session: PracticeState) -> Bool {
    (letters != nil || !picture.isEmpty) && palette.depth.hasPictures && session.isInProgress
  }

  private func drawResult(_ layout: PracticeLayout, _ canvas: inout Canvas) {
    guard let result = layout.result, let session = shown else { return }
    putCentered(result.head, Paint(isBold: true), layout, &canvas)
    drawScore(session, in: result.bar, on: &canvas)
    for (part, first) in [(result.list, scroll), (result.foot, 0)] {
      let shown = part.lines.dropFirst(min(first, max(part.lines.count - part.area.rows, 0)))
      for (index, line) in shown.prefix(part.area.rows).enumerated() {
        canvas.put(line, column: part.area.column, row: part.area.row + index)
      }
    }
  }

  /// The cursor's cell if nothing is chosen or typed: on a letter of an answer it would look like a
  /// mark.
  private func firstKey(_ layout: PracticeLayout) -> Frame.Cell {
    guard let row = layout.keysRow, let column = keysLine(layout).first else {
      return Frame.Cell(column: layout.question.area.column, row: layout.question.area.row)
    }
    return Frame.Cell(column: column, row: row)
  }

  /// Returns the cell of the chosen entry.
  private func drawEntries(_ layout: PracticeLayout, _ canvas: inout Canvas) -> Frame.Cell? {
    var cursor: Frame.Cell?
    for (index, (entry, button)) in zip(entries, layout.entries).enumerated() {
      guard !button.area.isEmpty else { continue }
      let isChosen = index == chosen && !showsAnswered && entries.count > 1
      let place = drawEntry(entry, button, isChosen: isChosen, layout, &canvas)
      if index == chosen { cursor = place }
    }
    return cursor
  }

  /// Returns the cell of the entry's key.
  private func drawEntry(
    _ entry: PracticeEntry, _ button: PracticeButton, isChosen: Bool, _ layout: PracticeLayout,
    _ canvas: inout Canvas
  ) -> Frame.Cell {
    let area = button.area
    let indent = PracticeLayout.indent(area.columns)
    let isOver = entry.isRight || entry.isWrong
    var paint = entry.isRight ? palette.match : entry.isWrong ? palette.mismatch : Paint.plain
    drawField(
      area, isFramed: layout.hasFramedEntries, isOver ? paint : nil, isChosen: isChosen, &canvas)
    let row = area.row + (area.rows - button.lines.count) / 2
    let start = area.column + button.start
    let mark = entry.isWrong ? symbols.wrong : entry.isRight ? symbols.right : ""
    if isChosen {
      paint.isBold = true
      paint.isReverse = indent == 0
    }
    for (index, line) in button.lines.enumerated() {
      // Nothing cuts a filled block.
      if isChosen, indent > 0, paint.ground == nil {
        canvas.put(symbols.mark, column: area.column, row: row + index, palette.accent)
      }
      canvas.put(line, column: start, row: row + index, paint)
    }
    if indent > 1 {
      let edge = area.column + (layout.hasFramedEntries ? 1 : 0)
      canvas.put(mark, column: max(start - 2, edge), row: row, paint)
    }
    let isShort = button.lines.first?.hasPrefix(entry.shownKey) != true
    if !isOver, !paint.isReverse, !isShort {
      canvas.put(entry.shownKey, column: start, row: row, keyPaint(entry))
    }
    return Frame.Cell(column: start, row: row)
  }

  /// Draws the place of an answer; filled with `paint` as one block if the answer is known.
  func drawField(
    _ area: CellArea, isFramed: Bool, _ paint: Paint?, isChosen: Bool = false,
    _ canvas: inout Canvas
  ) {
    guard let paint else {
      if isFramed { canvas.outline(area, isChosen ? palette.accent : palette.quiet) }
      return
    }
    guard isFramed else { return canvas.fill(area, paint) }
    guard let ground = paint.ground else { return canvas.outline(area, .plain) }
    guard !symbols.isASCII else {
      canvas.outline(area, Paint(ink: ground))
      return canvas.fill(area.grown(by: -1), paint)
    }
    // Within the frame of the others, whose lines are in the middle of their cells.
    let (last, inside) = (area.rows - 1, area.columns(1, area.columns - 2))
    for (row, half) in [(0, "▄"), (last, "▀")] {
      canvas.put(
        String(repeating: half, count: inside.columns), column: inside.column, row: area.row + row,
        Paint(ink: ground))
    }
    canvas.fill(inside.rows(1, last - 1), paint)
  }

  /// Each grade has its color.
  private func keyPaint(_ entry: PracticeEntry) -> Paint {
    guard case .grade(let grade) = entry.action else { return Paint(isBold: true) }
    let hues: [Palette.Hue] = [.red, .amber, .green, .blue]
    return (1...4).contains(grade) ? palette.ink(hues[Int(grade) - 1]) : Paint(isBold: true)
  }

  private func drawMessage(_ layout: PracticeLayout, _ canvas: inout Canvas) {
    guard let row = layout.messageRow else { return }
    let lowest =
      layout.entries.last?.area
      ?? (layout.notes.isEmpty ? layout.input.isEmpty ? layout.card : layout.input : layout.notes)
    var text = shown?.isFinished == true && layout.keysRow == nil ? remark : message
    if text.isEmpty, layout.note.lines.isEmpty {
      text = told.note.harmless.clipped(to: layout.text.count, symbols.ellipsis)
    }
    // The wrong answer has no row of its own.
    if text.isEmpty, !layout.input.isEmpty, layout.notes.isEmpty, let outcome = progress.outcome,
      outcome.isOpen
    {
      text = outcome.text(isASCII: symbols.isASCII)
      if text.cells > layout.text.count {
        text = outcome.text(isASCII: symbols.isASCII, isShort: true)
      }
    }
    drawMessage(
      text, messagePaint, or: layout.keysRow == nil ? minimalKeys(layout) : nil, row: row,
      columns: layout.text,
      above: layout.middle.row + layout.middle.rows - lowest.row - lowest.rows, on: &canvas)
  }

  /// For a screen without room for all keys.
  private func minimalKeys(_ layout: PracticeLayout) -> [KeyHint] {
    if acceptsText { return keys }
    guard layout.isScrollable else { return KeyHint.minimal }
    return [
      KeyHint.more(symbols), KeyHint("q", tr("quit", context: "key")),
      KeyHint("?", tr("help", context: "key"), rank: 1),
    ]
  }

  /// Centers each line of a short text, but a long text as a block, which is easier to read.
  func putCentered(
    _ block: TextBlock, _ paint: Paint, _ layout: PracticeLayout, _ canvas: inout Canvas
  ) {
    let widths = block.lines.map(\.cells)
    let isLong = block.lines.count > 3
    for (index, line) in block.lines.enumerated() {
      let width = isLong ? widths.max() ?? 0 : widths[index]
      let space = max(block.area.columns - width, 0) / 2
      canvas.put(line, column: block.area.column + space, row: block.area.row + index, paint)
    }
  }
}

/// The side of a card that is shown, then the one that is asked for.
func directionName(isBackward: Bool, _ symbols: Symbols) -> String {
  // Translators: a side of a card, as “front → back” says what is shown and what is asked for.
  let (front, back) = (tr("front", context: "side"), tr("back", context: "side"))
  let sides = isBackward ? [back, front] : [front, back]
  return sides.joined(separator: " \(symbols.arrow) ")
}
