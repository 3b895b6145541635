internal import Glibc

/// A service manager: a socket that takes a service's datagrams.
package final class ManagerSocket {
  package var path: String { socket.path }
  private let socket: UnixSocket

  package init() throws {
    socket = try UnixSocket(takesDatagrams: true)
  }

  /// The next datagram; empty if none comes within ten seconds.
  package func next() -> String {
    var ready = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 10_000) == 1 else { return "" }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(socket.descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  package var isEmpty: Bool {
    var ready = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) == 0
  }

  /// Sends itself datagrams until no more fit.
  package func fill() {
    guard let sender = try? socket.connected() else { return }
    defer { close(sender) }
    while send(sender, "x", 1, Int32(MSG_DONTWAIT)) == 1 {}
  }
}
