internal import EventLoop
internal import Glibc

/// Device and inode: distinguishes a file from a later one of the same name.
struct FileIdentity: Hashable {
  private let device: UInt
  private let inode: UInt

  init(_ status: stat) {
    (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
  }
}

/// Distinguishes versions of a regular file's content.
package struct FileVersion: Equatable {
  let identity: FileIdentity
  /// In bytes.
  package let size: Int
  private let modified: Int64
  private let changed: Int64
  /// Whether it was changed so recently that the next change may get the same time.
  private let isFresh: Bool

  /// Reads a file's attributes without opening it.
  package init(of path: String) throws(FileError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .system(errno) }
    try UserFile.refuseOtherKinds(status)
    identity = FileIdentity(status)
    size = Int(status.st_size)
    modified = status.st_mtim.nanoseconds
    changed = status.st_ctim.nanoseconds
    isFresh = abs(timespec.now().nanoseconds &- changed) < 100_000_000
  }

  /// When the content was changed last, in microseconds since 1970-01-01 UTC.
  package var modifiedAt: UInt64 { UInt64(clamping: modified / 1_000) }

  /// Whether no attribute differs; the content may, if the version is fresh.
  package static func == (lhs: FileVersion, rhs: FileVersion) -> Bool {
    lhs.identity == rhs.identity && lhs.size == rhs.size && lhs.modified == rhs.modified
      && lhs.changed == rhs.changed
  }

  /// Whether the content of a later version is certainly the same.
  package func isStill(_ later: FileVersion?) -> Bool {
    !isFresh && self == later
  }
}
