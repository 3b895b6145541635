internal import EventLoop
internal import Glibc
internal import PlainText
internal import UserService

/// The socket on which the door listens, on this machine only.
struct ListeningSocket {
  let descriptor: Int32
  let port: UInt16
  /// Whether systemd keeps it, so that the next caller starts this program again.
  let isPassed: Bool

  /// The first that systemd passes, see `sd_listen_fds(3)`.
  private static let firstPassed: Int32 = 3

  init(_ descriptor: Int32, port: UInt16, isPassed: Bool) {
    (self.descriptor, self.port, self.isPassed) = (descriptor, port, isPassed)
  }

  /// The one that systemd has passed, else a new one on a port, 0 for any that is free.
  init(port wanted: UInt16?) throws(OptionError) {
    let socket: Int32
    if let wanted {
      socket = try Self.open(wanted)
    } else {
      guard environment("LISTEN_PID") == "\(getpid())", environment("LISTEN_FDS") == "1" else {
        throw OptionError(
          "There is nothing to listen on. Usually systemd opens the port and starts this program: "
            + "systemctl --user enable --now memorize-connect.socket. Without systemd, give --port."
        )
      }
      socket = Self.firstPassed
    }
    (descriptor, isPassed) = (socket, wanted == nil)
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isKnown = withUnsafeMutableBytes(of: &address) {
      $0.withMemoryRebound(to: sockaddr.self) {
        getsockname(socket, $0.baseAddress, &size) == 0
      }
    }
    guard isKnown else {
      throw OptionError(
        "The descriptor that was passed is no socket: \(systemReason(errno)).")
    }
    // `Callers` serves no other address of this machine.
    guard address.sin_family == AF_INET, address.sin_addr.s_addr == INADDR_LOOPBACK.bigEndian else {
      throw OptionError(
        "The socket is not one of this machine alone: ListenStream= must begin with 127.0.0.1:.")
    }
    port = UInt16(bigEndian: address.sin_port)
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
  }

  private static func open(_ port: UInt16) throws(OptionError) -> Int32 {
    func failure() -> OptionError {
      errno == EADDRINUSE
        ? OptionError(
          "Another program has port \(port), maybe Anki. Close it, or give another --port.")
        : OptionError("Port \(port) cannot be opened: \(systemReason(errno)).")
    }
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = Glibc.socket(AF_INET, type, 0)
    guard descriptor >= 0 else { throw failure() }
    var isReused: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let isBound = withUnsafeBytes(of: &address) {
      $0.withMemoryRebound(to: sockaddr.self) {
        bind(descriptor, $0.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isBound, listen(descriptor, SOMAXCONN) == 0 else {
      defer { close(descriptor) }
      throw failure()
    }
    return descriptor
  }
}
