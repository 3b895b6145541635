internal import PlainText

/// The name of a theme, compared like a face but without case.
package struct ThemeName: Sendable {
  /// The most characters (grapheme clusters) of a name.
  package static let maximumCharacters = 64
  package static let maximumBytes = 1024

  /// The name as it was written, without outer white space.
  package let text: String

  package let comparisonKey: String

  package init(_ text: String) throws(ThemeError) {
    if let fault = Self.fault(in: text) { throw .name(fault) }
    self.init(unchecked: WrittenText.trimmed(text))
  }

  init(unchecked text: String) {
    self.text = text
    self.comparisonKey = ThemeName.comparisonKey(of: text)
  }

  /// The key for looking up any text, valid as a name or not.
  package static func comparisonKey(of text: String) -> String {
    WrittenText.caselessKey(text)
  }

  /// Returns the fault of a name, of a player's too.
  static func fault(in text: String) -> WrittenText.Fault? {
    // Bounds the work on a name before its characters are counted.
    if let fault = WrittenText.fault(in: text, maximumBytes: maximumBytes) { return fault }
    return WrittenText.trimmed(text).count > maximumCharacters ? .tooLong : nil
  }
}

extension ThemeName: Hashable {
  package static func == (lhs: ThemeName, rhs: ThemeName) -> Bool {
    lhs.comparisonKey == rhs.comparisonKey
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(comparisonKey)
  }
}
