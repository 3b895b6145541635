/// Prints the game in one line.
struct StatusRequest: Request {
  /// Whether the state is told by the exit code too.
  let tellsByExitCode: Bool
  /// The form of the line, where one is wanted.
  let format: LineFormat?

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let game = try connection.game()
    let due = format?.asksForDue == true ? try connection.practice().due : 0
    let line =
      switch (format, options.form) {
      case (let format?, _): format.line(game, due: due)
      case (nil, .json): JSON.object([("game", game.summary)]).text
      case (nil, .plain), (nil, .text): game.statusLine
      }
    try Output.results.write(line + "\n")
    guard tellsByExitCode, game.state != "playing" else { return }
    throw game.isThere ? ExitStatus.won : ExitStatus.noGame
  }
}
