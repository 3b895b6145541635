import CellDrawing
import MemorizeBus
import PlainText

extension GameScene {
  /// Whether it is the turn of a player.
  func isToMove(_ player: Int) -> Bool {
    guard let game else { return false }
    return game.phase == .playing && !game.players.isEmpty && player == game.turn
  }

  func turnMark(_ player: Int) -> String { isToMove(player) ? symbols.turn + " " : "  " }

  /// `▶ Ada 2   Bot 5 0`: the players in a row, in the same places whoever's turn it is.
  ///
  /// Long names are cut so that all have room. Scores are bold, so that they are no part of a name.
  func drawPlayers(
    _ players: [PlayerScore], row: Int, columns: Range<Int>, on canvas: inout Canvas
  ) {
    let names = players.map(\.name.harmless)
    // The mark, and the spaces before the score and the next player.
    let rest = players.reduce(-1) { $0 + 4 + "\($1.score)".count }
    let longest = max(names.map(\.cells).max() ?? 1, 1)
    let limit = (1...longest).last { limit in
      names.reduce(rest) { $0 + min($1.cells, limit) } <= columns.count
    }
    var column = columns.lowerBound
    for (index, player) in players.enumerated() {
      let name = turnMark(index) + names[index].clipped(to: limit ?? 1, symbols.shortEllipsis)
      for (text, isBold) in [(name, isToMove(index)), ("\(player.score)", true)] {
        let room = max(columns.upperBound - column, 0)
        column = canvas.put(text, column: column, row: row, columns: room, Paint(isBold: isBold))
        column += 1
      }
    }
  }
}
