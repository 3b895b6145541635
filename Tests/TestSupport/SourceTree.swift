package import Foundation

/// The files that stand beside the sources.
package enum SourceTree {
  /// Where the tests were built, unless `MEMORIZE_SOURCE_DIR` names a copy: the tests may run as a
  /// user who cannot read the place.
  package static let root: URL = {
    if let copy = ProcessInfo.processInfo.environment["MEMORIZE_SOURCE_DIR"] {
      return URL(fileURLWithPath: copy)
    }
    return URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }()
}
