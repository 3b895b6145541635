import ArgumentParser

/// The verb `board`.
struct BoardVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "board", abstract: "Prints the board as large as the terminal allows.",
    discussion: "With --plain a line a card: number, state, face and name, separated by tabs.")

  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions
  var boardOptions: BoardOptions? { board }

  func perform(_ settings: Settings) throws {
    let game = try Session(settings).game()
    switch settings.form {
    case .json: try Output.results.write(JSON.object([("game", game.json)]).text + "\n")
    case .plain: try Output.results.write(BoardText.plain(game))
    case .text: try Output.results.write(BoardText(settings).text(game))
    }
  }
}
