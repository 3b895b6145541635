/// The rules of a text that somebody wrote, such as a name: allowed characters and equality.
///
/// Canonical equivalence is left to `String`, whose `==` and hash already use it.
package enum WrittenText {
  package enum Fault: Equatable {
    case empty
    case control
    case tooLong
  }

  /// Checks the bytes first, so that a huge text is rejected without walking through it.
  package static func fault(in text: String, maximumBytes: Int) -> Fault? {
    if text.utf8.count > maximumBytes { return .tooLong }
    if isPlain(text) { return nil }
    if text.unicodeScalars.contains(where: \.isHarmful) { return .control }
    if text.unicodeScalars.allSatisfy(isInvisible) { return .empty }
    return nil
  }

  package static func trimmed(_ text: String) -> String {
    if isPlain(text) { return text }
    return String(text.unicodeScalars.trimmed(of: isWhitespace))
  }

  /// The key for comparing texts: without variation selectors 15 and 16, without outer spaces.
  package static func comparisonKey(_ text: String) -> String {
    if isPlain(text) { return text }
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !isVariationSelector(scalar) { kept.append(scalar) }
    return trimmed(String(kept))
  }

  /// Returns `comparisonKey` without case as well.
  ///
  /// Going through upper case joins letters that lower case alone keeps apart, as σ and ς.
  package static func caselessKey(_ text: String) -> String {
    comparisonKey(text).uppercased().lowercased()
  }

  /// Estimates the cells that a text takes in a terminal: emoji and East Asian characters take two.
  ///
  /// Terminals and C libraries have tables of their own; this one is the same for all clients.
  package static func cells(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + ($1.unicodeScalars.contains(where: isWide) ? 2 : 1) }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE0F, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
      0x1F1E6...0x1F1FF, 0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }

  private static func isVariationSelector(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xFE0E || scalar.value == 0xFE0F
  }

  /// Whether the bytes alone show that a text is valid, trimmed and its own comparison key.
  ///
  /// This is true of most texts: letters of most scripts, without bytes that may begin a control
  /// character, an unusual space or something invisible. This makes reading decks three times as
  /// fast.
  package static func isPlain(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      guard let first = bytes.first, let last = bytes.last, first != 0x20, last != 0x20 else {
        return false
      }
      // This checks many bytes at a time, which the full check cannot.
      var (least, most) = (first, first)
      for byte in bytes { (least, most) = (min(least, byte), max(most, byte)) }
      if least >= 0x20, most < 0x7F { return true }
      var previous: UInt8 = 0
      return bytes.allSatisfy { byte in
        defer { previous = byte }
        switch byte {
        case 0x20..<0x7F, 0xC3..<0xCD, 0xCE..<0xD8, 0xD9..<0xE2, 0xE3..<0xF1: return byte != 0xEF
        case 0x80..<0xC0 where previous == 0xE1: return byte >= 0xB8
        case 0x80..<0xC0 where previous == 0xE3: return byte != 0x80 && byte != 0x85
        case 0x80..<0xC0 where previous == 0xF0: return byte == 0x9F
        case 0x80..<0xC0: return true
        default: return false
        }
      }
    } ?? false
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    if (0x21..<0x7F).contains(scalar.value) { return false }
    return isWhitespace(scalar) || scalar.properties.isDefaultIgnorableCodePoint
  }

  /// The property White_Space, which never changes, without Unicode's slow tables.
  static func isWhitespace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20, 0x9...0xD, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }
}

extension BidirectionalCollection {
  /// Without the first and last elements of a kind.
  package func trimmed(of isOuter: (Element) -> Bool) -> SubSequence {
    guard let first = firstIndex(where: { !isOuter($0) }),
      let last = lastIndex(where: { !isOuter($0) })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }
}
