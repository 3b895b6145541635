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
  package static var connect: String { directory + "/memorize-connect" }
}

/// The files that stand beside the sources.
package enum SourceTree {
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  package static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The arguments with which `python-with` runs a script with some packages of PyPI, which are kept
  /// for later runs; it exits with 3 if PyPI is out of reach.
  package static func python(
    with packages: [String], _ script: [String]
  ) -> (program: String, arguments: [String]) {
    let name = packages.joined(separator: "-").replacing("==", with: "-")
    let place = FileManager.default.temporaryDirectory.path + "/memorize-\(getuid())-\(name)"
    let program = root.appendingPathComponent("share/make/python-with").path
    return (program, [place] + packages + ["--"] + script)
  }

  /// The files that describe the interfaces on the bus.
  package static func interfaceFiles() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: root.appendingPathComponent("dbus"), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "xml" }
  }
}
