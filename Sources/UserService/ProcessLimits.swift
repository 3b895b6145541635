internal import CLinux
internal import Glibc

/// What a process may use of the machine, so that a file that was made to exhaust it cannot.
package struct ProcessLimits: Sendable {
  /// In bytes.
  private let memory: UInt
  /// Of the processor.
  private let seconds: UInt

  package init(memory: UInt, seconds: UInt) { (self.memory, self.seconds) = (memory, seconds) }

  func set(of process: Int32) {
    for (resource, most) in [(RLIMIT_AS, memory), (RLIMIT_CPU, seconds)] {
      var limit = rlimit(rlim_cur: most, rlim_max: most)
      _ = prlimit(process, resource.rawValue, &limit, nil)
    }
  }
}
