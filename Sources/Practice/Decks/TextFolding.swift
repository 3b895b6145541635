internal import PlainText

/// Folds texts, for searching without case and accents.
///
/// It caches foldings, which are slow to look up in the standard library.
struct TextFolding {
  /// The folded forms of each page of 256 scalars: 0 if not looked up yet, 1 for several scalars or
  /// none, otherwise the one scalar plus 2.
  private var pages: [[UInt32]] = Array(repeating: [], count: 0x200)

  /// Appends a folded text to bytes, as UTF-8 like the text.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: text)
    let isASCII = bytes.withUnsafeMutableBufferPointer { bytes in
      // Without a branch, many bytes are looked at in one step.
      var all: UInt8 = 0
      for index in start..<bytes.count {
        let byte = bytes[index]
        all |= byte
        bytes[index] = byte | (byte &- 0x41 < 26 ? 0x20 : 0)
      }
      return all < 0x80
    }
    if isASCII { return }
    bytes.removeSubrange(start...)
    let text = String(decoding: text, as: UTF8.self)
    for scalar in Self.ordered(text).unicodeScalars { append(scalar, to: &bytes) }
  }

  private mutating func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    if scalar.isASCII {
      bytes.append(Self.folded(ascii: UInt8(truncatingIfNeeded: scalar.value)))
      return
    }
    guard let known = form(of: scalar) else {
      for part in Self.folded(scalar) { bytes.append(contentsOf: UTF8.encode(part) ?? .init()) }
      return
    }
    bytes.append(contentsOf: UTF8.encode(known) ?? .init())
  }

  /// The folded form of a scalar if it is one scalar, too.
  private mutating func form(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    // Ideographs and Hangul have neither case nor accents.
    if (0x3400..<0xD7A4).contains(scalar.value), !(0xA000..<0xAC00).contains(scalar.value) {
      return scalar
    }
    let (page, index) = (Int(scalar.value >> 8), Int(scalar.value & 0xFF))
    guard page < pages.count else { return nil }
    if pages[page].isEmpty { pages[page] = Array(repeating: 0, count: 256) }
    if pages[page][index] == 0 {
      let folded = Self.folded(scalar)
      pages[page][index] = folded.count == 1 ? folded[0].value + 2 : 1
    }
    return pages[page][index] == 1 ? nil : Unicode.Scalar(pages[page][index] - 2)
  }
}

// The rules.
extension TextFolding {
  /// The text with marks joined to their letters, if it has any that may be written in two ways.
  private static func ordered(_ text: String) -> String {
    text.unicodeScalars.contains(where: mayJoin) ? NormalForm.composed(text) : text
  }

  private static func folded(ascii byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// Goes through upper case, which joins letters that lower case alone keeps apart, as σ and ς.
  private static func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if isDropped(scalar) { return [] }
    let caseless = String(scalar).uppercased().lowercased()
    let parts = NormalForm.decomposed(caseless)
    let bare = parts.filter { !isDropped($0) }
    return bare.count == parts.count ? Array(NormalForm.composed(caseless).unicodeScalars) : bare
  }

  /// Whether a scalar is a variation selector, or an accent on a letter of Latin, Greek or Cyrillic
  /// script.
  ///
  /// The marks of other scripts, such as that of が, are part of their letters.
  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0xFE0E, 0xFE0F: true
    default: false
    }
  }

  /// Whether a scalar may be one character with the one before it, besides those that are dropped.
  private static func mayJoin(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0653...0x0655, 0x093C, 0x09BE, 0x09D7, 0x0B3E, 0x0B56...0x0B57, 0x0BBE, 0x0BD7, 0x0C56,
      0x0CC2, 0x0CD5...0x0CD6, 0x0D3E, 0x0D57, 0x0DCA, 0x0DCF, 0x0DDF, 0x102E, 0x1161...0x1175,
      0x11A8...0x11C2, 0x1B35, 0x3099...0x309A, 0x11000...0x11FFF:
      true
    default: false
    }
  }
}
