import BoardLayout
import MemorizeBus

struct BoardText {
  private let options: Options
  private let terminal: Terminal

  init(_ options: Options) {
    self.options = options
    terminal = Terminal(color: options.color)
    CellWidth.prepare()
  }

  /// As large as the terminal allows below `lines` lines, then the status.
  func text(_ game: GameState, below lines: Int = 0) -> String {
    guard game.isThere else { return game.statusLine + "\n" }
    // One row for the status and one for the prompt that follows.
    let (columns, rows) = (terminal.size.columns, terminal.size.rows - lines - 2)
    let pages = drawing(game, rows: rows).pages(game.board)
    guard pages.count > 1 else { return joined(pages.joined() + [game.statusLine]) }
    // A page has a heading, which takes a row.
    let lower = drawing(game, rows: rows - 1).pages(game.board)
    let headed = lower.enumerated().map { index, page in
      ["Page \(index + 1) of \(lower.count): \(columns)×\(terminal.size.rows) cells hold no more."]
        + page
    }
    return joined(headed.joined() + [game.statusLine])
  }

  /// A line a card; nothing without a game.
  static func plain(_ game: GameState) -> String {
    game.board.map { plainLine($0) + "\n" }.joined()
  }

  private func drawing(_ game: GameState, rows: Int) -> BoardDrawing {
    BoardDrawing(
      size: (terminal.size.columns, rows), colors: game.colors, depth: terminal.depth,
      faces: options.isASCII ? .names : .emoji, marked: game.marked,
      hidesMatched: options.hidesMatched, placesCursor: terminal.placesCursor,
      width: CellWidth.of)
  }

  private func joined(_ lines: some Sequence<String>) -> String {
    lines.map { $0 + "\n" }.joined()
  }
}
