internal import CMicrohttpd
internal import EventLoop
internal import Glibc
internal import UserService

/// HTTP on a socket of this machine, with libmicrohttpd on the loop's thread.
///
/// Requests are answered one by one, and each connection ends with its first answer.
final class HTTPServer {
  /// In bytes.
  static let maximumBody = 20 << 20
  static let maximumConnections: UInt32 = 32
  /// Of a connection, however slowly somebody writes or reads.
  static let maximumAge: Duration = .seconds(30)

  /// Whether the program at the other end may call.
  var admits: (TCPTable.Address) -> Bool = { _ in false }
  /// Answers a request before its body is read; nil if that is to be read.
  var answerToHead: (HTTPHead) -> HTTPAnswer? = { _ in nil }
  var answer: (HTTPHead, [UInt8]) -> HTTPAnswer = { _, _ in HTTPAnswer(headers: []) }
  /// Called when the first connection is opened, and when the last is closed.
  var onUse: (_ isUsed: Bool) -> Void = { _ in }

  private let loop: Loop
  private let maximumAge: Duration
  private let library: cmicrohttpd_functions
  private var daemon: OpaquePointer?
  /// By their sockets.
  private var connections: [Int32: Connection] = [:]
  private let hasWork = Loop.Flag()

  private struct Connection {
    let timer: TimerID
    var isAnswered = false
  }

  /// A request whose body is being read.
  private final class Incoming {
    let head: HTTPHead
    var body: [UInt8] = []

    init(_ head: HTTPHead) { self.head = head }
  }

  init(loop: Loop, maximumAge: Duration = maximumAge) throws(MissingLibrary) {
    (self.loop, self.maximumAge) = (loop, maximumAge)
    let loaded = withUnsafeTemporaryAllocation(of: cmicrohttpd_functions.self, capacity: 1) {
      cmicrohttpd_load($0.baseAddress) == 0 ? nil : $0.first
    }
    guard let loaded else { throw MissingLibrary() }
    library = loaded
  }

  deinit { stop() }

  /// Closes all connections, and calls nobody from now on.
  func stop() {
    (admits, answerToHead) = ({ _ in false }, { _ in nil })
    (answer, onUse) = ({ _, _ in HTTPAnswer(headers: []) }, { _ in })
    if let daemon { library.MHD_stop_daemon(daemon) }
    daemon = nil
  }

  /// Serves a socket that listens, which it closes at its end.
  func start(on socket: Int32) throws(SystemError) {
    daemon = withUnsafePointer(to: library) {
      cmicrohttpd_start(
        $0, socket, Self.maximumConnections,
        { context, address, size in HTTPServer.of(context).accept(address, size) },
        { context, connection, _, method, _, bytes, count, request in
          HTTPServer.of(context).read(connection, method, bytes, count, request)
        },
        { context, connection, _, code in HTTPServer.of(context).notice(connection, code) },
        { _, _, request, _ in
          if let ended = request?.pointee { Unmanaged<Incoming>.fromOpaque(ended).release() }
          request?.pointee = nil
        },
        Unmanaged.passUnretained(self).toOpaque())
    }
    guard let daemon else { throw SystemError("serve HTTP", code: errno) }
    let events = withUnsafePointer(to: library) { cmicrohttpd_events($0, daemon) }
    _ = try loop.watch(events, for: .readable) { [unowned self] _ in work() }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> HTTPServer {
    guard let context else { preconditionFailure("libmicrohttpd calls back without its context") }
    return Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
  }

  /// Reads and writes what is ready; then, before the loop waits again, what that has made ready.
  private func work() {
    guard let daemon else { return }
    _ = library.MHD_run(daemon)
    endAbandoned()
    var rest: UInt64 = 1
    guard library.MHD_get_timeout(daemon, &rest) == .YES, rest == 0 else { return }
    loop.enqueueOnce(hasWork) { [unowned self] in work() }
  }

  /// Ends connections whose other end has left before its request was whole: libmicrohttpd does not see
  /// an end that came with the last bytes, and would hold the place until it is too old.
  private func endAbandoned() {
    for (socket, connection) in connections where !connection.isAnswered {
      var byte: UInt8 = 0
      if recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0 {
        _ = shutdown(socket, Int32(SHUT_RDWR))
      }
    }
  }

  private func accept(_ address: UnsafePointer<sockaddr>?, _ size: socklen_t) -> MHD_Result {
    guard let address, address.pointee.sa_family == AF_INET,
      size >= socklen_t(MemoryLayout<sockaddr_in>.size)
    else { return .NO }
    let peer = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self)
    return admits(TCPTable.Address(peer)) ? .YES : .NO
  }

