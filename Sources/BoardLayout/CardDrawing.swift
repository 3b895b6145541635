internal import MemoryGame

/// Draws one card in its cells.
struct CardDrawing {
  let board: BoardDrawing
  let card: BoardCard
  let face: String
  let look: CardLook
  /// The paint of its back.
  let back: Paint
  let area: CellArea
  let isChosen: Bool

  private var hasColors: Bool { board.palette.depth != .none }
  private var number: String { String(card.number) }

  func draw(on canvas: inout Canvas) {
    if board.plan.isCompact { return drawCompact(on: &canvas) }
    if look != .hidden { drawCard(on: &canvas) }
    guard isChosen else { return }
    // Where cards touch each other the frame is the card's own edge.
    guard board.plan.gap > 0 else { return drawEdge(on: &canvas) }
    canvas.outline(area.grown(by: 1), .frame(isASCII: board.isASCII), board.palette.accent)
  }

  private func drawCard(on canvas: inout Canvas) {
    let isFilled = hasColors && look != .matched
    if isFilled { canvas.fill(area, paint) } else { drawBorder(on: &canvas) }
    if look == .back { return put(label, row: (area.rows - 1) / 2, paint, on: &canvas) }
    let lines = board.fitting.wrapped(face, cells: area.columns - 2, lines: area.rows - 2)
    for (index, line) in lines.enumerated() {
      // The face of a matched card stays as readable as any; only its border is dimmed.
      put(
        line, row: 1 + (area.rows - 2 - lines.count) / 2 + index,
        look == .matched ? .plain : paint, on: &canvas)
    }
    var edge = paint
    edge.isBold = false
    put(label, row: area.rows - 1, edge, on: &canvas)
    put(mark, row: 0, edge, on: &canvas)
  }

  private var paint: Paint {
    switch look {
    case .back: back
    case .open: board.palette.open
    case .mismatch: board.palette.mismatch
    case .match: board.palette.match
    case .matched, .hidden: board.palette.quiet
    }
  }

  private var mark: String {
    switch look {
    case .match, .matched: board.isASCII ? "ok" : "✓"
    case .mismatch: board.isASCII ? "x" : "✗"
    case .back, .open, .hidden: ""
    }
  }

  /// The number; in brackets on a chosen card without colours that has room for them.
  private var label: String {
    let hasRoom = isChosen && !hasColors && number.count + 4 <= area.columns
    return hasRoom ? "[\(number)]" : number
  }

  private func put(_ text: String, row: Int, _ paint: Paint, on canvas: inout Canvas) {
    let text = board.fitting.shortened(text, to: area.columns)
    canvas.put(
      text, column: area.column + (area.columns - board.fitting.width(of: text)) / 2,
      row: area.row + row, paint)
  }

  private func drawBorder(on canvas: inout Canvas) {
    let border = Border.of(card.state, isFirst: look == .open, isASCII: board.isASCII)
    canvas.outline(area, border, look == .matched ? paint : .plain)
  }

  private func drawEdge(on canvas: inout Canvas) {
    let paint = board.palette.chosen
    let (last, right) = (area.rows - 1, area.column + area.columns - 1)
    for row in 0..<area.rows {
      let columns = row == 0 || row == last ? area.columns : 1
      for column in [area.column, right - columns + 1] {
        canvas.fill(CellArea(column: column, row: area.row + row, columns: columns, rows: 1), paint)
      }
    }
    guard look != .hidden else { return }
    put(label, row: look == .back ? last / 2 : last, look == .back ? back : paint, on: &canvas)
  }

  /// `7` a back, `7 👻` a face, `7>👻` the first card of a move, `7✓👻` a matched one; in ASCII
  /// `7=ghost`.
  private func drawCompact(on canvas: inout Canvas) {
    let digits = board.plan.digits
    // A number is never cut, since a part of it would name another card.
    guard digits <= area.columns else {
      canvas.put(board.fitting.ellipsis, column: area.column, row: area.row)
      return
    }
    let chosen = isChosen ? board.palette.chosen : nil
    if look == .back { canvas.fill(area, chosen ?? paint) }
    if look != .matched, look != .hidden, look != .back { canvas.fill(area, paint) }
    guard look != .hidden || isChosen else { return }
    let own = look == .matched ? Paint.plain : paint
    canvas.put(
      number, column: area.column + digits - number.count, row: area.row, chosen ?? own)
    guard look != .back, look != .hidden, area.columns > digits else { return }
    canvas.put(sign, column: area.column + digits, row: area.row, own)
    let text = face.split(separator: " ").joined(separator: " ")
    canvas.put(
      board.fitting.shortened(text, to: area.columns - digits - 1),
      column: area.column + digits + 1, row: area.row, own)
  }

  private var sign: String {
    switch look {
    case .match, .matched: board.isASCII ? "=" : "✓"
    case .mismatch: board.isASCII ? "x" : "✗"
    case .open: ">"
    case .back, .hidden: " "
    }
  }
}
