/// Prints the board.
struct BoardRequest: Request {
  func perform(_ options: Options) throws {
    let game = try ServiceConnection(options).game()
    switch options.form {
    case .json: try Output.results.write(JSON.object([("game", game.json)]).text + "\n")
    case .plain: try Output.results.write(BoardText.plain(game))
    case .text: try Output.results.write(BoardText(options).text(game))
    }
  }
}
