package import DBus
package import EventLoop
internal import Glibc

extension Connection {
  /// Connects within a deadline even if connect(2) blocks, then waits equally long for the unique
  /// name.
  ///
  /// SIGALRM interrupts connect(2) and must reach the waiting thread: only for programs with one
  /// thread. `isCanceled` is called ten times a second and says whether to give up.
  ///
  /// - Throws: `NoServer` and the like if nobody listens, `Timeout` if nobody accepts.
  package static func inTime(
    to address: BusAddress, loop: Loop, deadline: Duration,
    unless isCanceled: () -> Bool = { false },
    ready: @escaping (Result<BusName, BusError>) -> Void
  ) throws(BusError) -> Connection {
    let end = MonotonicTime.now + deadline
    // Much faster alarms would leave no time for anything else.
    let interval = min(max(deadline, .milliseconds(10)), .milliseconds(100))
    var (before, action) = (sigaction(), sigaction())
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGALRM, &action, &before)
    var alarm = sigset_t.of([SIGALRM])
    sigprocmask(SIG_UNBLOCK, &alarm, nil)
    defer {
      setAlarm(each: .zero)
      sigaction(SIGALRM, &before, nil)
    }
    while true {
      let start = MonotonicTime.now
      setAlarm(each: interval)
      do {
        return try Connection(to: address, loop: loop, deadline: deadline, ready: ready)
      } catch {
        // A real failure is immediate; a late one is the alarm's EINTR.
        guard MonotonicTime.now - start >= interval else { throw error }
        guard MonotonicTime.now < end, !isCanceled() else {
          throw .silentBus(address, deadline)
        }
      }
    }
  }
}

/// Interrupts system calls that wait, again and again, first a whole interval from now; never for an
/// interval of zero, and it must be less than a second.
private func setAlarm(each interval: Duration) {
  let microseconds = Int(interval.components.attoseconds / 1_000_000_000_000)
  let time = timeval(tv_sec: 0, tv_usec: microseconds)
  var timer = itimerval(it_interval: time, it_value: time)
  setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
}
