import BoardLayout
import MemorizeBus
import MemoryGame

extension GameScene {
  func layout(_ size: (columns: Int, rows: Int)) -> GameSceneLayout {
    GameSceneLayout(size, chosen: chosen) { area in
      guard let game, !game.cards.isEmpty else { return nil }
      return look.plan(of: game, area: area, isCentered: true)
    }
  }

  func frame(on layout: GameSceneLayout) -> Frame {
    var canvas = Canvas(
      columns: layout.size.columns, rows: layout.size.rows, fitting: look.fitting)
    drawTitle(layout, &canvas)
    drawProgress(layout, &canvas)
    let onCard = drawBoard(layout, &canvas)
    drawMoves(layout, &canvas)
    if !isOnline { canvas.dim() }
    let question = drawMessage(layout, &canvas)
    drawKeys(layout, &canvas)
    let onPanel = drawPanel(layout, &canvas)
    return Frame(
      canvas.lines(placesCursor: true), cursor: onPanel ?? question ?? onCard, size: layout.size)
  }

  private func put(
    _ pieces: [LinePiece], row: Int, _ layout: GameSceneLayout, _ canvas: inout Canvas
  ) {
    canvas.put(
      pieces, column: layout.text.lowerBound, row: row, columns: layout.text.count,
      isASCII: look.isASCII)
  }

  private func drawTitle(_ layout: GameSceneLayout, _ canvas: inout Canvas) {
    // The welcome has the name of the program already.
    guard let row = layout.titleRow, !isWelcoming else { return }
    guard let game, game.isThere else {
      return put(
        [LinePiece(text: "Memorize", rank: 0, paint: Paint(isBold: true))], row: row, layout,
        &canvas)
    }
    let icon = look.isASCII ? "" : game.icon.harmless + " "
    let name = icon + game.theme.harmless
    var pieces = [
      LinePiece(
        text: look.depth == .none ? name : " \(name) ", rank: 2, paint: palette.title)
    ]
    pieces += daily(game, columns: layout.text.count)
    if layout.progressRow == nil {
      pieces += [LinePiece(text: "\(game.matchedPairs)/\(game.pairs)", rank: 0), page(layout)]
    }
    put(pieces + players(game), row: row, layout, &canvas)
  }

  /// Whether it is a daily game, and whether it counts: on a narrow screen in a word or two.
  private func daily(_ game: GameState, columns: Int) -> [LinePiece] {
    guard !game.daily.isEmpty else { return [] }
    guard columns >= Self.wide else {
      return [LinePiece(text: game.isPractice ? "not counted" : "daily", rank: 0)]
    }
    let day = "daily \(game.daily.harmless)"
    guard game.isPractice else { return [LinePiece(text: day, rank: 0)] }
    return [
      LinePiece(text: day, rank: 4), LinePiece(text: "does not count", rank: 0),
    ]
  }

  /// From so many columns on, words need not be shortened.
  private static let wide = 30

  private func players(_ game: GameState) -> [LinePiece] {
    game.players.enumerated().map { index, player in
      let text = "\(player.name.harmless) \(player.score)"
      guard game.state == "playing", index == Int(game.turn) else {
        return LinePiece(text: text, rank: 4)
      }
      return LinePiece(text: " \(text) ", rank: 1, paint: palette.chosen)
    }
  }

  private func page(_ layout: GameSceneLayout) -> LinePiece {
    let count = layout.plan?.pageCount ?? 0
    return LinePiece(text: count > 1 ? "page \(layout.page + 1)/\(count)" : "", rank: 1)
  }

  private func drawProgress(_ layout: GameSceneLayout, _ canvas: inout Canvas) {
    guard let row = layout.progressRow, let game, game.isThere else { return }
    var pieces = [
      LinePiece(text: "\(game.matchedPairs) of \(game.pairs) pairs", rank: 0),
      page(layout),
      LinePiece(text: counted(game.moves, "move"), rank: 2),
      LinePiece(text: "score \(game.score)", rank: 1),
    ]
    let lost = game.regret.tenths
    if lost != "0.0" {
      pieces.append(LinePiece(text: "\(lost) moves lost to forgetting", rank: 4))
    }
    ProgressLine(done: game.matchedPairs, whole: game.pairs, pieces: pieces).draw(
      row: row, columns: layout.text, isASCII: isASCII, quiet: palette.quiet, on: &canvas
    ) { palette.progress(at: $0) }
  }

  /// Returns the cell of the chosen card's number.
  private func drawBoard(_ layout: GameSceneLayout, _ canvas: inout Canvas) -> Frame.Cell {
    let area = layout.board
    guard let game, let plan = layout.plan, game.board.indices.contains(chosen) else {
      return Frame.Cell(column: layout.text.lowerBound, row: area.row)
    }
    // Without a service borders show the states, since everything is dimmed.
    let drawing = look.drawing(plan, isOnline ? palette : Palette(depth: .none))
    drawing.draw(
      game.board, page: layout.page, chosen: chosen, fresh: fresh, on: &canvas,
      column: area.column, row: area.row)
    let number = drawing.number(of: game.board[chosen], at: chosen)
    return Frame.Cell(column: area.column + number.column, row: area.row + number.row)
  }

  private func drawMoves(_ layout: GameSceneLayout, _ canvas: inout Canvas) {
    guard let area = layout.moves, let game, game.isThere else { return }
    let line = look.isASCII ? "|" : "│"
    for row in 0..<area.rows {
      canvas.put(line, column: area.column, row: area.row + row, palette.quiet)
    }
    let left = area.column + 2
    canvas.put("Moves", column: left, row: area.row, Paint(isBold: true))
    let rows = area.rows - 1
    let earlier = Int(game.moves) - moves.count
    var lines: [(MoveLine?, String)] = moves.map { ($0, "") }
    if earlier > 0 { lines.insert((nil, counted(earlier, "earlier move")), at: 0) }
    for (index, (move, text)) in lines.suffix(max(rows, 0)).enumerated() {
      let row = area.row + 1 + index
      guard let move else {
        canvas.put(text, column: left, row: row, palette.quiet)
        continue
      }
      var column = canvas.put(
        "\(move.number)".rightAligned(to: 3) + "  ", column: left, row: row, palette.quiet)
      column = canvas.put(move.cards, column: column, row: row)
      guard let face = move.face else { continue }
      let shown = look.isASCII ? faceName(face) : face
      let room = area.column + area.columns - column - 3
      canvas.put(
        shown.harmless.clipped(to: room, isASCII: look.isASCII), column: column + 2, row: row,
        Paint(isBold: true))
    }
  }

  private func drawMessage(_ layout: GameSceneLayout, _ canvas: inout Canvas) -> Frame.Cell? {
    guard let row = layout.messageRow else { return nil }
    return drawMessage(
      message, or: layout.keysRow == nil ? leastKeys : nil, row: row, columns: layout.text,
      freeRows: layout.freeRows, on: &canvas)
  }

  private func drawKeys(_ layout: GameSceneLayout, _ canvas: inout Canvas) {
    guard let row = layout.keysRow else { return }
    keysLine(layout).draw(row: row, texts: palette.quiet, on: &canvas)
  }

  private func drawPanel(_ layout: GameSceneLayout, _ canvas: inout Canvas) -> Frame.Cell? {
    guard isWelcoming else { return drawCover(layout.size, palette, on: &canvas) }
    return welcome.draw(
      layout.size, with: PanelStyle(palette: palette, isASCII: isASCII), on: &canvas)
  }
}
