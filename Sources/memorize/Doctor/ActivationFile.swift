import DBus
import MemorizeBus

/// A file by which the bus knows how to start the service.
struct ActivationFile: Equatable {
  let path: String
  /// The program that it starts, as it is written there; empty if it names none.
  private(set) var program = ""
  /// The unit that systemd is asked to start instead.
  private(set) var unit: String?

  /// Reads a file's text; nil if the file is for another name.
  init?(path: String, text: String) {
    self.path = path
    var isOurs = false
    var isInGroup = false
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("[") { isInGroup = line.hasPrefix("[D-BUS Service]") }
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard isInGroup, parts.count == 2 else { continue }
      let value = parts[1].drop(while: \.isWhitespace)
      switch parts[0].split(whereSeparator: \.isWhitespace).first {
      case "Name": isOurs = Self.word(value) == MemorizeContract.name.rawValue
      case "Exec": program = Self.word(value)
      case "SystemdService": unit = Self.word(value)
      default: break
      }
    }
    guard isOurs else { return nil }
  }

  /// The first word, which may stand in quotes.
  private static func word(_ text: Substring) -> String {
    if let quote = text.first, quote == "\"" || quote == "'" {
      return String(text.dropFirst().prefix { $0 != quote })
    }
    return String(text.prefix { !$0.isWhitespace })
  }

  /// Why the bus cannot start the program, in words; nil if it can.
  var fault: String? {
    let name = program.printable
    if program.isEmpty { return "names no program to start" }
    if !program.hasPrefix("/") {
      return "names its program by “\(name)”, which is no absolute path"
    }
    if !FilePath.exists(program) { return "starts “\(name)”, which is not there" }
    return FilePath.isExecutable(program) ? nil : "starts “\(name)”, which cannot be executed"
  }

  /// The directories in which a session bus looks for such files, the one that wins first.
  static func directories(environment: (String) -> String?) -> [String] {
    var roots = [environment("XDG_RUNTIME_DIR")]
    roots.append(environment("XDG_DATA_HOME") ?? environment("HOME").map { $0 + "/.local/share" })
    let shared = environment("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    roots += shared.split(separator: ":").map { String($0) }
    var directories: [String] = []
    for root in roots.compactMap({ $0 }) where root.hasPrefix("/") {
      let directory = (root.hasSuffix("/") ? String(root.dropLast()) : root) + "/dbus-1/services"
      if !directories.contains(directory) { directories.append(directory) }
    }
    return directories
  }

  /// The files for our name in the order of the directories, whatever they are called.
  static func all(in directories: [String]) -> [ActivationFile] {
    directories.flatMap { directory in
      FilePath.names(in: directory, suffix: ".service").compactMap { name in
        guard let text = FilePath.text(directory + "/" + name) else {
          return nil
        }
        return ActivationFile(path: directory + "/" + name, text: text)
      }
    }
  }
}
