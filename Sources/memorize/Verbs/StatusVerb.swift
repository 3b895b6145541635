import ArgumentParser

/// The verb `status`.
struct StatusVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Prints theme, pairs, score, flips and moves in one line.")

  @OptionGroup var common: CommonOptions

  func perform(_ settings: Settings) throws {
    let game = try Session(settings).game()
    switch settings.form {
    case .json: try Output.results.write(JSON.object([("game", game.summary)]).text + "\n")
    case .plain, .text: try Output.results.write(game.statusLine + "\n")
    }
  }
}
