import BoardLayout
import MemorizeBus

/// How boards are drawn, by the user's options and the terminal.
struct BoardLook {
  /// Without colours too, attributes are used.
  var depth = ColorDepth.none
  var isASCII = false
  /// Leaves the places of matched cards empty.
  var hidesMatched = false

  func drawing(
    of game: GameState, size: (columns: Int, rows: Int), chosen: Int? = nil, placesCursor: Bool
  ) -> BoardDrawing {
    BoardDrawing(
      size: size, colors: game.colors, depth: depth, usesNames: isASCII, marked: game.marked,
      chosen: chosen, hidesMatched: hidesMatched, placesCursor: placesCursor, width: CellWidth.of)
  }
}

extension BoardLook {
  /// For lines on stdout, or for a screen, which knows more about its colours.
  init(_ options: Options, on screen: Screen? = nil) {
    depth = Terminal(color: options.color).depth
    if let screen { depth = screen.depth(of: depth, isForced: options.color == .always) }
    isASCII = options.isASCII
    hidesMatched = options.hidesMatched
  }
}

struct BoardText {
  private let look: BoardLook
  private let terminal: Terminal

  init(_ options: Options) {
    look = BoardLook(options)
    terminal = Terminal(color: options.color)
  }

  /// As large as the terminal allows below `lines` lines, then the status.
  func text(_ game: GameState, below lines: Int = 0) -> String {
    guard game.isThere else { return game.statusLine + "\n" }
    // One row for the status and one for the prompt that follows.
    let (columns, rows) = (terminal.size.columns, terminal.size.rows - lines - 2)
    let pages = pages(game, rows: rows)
    guard pages.count > 1 else { return (pages.joined() + [game.statusLine]).lines }
    // A page has a heading, which takes a row.
    let lower = self.pages(game, rows: rows - 1)
    let headed = lower.enumerated().map { index, page in
      ["Page \(index + 1) of \(lower.count): \(columns)×\(terminal.size.rows) cells hold no more."]
        + page
    }
    return (headed.joined() + [game.statusLine]).lines
  }

  /// A line a card; nothing without a game.
  static func plain(_ game: GameState) -> String { game.board.map(plainLine).lines }

  private func pages(_ game: GameState, rows: Int) -> [[String]] {
    look.drawing(
      of: game, size: (terminal.size.columns, rows), placesCursor: terminal.placesCursor
    ).pages(game.board)
  }
}
