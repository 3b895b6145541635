import ArgumentParser

/// The verb `status`.
struct StatusVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Prints theme, pairs, score, flips and moves in one line.")

  @Flag(
    name: .customLong("exit-code"),
    help: "End with 0 where a game is on, 10 where it is won, 11 where there is none.")
  var tellsByExitCode = false

  @OptionGroup var format: FormatOption
  @OptionGroup var common: CommonOptions

  func validate() throws { try format.check(common) }

  func perform(_ settings: Settings) throws {
    let game = try Session(settings).game()
    let line =
      switch (format.format, settings.form) {
      case (let format?, _): format.line(game)
      case (nil, .json): JSON.object([("game", game.summary)]).text
      case (nil, .plain), (nil, .text): game.statusLine
      }
    try Output.results.write(line + "\n")
    guard tellsByExitCode, game.state != "playing" else { return }
    throw game.isThere ? ExitStatus.won : ExitStatus.noGame
  }
}
