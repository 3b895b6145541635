internal import EventLoop
internal import Glibc

/// Signals that would end the program wait while this exists, so that what was begun is cleared away
/// before.
package final class HeldSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  private var before = sigset_t()

  package init() {
    var held = sigset_t.of(Self.numbers)
    sigprocmask(SIG_BLOCK, &held, &before)
  }

  deinit { release() }

  /// Whether one has come.
  package var areWaiting: Bool {
    var waiting = sigset_t()
    sigpending(&waiting)
    return Self.numbers.contains { sigismember(&waiting, $0) == 1 }
  }

  /// Ends the program if one has come.
  package func release() { sigprocmask(SIG_SETMASK, &before, nil) }
}
