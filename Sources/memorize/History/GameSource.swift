import ArgumentParser
import MemoryGame
import PlainText
import Screens

/// A game from the history, from a file, or from a code.
struct GameSource: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The number of a finished game, from “history”, or the code of a daily game, from “share”.",
      valueName: "game")
  )
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Read the game from a file with the output of “log --json”, - for standard input; no "
        + "service is needed.", valueName: "file"), completion: .file())
  var from: String?

  func validate() throws {
    guard (name == nil) != (from == nil) else {
      throw ValidationError(
        english(
          "Name one game: its number, from “memorize history”, a code from “memorize share”, or a "
            + "file with --from."))
    }
  }

  /// The game's number in the history; nil for a code.
  var id: UInt64? { name.flatMap { UInt64(digits: $0) } }

  /// Nil for a game of the history or a file.
  func code() throws(ProgramError) -> DailyCode? {
    guard let name, id == nil else { return nil }
    do throws(DailyCodeError) {
      return try DailyCode(name)
    } catch {
      guard error != .noCode else {
        throw .usage(
          english("“\(name.shortened)” is neither the number of a game nor a code."),
          hint: english(
            "“memorize history” lists the games, and a code from “memorize share” begins with M1."))
      }
      throw ProgramError(.refused, name: "InvalidCode", error.message)
    }
  }

  func game(_ options: Options) throws(ProgramError) -> RecordedGame {
    if let from { return try RecordFile.game(at: from) }
    if let code = try code() { return RecordedGame(code) }
    return try ServiceConnection(options).recordedGame(id ?? 0)
  }
}
