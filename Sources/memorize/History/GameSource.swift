import ArgumentParser

/// The game that a verb is about: one of the history, or one that was written to a file.
struct GameSource: ParsableArguments {
  @ArgumentParser.Argument(
    help: ArgumentHelp("The number of a game that is over, as “history” tells it.", valueName: "id")
  )
  var id: UInt64?

  @Option(
    help: ArgumentHelp(
      "Take the game from a file that “log --json” was written to, - for standard input; no "
        + "service is needed.", valueName: "file"), completion: .file())
  var from: String?

  func validate() throws {
    guard (id == nil) != (from == nil) else {
      throw ValidationError(
        "Name one game: its number, as “memorize history” tells it, or a file by --from.")
    }
  }

  /// Reads the game.
  func game(_ options: Options) throws(ProgramError) -> RecordedGame {
    if let from { return try RecordFile.game(at: from) }
    return try ServiceConnection(options).recordedGame(id ?? 0)
  }
}
