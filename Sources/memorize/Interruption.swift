import Glibc

/// What SIGINT and SIGTERM do, and others while something must be tidied up first.
enum Interruption {
  /// Ends the program at once by exit code 130 or 143, even while it waits for a reader.
  ///
  /// There is nothing to tidy up. A signal that is ignored from the start, as in a background job
  /// of a shell, stays so; one that is blocked does not, for that is the oversight of a program,
  /// as a status bar, that starts others from a thread which blocks all.
  static func endsTheProgram() {
    for number in [SIGINT, SIGTERM] where !isIgnored(number) {
      signal(number) { _exit(128 + $0) }
      var one = sigset_t()
      sigemptyset(&one)
      sigaddset(&one, number)
      sigprocmask(SIG_UNBLOCK, &one, nil)
    }
  }

  /// Keeps all signals waiting that end the program or stop it, or lets them do so again.
  static func holdBack(_ isHeldBack: Bool) {
    var all = awaited
    // A shell that was put in front meanwhile must not stop what tidies the terminal up.
    sigaddset(&all, SIGTTOU)
    sigprocmask(isHeldBack ? SIG_BLOCK : SIG_UNBLOCK, &all, nil)
  }

  /// Lets a signal that has come while they were held back do what it does: end the program, or
  /// stop it until it is to go on.
  static func letEnd(by number: Int32) {
    // The Swift runtime may take SIGQUIT for a crash.
    if ![SIGINT, SIGTERM].contains(number) { signal(number, SIG_DFL) }
    holdBack(false)
    raise(number)
  }

  /// Waits while signals are held back.
  ///
  /// - Parameter time: how long, where no signal comes.
  /// - Returns: the signal that has come, if one has.
  static func wait(for time: Duration) -> Int32? {
    let end = ContinuousClock.now + time
    var set = awaited
    while true {
      let (seconds, attoseconds) = max(ContinuousClock.now.duration(to: end), .zero).components
      var left = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      let number = sigtimedwait(&set, nil, &left)
      if number > 0 { return number }
      // Other signals, as that of a resized terminal, wake it too.
      guard errno == EINTR else { return nil }
    }
  }

  private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

  /// Those that are not ignored.
  private static var awaited: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers where !isIgnored(number) { sigaddset(&set, number) }
    return set
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var current = sigaction()
    return sigaction(number, nil, &current) != 0
      || unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) == ignored
  }

  /// `SIG_IGN`, a macro that casts 1 to a function.
  private static let ignored = 1
}
