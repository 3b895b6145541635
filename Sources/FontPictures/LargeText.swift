package import CellDrawing
internal import PlainText

extension UserFonts {
  /// A short text in large letters, as alpha of black, without blanks around it; nil if it has
  /// letters that join or stack, or that no font has.
  ///
  /// Points are half as wide as high, as the quarters of a cell are: their edges stay sharp. `points`
  /// is the size of the letters, and `language` the one of the text (BCP 47), nil if it is
  /// not known: Han characters have another form in each.
  package func picture(ofText text: String, points: Int, language: String?) -> Picture? {
    let scalars = Array(NormalForm.composed(text).unicodeScalars)
    guard !scalars.isEmpty, scalars.allSatisfy(Self.standsAlone),
      let font = font(for: scalars, language: language)
    else { return nil }
    var pen = 0
    var glyphs: [(left: Int, top: Int, picture: Picture)] = []
    for scalar in scalars {
      guard let glyph = font.gray(scalar, points: points) else { return nil }
      if let picture = glyph.picture { glyphs.append((pen + glyph.left, glyph.top, picture)) }
      pen += glyph.advance
    }
    return Self.joined(glyphs)
  }

  private static func joined(_ glyphs: [(left: Int, top: Int, picture: Picture)]) -> Picture? {
    guard let left = glyphs.map(\.left).min(), let top = glyphs.map(\.top).max(),
      let right = glyphs.map({ $0.left + $0.picture.width }).max(),
      let bottom = glyphs.map({ $0.top - $0.picture.height }).min()
    else { return nil }
    let (width, height) = (right - left, top - bottom)
    guard (1...maximumSide.width).contains(width), (1...maximumSide.height).contains(height)
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4 * width * height)
    for glyph in glyphs {
      for row in 0..<glyph.picture.height {
        for column in 0..<glyph.picture.width {
          let place = (top - glyph.top + row) * width + glyph.left - left + column
          let alpha = glyph.picture.bytes[4 * (row * glyph.picture.width + column) + 3]
          // Letters may overlap.
          bytes[4 * place + 3] = max(bytes[4 * place + 3], alpha)
        }
      }
    }
    return Picture(width: width, height: height, bytes: bytes)
  }

  /// Of a text in points: no screen shows more, and a damaged font may say anything.
  private static let maximumSide = (width: 2048, height: 512)

  /// Whether a character is one glyph in its place, whatever stands beside it: Latin, Greek and
  /// Cyrillic letters, kana, Han characters, Hangul and their punctuation.
  private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F, 0xA1..<0x300, 0x370..<0x483, 0x48A..<0x530, 0x1E00..<0x2000,
      0x2010..<0x2028, 0x2030..<0x205F, 0x2E80..<0x302A, 0x3030..<0x3099, 0x309B..<0xA000,
      0xAC00..<0xD7A4, 0xF900..<0xFB00, 0xFF01..<0xFFEF, 0x20000..<0x32000:
      // The soft hyphen.
      scalar != "\u{AD}"
    default: false
    }
  }
}
