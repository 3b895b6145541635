package import Foundation

/// Where the programs under test are: beside the tests, as the build put them.
package enum Programs {
  package static var directory: String {
    if let directory = ProcessInfo.processInfo.environment["MEMORIZE_BIN_DIR"] { return directory }
    // A test bundle runs as /path/debug/memorizePackageTests.xctest, or by a helper that gets its
    // path.
    let candidates = CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
    let bundle = candidates.first ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().path
  }

  package static var memorized: String { directory + "/memorized" }
  package static var memorize: String { directory + "/memorize" }
  package static var notify: String { directory + "/memorize-notify" }
}

/// The files that stand beside the sources.
package enum SourceTree {
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  package static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The files that describe the interfaces on the bus.
  package static func interfaceFiles() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: root.appendingPathComponent("dbus"), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "xml" }
  }
}
