import CLinux
import EventLoop
import Glibc

/// The Unix signals of a program that has taken the terminal.
///
/// They come as events of the loop, so that the terminal is put back by ordinary code. ncurses has
/// handlers of its own, which never run: the signals stay blocked.
final class TerminalSignals {
  /// What a signal asks for.
  enum Event {
    /// The terminal has another size.
    case resized
    /// The program is to stop, as by Ctrl-Z.
    case stop
    /// The program goes on after a stop.
    case continued
    /// The program is to end.
    case end(Int32)
  }

  /// What ends a program that does not take it, but for what tells of a fault in the program itself.
  static let deadly =
    [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
      SIGIO, SIGPWR, SIGSTKFLT,
    ] + Array(realTime)
  /// The C library keeps the first two of the 33 for itself.
  private static let realTime: ClosedRange<Int32> = 34...64

  /// Told each signal; one that comes before this is set waits for the loop to run.
  var take: ((Event) -> Void)?

  /// Takes the signals, but for those that are ignored: a blocked one would be told all the same.
  ///
  /// - Throws: `ProgramError` where the system gives no descriptor.
  init(_ loop: Loop) throws(ProgramError) {
    var events: [Int32: Event] = [SIGWINCH: .resized, SIGTSTP: .stop, SIGCONT: .continued]
    for number in Self.deadly { events[number] = .end(number) }
    events = events.filter { !Interruption.isIgnored($0.key) }
    Self.blockWhereThereIsRoom(Array(events.keys))
    let handlers = events.mapValues { event in { [weak self] in self?.take?(event) ?? () } }
    do {
      try loop.handleSignals(handlers)
    } catch {
      throw ProgramError(.unexpected, name: "Terminal", error.description)
    }
  }

  /// Blocks signals while the terminal has room; until it has, they end the program.
  private static func blockWhereThereIsRoom(_ numbers: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    while true {
      Output.results.waitForRoom()
      sigprocmask(SIG_BLOCK, &set, nil)
      if Output.results.hasRoom { return }
      sigprocmask(SIG_UNBLOCK, &set, nil)
    }
  }

  /// Does what puts the terminal back, which from the background would stop the process.
  static func unstoppably(_ body: () -> Void) {
    var stop = sigset_t()
    var before = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTTOU)
    sigprocmask(SIG_BLOCK, &stop, &before)
    body()
    sigprocmask(SIG_SETMASK, &before, nil)
  }

  /// Stops the process as its shell expects it, and returns when it goes on.
  ///
  /// Where no shell could continue it, the system does not stop it either.
  func stopProcess() {
    signal(SIGTSTP, SIG_DFL)
    var stop = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    raise(SIGTSTP)
    sigprocmask(SIG_UNBLOCK, &stop, nil)
    sigprocmask(SIG_BLOCK, &stop, nil)
    // What ended this stop is no news; one that tells of another stop is.
    var continuation = sigset_t()
    sigemptyset(&continuation)
    sigaddset(&continuation, SIGCONT)
    var noTime = timespec()
    _ = sigtimedwait(&continuation, nil, &noTime)
  }
}
