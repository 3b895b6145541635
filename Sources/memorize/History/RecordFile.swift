import ArgumentParser
import FoundationEssentials
import MemoryGame
import PlainText
import Screens
import UserFiles

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
        "Name one game: its number, from “memorize history”, a code from “memorize share”, or a "
          + "file with --from.")
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
          "“\(name.shortened)” is neither the number of a game nor a code.",
          hint:
            "“memorize history” lists the games, and a code from “memorize share” begins with M1."
        )
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

/// The saved output of `log --json`.
enum RecordFile {
  /// Larger than any log of the service.
  private static let maximumBytes = 1 << 26
  /// More values than any log of the service has, but few enough to hold in memory.
  private static let maximumValues = 4_000_000

  /// `-` is standard input.
  static func game(at path: String) throws(ProgramError) -> RecordedGame {
    let file = InputFile(path: path)
    let name = file.isStandardInput ? "Standard input" : "The file \(path.shortened)"
    let content: [UInt8]
    do throws(FileError) {
      content = try file.read(upTo: maximumBytes, ofAnyKind: true)
    } catch {
      if case .tooLarge = error {
        throw fault(
          "\(name) is larger than \(maximumBytes) bytes; no output of “memorize log --json” is.")
      }
      throw fault(
        "\(name) cannot be read: \(error.reason). Name a file with the output of “memorize log ID "
          + "--json”, or - for standard input.")
    }
    return try game(in: content, named: name)
  }

  /// `name` is the file's name in messages.
  static func game(in bytes: [UInt8], named name: String) throws(ProgramError) -> RecordedGame {
    let reason: String
    if bytes.count(where: { $0 == UInt8(ascii: ",") }) >= maximumValues {
      reason = "It has more than \(maximumValues) values."
    } else if String(validating: bytes, as: UTF8.self) == nil {
      reason = "It is not valid UTF-8."
    } else {
      do {
        return try JSONDecoder().decode(RecordedGame.self, from: Data(bytes))
      } catch {
        reason = (error as? JSONObject.Fault)?.message ?? "It is not valid JSON."
      }
    }
    throw fault("\(name) is not the output of “memorize log --json” for one game. " + reason)
  }

  private static func fault(_ message: String) -> ProgramError {
    ProgramError(.usage, name: "Input", message)
  }
}
