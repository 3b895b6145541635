internal import CLinux
internal import Glibc

/// Names one timer until it fires.
public struct TimerID: Hashable, Sendable {
  let number: UInt64
}

/// Timers by deadline: a binary heap, from which a cancelled timer is left out when it comes up.
struct TimerQueue {
  private struct Entry {
    let deadline: MonotonicTime
    let number: UInt64

    func isBefore(_ other: Entry) -> Bool {
      deadline == other.deadline ? number < other.number : deadline < other.deadline
    }
  }

  private var heap: [Entry] = []
  private var handlers: [UInt64: () -> Void] = [:]
  private var nextNumber: UInt64 = 1

  mutating func insert(deadline: MonotonicTime, handler: @escaping () -> Void) -> TimerID {
    let entry = Entry(deadline: deadline, number: nextNumber)
    nextNumber += 1
    handlers[entry.number] = handler
    heap.append(entry)
    var child = heap.count - 1
    while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
    return TimerID(number: entry.number)
  }

  mutating func cancel(_ timer: TimerID) {
    handlers[timer.number] = nil
    // Each call has a deadline and most are cancelled: without this the heap would keep them all.
    if heap.count > 64, heap.count > 2 * handlers.count { compact() }
    dropCancelled()
  }

  /// What to give `epoll_wait(2)`: -1 where there is no timer, rounded up so as not to wake early.
  mutating func millisecondsToNext(now: MonotonicTime) -> Int32 {
    dropCancelled()
    guard let next = heap.first else { return -1 }
    let nanoseconds = next.deadline.nanoseconds - now.nanoseconds
    return nanoseconds <= 0 ? 0 : Int32(clamping: (nanoseconds + 999_999) / 1_000_000)
  }

  mutating func popDue(now: MonotonicTime) -> (() -> Void)? {
    dropCancelled()
    guard let next = heap.first, next.deadline <= now else { return nil }
    removeFirst()
    return handlers.removeValue(forKey: next.number)
  }

  private mutating func dropCancelled() {
    while let first = heap.first, handlers[first.number] == nil { removeFirst() }
  }

  private mutating func compact() {
    heap.removeAll { handlers[$0.number] == nil }
    // A sorted array is a heap.
    heap.sort { $0.isBefore($1) }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child].isBefore(heap[least]) { least = child }
      }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}

/// An instant of `CLOCK_MONOTONIC`.
struct MonotonicTime: Comparable {
  let nanoseconds: Int64

  static var now: MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// A delay too long to be told in nanoseconds is taken as a year.
  static func + (time: MonotonicTime, delay: Duration) -> MonotonicTime {
    let year: Int64 = 365 * 86_400
    let (seconds, attoseconds) = min(max(delay, .zero), .seconds(year)).components
    return MonotonicTime(
      nanoseconds: time.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
