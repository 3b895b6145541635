/// Reads one JSON value from text that anybody may have written.
///
/// It takes what RFC 8259 says and nothing else; an object has no name twice. Depth is bounded, since
/// each level takes room on the stack.
struct JSONReader {
  /// What is wrong with a text, and where.
  struct Fault: Error, Equatable {
    /// The line, from 1.
    let line: Int
    /// The byte in that line, from 1.
    let column: Int
    /// What was found or is missing there, as part of a sentence.
    let reason: String
  }

  /// How deep arrays and objects may lie in each other.
  static let deepest = 64
  /// How many values there may be: more than the longest log of the service has.
  static let most = 4_000_000

  private let bytes: [UInt8]
  private var place = 0
  private var count = 0
  private var depth = 0

  /// Reads a text that holds one value and white space.
  ///
  /// - Parameter bytes: the text in UTF-8.
  /// - Returns: the value.
  /// - Throws: `Fault`, the first.
  static func value(of bytes: [UInt8]) throws(Fault) -> JSON {
    var reader = JSONReader(bytes: bytes)
    let value = try reader.value()
    reader.skipSpace()
    guard reader.next == nil else { throw reader.fault("something follows the value") }
    return value
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private func fault(_ reason: String, at place: Int? = nil) -> Fault {
    let before = bytes[..<min(place ?? self.place, bytes.count)]
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let lines = before.count { $0 == 0x0A }
    return Fault(line: lines + 1, column: before.count - start + 1, reason: reason)
  }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func value() throws(Fault) -> JSON {
    skipSpace()
    count += 1
    guard count <= Self.most else { throw fault("there are more than \(Self.most) values") }
    switch next {
    case nil: throw fault("the text ends where a value is due")
    case UInt8(ascii: "{"):
      return .object(try nested { reader throws(Fault) in try reader.fields() })
    case UInt8(ascii: "["):
      return .array(try nested { reader throws(Fault) in try reader.elements() })
    case UInt8(ascii: "\""): return .string(try text())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(_ word: String, _ value: JSON) throws(Fault) -> JSON {
    guard bytes[place...].starts(with: word.utf8) else { throw fault("no value begins so") }
    place += word.utf8.count
    return value
  }

  private mutating func nested<T>(
    _ body: (inout JSONReader) throws(Fault) -> T
  ) throws(Fault) -> T {
    guard depth < Self.deepest else { throw fault("values lie more than \(Self.deepest) deep") }
    depth += 1
    defer { depth -= 1 }
    place += 1
    return try body(&self)
  }

  private mutating func elements() throws(Fault) -> [JSON] {
    var elements: [JSON] = []
    skipSpace()
    if take("]") { return elements }
    while true {
      elements.append(try value())
      skipSpace()
      if take("]") { return elements }
      guard take(",") else { throw fault("a comma or ] is missing") }
    }
  }

  private mutating func fields() throws(Fault) -> [(String, JSON)] {
    var fields: [(String, JSON)] = []
    var names: Set<String> = []
    skipSpace()
    if take("}") { return fields }
    while true {
      skipSpace()
      let start = place
      guard next == UInt8(ascii: "\"") else { throw fault("a name in quotation marks is missing") }
      let name = try text()
      guard names.insert(name).inserted else { throw fault("a name comes twice", at: start) }
      skipSpace()
      guard take(":") else { throw fault("a colon is missing") }
      fields.append((name, try value()))
      skipSpace()
      if take("}") { return fields }
      guard take(",") else { throw fault("a comma or } is missing") }
    }
  }
}

// Numbers and texts.
extension JSONReader {
  /// A number as it is written; what takes it says how large it may be.
  private mutating func number() throws(Fault) -> String {
    let start = place
    _ = take("-")
    guard let first = next, isDigit(first) else { throw fault("no value begins so", at: start) }
    let whole = digits()
    if first == UInt8(ascii: "0"), whole > 1 { throw fault("a number begins by 0", at: start) }
    if take("."), digits() == 0 { throw fault("a digit is missing") }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      if digits() == 0 { throw fault("a digit is missing") }
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func digits() -> Int {
    let start = place
    while let byte = next, isDigit(byte) { place += 1 }
    return place - start
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private mutating func text() throws(Fault) -> String {
    let start = place
    place += 1
    var result: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        guard let text = String(validating: result, as: UTF8.self) else {
          throw fault("a text is no UTF-8", at: start)
        }
        return text
      case UInt8(ascii: "\\"):
        place += 1
        result += String(try escaped()).utf8
      case ..<0x20: throw fault("a control character stands in a text")
      default:
        result.append(byte)
        place += 1
      }
    }
    throw fault("a text has no second quotation mark", at: start)
  }

  private mutating func escaped() throws(Fault) -> Unicode.Scalar {
    guard let byte = next else { throw fault("the text ends in a \\") }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicode()
    default: throw fault("no such \\ is known", at: place - 2)
    }
  }

  /// What `\u` stands for; above U+FFFF two of them make one.
  private mutating func unicode() throws(Fault) -> Unicode.Scalar {
    let start = place - 2
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800..<0xDC00).contains(first), take("\\"), take("u") else {
      throw fault("half a character stands in a text", at: start)
    }
    let second = try unit()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw fault("half a character stands in a text", at: start) }
    return scalar
  }

  private mutating func unit() throws(Fault) -> UInt32 {
    let digits = bytes[place...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ isHexadecimal($0) }),
      let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw fault("four hexadecimal digits are missing") }
    place += 4
    return unit
  }

  private func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }
}
