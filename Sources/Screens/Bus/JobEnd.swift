import Glibc
import TerminalKit

/// How a process ended.
package enum JobEnd: Equatable {
  case exited(Int32)
  /// By a signal.
  case killed(Int32)

  /// Nil if it has stopped only.
  package init?(waitStatus status: Int32) {
    guard status & 0xFF != 0x7F else { return nil }
    let signal = status & 0x7F
    self = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
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
