internal import CellDrawing
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
  private var symbols: Symbols { board.symbols }
  private var number: String { String(card.number) }

  /// Whether rows touch: the upper half of the first row is left to the frame.
  private var isTight: Bool { board.plan.rowGap == 0 && !board.plan.isCompact }

  func draw(on canvas: inout Canvas) {
    if board.plan.isCompact {
      drawCompact(on: &canvas)
    } else if look != .hidden {
      drawCard(on: &canvas)
    }
    if isChosen, !board.plan.isCompact {
      drawFrame(symbols.frame, board.palette.accent, on: &canvas)
    } else if look == .open, hasColors {
      let border = symbols.isASCII ? symbols.card : symbols.frame
      drawFrame(border, board.palette.edge, on: &canvas)
    } else if look == .match || look == .mismatch, picture != nil {
      drawFrame(symbols.frame, Paint(ink: paint.ground), on: &canvas)
    }
    if !board.plan.isCompact { drawSigns(on: &canvas) }
  }

  private func drawCard(on canvas: inout Canvas) {
    if let picture { return draw(picture, on: &canvas) }
    if hasColors { fill(paint, on: &canvas) } else { drawBorder(on: &canvas) }
    guard look != .back else { return }
    let inside = area.grown(by: -1)
    if hasColors { canvas.fill(inside, facePaint) }
    let lines = face.wrapped(
      cells: inside.columns, lines: inside.rows, symbols.shortEllipsis)
    // Of a card in tight rows half a row more is above the middle.
    let first = 1 + (inside.rows - lines.count + (isTight ? 1 : 0)) / 2
    for (index, line) in lines.enumerated() {
      put(line, row: first + index, hasColors ? facePaint : .plain, on: &canvas)
    }
  }

  private var isFound: Bool { look == .matched || look == .lit }

  /// What a face stands on; the edge of its card shows what happened.
  private var facePaint: Paint { look == .matched ? paint : board.palette.open }

  /// The face as a picture on its tile; nil for one that is text, and for the back.
  private var picture: PictureCells? {
    guard look != .back, look != .hidden, hasColors else { return nil }
    return board.pictures?.cells(
      of: card.face, in: Size(body.columns, body.rows), hasHalfRow: isTight, on: pictureTile,
      board.palette.depth)
  }

  /// The rows of the tile that are filled as a whole.
  private var body: CellArea {
    var body = area
    if isTight { (body.row, body.rows) = (area.row + 1, area.rows - 1) }
    return body
  }

  /// Light in all its colors: a picture is lost on a strong one.
  private var pictureTile: Paint {
    switch look {
    case .mismatch: board.palette.openMismatch
    case .match: board.palette.openMatch
    case .matched: board.palette.matched
    case .back, .hidden, .open, .lit: board.palette.open
    }
  }

  private func draw(_ picture: PictureCells, on canvas: inout Canvas) {
    fill(pictureTile, on: &canvas)
    let body = body
    canvas.put(
      picture, column: body.column + (body.columns - picture.columns + 1) / 2,
      row: picture.rows > body.rows ? area.row : body.row + (body.rows - picture.rows) / 2)
  }

  private func fill(_ paint: Paint, on canvas: inout Canvas) {
    canvas.fill(body, paint)
    guard isTight else { return }
    let seam = symbols.isASCII ? " " : "▄"
    put(String(repeating: seam, count: area.columns), row: 0, Paint(ink: paint.ground), on: &canvas)
  }

  /// The number, and the mark of what happened.
  private func drawSigns(on canvas: inout Canvas) {
    guard look != .hidden, !isFound || isChosen else { return }
    var plain = paint
    plain.isBold = false
    // The color says it too.
    guard picture == nil else {
      canvas.put(mark, column: area.column + area.columns - mark.cells, row: area.row, plain)
      return
    }
    put(
      label, row: look == .back ? board.plan.middle : area.rows - 1, plain, on: &canvas)
    guard isTight else { return put(mark, row: 0, plain, on: &canvas) }
    canvas.put(
      mark, column: area.column + area.columns - mark.count, row: area.row + area.rows - 1, plain)
  }

  /// Half a cell thick, and close to the card.
  private func drawFrame(_ border: Border, _ paint: Paint, on canvas: inout Canvas) {
    guard board.plan.rowGap == 0 || board.plan.isCompact else {
      return canvas.outline(area.grown(by: 1), paint, border)
    }
    for row in area.row..<area.row + area.rows {
      canvas.putHalf(border.left, column: area.column - 1, row: row, paint)
      canvas.putHalf(border.right, column: area.column + area.columns, row: row, paint)
    }
    guard isTight else { return }
    var edge = paint
    let picture = picture
    if hasColors, look != .hidden {
      edge.ground = picture == nil ? self.paint.ground : pictureTile.ground
    }
    let first = (area.columns - (picture?.columns ?? 0) + 1) / 2
    let isHalved = picture.map { $0.rows == area.rows } ?? false
    for column in 0..<area.columns {
      var above = edge
      if isHalved { above.ground = picture?.firstLowerColor(column - first) ?? edge.ground }
      canvas.put(
        String(border.inner.top), column: area.column + column, row: area.row, above)
      // The terminal's own pictures cannot be halved.
      guard picture?.image == nil else { continue }
      var below = edge
      below.ground = picture?.lastUpperColor(column - first) ?? edge.ground
      canvas.put(
        String(border.inner.bottom), column: area.column + column, row: area.row + area.rows - 1,
        below)
    }
  }

  private var paint: Paint {
    switch look {
    case .back: back
    case .open, .lit: board.palette.open
    case .mismatch: board.palette.mismatch
    case .match: board.palette.match
    case .matched: board.palette.matched
    case .hidden: board.palette.quiet
    }
  }

  private var mark: String {
    switch look {
    case .match: symbols.isASCII ? "ok" : symbols.right
    case .mismatch: symbols.wrong
    case .back, .open, .matched, .lit, .hidden: ""
    }
  }

  /// The number, in brackets on a chosen card without colors if there is room.
  private var label: String {
    let hasRoom = isChosen && !hasColors && number.count + 4 <= area.columns
    return hasRoom ? "[\(number)]" : number
  }

  private func put(_ text: String, row: Int, _ paint: Paint, on canvas: inout Canvas) {
    let text = text.clipped(to: area.columns, symbols.shortEllipsis)
    canvas.put(
      text, column: area.column + (area.columns - text.cells) / 2,
      row: area.row + row, paint)
  }

  private func drawBorder(on canvas: inout Canvas) {
    let border =
      switch card.state {
      case .down: symbols.back
      case .up: symbols.card
      case .matched: symbols.found
      }
    canvas.outline(area, .plain, border)
  }

  /// `7` a back, `7 👻` a face, `7>👻` the first card of a move, `👻` a matched one; without colors
  /// `7✓👻`, in ASCII `7=ghost`.
  private func drawCompact(on canvas: inout Canvas) {
    let digits = board.plan.digits
    // A number is never cut: part of it would name another card.
    guard digits <= area.columns else {
      canvas.put(symbols.shortEllipsis, column: area.column, row: area.row)
      return
    }
    let chosen = isChosen ? board.palette.chosen : nil
    if look == .back {
      canvas.fill(area, chosen ?? paint)
      return put(number, row: 0, chosen ?? paint, on: &canvas)
    }
    let isBare = isFound && hasColors
    if look != .hidden { canvas.fill(area, paint) }
    if isChosen || (!isBare && look != .hidden) {
      canvas.put(
        number, column: area.column + digits - number.count, row: area.row, chosen ?? paint)
    }
    guard look != .hidden, area.columns > digits else { return }
    canvas.put(isBare ? " " : sign, column: area.column + digits, row: area.row, paint)
    let text = face.split(separator: " ").joined(separator: " ")
    canvas.put(
      text.clipped(to: area.columns - digits - 1, symbols.shortEllipsis),
      column: area.column + digits + 1, row: area.row, paint)
  }

  private var sign: String {
    switch look {
    case .match, .matched, .lit: symbols.isASCII ? "=" : symbols.right
    case .mismatch: symbols.wrong
    case .open: ">"
    case .back, .hidden: " "
    }
  }
}
