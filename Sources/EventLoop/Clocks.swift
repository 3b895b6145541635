package import Glibc

/// An instant of `CLOCK_MONOTONIC`, which stands still while the machine sleeps.
public struct MonotonicTime: Hashable, Comparable, Sendable {
  let nanoseconds: Int64

  /// The current time.
  public static var now: MonotonicTime {
    MonotonicTime(nanoseconds: timespec.now(CLOCK_MONOTONIC).nanoseconds)
  }

  /// Whether an instant is before another.
  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The time between two instants.
  public static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
    .nanoseconds(left.nanoseconds - right.nanoseconds)
  }

  /// A delay of more than a year counts as one year: nanoseconds would overflow.
  public static func + (time: MonotonicTime, delay: Duration) -> MonotonicTime {
    let year: Int64 = 365 * 86_400
    let (seconds, attoseconds) = min(max(delay, .zero), .seconds(year)).components
    return MonotonicTime(
      nanoseconds: time.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}

extension timespec {
  /// The time of a clock.
  package static func now(_ clock: clockid_t = CLOCK_REALTIME) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }

  /// Nanoseconds since the clock's beginning; they wrap around after centuries.
  package var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }

  /// Microseconds since the clock's beginning, for the wall clock 1970; 0 for times before.
  package var microseconds: UInt64 {
    tv_sec < 0 ? 0 : UInt64(tv_sec) * 1_000_000 + UInt64(tv_nsec) / 1000
  }
}

/// The time of day, which people and the system set.
package enum WallClock {
  /// Microseconds since 1970-01-01 UTC; 0 for times before.
  ///
  /// For modules in which some file imports Foundation: the compiler may not find `timespec` there.
  package static var microseconds: UInt64 { timespec.now().microseconds }
}
