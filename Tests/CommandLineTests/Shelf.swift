import Foundation
import TestSupport

/// A user's own directories, and the command line without any bus.
final class Shelf {
  private let files: TemporaryDirectory

  init() throws { files = try TemporaryDirectory() }

  /// The directory of the user's themes and decks.
  var data: String { files.path("data/memorize") }

  func path(_ name: String) -> String { files.path(name) }

  /// Writes a file, and makes the directories above it; returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String { try files.write(name, text) }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String { try files.write(name, bytes) }

  func text(_ name: String) throws -> String { try files.text(name) }

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
    try files.make("data/memorize")
    return try Outcome(
      "unshare",
      [
        "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh", Programs.memorize, data,
      ] + arguments, environment: environment)
  }

  var environment: [String: String] {
    Desk.plainEnvironment.merging([
      "DBUS_SESSION_BUS_ADDRESS": "disabled:", "HOME": files.root,
      "XDG_DATA_HOME": files.path("data"), "XDG_DATA_DIRS": files.path("system"),
    ]) { $1 }
  }
}
