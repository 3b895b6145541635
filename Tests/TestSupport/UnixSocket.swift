internal import Foundation
internal import Glibc

/// A Unix socket in the temporary directory, which goes with this object.
package final class UnixSocket {
  package let path = NSTemporaryDirectory() + "socket-\(UUID().uuidString)"
  package let descriptor: Int32
  private let kind: Int32

  /// Takes datagrams, or as many connections as the backlog holds.
  package init(takesDatagrams: Bool = false, backlog: Int32 = 8) throws {
    kind = Int32((takesDatagrams ? SOCK_DGRAM : SOCK_STREAM).rawValue | SOCK_CLOEXEC.rawValue)
    descriptor = socket(AF_UNIX, kind, 0)
    try address(bind, descriptor)
    guard takesDatagrams || listen(descriptor, backlog) == 0 else {
      throw POSIXError(.EADDRNOTAVAIL)
    }
  }

  /// Another socket, which is connected to this one.
  package func connected() throws -> Int32 {
    let other = socket(AF_UNIX, kind, 0)
    try address(connect, other)
    return other
  }

  private func address(
    _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ descriptor: Int32
  ) throws {
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
  }

  deinit {
    close(descriptor)
    unlink(path)
  }
}
