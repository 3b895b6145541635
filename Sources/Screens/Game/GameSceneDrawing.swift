import BoardLayout
import CellDrawing
import MemorizeBus
import MemorizeText
import PlainText
import Translation

extension GameScene {
  func layout(_ size: Size) -> GameSceneLayout {
    if let shownGame { return shownGame.layout(size) }
    return GameSceneLayout(size, chosen: chosen, explains: explains) { area in
      guard let game, !game.cards.isEmpty else { return nil }
      return look.plan(of: game, area: area, isCentered: true)
    }
  }

  func frame(on layout: GameSceneLayout) -> Frame {
    if let shownGame { return shownGame.frame(on: layout) }
    var canvas = Canvas(
      columns: layout.size.columns, rows: layout.size.rows, symbols: symbols)
    drawTitle(layout, &canvas)
    drawProgress(layout, &canvas)
    let onCard = drawBoard(layout, &canvas)
    // A panel would leave numbers without their names.
    if panel == nil { drawSidePanel(layout, &canvas) }
    if !isOnline { canvas.dim(palette.quiet) }
    drawMessage(layout, &canvas)
    if let row = keysRow(layout) { keysLine(layout).draw(row: row, on: &canvas) }
    let onPanel = drawPanel(in: panelArea(layout), layout, &canvas)
    return Frame(
      canvas.lines(placesCursor: true), cursor: onPanel ?? onCard,
      showsCursor: panel?.takesText == true, size: layout.size, images: canvas.images)
  }

  private func drawTitle(_ layout: GameSceneLayout, _ canvas: inout Canvas) {
    // The welcome panel names the program.
    guard let row = layout.titleRow, !isWelcoming else { return }
    guard let game, game.exists else {
      let name = LinePiece(text: "Memorize", rank: 0, paint: Paint(isBold: true))
      return canvas.put([name], atEnd: [], columns: layout.text, row: row)
    }
    let icon = symbols.isASCII ? "" : game.icon.harmless + " "
    let name = icon + shownThemeName(game.theme).harmless
    var pieces = [
      LinePiece(
        text: look.depth == .none ? name : " \(name) ", rank: 2, paint: palette.title)
    ]
    pieces += daily(game, columns: layout.text.count)
    if layout.progressRow == nil {
      pieces += [LinePiece(text: "\(game.matchedPairs)/\(game.pairs)", rank: 0), page(layout)]
    }
    pieces += players(game, layout)
    let hasNumbers = layout.hasBar || (hasPlayersRow(layout) && layout.progressRow != nil)
    canvas.put(
      pieces, atEnd: hasNumbers ? numbers(game, layout) : [], columns: layout.text, row: row)
  }

  /// The day of a daily game, and whether it counts; one or two words on a narrow screen.
  private func daily(_ game: GameState, columns: Int) -> [LinePiece] {
    guard !game.daily.isEmpty else { return [] }
    guard columns >= Self.wide else {
      let word =
        game.isRepeatedDaily
        // Translators: beside the theme of a daily game, on a narrow screen.
        ? tr("not counted", context: "daily game")
        // Translators: beside the theme of a daily game, on a narrow screen.
        : tr("daily", context: "daily game")
      return [LinePiece(text: word, rank: 0)]
    }
    // Translators: beside the theme of a daily game.
    let day = tr("daily {date}", ["date": game.daily.harmless])
    guard game.isRepeatedDaily else { return [LinePiece(text: day, rank: 0)] }
    return [
      LinePiece(text: day, rank: 4),
      LinePiece(text: tr("does not count", context: "daily game"), rank: 0),
    ]
  }

  /// With fewer columns words are shortened.
  private static let wide = 30

  /// Whose turn it is; without another place for them, all players with their scores.
  private func players(_ game: GameState, _ layout: GameSceneLayout) -> [LinePiece] {
    if hasPlayersRow(layout), layout.progressRow != nil { return [] }
    return game.players.enumerated().compactMap { index, player in
      let name = player.name.harmless
      let text = layout.hasFacts ? name : "\(name) \(player.score)"
      guard isToMove(index) else {
        return layout.hasFacts ? nil : LinePiece(text: text, rank: 5)
      }
      return LinePiece(text: "\(symbols.turn) \(text)", rank: 1, paint: Paint(isBold: true))
    }
  }

  /// Whether the players stand in the row of the progress bar, since they are not beside the board.
  private func hasPlayersRow(_ layout: GameSceneLayout) -> Bool {
    !layout.hasFacts && game?.players.isEmpty == false
  }

  private func page(_ layout: GameSceneLayout) -> LinePiece {
    let count = layout.plan?.pageCount ?? 0
    let page = tr("page {page}/{pages}", ["page": layout.page + 1, "pages": count])
    return LinePiece(text: count > 1 ? page : "", rank: 1)
  }

  private func numbers(_ game: GameState, _ layout: GameSceneLayout) -> [LinePiece] {
    let place = [page(layout), LinePiece(text: game.progressText, rank: 0)]
    guard !layout.hasFacts else { return place }
    let moves = LinePiece(text: movesText(game.moves), rank: 3)
    // The score is that of the player to move, and stands beside the name.
    guard game.players.isEmpty else { return place + [moves] }
    return place + [
      moves,
      LinePiece(text: scoreText(game.score), rank: 2),
      LinePiece(text: game.regret.tenths == "0.0" ? "" : game.regret.lostText, rank: 6),
    ]
  }

  private func drawProgress(_ layout: GameSceneLayout, _ canvas: inout Canvas) {
    guard let row = layout.progressRow, let game, game.exists else { return }
    guard !hasPlayersRow(layout) else {
      return drawPlayers(game.players, row: row, columns: layout.text, on: &canvas)
    }
    guard layout.hasBar else {
      return canvas.put(
        numbers(game, layout), column: layout.text.lowerBound, row: row, columns: layout.text.count)
    }
    canvas.putProgress(
      game.matchedPairs, of: game.pairs, row: row, columns: layout.text, quiet: palette.quiet
    ) { palette.progress(at: $0) }
  }

  /// Returns the cell of the chosen card's number, which magnifiers follow.
  private func drawBoard(_ layout: GameSceneLayout, _ canvas: inout Canvas) -> Frame.Cell {
    guard let game, let plan = layout.plan, game.board.indices.contains(chosen) else {
      return .last(of: layout.size)
    }
    // Without a service borders show the states, since everything is dimmed.
    let drawing = look.drawing(plan, isOnline ? palette : Palette(depth: .none))
    drawing.draw(
      game.board, page: layout.page, chosen: game.phase == .won ? nil : chosen,
      highlighted: highlighted, wave: wavePart, on: &canvas, column: layout.board.column,
      row: layout.board.row)
    let number = drawing.number(of: game.board[chosen], at: chosen)
    return Frame.Cell(
      column: layout.board.column + number.column, row: layout.board.row + number.row)
  }

  private func drawMessage(_ layout: GameSceneLayout, _ canvas: inout Canvas) {
    guard let row = layout.messageRow else { return }
    drawMessage(message, row: row, columns: layout.text, below: layout.freeRows, on: &canvas)
  }

  private func drawPanel(
    in area: CellArea, _ layout: GameSceneLayout, _ canvas: inout Canvas
  ) -> Frame.Cell? {
    guard isWelcoming else { return drawPanel(in: area, palette, on: &canvas) }
    return welcome.draw(in: CellArea(layout.size), palette, on: &canvas)
  }
}
