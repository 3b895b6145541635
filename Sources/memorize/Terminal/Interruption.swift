import CLinux
import Glibc

/// What SIGINT and SIGTERM do if there is nothing to tidy up.
enum Interruption {
  /// Ends the program at once by exit code 130 or 143, even while it waits for a reader.
  ///
  /// A signal that is ignored from the start, as in a background job
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

  /// Whether a signal does nothing to the program.
  static func isIgnored(_ number: Int32) -> Bool {
    var current = sigaction()
    return sigaction(number, nil, &current) != 0
      || unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) == ignored
  }

  /// `SIG_IGN`, a macro that casts 1 to a function.
  private static let ignored = 1
}
