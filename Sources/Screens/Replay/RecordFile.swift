import FoundationEssentials
import UserFiles

/// The saved output of `log --json`.
package enum RecordFile {
  /// Larger than any log of the service.
  private static let maximumBytes = 1 << 26
  /// More values than any log of the service has, but few enough to hold in memory.
  private static let maximumValues = 4_000_000

  /// `-` is standard input.
  package static func game(at path: String) throws(ProgramError) -> RecordedGame {
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
