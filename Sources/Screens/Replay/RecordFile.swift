import FoundationEssentials
import PlainText
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
    let name = file.isStandardInput ? nil : path.shortened
    let content: [UInt8]
    do throws(FileError) {
      content = try file.read(upTo: maximumBytes, ofAnyKind: true)
    } catch {
      if case .tooLarge = error { throw fault(tooLarge(name)) }
      let cause =
        if let name {
          english("The file \(name) cannot be read: \(error.reason).")
        } else {
          english("Standard input cannot be read: \(error.reason).")
        }
      let advice = english(
        "Name a file with the output of “memorize log ID --json”, or - for standard input.")
      throw fault(cause + " " + advice)
    }
    return try game(in: content, named: name)
  }

  private static func tooLarge(_ name: String?) -> String {
    if let name {
      english(
        "The file \(name) is larger than \(maximumBytes) bytes; no output of “memorize log --json” "
          + "is.")
    } else {
      english(
        "Standard input is larger than \(maximumBytes) bytes; no output of “memorize log --json” is."
      )
    }
  }

  /// `name` is the file's name in messages; nil for standard input.
  static func game(
    in bytes: [UInt8], named name: String?
  ) throws(ProgramError) -> RecordedGame {
    let reason: String
    if bytes.count(where: { $0 == UInt8(ascii: ",") }) >= maximumValues {
      reason = english("It has more than \(maximumValues) values.")
    } else if String(validating: bytes, as: UTF8.self) == nil {
      reason = english("It is not valid UTF-8.")
    } else {
      do {
        return try JSONDecoder().decode(RecordedGame.self, from: Data(bytes))
      } catch {
        reason = (error as? JSONObject.Fault)?.message ?? english("It is not valid JSON.")
      }
    }
    let fault =
      if let name {
        english("The file \(name) is not the output of “memorize log --json” for one game.")
      } else {
        english("Standard input is not the output of “memorize log --json” for one game.")
      }
    throw Self.fault(fault + " " + reason)
  }

  private static func fault(_ message: String) -> ProgramError {
    ProgramError(.usage, name: "Input", message)
  }
}
