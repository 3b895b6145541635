internal import CLinux
internal import Glibc

/// One thread's loop over file descriptors, timers, Unix signals and deferred work.
///
/// Everything registered here runs on the thread that calls `run`; the class is not `Sendable`, so
/// the compiler keeps it there. An idle loop sleeps in `epoll_wait(2)` and is woken by nothing
/// else.
public final class Loop {
  private let epoll: Int32
  private var watches: [UInt64: Watch] = [:]
  private var nextWatch: UInt64 = 1
  private var timers = TimerQueue()
  private var deferred: [() -> Void] = []
  private var due: ArraySlice<() -> Void> = []
  private var isStopped = false
  /// How often it has waited: nothing arrives between two waits.
  package private(set) var waits: UInt64 = 0

  private struct Watch {
    let descriptor: Int32
    /// Whether the loop closes the descriptor.
    var isOwn = false
    let handler: (Readiness) -> Void
  }

  /// Identifies a watched descriptor.
  public struct WatchID: Hashable, Sendable {
    let number: UInt64
  }

  /// Opens the loop's `epoll(7)` descriptor.
  public init() throws(SystemError) {
    epoll = try SystemError.check("open an event queue", epoll_create1(Int32(EPOLL_CLOEXEC)))
  }

  deinit {
    for watch in watches.values where watch.isOwn { close(watch.descriptor) }
    close(epoll)
  }

  /// Calls the handler whenever the descriptor is ready, has failed or hung up.
  ///
  /// A regular file cannot be watched.
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

  /// Watches a descriptor that the loop closes: when the watch ends, or at once if it cannot begin.
  package func watch(
    owning descriptor: Int32, for interest: Readiness, handler: @escaping (Readiness) -> Void
  ) throws(SystemError) -> WatchID {
    do throws(SystemError) {
      let id = try watch(descriptor, for: interest, handler: handler)
      watches[id.number]?.isOwn = true
      return id
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Calls the handler when a child has ended, which is still to be waited for.
  package func watch(
    endOf process: Int32, handler: @escaping () -> Void
  ) throws(SystemError) -> WatchID {
    let descriptor = try SystemError.check("watch a process", descriptor_of_process(process))
    return try watch(owning: descriptor, for: .readable) { _ in handler() }
  }

  /// Changes the interest in a watched descriptor; throws if that has been closed.
  public func update(_ id: WatchID, for interest: Readiness) throws(SystemError) {
    guard let watch = watches[id.number] else { return }
    var event = event(interest, id)
    try SystemError.check(
      "watch a file descriptor", epoll_ctl(epoll, EPOLL_CTL_MOD, watch.descriptor, &event))
  }

  /// Ends a watch: its handler is not called again, not even for an event already read.
  public func remove(_ id: WatchID) {
    guard let watch = watches.removeValue(forKey: id.number) else { return }
    // Fails for a closed descriptor, which has left the set already.
    _ = epoll_ctl(epoll, EPOLL_CTL_DEL, watch.descriptor, nil)
    if watch.isOwn { close(watch.descriptor) }
  }

  /// Calls the handler once after a delay by `CLOCK_MONOTONIC`, rounded up to whole milliseconds.
  @discardableResult
  public func schedule(after delay: Duration, handler: @escaping () -> Void) -> TimerID {
    timers.insert(deadline: MonotonicTime.now + delay, handler: handler)
  }

  /// Cancels a timer; one that has fired is ignored.
  public func cancel(_ timer: TimerID) {
    timers.cancel(timer)
  }

  /// Calls the handler before the loop waits again.
  public func enqueue(_ work: @escaping () -> Void) {
    deferred.append(work)
  }

  /// Whether work is due; an object, so that the loop can reset it.
  package final class Flag {
    package var isSet = false
    package init() {}
  }

  /// Does the work once before the loop waits again, or after a delay, however often it is
  /// requested until then.
  package func enqueueOnce(
    _ isDue: Flag, after delay: Duration? = nil, _ work: @escaping () -> Void
  ) {
    guard !isDue.isSet else { return }
    isDue.isSet = true
    let task = {
      isDue.isSet = false
      work()
    }
    if let delay { schedule(after: delay, handler: task) } else { enqueue(task) }
  }

  /// Handles Unix signals, by number, as events instead of their default actions.
  ///
  /// Call it before starting threads or child processes: they inherit the blocked signals. After the
  /// watch is removed, the signals stay blocked.
  @discardableResult
  public func handleSignals(_ handlers: [Int32: () -> Void]) throws(SystemError) -> WatchID {
    var set = sigset_t.of(Array(handlers.keys))
    try SystemError.check("block Unix signals", sigprocmask(SIG_BLOCK, &set, nil))
    let descriptor = try SystemError.check(
      "receive Unix signals", signalfd(-1, &set, Int32(SFD_NONBLOCK | SFD_CLOEXEC)))
    return try watch(owning: descriptor, for: .readable) { _ in
      var info = signalfd_siginfo()
      let size = MemoryLayout<signalfd_siginfo>.size
      while read(descriptor, &info, size) == size {
        handlers[Int32(bitPattern: info.ssi_signo)]?()
      }
    }
  }

  /// Ignores SIGPIPE, so that writing to a pipe without a reader is an error.
  public static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Runs until `stop` is called.
  public func run() {
    isStopped = false
    while !isStopped { turn { isStopped } }
  }

  /// Runs until the condition, checked before each wait, holds; `stop` does not end it.
  public func run(until isDone: () -> Bool) {
    while !isDone() { turn(unless: isDone) }
  }

  /// Ends `run` after the round in which it is called.
  public func stop() {
    isStopped = true
  }

  /// Does all deferred work, waits for the next event or timer, and handles what is ready.
  ///
  /// A handler may run the loop; the nested run does the pending work.
  private func turn(unless isDone: () -> Bool) {
    if due.isEmpty, !deferred.isEmpty {
      due = deferred[...]
      deferred.removeAll()
    }
    while let task = due.popFirst() { task() }
    // The rest of the slice still contains the finished work.
    due = []
    if isDone() { return }

    let timeout = deferred.isEmpty ? timers.millisecondsToNext(now: MonotonicTime.now) : 0
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 16) { events in
      let count = epoll_wait(epoll, events.baseAddress, Int32(events.count), timeout)
      waits += 1
      for index in 0..<Int(max(count, 0)) {
        watches[events[index].data.u64]?.handler(Readiness(rawValue: events[index].events))
      }
    }
    // A timer set again by its own handler waits for the next round, however short it is.
    let now = MonotonicTime.now
    while let handler = timers.popDue(now: now) { handler() }
  }

  private func event(_ interest: Readiness, _ id: WatchID) -> epoll_event {
    epoll_event(events: interest.rawValue, data: epoll_data_t(u64: id.number))
  }
}

/// The states of a file descriptor.
public struct Readiness: OptionSet, Sendable {
  /// The kernel's bits.
  public let rawValue: UInt32

  /// Makes a set from its bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Data, or the end of it, can be read (`EPOLLIN`).
  public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
  /// There is room to write (`EPOLLOUT`).
  public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
  /// The descriptor failed, or a pipe has lost its reader (`EPOLLERR`).
  public static let failed = Readiness(rawValue: EPOLLERR.rawValue)
  /// The other end is gone (`EPOLLHUP`).
  public static let hungUp = Readiness(rawValue: EPOLLHUP.rawValue)
}
