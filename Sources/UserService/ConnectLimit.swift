package import DBus
package import EventLoop
internal import Glibc

extension Connection {
  /// Connects within a deadline even if connect(2) blocks, then waits equally long for the unique
  /// name.
  ///
  /// SIGALRM interrupts connect(2) and must reach the waiting thread: only for programs with one
  /// thread. `isCancelled` is called ten times a second and says whether to give up.
  ///
  /// - Throws: `NoServer` and the like if nobody listens, `Timeout` if nobody accepts.
  package static func inTime(
    to address: BusAddress, loop: Loop, deadline: Duration,
    unless isCancelled: () -> Bool = { false },
    ready: @escaping (Result<BusName, BusError>) -> Void
  ) throws(BusError) -> Connection {
    let end = MonotonicTime.now + deadline
    // Much faster alarms would leave no time for anything else.
    let interval = min(max(deadline, .milliseconds(10)), .milliseconds(100))
    let alarm = Alarm(each: interval)
    defer { alarm.cancel() }
    while true {
      let start = MonotonicTime.now
      alarm.begin()
      do {
        return try Connection(to: address, loop: loop, deadline: deadline, ready: ready)
      } catch {
        // A real failure is immediate; a late one is the alarm's EINTR.
        guard MonotonicTime.now - start >= interval else { throw error }
        guard MonotonicTime.now < end, !isCancelled() else {
          throw .silentBus(address, deadline)
        }
      }
    }
  }
}

/// Interrupts system calls that wait, again and again.
private struct Alarm {
  private let before: sigaction
  private let time: timeval

  /// The interval is less than a second.
  init(each interval: Duration) {
    var before = sigaction()
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGALRM, &action, &before)
    self.before = before
    var alarm = sigset_t.of([SIGALRM])
    sigprocmask(SIG_UNBLOCK, &alarm, nil)
    let microseconds = Int(interval.components.attoseconds / 1_000_000_000_000)
    time = timeval(tv_sec: 0, tv_usec: microseconds)
  }

  /// The first alarm comes a whole interval from now.
  func begin() {
    Self.set(itimerval(it_interval: time, it_value: time))
  }

  func cancel() {
    Self.set(itimerval())
    var before = before
    sigaction(SIGALRM, &before, nil)
  }

  private static func set(_ timer: itimerval) {
    var timer = timer
    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
  }
}
