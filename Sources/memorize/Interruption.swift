import Glibc

/// What SIGINT and SIGTERM do.
enum Interruption {
  /// Ends the program at once by exit code 130 or 143, even while it waits for a reader.
  ///
  /// There is nothing to tidy up. A signal that is ignored from the start, as in a background job
  /// of a shell, stays so; one that is blocked does not, for that is the oversight of a program,
  /// as a status bar, that starts others from a thread which blocks all.
  static func endsTheProgram() {
    var both = sigset_t()
    sigemptyset(&both)
    for number in [SIGINT, SIGTERM] {
      var current = sigaction()
      guard sigaction(number, nil, &current) == 0,
        unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) != ignored
      else { continue }
      signal(number) { _exit(128 + $0) }
      sigaddset(&both, number)
    }
    sigprocmask(SIG_UNBLOCK, &both, nil)
  }

  /// `SIG_IGN`, a macro that casts 1 to a function.
  private static let ignored = 1
}
