import DBus
import Glibc
import MemorizeBus
import PlainText
import Screens
import UserFiles

/// A service file, by which the bus starts the service.
struct ActivationFile: Equatable {
  let path: String
  /// As written in the file; empty if it names none.
  private(set) var program = ""
  /// The unit that the bus asks systemd to start instead.
  private(set) var unit: String?

  /// Nil if the file is for another name.
  init?(path: String, text: String) {
    self.path = path
    var (isOurs, isInGroup) = (false, false)
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("[") { isInGroup = line.hasPrefix("[D-BUS Service]") }
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard isInGroup, parts.count == 2 else { continue }
      let value = Self.word(parts[1].drop(while: \.isWhitespace))
      switch parts[0].split(whereSeparator: \.isWhitespace).first {
      case "Name": isOurs = value == MemorizeContract.name.rawValue
      case "Exec": program = value
      case "SystemdService": unit = value
      default: break
      }
    }
    guard isOurs else { return nil }
  }

  /// The first word, perhaps in quotes.
  private static func word(_ text: Substring) -> String {
    if let quote = text.first, quote == "\"" || quote == "'" {
      return String(text.dropFirst().prefix { $0 != quote })
    }
    return String(text.prefix { !$0.isWhitespace })
  }

  /// Why the bus cannot start the program; nil if it can.
  var fault: String? {
    let name = program.printable
    if program.isEmpty { return "names no program to start" }
    if !program.hasPrefix("/") {
      return "names its program “\(name)”, which is not an absolute path"
    }
    if access(program, F_OK) != 0 { return "starts “\(name)”, which does not exist" }
    return FilePath.isExecutable(program) ? nil : "starts “\(name)”, which cannot be executed"
  }

  /// Where a session bus looks for service files, the directory that wins first.
  static func directories(environment: (String) -> String?) -> [String] {
    let user = UserDirectories(environment: environment)
    let own = [environment("XDG_RUNTIME_DIR"), user.data].compactMap { $0 }
    var seen: Set<String> = []
    return (own + user.sharedData).filter { $0.hasPrefix("/") && seen.insert($0).inserted }
      .map { $0 + "/dbus-1/services" }
  }

  /// The files for our name in the order of the directories, whatever their file names.
  static func all(in directories: [String]) -> [ActivationFile] {
    directories.flatMap { directory in
      let names = (try? UserFile.names(in: directory, suffix: ".service").names) ?? []
      return names.map { directory + "/" + $0 }.compactMap { path in
        FilePath.text(path).flatMap { ActivationFile(path: path, text: $0) }
      }
    }
  }
}

extension Findings {
  /// Makes the bus read its files again.
  static let reloadBus =
    "busctl --user call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus "
    + "ReloadConfig"

  var activationChecks: [Check] {
    guard let file = files.first else { return [withoutFile] }
    let path = file.path.printable
    var checks: [Check] = []
    func add(_ status: Check.Status, _ text: String, fix: String = "") {
      let reload = fix.isEmpty ? Self.reloadBus : "\(fix), then: \(Self.reloadBus)"
      checks.append(Check(status, text, fix: reload))
    }
    if isActivatable == false {
      add(
        isRunning ? .warning : .fault(.notAvailable),
        "\(path) exists, but the bus does not know about it.")
    }
    if let fault = file.fault {
      // systemd starts its unit and ignores the program.
      let isUnused = asksForUnit && unit.loaded != nil
      add(
        isUnused ? .warning : .fault(isRunning ? .unexpected : .notAvailable), "\(path) \(fault).",
        fix: "Put the absolute path of memorized in the line Exec= of \(path)")
    }
    if unit.loaded != nil, !asksForUnit {
      let named = file.unit.map { "asks systemd for \($0.printable)" } ?? "does not ask systemd"
      add(
        .warning,
        "\(path) \(named), so the bus and systemd would start the service "
          + "differently.", fix: "Add the line SystemdService=\(Unit.name) there")
    }
    for other in files.dropFirst() {
      add(
        .warning,
        "\(other.path.printable) claims the same name, but \(path) takes precedence.",
        fix: "Remove the one you do not want")
    }
    guard checks.isEmpty else { return checks }
    let text =
      file.unit.map { "The bus starts the service through \($0.printable), as \(path) says." }
      ?? "The bus starts the service, as \(path) says."
    return [Check(.ok, text)]
  }

  private var withoutFile: Check {
    let install =
      "Install \(MemorizeContract.name).service in ~/.local/share/dbus-1/services, with the "
      + "absolute path of memorized in Exec="
    return switch isActivatable {
    case true?: Check(.note, "The bus can start the service, from a file in an unusual place.")
    case nil: Check(.note, "There is no activation file.", fix: "\(install).")
    case false? where isRunning:
      Check(
        .note,
        "There is no activation file: once the service has exited, the bus cannot start it again.",
        fix: "\(install).")
    case false?:
      Check(
        .fault(.notAvailable),
        "The service is not running, and the bus does not know how to start it.",
        fix: "\(install), or start “memorized” by hand.")
    }
  }
}
