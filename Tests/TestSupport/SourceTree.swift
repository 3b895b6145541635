package import Foundation

/// The files that stand beside the sources.
package enum SourceTree {
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
