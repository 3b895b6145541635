/// Identifies a timer.
public struct TimerID: Hashable, Sendable {
  let number: UInt64
}

/// Timers in the order of their deadlines, the next one at the end; of equal deadlines, the oldest.
///
/// There are few, mostly call deadlines of equal length: new ones go to the front.
struct TimerQueue {
  private var timers: [(id: TimerID, deadline: MonotonicTime, handler: () -> Void)] = []
  private var lastNumber: UInt64 = 0

  mutating func insert(deadline: MonotonicTime, handler: @escaping () -> Void) -> TimerID {
    lastNumber += 1
    let id = TimerID(number: lastNumber)
    let index = timers.firstIndex { $0.deadline <= deadline } ?? timers.count
    timers.insert((id, deadline, handler), at: index)
    return id
  }

  mutating func cancel(_ timer: TimerID) {
    if let index = timers.lastIndex(where: { $0.id == timer }) { timers.remove(at: index) }
  }

  /// The timeout for `epoll_wait(2)`: -1 without a timer, rounded up so as not to wake early.
  func millisecondsToNext(now: MonotonicTime) -> Int32 {
    guard let next = timers.last else { return -1 }
    let nanoseconds = next.deadline.nanoseconds - now.nanoseconds
    return nanoseconds <= 0 ? 0 : Int32(clamping: (nanoseconds + 999_999) / 1_000_000)
  }

  mutating func popDue(now: MonotonicTime) -> (() -> Void)? {
    guard let next = timers.last, next.deadline <= now else { return nil }
    return timers.removeLast().handler
  }
}
