package import EventLoop
package import Glibc

/// SIGINT and SIGTERM while there is nothing to tidy up.
package enum Interruption {
  /// Exits at once with code 130 or 143, even while waiting for a reader.
  ///
  /// A signal ignored from the start, as in a shell's background job, stays ignored. A blocked one
  /// does not: some status bars start programs from a thread that blocks all signals, by oversight.
  package static func exitOnInterrupt() {
    for number in [SIGINT, SIGTERM] where !isIgnored(number) {
      signal(number) { _exit(128 + $0) }
      var one = sigset_t.of([number])
      sigprocmask(SIG_UNBLOCK, &one, nil)
    }
  }

  /// Makes writing to a pipe without a reader, or more to a file than ulimit(1) allows, an error
  /// instead of the end of the program.
  ///
  /// A handler, unlike an ignored signal, is nothing that a command run by this program inherits.
  package static func ignoreFailedWrites() {
    for number in [SIGPIPE, SIGXFSZ] where !isIgnored(number) { signal(number) { _ in } }
  }

  /// Whether such a signal waits to be let through.
  package static var isPending: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    // The system may keep a blocked signal even if it is ignored.
    return [SIGINT, SIGTERM].contains { sigismember(&pending, $0) == 1 && !isIgnored($0) }
  }

  /// Exits as `exitOnInterrupt` says, once `body` has run, if such a signal waits.
  package static func exitIfPending(after body: () -> Void) {
    guard isPending else { return }
    body()
    var both = sigset_t.of([SIGINT, SIGTERM])
    sigprocmask(SIG_UNBLOCK, &both, nil)
  }

  fileprivate static func isIgnored(_ number: Int32) -> Bool {
    var current = sigaction()
    return sigaction(number, nil, &current) != 0
      || unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) == ignored
  }

  /// `SIG_IGN`, a macro that casts 1 to a function.
  private static let ignored = 1
}

/// The Unix signals as events of the loop while this lives, so that ordinary code can restore the
/// terminal.
///
/// ncurses' own handlers never run: the signals stay blocked.
package final class TerminalSignals {
  package enum Event {
    case resized
    /// Ctrl-Z, which stops the program.
    case stop
    /// The program continues after a stop.
    case continued
    case end(Int32)
  }

  /// All that end a program by default, except those that report a fault in the program itself.
  private static let deadly =
    [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
      SIGIO, SIGPWR, SIGSTKFLT,
    ] + Array(realTime)
  /// The C library reserves the first two of the 33.
  private static let realTime: ClosedRange<Int32> = 34...64

  /// Called for each signal; earlier ones wait for the loop to run.
  package var handle: ((Event) -> Void)?
  private let loop: Loop
  /// The signals that were blocked before.
  package private(set) var before = sigset_t()
  private var watch: Loop.WatchID?

  /// Takes the signals, except ignored ones; if `waitsForRoom`, when the terminal has room.
  package init(_ loop: Loop, waitsForRoom: Bool = true) throws(TerminalError) {
    self.loop = loop
    var events: [Int32: Event] = [SIGWINCH: .resized, SIGTSTP: .stop, SIGCONT: .continued]
    for number in Self.deadly { events[number] = .end(number) }
    sigprocmask(SIG_BLOCK, nil, &before)
    events = events.filter { !Interruption.isIgnored($0.key) }
    if waitsForRoom { Self.blockOnceThereIsRoom(Array(events.keys)) }
    do throws(SystemError) {
      watch = try loop.handleSignals(
        events.mapValues { event in { [unowned self] in handle?(event) } })
    } catch {
      sigprocmask(SIG_SETMASK, &before, nil)
      throw .system(error.description)
    }
  }

  deinit {
    if let watch { loop.remove(watch) }
    sigprocmask(SIG_SETMASK, &before, nil)
  }

  /// Until the terminal has room, signals end the program.
  private static func blockOnceThereIsRoom(_ numbers: [Int32]) {
    var set = sigset_t.of(numbers)
    while true {
      _ = Output.results.hasRoom(within: -1)
      sigprocmask(SIG_BLOCK, &set, nil)
      if Output.results.hasRoom { return }
      sigprocmask(SIG_UNBLOCK, &set, nil)
    }
  }

  /// Signals wait until something is done.
  package static func holding<E: Error>(
    _ numbers: Int32..., while body: () throws(E) -> Void
  ) throws(E) {
    var held = sigset_t.of(numbers)
    var before = sigset_t()
    sigprocmask(SIG_BLOCK, &held, &before)
    defer { sigprocmask(SIG_SETMASK, &before, nil) }
    try body()
  }

  /// Stops the process as its shell expects, and returns when it continues.
  ///
  /// If no shell could continue it, the system does not stop it.
  package func stopProcess() {
    signal(SIGTSTP, SIG_DFL)
    var stop = sigset_t.of([SIGTSTP])
    raise(SIGTSTP)
    sigprocmask(SIG_UNBLOCK, &stop, nil)
    sigprocmask(SIG_BLOCK, &stop, nil)
    // Drop the SIGCONT that ended this stop; a later one is news.
    var pending = sigset_t()
    sigpending(&pending)
    guard sigismember(&pending, SIGCONT) == 1 else { return }
    var continuation = sigset_t.of([SIGCONT])
    var number: Int32 = 0
    sigwait(&continuation, &number)
  }
}
