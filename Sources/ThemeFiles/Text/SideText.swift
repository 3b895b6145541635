/// The rules of faces, for the longer sides of a deck.
enum SideText {
  /// The most bytes of a side.
  static let maximumBytes = 1024

  /// Returns a text without its outer white space where it may be shown.
  ///
  /// - Throws: A fault that calls the text by what it is: “The first side” and the like.
  static func checked(_ text: String, _ what: String) throws(LineFault) -> String {
    let text = trimmed(text)
    if text.utf8.count > maximumBytes {
      throw LineFault("\(what) takes more than \(maximumBytes) bytes of UTF-8: shorten it.")
    }
    if text.unicodeScalars.contains(where: isForbidden) {
      throw LineFault(
        "\(what) holds a control character, a line break or a text direction override: "
          + "take it out.")
    }
    if text.unicodeScalars.allSatisfy(isInvisible) {
      throw LineFault("\(what) is empty: it needs at least one visible character.")
    }
    return text
  }

  /// Returns a text without its outer white space.
  static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Returns what two sides are compared by: no variation selectors 15 and 16.
  static func comparisonKey(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar != "\u{FE0E}" && scalar != "\u{FE0F}" {
      kept.append(scalar)
    }
    return trimmed(String(kept))
  }

  /// Tells whether a scalar is no part of a text: control, line break or direction override.
  static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: return false
    case 0x202A...0x202E, 0x2066...0x2069: return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
  }
}
