/// The fields of a message in Protocol Buffers' wire format, as far as it can be read.
struct ProtobufFields {
  /// The last value of each number.
  private var numbers: [UInt64: UInt64] = [:]
  private var texts: [UInt64: ArraySlice<UInt8>] = [:]

  init(_ message: ArraySlice<UInt8>) {
    Self.forEach(message) { field, value in
      switch value {
      case .number(let number): numbers[field] = number
      case .bytes(let bytes): texts[field] = bytes
      }
    }
  }

  enum Value {
    case number(UInt64)
    case bytes(ArraySlice<UInt8>)
  }

  /// Passes each field, of which some may be repeated.
  static func forEach(_ message: ArraySlice<UInt8>, _ body: (UInt64, Value) -> Void) {
    var rest = message
    while let key = Self.number(&rest) {
      switch key & 7 {
      case 0:
        guard let value = Self.number(&rest) else { return }
        body(key >> 3, .number(value))
      case 1: rest = rest.dropFirst(8)
      case 2:
        guard let count = Self.number(&rest), count <= UInt64(rest.count) else { return }
        body(key >> 3, .bytes(rest.prefix(Int(count))))
        rest = rest.dropFirst(Int(count))
      case 5: rest = rest.dropFirst(4)
      default: return
      }
    }
  }

  /// 0, as in the format itself, if the message does not have it.
  func number(_ field: UInt64) -> UInt64 { numbers[field] ?? 0 }
  func text(_ field: UInt64) -> String { String(decoding: texts[field] ?? [], as: UTF8.self) }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }
}
