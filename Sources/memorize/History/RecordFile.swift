import ArgumentParser
import FoundationEssentials
import Glibc
import UserFiles

/// A game of the history or of a file.
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

  func game(_ options: Options) throws(ProgramError) -> RecordedGame {
    if let from { return try RecordFile.game(at: from) }
    return try ServiceConnection(options).recordedGame(id ?? 0)
  }
}

/// The saved output of `log --json`.
enum RecordFile {
  /// In bytes; more than the service's longest log.
  private static let largest = 1 << 26
  /// The deepest nesting of arrays and objects.
  private static let deepest = 64
  /// The most values; more than in the service's longest log.
  private static let most = 4_000_000

  /// `-` is standard input.
  static func game(at path: String) throws(ProgramError) -> RecordedGame {
    let name = path == "-" ? "Standard input" : "The file \(path.shortened)"
    let content: [UInt8]
    do throws(FileError) {
      content = try bytes(of: path)
    } catch {
      if case .tooLarge = error {
        throw fault(
          "\(name) has more than \(largest) bytes; “memorize log --json” prints one game.")
      }
      throw fault(
        "\(name) cannot be read: \(error.reason). Name a file that “memorize log ID --json” was "
          + "written to, or - for standard input.")
    }
    return try game(in: content, named: name)
  }

  /// Pipes and devices can be read too.
  private static func bytes(of path: String) throws(FileError) -> [UInt8] {
    if path == "-" { return try UserFile.read(descriptor: STDIN_FILENO, limit: largest) }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { throw .system(errno) }
    defer { close(file) }
    return try UserFile.read(descriptor: file, limit: largest)
  }

  /// `name` is the file's name in messages.
  static func game(in bytes: [UInt8], named name: String) throws(ProgramError) -> RecordedGame {
    var reason = suspicion(of: bytes)
    if reason == nil {
      do {
        return try JSONDecoder().decode(RecordedGame.self, from: Data(bytes))
      } catch {
        reason = (error as? JSONObject.Fault)?.message ?? "It is not valid JSON."
      }
    }
    throw fault(
      "\(name) is not what “memorize log --json” prints of one game. " + (reason ?? ""))
  }

  private static func fault(_ message: String) -> ProgramError {
    ProgramError(.usage, name: "Input", message)
  }

  /// What Foundation's decoder would accept though nobody writes it, or what would take it too
  /// long; nil if there is nothing like that.
  private static func suspicion(of bytes: [UInt8]) -> String? {
    // The names in each array or object that is open.
    var open: [Set<ArraySlice<UInt8>>] = []
    var values = 1
    var text = 0..<0
    var isInText = false
    var isEscaped = false
    var last: UInt8 = 0
    for (place, byte) in bytes.enumerated() {
      func found(_ what: String) -> String {
        let before = bytes[..<place]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let column = place - (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1)
        return "Line \(line), byte \(column): \(what)."
      }
      if isInText {
        if byte < 0x20 { return found("a control character stands in a text") }
        isInText = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        if !isInText { text = text.lowerBound..<place }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): (isInText, text) = (true, place + 1..<place + 1)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if open.count == deepest { return found("values lie more than \(deepest) deep") }
        open.append([])
        values += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if last == UInt8(ascii: ",") { return found("a value is missing after a comma") }
        _ = open.popLast()
      case UInt8(ascii: ","): values += 1
      case UInt8(ascii: ":"):
        if open.last?.contains(bytes[text]) == true { return found("a name comes twice") }
        open.indices.last.map { _ = open[$0].insert(bytes[text]) }
      case 0x09, 0x0A, 0x0D, 0x20: continue
      case ..<0x20, 0x80...: return found("this is no UTF-8, or no JSON")
      default: break
      }
      last = byte
      if values > most { return found("there are more than \(most) values") }
    }
    return String(validating: bytes, as: UTF8.self) == nil ? "It is not written in UTF-8." : nil
  }
}
