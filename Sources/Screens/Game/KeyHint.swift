import CellDrawing
import MemorizeBus

extension KeyHint {
  private static let general = [KeyHint("?", "help", rank: 1), KeyHint("q", "quit", rank: 2)]

  /// On a board that is played by nobody.
  static let replay = [KeyHint("Enter", "next move"), KeyHint("q", "quit")]

  /// For a game as it is now; in the turn of a bot nobody else turns a card up.
  static func of(_ game: GameState, isOurTurn: Bool, isASCII: Bool) -> [KeyHint] {
    let others = [
      KeyHint("n", "new game", rank: 3), KeyHint("t", "themes", rank: 4),
      KeyHint("d", "daily", rank: 5),
    ]
    guard game.phase == .playing else { return others + general }
    let moves = [
      KeyHint(isASCII ? "arrows" : "←↓↑→", "move", rank: 6),
      KeyHint("0-\(max(game.cards.count - 1, 0))", "select", rank: 7),
    ]
    let now =
      switch game.up.count {
      case _ where !isOurTurn: [] as [KeyHint]
      case 0: [KeyHint("Enter", "turn up")]
      case 1: [KeyHint("Enter", "turn up a second card")]
      default: [KeyHint("c", "turn face down"), KeyHint("Enter", "turn up another", rank: 1)]
      }
    return now + moves + others + general
  }
}
