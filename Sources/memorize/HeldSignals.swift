import CLinux
import EventLoop
import Glibc

/// The signals that end the program or stop it, kept waiting while something must be tidied up
/// first.
///
/// They are let through at the latest when this is let go of. One that comes wakes the loop, and
/// stays where it is until then. Those that are ignored stay so.
final class HeldSignals {
  private let loop: Loop
  private let numbers: [Int32]
  private let descriptor: Int32
  private var before: sigset_t?
  private var watch: Loop.WatchID?
  private var timer: TimerID?
  /// Whether one has waited as long as it may.
  private(set) var isUrgent = false
  /// How long that is.
  private static let patience = Duration.seconds(1)

  /// Holds nothing yet.
  ///
  /// - Throws: `ProgramError` where the system gives no descriptor.
  init(_ loop: Loop) throws(ProgramError) {
    self.loop = loop
    var blocked = sigset_t()
    sigprocmask(SIG_BLOCK, nil, &blocked)
    numbers = (TerminalSignals.deadly + [SIGTSTP]).filter {
      !Interruption.isIgnored($0) && sigismember(&blocked, $0) == 0
    }
    var set = Self.set(of: numbers)
    descriptor = signalfd(-1, &set, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    guard descriptor < 0 else { return }
    throw ProgramError(.unexpected, name: "Signals", String(cString: strerror(errno)))
  }

  deinit {
    release()
    close(descriptor)
  }

  /// Whether one has come.
  var hasCome: Bool { before != nil && !pending.isEmpty }

  /// Keeps them waiting from now on.
  func hold() {
    guard before == nil else { return }
    // A shell that was put in front meanwhile must not stop what tidies the terminal up.
    var set = Self.set(of: numbers + [SIGTTOU])
    var mask = sigset_t()
    sigprocmask(SIG_BLOCK, &set, &mask)
    before = mask
    watch = try? loop.watch(descriptor, for: .readable) { [unowned self] _ in
      // It would be told again and again.
      stopWatching()
      timer = loop.schedule(after: Self.patience) { [unowned self] in isUrgent = true }
    }
  }

  /// Lets one that has come do what it does: end the program, or stop it until it is to go on.
  func release() {
    guard var mask = before else { return }
    stopWatching()
    if let timer { loop.cancel(timer) }
    (timer, isUrgent) = (nil, false)
    // The Swift runtime may take SIGQUIT for a crash.
    for number in pending where ![SIGINT, SIGTERM].contains(number) { signal(number, SIG_DFL) }
    before = nil
    sigprocmask(SIG_SETMASK, &mask, nil)
  }

  private var pending: [Int32] {
    var set = sigset_t()
    sigpending(&set)
    return numbers.filter { sigismember(&set, $0) == 1 }
  }

  private func stopWatching() {
    if let watch { loop.remove(watch) }
    watch = nil
  }

  private static func set(of numbers: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    return set
  }
}
