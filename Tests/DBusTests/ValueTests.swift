import CDBus
@testable import DBus
import EventLoop
import Foundation
import Testing

@Suite struct ValueTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  @Test func randomValuesComeBack() throws {
    var values = RandomValues(for: "randomValuesComeBack")
    for number in 0..<1200 {
      let value = values.value()
      let returned = try bench.echo(value)
      try #require(returned == value, "value \(number)")
      // Swift compares texts by canonical equivalence; the bytes must match.
      try #require("\(returned)".utf8.elementsEqual("\(value)".utf8), "value \(number)")
    }
  }

  @Test func everyTypeComesBackAsItself() throws {
    func check<T: BusType>(_ value: T) throws {
      let signature = T.signature
      let content = try bench.echo(Value(value))
      #expect(content.signature == (signature == "v" ? Value(value).signature : signature))
      #expect(content.get(T.self) == value)
    }
    func checkAll<each T: BusType>(_ values: repeat each T) throws {
      _ = (repeat try check(each values))
    }
    try checkAll(
      UInt8.max, true, false, Int16.min, UInt16.max, Int32.min, UInt32.max, Int64.min, UInt64.max,
      -0.1, "ünï 🂡", ObjectPath("/a/b"), Signature("a{sv}"), [String](),
      [[UInt64]](arrayLiteral: [], [1, 2]), [Struct<UInt8, UInt64>](),
      [Struct(UInt8(1), UInt64(2)), Struct(3, 4)], ["b": [UInt32(1)], "a": []],
      [UInt64(7): Struct("x", true)], [String: Value]())
  }

  /// A dictionary of variants as a value once lost its variants, and could not be sent.
  @Test func variantsWithinTypedValuesStayVariants() throws {
    let table: [String: Value] = ["n": .uint32(1), "v": .variant(.string("in two"))]
    #expect(Value(table).signature == "a{sv}")
    #expect(try bench.echo(Value(table)).get([String: Value].self) == table)
    let pair = Struct("a", Value.boolean(true))
    #expect(Value(pair).signature == "(sv)")
    #expect(try bench.echo(Value(pair)).get() == pair)
    #expect(Value([table]).signature == "aa{sv}")
    #expect(Value(Value.byte(1)) == .byte(1))
  }

  /// A reader that trusted a type with a wrong signature wrote eight bytes into four.
  @Test func aTypeThatReadsAnotherThanItsSignatureIsAnError() throws {
    let message = Message(owning: try #require(dbus_message_new_signal("/", "a.b", "C")))
    var iterator = DBusMessageIter()
    dbus_message_iter_init_append(message.pointer, &iterator)
    var number: UInt64 = .max
    #expect(dbus_message_iter_append_basic(&iterator, Int32(UInt8(ascii: "t")), &number) != 0)
    func expectError<T: BusType>(_ type: T.Type) {
      #expect(throws: BusError.self, "\(type)") {
        var reader = MessageReader(message)
        _ = try T.read(from: &reader)
      }
    }
    func expectErrors<each T: BusType>(_ types: repeat (each T).Type) {
      _ = (repeat expectError(each types))
    }
    expectErrors(
      UInt8.self, UInt32.self, Int64.self, Bool.self, String.self, ObjectPath.self, Signature.self,
      Value.self, [UInt64].self, [String: UInt64].self, Struct<UInt64, UInt64>.self)
    var reader = MessageReader(message)
    #expect(try UInt64.read(from: &reader) == .max)
    // Behind the last argument there is none.
    #expect(throws: BusError.self) { try UInt64.read(from: &reader) }
  }

  @Test func notANumberKeepsItsBits() throws {
    let returned = try bench.echo(Value.double(.nan))
    #expect(returned.get(Double.self)?.isNaN == true)
  }

  @Test func valuesConvertToNothingElse() {
    #expect(Value.uint32(1).get(UInt64.self) == nil)
    #expect(Value.byte(1).get(Bool.self) == nil)
    #expect(Value.string("/").get(ObjectPath.self) == nil)
    #expect(Value.array("s", []).get([UInt32].self) == nil)
    #expect(Value.structure([.byte(1)]).get(Struct<UInt8, UInt8>.self) == nil)
    #expect(Value.structure([.byte(1), .byte(2)]).get(Struct<UInt8, UInt8>.self) == Struct(1, 2))
    #expect(Value.variant(.byte(1)).get(UInt8.self) == nil)
    #expect(Value.variant(.byte(1)).get(Value.self) == .byte(1))
  }

  private static let deepArray = (0..<40).reduce(Value.byte(1)) { inner, _ in
    .array(inner.signature, [inner])
  }
  private static let deepStruct = (0..<40).reduce(Value.byte(1)) { inner, _ in .structure([inner]) }
  private static let deepVariant = (0..<70).reduce(Value.byte(1)) { inner, _ in .variant(inner) }

  @Test(
    arguments: [
      .string("a\0b"), .structure([]), .fileDescriptor, .array("ii", []), .array("", []),
      .array("s", [.byte(1)]), .array("s", [.string("a"), .variant(.string("b"))]),
      .array("(s)", [.structure([.string("\0")])]), .array(Signature(unchecked: "{sv}"), []),
      .dictionary(key: "v", value: "s", []), .dictionary(key: "s", value: "ss", []),
      .dictionary(key: "s", value: "", []), .dictionary(key: "(s)", value: "s", []),
      .dictionary(key: "s", value: "s", [.init(key: .byte(1), value: .string(""))]),
      .dictionary(key: "s", value: "s", [.init(key: .string(""), value: .byte(1))]),
      .objectPath(ObjectPath(unchecked: "no path")), .objectPath(ObjectPath(unchecked: "/a\0")),
      .signature(Signature(unchecked: "zz")),
      .signature(Signature(unchecked: String(repeating: "y", count: 300))),
      .signature(Signature(unchecked: "s\0")), .structure(Array(repeating: .byte(0), count: 254)),
      deepArray, deepStruct, deepVariant,
    ] as [Value])
  func invalidValuesAreRefused(_ value: Value) throws {
    #expect(bench.error("Echo", value) == .invalidArgs)
    expectError(.invalidArgs) { try bench.service.emit("/a", "a.b", "C", value) }
    expectError(.invalidArgs) { try bench.service.emit("/a", "a.b", "C", ["k": value]) }
    // The connection still works.
    #expect(try bench.echo(Value.byte(1)) == .byte(1))
  }

  /// Such a type once cost the connection, far from the mistake.
  @Test func aTypeThatWritesAnotherTypeIsCaughtBeforeItIsSent() async {
    struct Liar: BusType {
      static var signature: Signature { "u" }
      static func read(from reader: inout MessageReader) -> Liar { Liar() }
      func write(to writer: inout MessageWriter) throws(BusError) { try "x".write(to: &writer) }
      var asValue: Value { .string("x") }
      init() {}
      init?(exactly value: Value) { nil }
    }
    await #expect(processExitsWith: .failure) {
      var message = OutgoingMessage.signal("/", "a.b", "C")
      // An error that is thrown is not what is tested.
      try? message.append(Liar())
      _ = try? message.bytes(serial: 1)
    }
  }

  @Test func depthIsLimited() throws {
    func nested(_ depth: Int) -> Value {
      (0..<depth).reduce(Value.byte(1)) { inner, _ in .variant(inner) }
    }
    #expect(try bench.echo(nested(30)) == nested(30))
    #expect(bench.error("Echo", nested(32)) == .invalidArgs)
  }

  @Test func sizeIsLimited() throws {
    let text = String(repeating: "x", count: 33 << 20)
    #expect(bench.error("Echo", Value.string(text)) == .limitsExceeded)
    let halves = [String](repeating: String(repeating: "x", count: 11 << 20), count: 3)
    #expect(bench.error("Echo", Value(halves)) == .limitsExceeded)
    expectError(.limitsExceeded) { try bench.client.emit("/a", "a.b", "C", halves) }
    #expect(bench.client.outgoingSize == 0)
    #expect(try bench.one() == "one")
  }

  @Test func aLargeAnswerArrives() throws {
    let text = try bench.call("Text", UInt32(20 << 20), returning: String.self)
    #expect(text.utf8.count == 20 << 20)
    #expect(bench.error("Text", UInt32(33 << 20)) == .limitsExceeded)
  }
}
