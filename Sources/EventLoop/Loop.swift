internal import CLinux
internal import Glibc

/// One thread's loop over file descriptors, timers, Unix signals and deferred work.
///
/// Everything registered here runs on the thread that calls `run`; the class is not `Sendable`, so
/// the compiler keeps it there. An idle loop sleeps in `epoll_wait(2)` and is woken by nothing else.
public final class Loop {
  private let epoll: Int32
  private var watches: [UInt64: Watch] = [:]
  private var nextWatch: UInt64 = 1
  private var timers = TimerQueue()
  private var deferred: [() -> Void] = []
  private var due: ArraySlice<() -> Void> = []
  private var isStopped = false
  var signals: SignalSource?

  /// A descriptor, what is awaited on it, and who is told.
  private struct Watch {
    let descriptor: Int32
    let handler: (Readiness) -> Void
  }

  /// Names one registered descriptor until it is removed.
  public struct WatchID: Hashable, Sendable {
    let number: UInt64
  }

  /// Opens the loop.
  ///
  /// - Throws: `SystemError` where the kernel gives no epoll descriptor.
  public init() throws(SystemError) {
    epoll = try SystemError.check("open an event queue", epoll_create1(Int32(EPOLL_CLOEXEC)))
  }

  deinit {
    close(epoll)
  }

  /// Calls the handler whenever the descriptor is ready for what is awaited, or has failed.
  ///
  /// - Parameters:
  ///   - descriptor: an open descriptor that `epoll` can watch; a regular file is none.
  ///   - interest: what to wait for; errors and hang-ups are always told.
  ///   - handler: told what the descriptor is ready for.
  /// - Returns: by what the watch is changed and ended.
  /// - Throws: `SystemError` where the descriptor cannot be watched.
  public func watch(
    _ descriptor: Int32, for interest: Readiness, handler: @escaping (Readiness) -> Void
  ) throws(SystemError) -> WatchID {
    let id = WatchID(number: nextWatch)
    var event = event(interest, id)
    try SystemError.check(
      "watch a file descriptor", epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event))
    nextWatch += 1
    watches[id.number] = Watch(descriptor: descriptor, handler: handler)
    return id
  }

  /// Changes what is awaited on a watched descriptor.
  ///
  /// - Throws: `SystemError` where the descriptor has been closed meanwhile.
  public func update(_ id: WatchID, for interest: Readiness) throws(SystemError) {
    guard let watch = watches[id.number] else { return }
    var event = event(interest, id)
    try SystemError.check(
      "watch a file descriptor", epoll_ctl(epoll, EPOLL_CTL_MOD, watch.descriptor, &event))
  }

  /// Forgets a descriptor; its handler is not called again, not even for an event already read.
  public func remove(_ id: WatchID) {
    guard let watch = watches.removeValue(forKey: id.number) else { return }
    // A descriptor that is closed already has left the set by itself.
    _ = epoll_ctl(epoll, EPOLL_CTL_DEL, watch.descriptor, nil)
  }

  /// Calls the handler once, when the time has passed.
  ///
  /// - Parameters:
  ///   - delay: measured by `CLOCK_MONOTONIC`, rounded up to whole milliseconds.
  ///   - handler: called on the loop's thread.
  /// - Returns: by what the timer is cancelled.
  @discardableResult
  public func schedule(after delay: Duration, handler: @escaping () -> Void) -> TimerID {
    timers.insert(deadline: MonotonicTime.now + delay, handler: handler)
  }

  /// Forgets a timer that has not fired yet; one that has is ignored.
  public func cancel(_ timer: TimerID) {
    timers.cancel(timer)
  }

  /// Calls the handler before the loop waits again.
  public func enqueue(_ work: @escaping () -> Void) {
    deferred.append(work)
  }

  /// Runs until `stop` is called.
  public func run() {
    isStopped = false
    while !isStopped { turn { isStopped } }
  }

  /// Runs until the condition holds, which is looked at before each wait; `stop` does not end it.
  public func run(until isDone: () -> Bool) {
    while !isDone() { turn(unless: isDone) }
  }

  /// Ends `run` after the round in which it is called.
  public func stop() {
    isStopped = true
  }

  /// Does all deferred work, waits for the next event or timer, and handles what is ready.
  ///
  /// A handler may run the loop itself: what was left to do when it was called is then done there.
  private func turn(unless isDone: () -> Bool) {
    if due.isEmpty, !deferred.isEmpty {
      due = deferred[...]
      deferred.removeAll()
    }
    while let task = due.popFirst() { task() }
    // The rest of the slice still holds what has been done.
    due = []
    if isDone() { return }

    let timeout = deferred.isEmpty ? timers.millisecondsToNext(now: MonotonicTime.now) : 0
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 16) { events in
      let count = epoll_wait(epoll, events.baseAddress, Int32(events.count), timeout)
      for index in 0..<Int(max(count, 0)) {
        watches[events[index].data.u64]?.handler(Readiness(epoll: events[index].events))
      }
    }
    // A timer that is set anew by its own handler waits for the next round, however short it is.
    let now = MonotonicTime.now
    while let handler = timers.popDue(now: now) { handler() }
  }

  private func event(_ interest: Readiness, _ id: WatchID) -> epoll_event {
    epoll_event(events: interest.epoll, data: epoll_data_t(u64: id.number))
  }
}
