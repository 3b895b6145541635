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

  /// Makes a name of a text.
  ///
  /// - Parameter text: 1 to 64 characters with something to see in them.
  /// - Throws: `ThemeFault` where the text is empty or only white space, is too long, or holds
  ///   control, newline or bidi-override characters.
  package init(_ text: String) throws(ThemeFault) {
    switch NameRules.fault(in: text) {
    case .empty: throw .emptyName
    case .control: throw .controlInName
    case .tooLong: throw .nameTooLong
    case nil: self.init(trusted: WrittenText.trimmed(text))
    }
  }

  /// Makes a name of a text that is known to be good.
  init(trusted text: String) {
    self.text = text
    self.comparisonKey = ThemeName.comparisonKey(of: text)
  }

  /// Returns what any text, a valid name or not, is looked up by.
  ///
  /// - Parameter text: A name as somebody typed it.
  /// - Returns: A key that is equal for all spellings of one name.
  package static func comparisonKey(of text: String) -> String {
    WrittenText.caselessKey(text)
  }
}

extension ThemeName: Hashable {
  /// Tells whether two names are one.
  ///
  /// - Parameters:
  ///   - lhs: One name.
  ///   - rhs: Another name.
  /// - Returns: True where they are equal by the rules of comparison.
  package static func == (lhs: ThemeName, rhs: ThemeName) -> Bool {
    lhs.comparisonKey == rhs.comparisonKey
  }

  /// Hashes what names are compared by.
  ///
  /// - Parameter hasher: The hasher to feed.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(comparisonKey)
  }
}
