internal import MemoryGame

/// Compares typed answers without case, accents and outer punctuation.
enum TypedAnswer {
  /// Returns the first answer that a typed text equals, or an alternative in it, as in `yes; yeah`.
  static func match(of typed: String, among answers: [String]) -> String? {
    let key = key(of: typed)
    return answers.first { answer in
      self.key(of: answer) == key || alternatives(of: answer).contains { self.key(of: $0) == key }
    }
  }

  /// Returns the parts of an answer between its semicolons; none if it has no semicolon.
  static func alternatives(of answer: String) -> [String] {
    // Fast path: none of the first bytes of a semicolon or its equivalents.
    if !answer.utf8.contains(where: { $0 == 0x3B || $0 == 0xCD || $0 == 0xEF }) { return [] }
    let parts = answer.split { $0 == ";" || $0 == "；" }
    if parts.count == 1 && parts[0].utf8.count == answer.utf8.count { return [] }
    return parts.map { WrittenText.trimmed(String($0)) }.filter { !$0.isEmpty }
  }

  static func key(of text: String) -> String {
    let bare = TextFolding.folded(text)
    // An answer that has only punctuation or accents is compared unchanged.
    if bare.isEmpty { return WrittenText.caselessKey(text) }
    let inner = bare.trimmed(of: isOuter)
    return String(inner.isEmpty ? bare[...] : inner)
  }

  private static func isOuter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      true
    default: scalar.properties.isWhitespace
    }
  }
}
