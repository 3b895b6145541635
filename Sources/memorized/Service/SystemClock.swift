internal import EventLoop
internal import Glibc
internal import MemoryGame
internal import PlainText
internal import Store
internal import UserFiles

/// The system's clocks, read for the game, which is pure.
enum SystemClock {
  static var now: Moment {
    Moment(
      epoch: timespec.now().microseconds, boottime: timespec.now(CLOCK_BOOTTIME).microseconds,
      boot: boot)
  }

  /// Identifies this boot; 0 if the kernel does not identify it.
  private static let boot = FilePath.boot?.utf8.hashFNV1a() ?? 0
}

/// A slice of long-running work, after which other calls are answered.
struct TimeSlice {
  private let end = MonotonicTime.now + .milliseconds(5)

  var isOver: Bool { MonotonicTime.now >= end }
}
