import BoardLayout
import CellDrawing
import MemorizeBus
import PlainText
import Translation

extension GameScene {
  /// Draws the numbers, and below them the moves so far, the newest last.
  func drawSidePanel(_ layout: GameSceneLayout, _ canvas: inout Canvas) {
    guard var area = layout.side, let game, game.exists else { return }
    if layout.hasFacts {
      let facts = facts(game).prefix(area.rows)
      for (index, fact) in facts.enumerated() {
        draw(fact, isToMove: isToMove(index), in: area.rows(index, 1), on: &canvas)
      }
      area = area.rows(facts.count + 1, area.rows)
    }
    // Moves that nobody has seen have no lines.
    guard area.rows > 1, !moves.isEmpty else { return }
    let title = tr("Moves", context: "title")
    canvas.put(title, column: area.column, row: area.row, Paint(isBold: true))
    drawMoves(game, in: area.rows(1, area.rows), on: &canvas)
  }

  /// Par and regret are not known in a game of several players.
  private func facts(_ game: GameState) -> [PanelFact] {
    let moves = (name: tr("moves", context: "fact"), value: "\(game.moves)")
    guard game.players.isEmpty else {
      // All players have room; the last fact may have none.
      let players = game.players.enumerated().map { index, player in
        (name: turnMark(index) + player.name.harmless, value: "\(player.score)")
      }
      return players + [("  " + moves.name, moves.value)]
    }
    return [
      (tr("score", context: "fact"), "\(game.score)"), moves,
      // Translators: how many moves perfect memory needs.
      (tr("par", context: "fact"), game.par.tenthsText),
      // Translators: the number of moves lost so far.
      (tr("lost to forgetting", context: "fact"), game.regret.tenthsText),
    ]
  }

  private func draw(
    _ fact: PanelFact, isToMove: Bool, in area: CellArea, on canvas: inout Canvas
  ) {
    let name = fact.name.clipped(to: area.columns - fact.value.cells - 2, symbols.ellipsis)
    canvas.put(name, column: area.column, row: area.row, Paint(isBold: isToMove))
    canvas.put(
      fact.value, column: area.column + area.columns - fact.value.cells, row: area.row,
      Paint(isBold: true))
  }

  private func drawMoves(_ game: GameState, in area: CellArea, on canvas: inout Canvas) {
    var area = area
    let earlier = Int(game.moves) - moves.count
    if earlier > 0, moves.count < area.rows {
      canvas.put(
        tr(earlier, "1 earlier move", "{n} earlier moves"),
        column: area.column, row: area.row, palette.quiet)
      area = area.rows(1, area.rows)
    }
    for (index, move) in moves.suffix(area.rows).enumerated() {
      let row = area.row + index
      var column = canvas.put(
        "\(move.number)".rightAligned(to: 3) + "  ", column: area.column, row: row, palette.quiet)
      column = canvas.put(move.cards, column: column, row: row)
      guard let face = move.face else { continue }
      let shown = symbols.isASCII ? faceName(face) : face
      let room = area.column + area.columns - column - 2
      canvas.put(
        shown.harmless.clipped(to: room, symbols.ellipsis), column: column + 2, row: row,
        Paint(isBold: true))
    }
  }
}

/// A move that was made while the scene followed the game.
struct MoveLine: Equatable {
  let number: Int
  let cards: String
  /// The face of a match; a face that is down again is never shown.
  let face: String?
}
