@_spi(_Unicode) internal import Swift

/// Unicode's canonical normal forms, which the standard library has but does not guarantee.
///
/// This is the only place that uses its `_nfc` and `_nfd`. Without them, Foundation's
/// `precomposedStringWithCanonicalMapping` and `decomposedStringWithCanonicalMapping` return the
/// same scalars for the scripts that a test compares; for some rare ones beyond U+FFFF they do not.
package enum NormalForm {
  /// Returns the one composed spelling of all texts that are equal (NFC).
  package static func composed(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text._nfc { scalars.append(scalar) }
    return String(scalars)
  }

  /// Returns a text's scalars with accents separated from letters (NFD).
  package static func decomposed(_ text: String) -> [Unicode.Scalar] { Array(text._nfd) }
}
