import Foundation
import TestSupport

@testable import memorize

extension Desk {
  /// A desk of a test that needs no service: nothing listens on its bus but the bus.
  static func offline() throws -> Desk { try Desk(runs: false) }

  /// Writes a game to a file, as `log --json` would have.
  func file(of record: RecordedGame, named name: String = "game.json") throws -> String {
    try file(holding: record.json.text + "\n", named: name)
  }

  /// Writes a text to a file.
  func file(holding text: String, named name: String = "game.json") throws -> String {
    let path = bus.directory.path + "/" + name
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }
}
