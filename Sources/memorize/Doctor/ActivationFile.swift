import DBus
import MemorizeBus

/// A file by which the bus knows how to start the service.
struct ActivationFile: Equatable {
  /// Where it is.
  let path: String
  /// The program that it starts, as it is written there; nil where it names none.
  var program: String?
  /// The unit that systemd is asked to start instead; nil where it names none.
  var unit: String?
  /// What is wrong with the program.
  var fault: Fault?

  /// Why the bus cannot start the program.
  enum Fault: Equatable {
    /// There is none.
    case missing
    /// It is no absolute path.
    case relative
    /// Nothing is there.
    case absent
    /// It cannot be executed.
    case notExecutable
  }

  /// Reads a file's text; it is nil where the file is for another name.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - text: what is in it.
  init?(path: String, text: String) {
    self.path = path
    var isOurs = false
    var isInGroup = false
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("[") { isInGroup = line.hasPrefix("[D-BUS Service]") }
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard isInGroup, parts.count == 2 else { continue }
      let value = String(Self.trimmed(parts[1]))
      switch Self.trimmed(parts[0]) {
      case "Name": isOurs = value == MemorizeBus.name.rawValue
      case "Exec": program = Self.firstWord(of: value)
      case "SystemdService": unit = value
      default: break
      }
    }
    guard isOurs else { return nil }
  }

  /// Looks whether the program is there.
  mutating func lookForProgram() {
    guard let program, !program.isEmpty else { return fault = .missing }
    guard program.hasPrefix("/") else { return fault = .relative }
    guard SmallFile.exists(program) else { return fault = .absent }
    fault = SmallFile.isExecutable(program) ? nil : .notExecutable
  }

  /// What is wrong, in words; nil where nothing is.
  var complaint: String? {
    let name = (program ?? "").printable
    return switch fault {
    case nil: nil
    case .missing: "names no program to start"
    case .relative: "names its program by “\(name)”, which is no absolute path"
    case .absent: "starts “\(name)”, which is not there"
    case .notExecutable: "starts “\(name)”, which cannot be executed"
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop { $0.isWhitespace }
    return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
  }

  /// The first word by the rules of a shell, which the bus follows too.
  private static func firstWord(of command: String) -> String {
    var word = ""
    var quote: Character?
    var isEscaped = false
    for letter in command {
      if isEscaped {
        word.append(letter)
        isEscaped = false
      } else if letter == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if letter == open { quote = nil } else { word.append(letter) }
      } else if letter == "'" || letter == "\"" {
        quote = letter
      } else if letter == " " || letter == "\t" {
        break
      } else {
        word.append(letter)
      }
    }
    return word
  }
}
