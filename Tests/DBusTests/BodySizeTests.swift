import CDBus
@testable import DBus
import EventLoop
import TestSupport
import Testing

@Suite struct BodySizeTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// The body's length as libdbus itself writes it into the header.
  private func marshalled(_ message: Message) throws -> Int {
    var bytes: UnsafeMutablePointer<CChar>?
    var count: Int32 = 0
    try #require(dbus_message_marshal(message.pointer, &bytes, &count) != 0)
    let start = try #require(UnsafeRawPointer(bytes))
    defer { dbus_free(bytes) }
    return Int(start.load(fromByteOffset: 4, as: UInt32.self))
  }

  @Test func isExactForRandomValues() throws {
    var values = RandomValues(for: "isExactForRandomValues")
    var measured = 0
    var wrong: [String] = []
    bench.client.subscribe(MatchRule(sender: try bench.serviceName)) { message in
      guard let size = try? marshalled(message) else { return }
      measured += 1
      if BodySize.of(message, exceeds: size) || !BodySize.of(message, exceeds: size - 1) {
        wrong.append("\(message.signature): \(size)")
      }
    }
    try bench.client.settle()
    for number in 0..<300 {
      try bench.service.emit(
        "/a", "a.b", "C", UInt8(number & 1), values.value(), [values.value(), values.value()])
    }
    try bench.service.emit("/a", "a.b", "C", [UInt64](), [Struct<UInt8, Double>](), [Bool]())
    try bench.service.emit("/a", "a.b", "C", UInt8(1), [UInt64](arrayLiteral: 1), [Int16(1)], "")
    try bench.service.emit("/a", "a.b", "C", UInt8(1), Signature("as"), ["k": Value.byte(1)], true)
    #expect(bench.loop.waits { measured == 303 })
    #expect(wrong.isEmpty, "\(wrong)")
  }

  /// A text of n bytes is marshalled to 4 + n + 1; in a variant, behind its signature, to 4 more.
  @Test(arguments: [0, 1]) func theLimitIsOneMebibyteToTheByte(_ surplus: Int) throws {
    let expected: ErrorName? = surplus == 0 ? nil : .limitsExceeded
    let variant = Value.string(String(repeating: "x", count: (1 << 20) - 9 + surplus))
    #expect(bench.error("Echo", variant) == expected)
    let numbers = Value([UInt8](repeating: 1, count: (1 << 20) - 8 + surplus))
    #expect(bench.error("Echo", numbers) == expected)
    // A body that is too large is reported before other errors, but not for a missing method.
    let text = String(repeating: "x", count: (1 << 20) - 5 + surplus)
    #expect(bench.error("Nothing", text) == (surplus == 0 ? .invalidArgs : .limitsExceeded))
    #expect(bench.error("Missing", text) == .unknownMethod)
    #expect(try bench.one() == "one")
  }
}
