internal import Glibc
internal import MemoryGame

/// The system's clocks, read for the game, which reads none itself.
enum SystemClock {
  static var now: Moment {
    Moment(epoch: microseconds(CLOCK_REALTIME), boottime: microseconds(CLOCK_BOOTTIME))
  }

  private static func microseconds(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(max(0, time.tv_sec)) * 1_000_000 + UInt64(time.tv_nsec) / 1000
  }
}
