/// Prints the board.
struct BoardRequest: Request {
  func perform(_ settings: Settings) throws {
    let game = try ServiceConnection(settings).game()
    switch settings.form {
    case .json: try Output.results.write(JSON.object([("game", game.json)]).text + "\n")
    case .plain: try Output.results.write(BoardText.plain(game))
    case .text: try Output.results.write(BoardText(settings).text(game))
    }
  }
}
