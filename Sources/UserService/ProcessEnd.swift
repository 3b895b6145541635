internal import EventLoop
package import Glibc

/// How a process ended.
package enum ProcessEnd: Equatable, CustomStringConvertible {
  case exited(Int32)
  /// By a signal.
  case killed(Int32)

  /// Nil if it has only stopped.
  package init?(waitStatus status: Int32) {
    guard status & 0xFF != 0x7F else { return nil }
    let signal = status & 0x7F
    self = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
  }

  /// Waits for the end of a child; nil if it is none of ours.
  package init?(of process: pid_t) {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    self.init(waitStatus: status)
  }

  package var description: String {
    switch self {
    case .exited(let status): "exited with status \(status)"
    case .killed(let number): "was terminated by signal \(number)"
    }
  }

  /// Ends this program in the same way, so that a shell reports it as that of the command.
  package func endProgram() -> Never {
    switch self {
    case .exited(let status): exit(status)
    case .killed(let number):
      // The command may have left a core file; another one would say nothing.
      var none = rlimit()
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
      signal(number, SIG_DFL)
      var one = sigset_t.of([number])
      sigprocmask(SIG_UNBLOCK, &one, nil)
      raise(number)
      exit(128 + number)
    }
  }
}
