internal import Foundation

/// A directory of a test's own, removed with the value; all paths are within it.
package final class TemporaryDirectory {
  /// Its path, without links.
  package let root: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    root = url.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  package func path(_ path: String) -> String { root + "/" + path }

  package func make(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: self.path(path), withIntermediateDirectories: true)
  }

  package func write(_ path: String, _ text: String = "x") throws {
    try text.write(toFile: self.path(path), atomically: false, encoding: .utf8)
  }

  package func text(_ path: String) throws -> String {
    try String(contentsOfFile: self.path(path), encoding: .utf8)
  }

  package func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: self.path(path), withDestinationPath: target)
  }

  package func move(_ path: String, to other: String) throws {
    guard rename(self.path(path), self.path(other)) == 0 else { throw POSIXError(.EIO) }
  }

  package func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: self.path(path))
  }

  package var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: root).sorted() }
  }
}
