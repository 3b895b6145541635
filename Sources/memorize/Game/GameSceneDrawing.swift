import BoardLayout
import MemorizeBus
import MemoryGame

/// The places of header, board or list, and message on a screen.
struct GameSceneLayout {
  let size: (columns: Int, rows: Int)
  let headerRows: Int
  /// The rows between header and message.
  let boardRows: Int
  /// Empty without cards.
  let pages: [BoardPage]
  /// The place of the chosen card, whose page is shown.
  let chosen: Int

  /// Small screens show less beside the board, which is drawn for the rows that are left.
  init(
    _ size: (columns: Int, rows: Int), chosen: Int,
    draw: ((columns: Int, rows: Int)) -> [BoardPage]
  ) {
    self.size = size
    self.chosen = chosen
    headerRows = size.rows >= 12 ? 2 : size.rows >= 3 ? 1 : 0
    boardRows = max(size.rows - headerRows - (size.rows >= 2 ? 1 : 0), 0)
    pages = draw((size.columns, boardRows))
  }

  /// The page with the chosen card; nil without cards.
  var page: (index: Int, page: BoardPage)? {
    pages.enumerated().first { $0.element.cards.contains(chosen) }.map { ($0.offset, $0.element) }
  }

  /// The rows that a list covers.
  var listRows: Range<Int> { headerRows..<headerRows + boardRows }

  func place(atColumn column: Int, row: Int) -> Int? {
    page?.page.place(atColumn: column, row: row - headerRows)
  }
}

extension GameScene {
  func layout(_ size: (columns: Int, rows: Int)) -> GameSceneLayout {
    GameSceneLayout(size, chosen: chosen) { area in
      guard let game, area.rows > 0 else { return [] }
      var look = look
      if !isOnline { look.depth = .none }
      return look.drawing(of: game, size: area, chosen: chosen, placesCursor: true)
        .walkablePages(game.board)
    }
  }

  func frame(on layout: GameSceneLayout) -> Frame {
    let (middle, cursor) = middle(layout)
    let room = max(layout.boardRows - middle.count, 0)
    // A long message uses empty rows, so that the board does not move.
    let message =
      layout.size.rows < 2
      ? []
      : messageLines(
        message, columns: layout.size.columns, rows: 1 + min(room, 2), isASCII: look.isASCII)
    let padding = Array(repeating: "", count: max(room + 1 - max(message.count, 1), 0))
    let lines = header(layout) + middle.prefix(layout.boardRows) + padding
    return Frame(
      lines + message.map { $0.placingCursor() },
      cursor: questionCursor(message, rows: layout.size.rows) ?? cursor, size: layout.size)
  }

  private func middle(_ layout: GameSceneLayout) -> ([String], Frame.Cell) {
    if case .list(let list) = cover {
      return list.drawn(
        in: layout.listRows, columns: layout.size.columns, isASCII: look.isASCII)
    }
    guard let page = layout.page?.page, let number = page.number(of: chosen) else {
      return ([], Frame.Cell(column: 0, row: layout.headerRows))
    }
    // Without colours nothing inside the line ends a style, so it may span the whole line.
    let lines = isOnline ? page.lines : page.lines.map(Style.faint.of)
    return (lines, Frame.Cell(column: number.column, row: layout.headerRows + number.row))
  }

  private func header(_ layout: GameSceneLayout) -> [String] {
    var lines: [String] = []
    if let game, game.isThere {
      let page = layout.page.map { "page \($0.index + 1)/\(layout.pages.count)" }
      let pieces = headerPieces(
        game, page: layout.pages.count > 1 ? page ?? "" : "", rows: layout.headerRows)
      lines = pieces.map {
        LinePiece.line(of: $0, columns: layout.size.columns, isASCII: look.isASCII)
      }
    } else if game != nil {
      lines = ["Memorize".clipped(to: layout.size.columns, isASCII: look.isASCII)]
    }
    return (0..<layout.headerRows).map { row in
      let line = row < lines.count ? lines[row].placingCursor() : ""
      return row == 0 ? Style.bold.of(line) : line
    }
  }

  private func headerPieces(_ game: GameState, page: String, rows: Int) -> [[LinePiece]] {
    let icon = look.isASCII ? "" : game.icon.harmless + " "
    let theme = LinePiece(text: icon + game.theme.harmless, rank: rows > 1 ? 1 : 3)
    let numbers = [
      LinePiece(text: "\(game.matchedPairs)/\(game.pairs)", rank: 0),
      LinePiece(text: "score \(game.score)", rank: 1),
      LinePiece(text: counted(game.moves, "move"), rank: 2),
      LinePiece(text: "regret \(game.regret.tenths)", rank: 4),
    ]
    let names = game.players.enumerated().map { index, player in
      let mark = game.state == "playing" && index == Int(game.turn) ? ">" : ""
      return "\(mark)\(player.name) \(player.score)"
    }
    let players = LinePiece(text: names.joined(separator: "  ").harmless, rank: 2)
    let bar = progressBar(
      done: Int(game.matchedPairs), of: Int(game.pairs), isASCII: look.isASCII)
    let pairs = LinePiece(text: "\(game.matchedPairs) of \(game.pairs) pairs", rank: 1)
    let ranked = (page: LinePiece(text: page, rank: 0), bar: LinePiece(text: bar, rank: 5))
    guard rows > 1 else { return [[ranked.page] + numbers + [players, theme, ranked.bar]] }
    return [[theme] + numbers, [ranked.bar, pairs, ranked.page, players]]
  }
}

extension Panel {
  static let help = Panel(
    "Keys",
    [
      "arrows, h j k l   go from card to card",
      "Home, End         first or last card",
      "PgUp, PgDn        first or last row, or turn pages",
      "digits            go to a card by its number",
      "Enter, Space      turn the card up",
      "mouse             turn a card up",
      "c, Backspace      turn a mismatch face down",
      "n                 start a new game",
      "t                 choose a theme",
      "?                 show these keys",
      "q, Ctrl-C         leave; the game is saved",
    ])

  static func result(_ result: FinalResult) -> Panel {
    let luck = result.luck.tenths
    let fortune =
      switch luck.first {
      case _ where luck == "0.0": "0.0 moves"
      case "-": "\(luck.dropFirst()) moves lucky"
      default: "\(luck) moves unlucky"
      }
    var lines = [
      "Score   \(result.score)", "Moves   \(result.moves)", "Par     \(result.par.tenths)",
      "Regret  \(result.regret.tenths)", "Luck    \(fortune)",
    ]
    if let grade = result.knownGrade { lines.append("Grade   \(grade.harmless)") }
    lines.append("Time    \(result.seconds.tenths) s")
    let winners = result.winnersText.harmless
    return Panel(winners.isEmpty ? "Won!" : "Won by \(winners)!", lines)
  }

  static func themes(_ themes: [ThemeSummary], isASCII: Bool) -> Panel {
    let lines = themes.map { theme in
      let icon = isASCII ? "" : theme.icon.harmless + " "
      return icon + "\(theme.name.harmless), \(theme.pairsText) pairs"
    }
    return Panel("Themes", lines, isChoice: true)
  }
}
