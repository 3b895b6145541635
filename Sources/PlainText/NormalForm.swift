@_spi(_Unicode) internal import Swift

/// Unicode's canonical normal forms, which the standard library has but does not guarantee.
///
/// This is the only place that uses its `_nfc` and `_nfd`. Without them, Foundation's
/// `precomposedStringWithCanonicalMapping` and `decomposedStringWithCanonicalMapping` return the
/// same scalars for the scripts that a test compares; for some rare ones beyond U+FFFF they do not.
package enum NormalForm {
  /// Returns the one composed spelling of all texts that are equal (NFC).
  package static func composed(_ text: String) -> String {
    if text.unicodeScalars.allSatisfy(isComposed) { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text._nfc { scalars.append(scalar) }
    return String(scalars)
  }

  /// Whether a scalar is composed and composes with no other such scalar: the letters of Western
  /// Europe, kana, ideographs and syllables of Hangul, which most texts consist of.
  private static func isComposed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x300, 0x3030..<0x3099, 0x309B..<0xA000, 0xAC00..<0xD7A4: true
    default: false
    }
  }

  /// Returns a text's scalars with accents separated from letters (NFD).
  package static func decomposed(_ text: String) -> [Unicode.Scalar] { Array(text._nfd) }
}
