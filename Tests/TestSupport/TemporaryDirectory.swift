internal import Foundation

/// A directory of a test's own, removed with the value; all paths are within it.
package final class TemporaryDirectory {
  /// Its path, without links.
  package let root: String

  package init(in directory: String? = nil) throws {
    let url = (directory.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory)
      .appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    root = url.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  package func path(_ path: String) -> String { root + "/" + path }

  package func make(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: self.path(path), withIntermediateDirectories: true)
  }

  /// Writes a file, and makes the directories above it; returns its path.
  ///
  /// Atomically, it is written elsewhere and moved into place, so that no part of it is ever seen.
  @discardableResult
  package func write(
    _ path: String, _ text: String = "x", atomically isAtomic: Bool = false
  ) throws -> String {
    try write(path, Array(text.utf8), atomically: isAtomic)
  }

  @discardableResult
  package func write(
    _ path: String, _ bytes: [UInt8], atomically isAtomic: Bool = false
  ) throws -> String {
    let file = URL(fileURLWithPath: self.path(path))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Child.writing { try Data(bytes).write(to: file, options: isAtomic ? .atomic : []) }
    return file.path
  }

  /// A file's content, with its byte order mark.
  package func text(_ path: String) throws -> String {
    let file = URL(fileURLWithPath: self.path(path))
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  package func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: self.path(path))))
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
