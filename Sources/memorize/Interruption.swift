import Glibc

/// What SIGINT and SIGTERM do.
enum Interruption {
  /// Ends the program at once by exit code 130 or 143, even while it waits for a reader.
  ///
  /// There is nothing to tidy up. A signal that is ignored from the start, as in a background job
  /// of a shell, stays so; one that is blocked does not, for that is the oversight of a program,
  /// as a status bar, that starts others from a thread which blocks all.
  static func endsTheProgram() {
    var both = awaited
    for number in numbers where sigismember(&both, number) == 1 {
      signal(number) { _exit(128 + $0) }
    }
    sigprocmask(SIG_UNBLOCK, &both, nil)
  }

  /// Keeps signals waiting, or lets them end the program again.
  static func holdBack(_ isHeldBack: Bool) {
    var both = awaited
    sigprocmask(isHeldBack ? SIG_BLOCK : SIG_UNBLOCK, &both, nil)
  }

  /// Waits while signals are held back, so that something can be done before one ends the program.
  ///
  /// - Parameters:
  ///   - time: how long, where no signal comes.
  ///   - tidyUp: done in any case; then a signal that has come ends the program.
  static func wait(for time: Duration, thenAlways tidyUp: () -> Void) {
    let number = firstSignal(of: awaited, until: .now + time)
    tidyUp()
    holdBack(false)
    if let number { raise(number) }
  }

  private static func firstSignal(
    of set: sigset_t, until end: ContinuousClock.Instant
  ) -> Int32? {
    var set = set
    while true {
      let (seconds, attoseconds) = max(ContinuousClock.now.duration(to: end), .zero).components
      var left = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      let number = sigtimedwait(&set, nil, &left)
      if number > 0 { return number }
      // Other signals, as that of a resized terminal, wake it too.
      guard errno == EINTR else { return nil }
    }
  }

  private static let numbers = [SIGINT, SIGTERM]

  /// Those of the two that are not ignored.
  private static var awaited: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers {
      var current = sigaction()
      guard sigaction(number, nil, &current) == 0,
        unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) != ignored
      else { continue }
      sigaddset(&set, number)
    }
    return set
  }

  /// `SIG_IGN`, a macro that casts 1 to a function.
  private static let ignored = 1
}
