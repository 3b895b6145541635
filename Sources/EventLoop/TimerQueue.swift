internal import CLinux
internal import Glibc

/// Identifies a timer; of equal deadlines, the lower number fires first.
public struct TimerID: Hashable, Sendable {
  let deadline: MonotonicTime
  let number: UInt64

  func isBefore(_ other: TimerID) -> Bool {
    deadline == other.deadline ? number < other.number : deadline < other.deadline
  }
}

/// Timers in the order of their deadlines, the next one at the end.
///
/// There are few, mostly call deadlines of equal length: new ones go to the front.
struct TimerQueue {
  private var timers: [(id: TimerID, handler: () -> Void)] = []
  private var lastNumber: UInt64 = 0

  mutating func insert(deadline: MonotonicTime, handler: @escaping () -> Void) -> TimerID {
    lastNumber += 1
    let id = TimerID(deadline: deadline, number: lastNumber)
    timers.insert((id, handler), at: index(of: id))
    return id
  }

  mutating func cancel(_ timer: TimerID) {
    let index = index(of: timer)
    if index < timers.count, timers[index].id == timer { timers.remove(at: index) }
  }

  /// The timeout for `epoll_wait(2)`: -1 without a timer, rounded up so as not to wake early.
  func millisecondsToNext(now: MonotonicTime) -> Int32 {
    guard let next = timers.last else { return -1 }
    let nanoseconds = next.id.deadline.nanoseconds - now.nanoseconds
    return nanoseconds <= 0 ? 0 : Int32(clamping: (nanoseconds + 999_999) / 1_000_000)
  }

  mutating func popDue(now: MonotonicTime) -> (() -> Void)? {
    guard let next = timers.last, next.id.deadline <= now else { return nil }
    return timers.removeLast().handler
  }

  /// The index of a timer, or where to insert it: the first whose timer is not later.
  private func index(of timer: TimerID) -> Int {
    var places = 0..<timers.count
    while !places.isEmpty {
      let middle = places.lowerBound + places.count / 2
      if timer.isBefore(timers[middle].id) {
        places = middle + 1..<places.upperBound
      } else {
        places = places.lowerBound..<middle
      }
    }
    return places.lowerBound
  }
}

/// An instant of `CLOCK_MONOTONIC`, which stands still while the machine sleeps.
///
/// The standard library's `ContinuousClock` would link Concurrency and Dispatch, which cost 100 kB
/// of private memory.
public struct MonotonicTime: Hashable, Comparable, Sendable {
  let nanoseconds: Int64

  /// The time as it is now.
  public static var now: MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// Whether an instant is before another.
  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The time that passed between two instants.
  public static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
    .nanoseconds(left.nanoseconds - right.nanoseconds)
  }

  /// A delay of more than a year counts as one: nanoseconds would overflow.
  public static func + (time: MonotonicTime, delay: Duration) -> MonotonicTime {
    let year: Int64 = 365 * 86_400
    let (seconds, attoseconds) = min(max(delay, .zero), .seconds(year)).components
    return MonotonicTime(
      nanoseconds: time.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
