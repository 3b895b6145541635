internal import CLinux
internal import Glibc

/// The Unix signals that a loop takes for events, read from one `signalfd(2)`.
final class SignalSource {
  let descriptor: Int32
  var handlers: [Int32: () -> Void]

  /// Blocks the signals for this process, so that they come by the descriptor alone.
  init(handlers: [Int32: () -> Void]) throws(SystemError) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in handlers.keys { sigaddset(&set, signal) }
    try SystemError.check("take Unix signals", sigprocmask(SIG_BLOCK, &set, nil))
    descriptor = try SystemError.check(
      "take Unix signals",
      signalfd(-1, &set, Int32(SFD_NONBLOCK | SFD_CLOEXEC)))
    self.handlers = handlers
  }

  deinit {
    close(descriptor)
  }

  func deliver() {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    while read(descriptor, &info, size) == size {
      handlers[Int32(bitPattern: info.ssi_signo)]?()
    }
  }
}

extension Loop {
  /// Handles Unix signals, by their numbers, as events in place of what they do by default.
  ///
  /// It is called at most once, before other threads or child processes are started: the signals stay
  /// blocked for those too.
  public func handleSignals(_ handlers: [Int32: () -> Void]) throws(SystemError) {
    precondition(signals == nil, "A loop takes Unix signals once")
    let source = try SignalSource(handlers: handlers)
    _ = try watch(source.descriptor, for: .readable) { [unowned source] _ in source.deliver() }
    signals = source
  }

  /// Makes a write to a pipe without a reader an error instead of the end of the process.
  public static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }
}
