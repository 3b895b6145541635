import Foundation
import TestSupport

/// A user's own directories, and the command line without any bus.
final class Shelf {
  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("memorize-shelf-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  /// The directory of the user's themes and decks.
  var data: String { directory.path + "/data/memorize" }

  func path(_ name: String) -> String { directory.path + "/" + name }

  /// Writes a file, and makes the directories above it; returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = directory.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// The names in a directory of here, hidden ones too.
  func names(_ name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }

  /// Runs the command line to its end.
  @discardableResult
  func memorize(_ arguments: String..., with more: [String: String] = [:]) throws -> Outcome {
    try memorize(arguments, with: more)
  }

  func memorize(_ arguments: [String], with more: [String: String] = [:]) throws -> Outcome {
    try Outcome(Programs.memorize, arguments, environment: environment.merging(more) { $1 })
  }

  /// Runs it with a text on standard input.
  func memorize(_ arguments: [String], input: String) throws -> Outcome {
    let file = try write(input, to: "standard-input")
    return try Outcome(
      "/bin/sh", ["-c", "exec \"$0\" \"$@\" <'\(file)'", Programs.memorize] + arguments,
      environment: environment)
  }

  /// Runs a shell's script in which a file system may be mounted on the data's directory.
  ///
  /// `$1` is the command line, `$2` the directory; the arguments follow.
  func onATmpfs(_ script: String, _ arguments: String...) throws -> Outcome {
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    return try Outcome(
      "unshare",
      [
        "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh", Programs.memorize, data,
      ] + arguments, environment: environment)
  }

  var environment: [String: String] {
    Desk.plainEnvironment.merging([
      "DBUS_SESSION_BUS_ADDRESS": "disabled:", "HOME": directory.path,
      "XDG_DATA_HOME": directory.path + "/data", "XDG_DATA_DIRS": directory.path + "/system",
    ]) { $1 }
  }
}
