internal import EventLoop
internal import Glibc
internal import MemoryGame
internal import Practice
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
  private static let boot: UInt64 = {
    let line = try? UserFile.read("/proc/sys/kernel/random/boot_id", limit: 100)
    return line?.prefix { $0 >= 0x20 }.hashFNV1a ?? 0
  }()
}

/// The system's time zone, as the C library knows it.
enum SystemCalendar {
  /// Looks up the time zone, which may have changed: `TZ`, else `/etc/localtime`.
  ///
  /// All calendars of this type use the time zone that was looked up last.
  static var current: LocalCalendar {
    // The library reads its files again only when asked.
    tzset()
    return LocalCalendar { seconds in
      var time = time_t(clamping: seconds)
      var parts = tm()
      // Nil means that the year is out of range; such days are those of UTC.
      return localtime_r(&time, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
    }
  }
}

/// A slice of long-running work, after which other calls are answered.
struct TimeSlice {
  private let end = MonotonicTime.now + .milliseconds(5)

  var isOver: Bool { MonotonicTime.now >= end }
}
