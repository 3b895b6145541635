internal import Foundation
internal import Glibc

/// A socket that takes connections and never sends anything.
package final class MuteBus {
  package let address: String
  private let path: String
  private let descriptor: Int32
  private var waiting: Int32 = -1
  private var peer: Int32 = -1

  /// Listens.
  ///
  /// - Parameter isFull: whether there is no room for another connection.
  /// - Throws: the system's error if it cannot listen.
  package init(isFull: Bool = false) throws {
    path = FileManager.default.temporaryDirectory.path + "/mute-\(UUID().uuidString.prefix(8))"
    address = "unix:path=" + path
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    // The kernel takes connections up to the backlog without anybody accepting them.
    guard bound == 0, listen(descriptor, isFull ? 0 : 8) == 0 else {
      throw POSIXError(.EADDRNOTAVAIL)
    }
    guard isFull else { return }
    // A backlog of 0 takes one connection.
    waiting = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let connected = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(waiting, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard connected == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
  }

  /// Waits until somebody has connected and sent the first bytes.
  package func waitForPeer() {
    peer = accept(descriptor, nil, nil)
    var byte: UInt8 = 0
    _ = read(peer, &byte, 1)
  }

  deinit {
    close(waiting)
    close(peer)
    close(descriptor)
    unlink(path)
  }
}
