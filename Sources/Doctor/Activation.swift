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

  /// Why the bus cannot start the program, as a sentence; nil if it can.
  var fault: String? {
    let (file, program) = (path.printable, program.printable)
    if self.program.isEmpty { return english("\(file) names no program to start.") }
    if !self.program.hasPrefix("/") {
      return english("\(file) names its program “\(program)”, which is not an absolute path.")
    }
    if access(self.program, F_OK) != 0 {
      return english("\(file) starts “\(program)”, which does not exist.")
    }
    return FilePath.isExecutable(self.program)
      ? nil : english("\(file) starts “\(program)”, which cannot be executed.")
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
    let (path, reload) = (file.path.printable, Self.reloadBus)
    var checks: [Check] = []
    func add(_ status: Check.Status, _ text: String, fix: String) {
      checks.append(Check(status, text, fix: fix))
    }
    if isActivatable == false {
      add(
        isRunning ? .warning : .fault(.notAvailable),
        english("\(path) exists, but the bus does not know about it."), fix: reload)
    }
    if let fault = file.fault {
      // systemd starts its unit and ignores the program.
      let isUnused = asksForUnit && unit.loaded != nil
      add(
        isUnused ? .warning : .fault(isRunning ? .unexpected : .notAvailable), fault,
        fix: english(
          "Put the absolute path of memorized in the line Exec= of \(path), then: \(reload)"))
    }
    if unit.loaded != nil, !asksForUnit {
      let line = "SystemdService=\(Unit.name)"
      add(
        .warning,
        (file.unit?.printable).map { unit in
          english(
            "\(path) asks systemd for \(unit), so the bus and systemd would start the service "
              + "differently.")
        }
          ?? english(
            "\(path) does not ask systemd, so the bus and systemd would start the service "
              + "differently."),
        fix: english("Add the line \(line) there, then: \(reload)"))
    }
    for other in files.dropFirst().map(\.path.printable) {
      add(
        .warning, english("\(other) claims the same name, but \(path) takes precedence."),
        fix: english("Remove the one you do not want, then: \(reload)"))
    }
    guard checks.isEmpty else { return checks }
    let text =
      (file.unit?.printable).map { unit in
        english("The bus starts the service through \(unit), as \(path) says.")
      } ?? english("The bus starts the service, as \(path) says.")
    return [Check(.ok, text)]
  }

  private var withoutFile: Check {
    let file = "\(MemorizeContract.name).service"
    let install = english(
      "Install \(file) in ~/.local/share/dbus-1/services, with the absolute path of memorized in "
        + "Exec=.")
    return switch isActivatable {
    case true?:
      Check(.note, english("The bus can start the service, from a file in an unusual place."))
    case nil: Check(.note, english("There is no activation file."), fix: install)
    case false? where isRunning:
      Check(
        .note,
        english(
          "There is no activation file: once the service has exited, the bus cannot start it again."
        ), fix: install)
    case false?:
      Check(
        .fault(.notAvailable),
        english("The service is not running, and the bus does not know how to start it."),
        fix: english(
          "Install \(file) in ~/.local/share/dbus-1/services, with the absolute path of memorized "
            + "in Exec=, or start “memorized” by hand."))
    }
  }
}
