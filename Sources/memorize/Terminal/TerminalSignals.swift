import CLinux
import EventLoop
import Glibc

/// What SIGINT and SIGTERM do if there is nothing to tidy up.
enum Interruption {
  /// Ends the program at once by exit code 130 or 143, even while it waits for a reader.
  ///
  /// A signal that is ignored from the start, as in a background job of a shell, stays so. One that
  /// is blocked does not: that is the oversight of a status bar that starts others from a thread
  /// which blocks all.
  static func endsTheProgram() {
    for number in [SIGINT, SIGTERM] where !isIgnored(number) {
      signal(number) { _exit(128 + $0) }
      var one = sigset_t()
      sigemptyset(&one)
      sigaddset(&one, number)
      sigprocmask(SIG_UNBLOCK, &one, nil)
    }
  }

  fileprivate static func isIgnored(_ number: Int32) -> Bool {
    var current = sigaction()
    return sigaction(number, nil, &current) != 0
      || unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) == ignored
  }

  /// `SIG_IGN`, a macro that casts 1 to a function.
  private static let ignored = 1
}

/// The Unix signals as events of the loop, as long as this lives, so that a program that has taken
/// the terminal puts it back by ordinary code.
///
/// ncurses has handlers of its own, which never run: the signals stay blocked.
final class TerminalSignals {
  enum Event {
    case resized
    /// Ctrl-Z, which stops the program.
    case stop
    /// The program goes on after a stop.
    case continued
    case end(Int32)
  }

  /// Whatever ends a program by default, except for what reports a fault in the program itself.
  private static let deadly =
    [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
      SIGIO, SIGPWR, SIGSTKFLT,
    ] + Array(realTime)
  /// The C library keeps the first two of the 33 for itself.
  private static let realTime: ClosedRange<Int32> = 34...64

  /// Takes each signal; one that comes before this is set waits for the loop to run.
  var take: ((Event) -> Void)?
  private let loop: Loop
  private let events: [Int32: Event]
  private let descriptor: Int32
  private var before = sigset_t()
  private var watch: Loop.WatchID?

  /// Takes the signals, but for those that are ignored; if told so, once the terminal has room.
  init(_ loop: Loop, waitsForRoom: Bool = true) throws(ProgramError) {
    self.loop = loop
    var events: [Int32: Event] = [SIGWINCH: .resized, SIGTSTP: .stop, SIGCONT: .continued]
    for number in Self.deadly { events[number] = .end(number) }
    sigprocmask(SIG_BLOCK, nil, &before)
    self.events = events.filter { !Interruption.isIgnored($0.key) }
    var set = Self.set(Array(self.events.keys))
    if waitsForRoom { Self.blockOnceThereIsRoom(&set) } else { sigprocmask(SIG_BLOCK, &set, nil) }
    descriptor = signalfd(-1, &set, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    do throws(SystemError) {
      watch = try loop.watch(descriptor, for: .readable) { [unowned self] _ in deliver() }
    } catch {
      sigprocmask(SIG_SETMASK, &before, nil)
      throw ProgramError(.unexpected, name: "Terminal", error.description)
    }
  }

  deinit {
    if let watch { loop.remove(watch) }
    close(descriptor)
    sigprocmask(SIG_SETMASK, &before, nil)
  }

  private func deliver() {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    while read(descriptor, &info, size) == size {
      if let event = events[Int32(bitPattern: info.ssi_signo)] { take?(event) }
    }
  }

  /// Blocks signals while the terminal has room; until it has, they end the program.
  private static func blockOnceThereIsRoom(_ set: inout sigset_t) {
    while true {
      _ = Output.results.hasRoom(within: -1)
      sigprocmask(SIG_BLOCK, &set, nil)
      if Output.results.hasRoom { return }
      sigprocmask(SIG_UNBLOCK, &set, nil)
    }
  }

  /// Puts the terminal back, which would stop a process in the background.
  static func unstoppably(_ body: () -> Void) {
    var stop = set([SIGTTOU])
    var before = sigset_t()
    sigprocmask(SIG_BLOCK, &stop, &before)
    body()
    sigprocmask(SIG_SETMASK, &before, nil)
  }

  /// Stops the process as its shell expects it, and returns when it goes on.
  ///
  /// If no shell could continue it, the system does not stop it either.
  func stopProcess() {
    signal(SIGTSTP, SIG_DFL)
    var stop = Self.set([SIGTSTP])
    raise(SIGTSTP)
    sigprocmask(SIG_UNBLOCK, &stop, nil)
    sigprocmask(SIG_BLOCK, &stop, nil)
    // The one that ended this stop is no news; one of another stop is.
    var continuation = Self.set([SIGCONT])
    var noTime = timespec()
    _ = sigtimedwait(&continuation, nil, &noTime)
  }

  private static func set(_ numbers: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    return set
  }
}
