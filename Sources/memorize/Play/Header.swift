import BoardLayout

/// The lines above the board: theme, pairs, score, moves, regret, players.
struct Header {
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

  private func theme(_ rank: Int) -> LinePiece {
    let icon = isASCII ? "" : game.icon.harmless + " "
    return LinePiece(text: icon + game.theme.harmless, rank: rank)
  }

  private var facts: [LinePiece] {
    [
      LinePiece(text: "\(game.matchedPairs)/\(game.pairs)", rank: 0),
      LinePiece(text: "score \(game.score)", rank: 1),
      LinePiece(text: "\(game.moves) move" + (game.moves == 1 ? "" : "s"), rank: 2),
      LinePiece(text: "regret \(game.regret.tenths)", rank: 4),
    ]
  }

  private var pairs: LinePiece {
    LinePiece(text: "\(game.matchedPairs) of \(game.pairs) pairs", rank: 1)
  }

  private var pageMark: LinePiece {
    LinePiece(text: page.map { "page \($0.number)/\($0.count)" } ?? "", rank: 0)
  }

  private var bar: LinePiece {
    let bar = ProgressBar(done: Int(game.matchedPairs), of: Int(game.pairs))
    return LinePiece(text: bar.text(isASCII: isASCII), rank: 5)
  }

  private var players: LinePiece {
    let names = game.players.enumerated().map { index, player in
      let mark = game.state == "playing" && index == Int(game.turn) ? ">" : ""
      return "\(mark)\(player.name) \(player.score)"
    }
    return LinePiece(text: names.joined(separator: "  ").harmless, rank: 2)
  }

  private func fitted(_ pieces: [LinePiece], _ columns: Int) -> String {
    LinePiece.line(of: pieces, columns: columns, isASCII: isASCII)
  }
}
