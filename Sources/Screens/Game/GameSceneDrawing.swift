import BoardLayout
import CellDrawing
import MemorizeBus
import MemorizeText
import PlainText

extension GameScene {
  func layout(_ size: Size) -> GameSceneLayout {
    GameSceneLayout(size, chosen: chosen) { area in
      guard let game, !game.cards.isEmpty else { return nil }
      return look.plan(of: game, area: area, isCentered: true)
    }
  }

  func frame(on layout: GameSceneLayout) -> Frame {
    var canvas = Canvas(
      columns: layout.size.columns, rows: layout.size.rows, symbols: symbols)
    drawTitle(layout, &canvas)
    drawProgress(layout, &canvas)
    let onCard = drawBoard(layout, &canvas)
    drawSidePanel(layout, &canvas)
    if !isOnline { canvas.dim(palette.quiet) }
    drawMessage(layout, &canvas)
    if let row = keysRow(layout) { keysLine(layout).draw(row: row, on: &canvas) }
    let onPanel = drawPanel(layout, &canvas)
    return Frame(
      canvas.lines(placesCursor: true), cursor: onPanel ?? onCard, size: layout.size,
      images: canvas.images)
  }

  private func drawTitle(_ layout: GameSceneLayout, _ canvas: inout Canvas) {
    // The welcome panel names the program.
    guard let row = layout.titleRow, !isWelcoming else { return }
    guard let game, game.exists else {
      let name = LinePiece(text: "Memorize", rank: 0, paint: Paint(isBold: true))
      return canvas.put([name], atEnd: [], columns: layout.text, row: row)
    }
    let icon = symbols.isASCII ? "" : game.icon.harmless + " "
    let name = icon + game.theme.harmless
    var pieces = [
      LinePiece(
        text: look.depth == .none ? name : " \(name) ", rank: 2, paint: palette.title)
    ]
    pieces += daily(game, columns: layout.text.count)
    if layout.progressRow == nil {
      pieces += [LinePiece(text: "\(game.matchedPairs)/\(game.pairs)", rank: 0), page(layout)]
    }
    pieces += players(game, layout)
    canvas.put(
      pieces, atEnd: layout.hasBar ? numbers(game, layout) : [], columns: layout.text, row: row)
  }

  /// The day of a daily game, and whether it counts; one or two words on a narrow screen.
  private func daily(_ game: GameState, columns: Int) -> [LinePiece] {
    guard !game.daily.isEmpty else { return [] }
    guard columns >= Self.wide else {
      return [LinePiece(text: game.isRepeatedDaily ? "not counted" : "daily", rank: 0)]
    }
    let day = "daily \(game.daily.harmless)"
    guard game.isRepeatedDaily else { return [LinePiece(text: day, rank: 0)] }
    return [
      LinePiece(text: day, rank: 4), LinePiece(text: "does not count", rank: 0),
    ]
  }

  /// With fewer columns words are shortened.
  private static let wide = 30

  private func players(_ game: GameState, _ layout: GameSceneLayout) -> [LinePiece] {
    let players =
      layout.hasFacts
      ? []
      : game.players.map {
        LinePiece(text: "\($0.name.harmless) \($0.score)", rank: 5)
      }
    guard game.phase == .playing, !game.playerName.isEmpty else { return players }
    return players + [
      LinePiece(text: "turn: \(game.playerName.harmless)", rank: 1, paint: Paint(isBold: true))
    ]
  }

  private func page(_ layout: GameSceneLayout) -> LinePiece {
    let count = layout.plan?.pageCount ?? 0
    return LinePiece(text: count > 1 ? "page \(layout.page + 1)/\(count)" : "", rank: 1)
  }

  private func numbers(_ game: GameState, _ layout: GameSceneLayout) -> [LinePiece] {
    let place = [page(layout), LinePiece(text: game.progressText, rank: 0)]
    guard !layout.hasFacts else { return place }
    return place + [
      LinePiece(text: movesText(game.moves), rank: 3),
      LinePiece(text: "score \(game.score)", rank: 2),
      LinePiece(text: game.regret.tenths == "0.0" ? "" : game.regret.lostText, rank: 6),
    ]
  }

  private func drawProgress(_ layout: GameSceneLayout, _ canvas: inout Canvas) {
    guard let row = layout.progressRow, let game, game.exists else { return }
    guard layout.hasBar else {
      return canvas.put(
        numbers(game, layout), column: layout.text.lowerBound, row: row, columns: layout.text.count)
    }
    canvas.putProgress(
      game.matchedPairs, of: game.pairs, row: row, columns: layout.text, quiet: palette.quiet
    ) { palette.progress(at: $0) }
  }

  /// Returns the cursor's cell, beside the chosen card's number.
  private func drawBoard(_ layout: GameSceneLayout, _ canvas: inout Canvas) -> Frame.Cell {
    let area = layout.board
    guard let game, let plan = layout.plan, game.board.indices.contains(chosen) else {
      return Frame.Cell(column: layout.text.lowerBound, row: area.row)
    }
    // Without a service borders show the states, since everything is dimmed.
    let drawing = look.drawing(plan, isOnline ? palette : Palette(depth: .none))
    drawing.draw(
      game.board, page: layout.page, chosen: result == nil ? chosen : nil, highlighted: highlighted,
      on: &canvas,
      column: area.column, row: area.row)
    let number = drawing.number(of: game.board[chosen], at: chosen)
    // After the number, and after the bracket that marks it without colours.
    let digits = String(chosen).count
    let card = plan.area(of: chosen)
    let isMarked = (look.depth == .none || !isOnline) && digits + 4 <= card.columns
    let after = number.column + digits + (isMarked && !plan.isCompact ? 1 : 0)
    return Frame.Cell(
      column: area.column + min(after, card.column + card.columns - 1), row: area.row + number.row)
  }

  private func drawMessage(_ layout: GameSceneLayout, _ canvas: inout Canvas) {
    guard let row = layout.messageRow else { return }
    drawMessage(message, row: row, columns: layout.text, below: layout.freeRows, on: &canvas)
  }

  private func drawPanel(_ layout: GameSceneLayout, _ canvas: inout Canvas) -> Frame.Cell? {
    guard isWelcoming else {
      // A result is shown over its board; beside a list the cards would only distract.
      return drawPanel(
        in: layout.panelArea, hidesRest: result == nil, palette, on: &canvas)
    }
    return welcome.draw(in: CellArea(layout.size), palette, on: &canvas)
  }
}
