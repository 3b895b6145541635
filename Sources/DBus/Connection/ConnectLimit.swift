public import EventLoop
internal import Glibc

extension Connection {
  /// Connects, and gives up in time even where the system would not: for programs of one thread.
  ///
  /// connect(2) waits without end for a socket whose queue is full, as that of a stopped bus is sooner
  /// or later, and libdbus gives no deadline for it. A signal (SIGALRM) ends the waiting, which
  /// only the thread that waits must get.
  ///
  /// - Parameters:
  ///   - address: where the bus listens.
  ///   - loop: the loop to live in.
  ///   - deadline: how long connecting may take, and then how long the bus may take to let us in.
  ///   - isCancelled: asked now and then whether there is no more use in it.
  ///   - ready: told when the name is there, or why it is not.
  /// - Returns: the connection.
  /// - Throws: `NoServer` and the like where nobody listens, `Timeout` where nobody accepts.
  public static func inTime(
    to address: BusAddress, loop: Loop, deadline: Duration,
    unless isCancelled: () -> Bool = { false },
    ready: @escaping (Result<BusName, BusError>) -> Void
  ) throws(BusError) -> Connection {
    let end = ContinuousClock.now + deadline
    let interval = min(deadline, .milliseconds(100))
    let alarm = Alarm(each: interval)
    defer { alarm.cancel() }
    while true {
      let start = ContinuousClock.now
      do {
        return try Connection(to: address, loop: loop, deadline: deadline, ready: ready)
      } catch {
        // What fails by itself fails at once; after a while it was the alarm.
        guard start.duration(to: .now) >= interval / 2 else { throw error }
        guard ContinuousClock.now < end, !isCancelled() else {
          throw BusError(
            .timeout,
            "The message bus at \(address) did not answer within \(deadline.inSeconds).")
        }
      }
    }
  }
}

/// Ends system calls that wait, again and again.
private struct Alarm {
  private let before: sigaction

  init(each interval: Duration) {
    var before = sigaction()
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGALRM, &action, &before)
    self.before = before
    var alarm = sigset_t()
    sigemptyset(&alarm)
    sigaddset(&alarm, SIGALRM)
    sigprocmask(SIG_UNBLOCK, &alarm, nil)
    let (seconds, attoseconds) = interval.components
    // A timer of nothing at all would never go off.
    let microseconds = max(Int(attoseconds / 1_000_000_000_000), seconds == 0 ? 1 : 0)
    let time = timeval(tv_sec: Int(seconds), tv_usec: microseconds)
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
