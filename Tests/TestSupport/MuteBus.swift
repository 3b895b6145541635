internal import Glibc

/// A socket that takes connections and never sends anything.
package final class MuteBus {
  package var address: String { "unix:path=" + socket.path }
  private let socket: UnixSocket
  private var others: [Int32] = []

  /// Listens; `isFull` leaves no room for another connection.
  package init(isFull: Bool = false) throws {
    // The kernel takes as many connections without anybody accepting them, and one with 0.
    socket = try UnixSocket(backlog: isFull ? 0 : 8)
    if isFull { others.append(try socket.connected()) }
  }

  /// Waits until somebody has connected and sent the first bytes.
  package func waitForPeer() {
    let peer = accept(socket.descriptor, nil, nil)
    var byte: UInt8 = 0
    _ = read(peer, &byte, 1)
    others.append(peer)
  }

  deinit {
    others.forEach { close($0) }
  }
}
