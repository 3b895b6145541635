import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// A door on a port of its own, with a service on a private bus.
final class OpenDoor {
  static let decks = "data/memorize/decks/"

  let bus: PrivateBus
  let daemon: Child
  let child: Child
  let port: UInt16

  init(_ decks: [String: String] = [:], prepare: (PrivateBus) throws -> Void = { _ in }) throws {
    bus = try PrivateBus()
    for (name, text) in decks { try bus.files.write(Self.decks + name + ".tsv", text) }
    try prepare(bus)
    daemon = try bus.startDaemon()
    child = try Child(Programs.connect, ["--port", "0"], environment: bus.environment)
    try #require(child.errors.waits(for: "Listening on"))
    let line = try #require(child.errors.lines.last)
    port = try #require(UInt16(line.filter(\.isNumber).dropFirst("127001".count)))
  }

  /// The text of a deck's file.
  func deck(_ name: String) throws -> String { try bus.files.text(Self.decks + name + ".tsv") }

  /// Sends bytes, and returns all that comes until the connection is closed.
  func exchange(_ bytes: [UInt8]) throws -> [UInt8] {
    let connection = try HTTPConnection(to: port)
    connection.send(bytes)
    return try connection.readToEnd()
  }

  func post(_ body: String, _ headers: [String] = []) throws -> HTTPReply {
    try post(Array(body.utf8), headers)
  }

  func post(_ body: [UInt8], _ headers: [String] = [], method: String = "POST") throws -> HTTPReply
  {
    let hasHost = headers.contains { $0.hasPrefix("Host:") }
    let all =
      ["\(method) / HTTP/1.1"] + (hasHost ? [] : ["Host: 127.0.0.1:\(port)"]) + headers
      + ["Content-Length: \(body.count)", "", ""]
    return try HTTPReply(exchange(Array(all.joined(separator: "\r\n").utf8) + body))
  }

  /// Calls an action, and returns the answer's two values.
  func call(
    _ action: String, _ parameters: String = "{}"
  ) throws -> (result: Any?, error: String?) {
    let reply = try post(#"{"action":"\#(action)","version":6,"params":\#(parameters)}"#)
    let object = try #require(reply.json as? [String: Any])
    #expect(reply.status == 200 && Set(object.keys) == ["result", "error"])
    let result = try #require(object["result"])
    return (result is NSNull ? nil : result, object["error"] as? String)
  }

  /// The parameters of `addNote`.
  static func note(
    _ fields: [String: String], deck: String = "Words", _ more: [String: Any] = [:]
  ) throws -> String {
    let note: [String: Any] = [
      "deckName": deck, "modelName": "Memorize", "fields": fields,
    ].merging(more) { $1 }
    return String(
      decoding: try JSONSerialization.data(withJSONObject: ["note": note]), as: UTF8.self)
  }

  func add(
    _ front: String, _ back: String, _ more: [String: Any] = [:]
  ) throws -> (result: Any?, error: String?) {
    try call("addNote", Self.note(["Front": front, "Back": back], more))
  }
}

/// A connection to a port of this machine.
final class HTTPConnection {
  private let descriptor: Int32

  init(to port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard code == 0 else { throw POSIXError(.ECONNREFUSED) }
  }

  deinit { close(descriptor) }

  /// Whether all was taken; the other end may have closed before.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Tells the other end that nothing more will come.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Throws if the other end keeps it open for a minute.
  func readToEnd() throws -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EAGAIN { throw POSIXError(.ETIMEDOUT) }
      if count <= 0 { return all }
      all += buffer[..<count]
    }
  }
}

/// An answer of the door; status 0 if the connection was closed without one.
struct HTTPReply {
  var status = 0
  var headers: [String: String] = [:]
  var body: [UInt8] = []

  init(_ bytes: [UInt8]) throws {
    let separator = Array("\r\n\r\n".utf8)
    guard
      let end = bytes.indices.first(where: { bytes[$0...].starts(with: separator) })
    else { return }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    status = Int(lines[0].split(separator: " ")[1]) ?? 0
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    body = Array(bytes[(end + separator.count)...])
    #expect(status != 200 || headers["content-length"].flatMap { Int($0) } == body.count)
  }

  var text: String { String(decoding: body, as: UTF8.self) }

  var json: Any? {
    try? JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed)
  }
}
