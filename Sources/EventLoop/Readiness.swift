internal import CLinux

/// What a file descriptor is ready for.
public struct Readiness: OptionSet, Sendable {
  /// Bits of ours, not of the kernel's.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// There is something to read, or the end of it (`EPOLLIN`).
  public static let readable = Readiness(rawValue: 1)
  /// There is room to write (`EPOLLOUT`).
  public static let writable = Readiness(rawValue: 2)
  /// The descriptor failed, or a pipe has lost its reader (`EPOLLERR`).
  public static let failed = Readiness(rawValue: 4)
  /// The other end is gone (`EPOLLHUP`).
  public static let hungUp = Readiness(rawValue: 8)

  private static let kernel: [(Readiness, UInt32)] = [
    (.readable, EPOLLIN.rawValue), (.writable, EPOLLOUT.rawValue),
    (.failed, EPOLLERR.rawValue), (.hungUp, EPOLLHUP.rawValue),
  ]

  init(epoll bits: UInt32) {
    self = []
    for (flag, bit) in Self.kernel where bits & bit != 0 { insert(flag) }
  }

  var epoll: UInt32 {
    Self.kernel.reduce(0) { contains($1.0) ? $0 | $1.1 : $0 }
  }
}