  private func notice(_ connection: OpaquePointer?, _ code: MHD_ConnectionNotificationCode) {
    guard let connection else { return }
    let socket = withUnsafePointer(to: library) { cmicrohttpd_socket($0, connection) }
    if code == .CONNECTION_NOTIFY_STARTED {
      connections[socket] = Connection(
        timer: loop.schedule(after: maximumAge) {
          // libmicrohttpd's own limit is for silence, and begins again with each byte.
          _ = shutdown(socket, Int32(SHUT_RDWR))
        })
      if connections.count == 1 { onUse(true) }
    } else if let closed = connections.removeValue(forKey: socket) {
      loop.cancel(closed.timer)
      if connections.isEmpty { onUse(false) }
    }
  }

  /// Called with the head, then with each part of the body, then without one.
  private func read(
    _ connection: OpaquePointer?, _ method: UnsafePointer<CChar>?,
    _ bytes: UnsafePointer<CChar>?, _ count: UnsafeMutablePointer<Int>?,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> MHD_Result {
    guard let connection, let count, let request else { return .NO }
    guard let known = request.pointee else {
      let head = head(of: connection, method)
      if let answer = answerToHead(head) { return send(answer, over: connection) }
      request.pointee = Unmanaged.passRetained(Incoming(head)).toOpaque()
      return .YES
    }
    let incoming = Unmanaged<Incoming>.fromOpaque(known).takeUnretainedValue()
    guard count.pointee > 0 else {
      return send(answer(incoming.head, incoming.body), over: connection)
    }
    // A length that was announced is checked with the head.
    guard incoming.body.count + count.pointee <= Self.maximumBody else { return .NO }
    incoming.body += UnsafeRawBufferPointer(start: bytes, count: count.pointee)
    count.pointee = 0
    return .YES
  }

  private func head(
    of connection: OpaquePointer, _ method: UnsafePointer<CChar>?
  ) -> HTTPHead {
    var headers: [String: [String]] = [:]
    withUnsafeMutablePointer(to: &headers) {
      _ = library.MHD_get_connection_values(
        connection, .HEADER_KIND,
        { context, _, name, value in
          guard let context, let name else { return .NO }
          let headers = context.assumingMemoryBound(to: [String: [String]].self)
          headers.pointee[String(cString: name).lowercased(), default: []]
            .append(value.map { String(cString: $0) } ?? "")
          return .YES
        }, $0)
    }
    // Two are refused: programs differ in which one counts.
    func header(_ name: String) -> String? {
      headers[name].map { $0.count == 1 ? $0[0] : "" }
    }
    return HTTPHead(
      method: method.map { String(cString: $0) } ?? "", host: header("host"),
      origin: header("origin"),
      asksForPrivateNetwork: header("access-control-request-private-network") == "true",
      contentLength: header("content-length").flatMap { Int($0) })
  }

  private func send(_ answer: HTTPAnswer, over connection: OpaquePointer) -> MHD_Result {
    var body = answer.body
    let response = body.withUnsafeMutableBytes {
      library.MHD_create_response_from_buffer(
        $0.count, $0.baseAddress, .RESPMEM_MUST_COPY)
    }
    guard let response else { return .NO }
    defer { library.MHD_destroy_response(response) }
    for (name, value) in answer.headers + [("Connection", "close")] {
      // Refuses a value that would begin another header.
      guard library.MHD_add_response_header(response, name, value) == .YES else {
        return .NO
      }
    }
    let socket = withUnsafePointer(to: library) { cmicrohttpd_socket($0, connection) }
    connections[socket]?.isAnswered = true
    return library.MHD_queue_response(connection, answer.status.rawValue, response)
  }
}

struct MissingLibrary: Error, CustomStringConvertible {
  let description = "libmicrohttpd is missing: install it (Debian: libmicrohttpd12)."
}
