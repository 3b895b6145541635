/// Named texts in one line: `name=value`, with tabs between them.
///
/// In a value, tabs, line breaks and backslashes are escaped. A reader asks for the names it knows:
/// the others may come from a later version.
package struct LineFields: Hashable, Sendable {
  private typealias Bytes = ArraySlice<UInt8>

  private struct Field: Hashable {
    let name: Bytes
    /// As it is written.
    let value: Bytes
  }

  private var fields: [Field] = []

  package init() {}

  /// Far more than any line has.
  private static let maximumCount = 1000

  /// Nil if a field has no name, or the name of another one.
  package init?(_ line: ArraySlice<UInt8>) {
    if line.isEmpty { return }
    let texts = line.split(
      separator: UInt8(ascii: "\t"), maxSplits: Self.maximumCount, omittingEmptySubsequences: false)
    if texts.count > Self.maximumCount { return nil }
    for text in texts {
      guard let equals = text.firstIndex(of: UInt8(ascii: "=")), equals > text.startIndex else {
        return nil
      }
      let name = text[..<equals]
      if fields.contains(where: { $0.name.elementsEqual(name) }) { return nil }
      fields.append(Field(name: name, value: text[(equals + 1)...]))
    }
  }

  /// Nil if there is no such field, or if it is not UTF-8 or not escaped as it should be.
  package subscript(name: String) -> String? {
    fields.first { $0.name.elementsEqual(name.utf8) }.flatMap { Self.read($0.value) }
  }

  /// A number without a sign; nil also if it does not fit.
  package func number<Number: FixedWidthInteger>(_ name: String) -> Number? {
    let field = fields.first { $0.name.elementsEqual(name.utf8) }
    return field.flatMap { UInt64(digits: $0.value) }.flatMap { Number(exactly: $0) }
  }

  package var names: [String] { fields.map { String(decoding: $0.name, as: UTF8.self) } }

  /// Whether there is a field with this name.
  package func has(_ name: String) -> Bool {
    fields.contains { $0.name.elementsEqual(name.utf8) }
  }

  /// Adds a field, unless the value is nil; its name must be a word, and new.
  package mutating func add(_ name: String, _ value: String?) {
    guard let value else { return }
    fields.append(Field(name: Array(name.utf8)[...], value: Self.written(value)))
  }

  package mutating func add(_ name: String, _ number: (some BinaryInteger)?) {
    add(name, number.map { String($0) })
  }

  /// The line, without its end.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "\t")) }
      bytes += field.name
      bytes.append(UInt8(ascii: "="))
      bytes += field.value
    }
    return bytes
  }

  /// By the byte that follows the backslash.
  private static let escaped: [UInt8: UInt8] = [
    UInt8(ascii: "t"): UInt8(ascii: "\t"), UInt8(ascii: "n"): UInt8(ascii: "\n"),
    UInt8(ascii: "r"): UInt8(ascii: "\r"), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
  ]

  private static func written(_ value: String) -> Bytes {
    let utf8 = Array(value.utf8)[...]
    // Nearly all values have none of these, and each answer writes some.
    guard utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\\") }) else { return utf8 }
    return utf8.flatMap { byte in
      escaped.first { $0.value == byte }.map { [UInt8(ascii: "\\"), $0.key] } ?? [byte]
    }[...]
  }

  private static func read(_ value: Bytes) -> String? {
    guard value.contains(UInt8(ascii: "\\")) else {
      return String(validating: value, as: UTF8.self)
    }
    var (bytes, rest) = ([UInt8](), value)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard let letter = rest.popFirst(), let meant = escaped[letter] else { return nil }
      bytes.append(meant)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
