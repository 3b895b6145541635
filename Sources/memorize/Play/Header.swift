import BoardLayout

/// The lines above the board: theme, pairs, score, moves, regret, players.
struct Header {
  /// A piece of a line; where there is no room for all, those of the highest rank go first.
  private struct Piece {
    let text: String
    let rank: Int
  }

  let game: GameView
  let isASCII: Bool
  /// The page that is shown and how many there are; nil for one.
  let page: (number: Int, count: Int)?

  /// The lines, each as wide as fits.
  ///
  /// - Parameters:
  ///   - columns: the width in cells.
  ///   - rows: how many lines there may be, 0…2.
  /// - Returns: as many lines as there may be.
  func lines(columns: Int, rows: Int) -> [String] {
    guard game.isThere else {
      let name = "Memorize".clipped(to: columns, isASCII: isASCII)
      return (0..<max(rows, 0)).map { $0 == 0 ? name : "" }
    }
    switch rows {
    case ...0: return []
    case 1: return [fitted([pageMark] + facts + [players, theme(3), bar], columns)]
    default:
      return [
        fitted([theme(1)] + facts, columns), fitted([bar, pairs, pageMark, players], columns),
      ]
    }
  }

  private func theme(_ rank: Int) -> Piece {
    let icon = isASCII ? "" : game.icon.harmless + " "
    return Piece(text: icon + game.theme.harmless, rank: rank)
  }

  private var facts: [Piece] {
    [
      Piece(text: "\(game.matchedPairs)/\(game.pairs)", rank: 0),
      Piece(text: "score \(game.score)", rank: 1),
      Piece(text: "\(game.moves) move" + (game.moves == 1 ? "" : "s"), rank: 2),
      Piece(text: "regret \(game.regret.tenths)", rank: 4),
    ]
  }

  private var pairs: Piece {
    Piece(text: "\(game.matchedPairs) of \(game.pairs) pairs", rank: 1)
  }

  private var pageMark: Piece {
    Piece(text: page.map { "page \($0.number)/\($0.count)" } ?? "", rank: 0)
  }

  private var bar: Piece {
    let width = 20
    let share = Int(game.matchedPairs) * width / max(Int(game.pairs), 1)
    // The numbers come from the bus, and another service may tell any.
    let filled = min(max(share, 0), width)
    let (full, empty) = isASCII ? ("#", ".") : ("█", "░")
    let text = String(repeating: full, count: filled)
    return Piece(text: text + String(repeating: empty, count: width - filled), rank: 5)
  }

  private var players: Piece {
    let names = game.players.enumerated().map { index, player in
      let mark = game.state == "playing" && index == Int(game.turn) ? ">" : ""
      return "\(mark)\(player.name) \(player.score)"
    }
    return Piece(text: names.joined(separator: "  ").harmless, rank: 2)
  }

  private func fitted(_ pieces: [Piece], _ columns: Int) -> String {
    var pieces = pieces.filter { !$0.text.isEmpty }
    func text(_ separator: String) -> String {
      pieces.map(\.text).joined(separator: separator)
    }
    while true {
      for separator in ["   ", " "] where text(separator).cells <= columns {
        return text(separator)
      }
      let least = pieces.indices.max { pieces[$0].rank < pieces[$1].rank }
      guard pieces.count > 1, let least else {
        return text(" ").clipped(to: columns, isASCII: isASCII)
      }
      pieces.remove(at: least)
    }
  }
}
