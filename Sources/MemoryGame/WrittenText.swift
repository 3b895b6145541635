/// The rules that faces and names share: what may be written, and what counts as the same.
///
/// Canonical equivalence is left to `String`, whose `==` and hash already compare by it.
package enum WrittenText {
  /// Why a piece of text is no face and no name.
  package enum Fault: Equatable {
    case empty
    case control
    case tooLong
  }

  /// Returns the fault of a text, or nil where it may be used.
  ///
  /// The bytes are looked at first, so that a huge text is not walked through.
  package static func fault(in text: String, maximumBytes: Int) -> Fault? {
    if text.utf8.count > maximumBytes { return .tooLong }
    if text.unicodeScalars.contains(where: isForbidden) { return .control }
    if text.unicodeScalars.allSatisfy(isInvisible) { return .empty }
    return nil
  }

  /// Returns the text without its outer white space.
  package static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Returns what two texts are compared by: no variation selectors 15 and 16, no outer spaces.
  package static func comparisonKey(_ text: String) -> String {
    if isItsOwnKey(text.unicodeScalars) { return text }
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !isVariationSelector(scalar) { kept.append(scalar) }
    return trimmed(String(kept))
  }

  /// Returns `comparisonKey` without case as well.
  ///
  /// Going through upper case joins letters that lower case alone keeps apart, as σ and ς.
  static func caselessKey(_ text: String) -> String {
    comparisonKey(text).uppercased().lowercased()
  }

  /// Most texts are compared as they are, and need no memory of their own for it.
  private static func isItsOwnKey(_ scalars: String.UnicodeScalarView) -> Bool {
    guard let first = scalars.first, let last = scalars.last else { return true }
    return !first.properties.isWhitespace && !last.properties.isWhitespace
      && !scalars.contains(where: isVariationSelector)
  }

  private static func isVariationSelector(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xFE0E || scalar.value == 0xFE0F
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
  }

  /// Tells whether a scalar is no part of a text: control, line break or direction override.
  package static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: return false  // most there are, and the table is slow
    case 0x202A...0x202E, 0x2066...0x2069: return true  // embeddings, overrides and isolates
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }
}
