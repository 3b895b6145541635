/// The name of a theme, compared like a face and without case.
package struct ThemeName: Sendable {
  /// The most characters (grapheme clusters) of a name.
  package static let maximumCharacters = 64
  /// The most bytes of UTF-8 that a name may take.
  package static let maximumBytes = 1024

  /// The name as it was written, without outer white space.
  package let text: String

  /// What the name is looked up by.
  package let comparisonKey: String

  package init(_ text: String) throws(ThemeFault) {
    switch NameRules.fault(in: text) {
    case .empty: throw .emptyName
    case .control: throw .controlInName
    case .tooLong: throw .nameTooLong
    case nil: self.init(unchecked: WrittenText.trimmed(text))
    }
  }

  init(unchecked text: String) {
    self.text = text
    self.comparisonKey = ThemeName.comparisonKey(of: text)
  }

  /// Returns what any text, a valid name or not, is looked up by.
  package static func comparisonKey(of text: String) -> String {
    WrittenText.caselessKey(text)
  }
}

extension ThemeName: Hashable {
  /// Tells whether two names are one.
  package static func == (lhs: ThemeName, rhs: ThemeName) -> Bool {
    lhs.comparisonKey == rhs.comparisonKey
  }

  /// Hashes what names are compared by.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(comparisonKey)
  }
}

/// What names of themes and of players have in common.
enum NameRules {
  /// Returns the fault of a name, or nil where it may be used.
  static func fault(in text: String) -> WrittenText.Fault? {
    // Bounds the work on a name before its characters are counted.
    if let fault = WrittenText.fault(in: text, maximumBytes: ThemeName.maximumBytes) {
      return fault
    }
    return WrittenText.trimmed(text).count > ThemeName.maximumCharacters ? .tooLong : nil
  }
}
