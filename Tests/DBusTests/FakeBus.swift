import CDBus
@testable import DBus
import EventLoop
import Foundation
import TestSupport

/// A connection whose other end a test plays.
func fakeBench() throws -> (loop: Loop, bus: FakeBus, connection: Connection) {
  let loop = try Loop()
  let bus = try FakeBus(loop: loop)
  return (loop, bus, try Connection(to: bus.address, loop: loop))
}

/// The other end of a connection, which does what no bus would: it lies, and it does not read.
///
/// It lives on the loop of the connection that is tested.
final class FakeBus {
  let address: BusAddress
  /// Called with each message but Hello, which is only lent.
  var onMessage: (OpaquePointer) -> Void = { _ in }
  private let loop: Loop
  private let listener: UnixSocket
  private var peer: Int32 = -1
  private var registration: Loop.WatchID?
  private var listening: Loop.WatchID?
  private var input: [UInt8] = []
  private var output: [UInt8] = []
  private var isAuthenticated = false
  private var nextSerial: UInt32 = 1
  /// Whether it reads what the connection sends.
  var reads = true { didSet { update() } }

  init(loop: Loop) throws {
    self.loop = loop
    listener = try UnixSocket()
    address = BusAddress(unixSocket: listener.path)
    listening = try loop.watch(listener.descriptor, for: .readable) { [unowned self] _ in accept() }
  }

  deinit {
    [registration, listening].compactMap { $0 }.forEach(loop.remove)
    if peer >= 0 { close(peer) }
  }

  /// The bytes that wait because the connection does not read.
  var unsent: Int { output.count }

  private func accept() {
    peer = Glibc.accept(listener.descriptor, nil, nil)
    _ = fcntl(peer, F_SETFL, O_NONBLOCK)
    _ = fcntl(peer, F_SETFD, FD_CLOEXEC)
    registration = try? loop.watch(peer, for: .readable) { [unowned self] ready in
      if ready.contains(.writable) { flush() }
      if ready.contains(.readable), reads { receive() }
    }
  }

  func hangUp() {
    if let registration { loop.remove(registration) }
    registration = nil
    // A process that another test started meanwhile may hold a copy.
    shutdown(peer, Int32(SHUT_RDWR))
    close(peer)
    peer = -1
  }

  private func update() {
    guard let registration else { return }
    var interest: Readiness = reads ? .readable : []
    if !output.isEmpty { interest.insert(.writable) }
    try? loop.update(registration, for: interest)
  }

  /// Sends a message and frees it.
  func send(_ message: OpaquePointer?) {
    guard let message else { return }
    dbus_message_set_serial(message, nextSerial)
    nextSerial += 1
    var bytes: UnsafeMutablePointer<CChar>?
    var count: Int32 = 0
    dbus_message_marshal(message, &bytes, &count)
    output += UnsafeRawBufferPointer(start: bytes, count: Int(count))
    dbus_free(bytes)
    dbus_message_unref(message)
    flush()
  }

  private func flush() {
    while !output.isEmpty {
      let count = Glibc.send(peer, output, output.count, Int32(MSG_NOSIGNAL))
      if count <= 0 { break }
      output.removeFirst(count)
    }
    update()
  }

  /// Reads what is available now.
  func receive() {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = read(peer, &chunk, chunk.count)
    if count < 0, errno == EAGAIN { return }
    guard count > 0 else { return hangUp() }
    input += chunk.prefix(count)
    if !isAuthenticated { authenticate() }
    while isAuthenticated, let message = nextMessage() {
      if dbus_message_is_method_call(message, "org.freedesktop.DBus", "Hello") != 0 {
        sendReply(to: message, text: ":1.1")
      } else {
        onMessage(message)
      }
      dbus_message_unref(message)
    }
  }

  private func authenticate() {
    while let end = input.firstIndex(of: 10) {
      let line = String(decoding: input[..<end], as: UTF8.self)
      input.removeFirst(end + 1)
      if line.contains("BEGIN") {
        isAuthenticated = true
        return
      }
      let answer =
        line.contains("AUTH EXTERNAL") ? "OK 0123456789abcdef0123456789abcdef\r\n" : "ERROR\r\n"
      output += Array(answer.utf8)
      flush()
    }
  }

  private func nextMessage() -> OpaquePointer? {
    guard input.count >= 16 else { return nil }
    let (message, count): (OpaquePointer?, Int) = input.withUnsafeBytes { bytes in
      let start = bytes.bindMemory(to: CChar.self).baseAddress
      let needed = dbus_message_demarshal_bytes_needed(start, Int32(bytes.count))
      guard needed > 0, Int(needed) <= bytes.count else { return (nil, 0) }
      return (dbus_message_demarshal(start, needed, nil), Int(needed))
    }
    input.removeFirst(count)
    return message
  }

  /// Answers a call with a text or nothing, as if it came from the sender given.
  func sendReply(
    to call: OpaquePointer, text: String? = nil, from sender: String = "org.freedesktop.DBus"
  ) {
    sendReply(toSerial: dbus_message_get_serial(call), text: text, from: sender)
  }

  func sendReply(
    toSerial serial: UInt32, text: String?, from sender: String? = "org.freedesktop.DBus"
  ) {
    let message = dbus_message_new(2)
    dbus_message_set_reply_serial(message, serial)
    if let sender { dbus_message_set_sender(message, sender) }
    dbus_message_set_destination(message, ":1.1")
    if let text { Self.append(text, to: message) }
    send(message)
  }

  func sendError(to call: OpaquePointer, _ name: String) {
    let message = dbus_message_new_error(call, name, "No.")
    dbus_message_set_sender(message, "org.freedesktop.DBus")
    dbus_message_set_destination(message, ":1.1")
    send(message)
  }

  func call(
    _ path: String, _ interface: String?, _ member: String, _ number: UInt32? = nil,
    texts: [String] = [], wantsReply: Bool = true
  ) {
    let message = dbus_message_new_method_call(":1.1", path, interface, member)
    dbus_message_set_no_reply(message, wantsReply ? 0 : 1)
    dbus_message_set_sender(message, ":1.7")
    for text in texts { Self.append(text, to: message) }
    if var number {
      var iterator = DBusMessageIter()
      dbus_message_iter_init_append(message, &iterator)
      dbus_message_iter_append_basic(&iterator, Int32(UInt8(ascii: "u")), &number)
    }
    send(message)
  }

  static func append(_ text: String, to message: OpaquePointer?) {
    var iterator = DBusMessageIter()
    dbus_message_iter_init_append(message, &iterator)
    text.withCString { pointer in
      var pointer: UnsafePointer<CChar>? = pointer
      _ = dbus_message_iter_append_basic(&iterator, Int32(UInt8(ascii: "s")), &pointer)
    }
  }
}
