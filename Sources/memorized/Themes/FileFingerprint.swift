internal import Glibc

/// By what it is seen that a file is no longer what was read.
struct FileFingerprint: Equatable {
  private let device: UInt
  private let inode: UInt
  /// How many bytes it takes.
  let size: Int
  private let modified: Int
  private let changed: Int

  /// Whether it was changed so lately that the clock of the file system might not tell the next
  /// change apart.
  var isFresh: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return abs(Self.nanoseconds(now) &- changed) < 100_000_000
  }

  init(_ status: stat) {
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
    size = Int(status.st_size)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
  }

  private static func nanoseconds(_ time: timespec) -> Int {
    time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
  }
}
