internal import PlainText

/// A field without its backslashes, which remembers the characters they escaped.
struct EscapedText {
  private var bytes: [UInt8] = []
  /// Whether a backslash stood before each byte; empty if there was none at all.
  private var isEscaped: [Bool] = []

  /// Reads a field that is known to be UTF-8.
  ///
  /// A backslash escapes the character after it, whichever that is.
  init(_ field: some Collection<UInt8>) throws(LineError) {
    guard field.contains(ASCII.backslash) else {
      bytes = Array(field)
      return
    }
    var afterBackslash = false
    for byte in field {
      if byte == ASCII.backslash && !afterBackslash {
        afterBackslash = true
        continue
      }
      bytes.append(byte)
      isEscaped.append(afterBackslash)
      afterBackslash = false
    }
    if afterBackslash {
      throw LineError(
        english("A field ends with a single \\: write \\\\ for the character itself."))
    }
  }

  var range: Range<Int> { bytes.indices }

  var text: String { text(in: range) }

  func text(in part: Range<Int>) -> String {
    String(decoding: bytes[part], as: UTF8.self)
  }

  /// Whether the byte at an index is an unescaped mark.
  func isMark(_ byte: UInt8, at index: Int) -> Bool {
    bytes[index] == byte && (isEscaped.isEmpty || !isEscaped[index])
  }

  func firstMark(_ byte: UInt8, in part: Range<Int>) -> Int? {
    part.first { isMark(byte, at: $0) }
  }

  /// Returns the parts between marks, including empty ones.
  func parts(of part: Range<Int>, at mark: UInt8) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = part.lowerBound
    for index in part where isMark(mark, at: index) {
      parts.append(start..<index)
      start = index + 1
    }
    return parts + [start..<part.upperBound]
  }

  /// Returns a part without its outer spaces, except those after a backslash.
  func trimmed(_ part: Range<Int>) -> Range<Int> {
    part.trimmed { isMark(ASCII.space, at: $0) }
  }

  /// Returns a text with a backslash before each of some characters.
  static func escape(_ text: String, _ marks: Set<Unicode.Scalar>) -> String {
    text.replacing { marks.contains($0) ? "\\\($0)" : nil }
  }
}
