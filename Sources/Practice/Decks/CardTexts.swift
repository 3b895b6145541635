internal import MemoryGame

extension WordCard {
  /// The most bytes of UTF-8 that a side, a pronunciation or a guid may take.
  package static let maximumBytes = 1024

  /// Makes a card of texts that anybody wrote: by the rules of faces, but for their length.
  package init(
    checking first: String, _ second: String, pronunciation: String? = nil, guid: String? = nil
  ) throws(CardFault) {
    self.init(
      try Self.checked(first, "The first side"), try Self.checked(second, "The second side"),
      pronunciation: try Self.optional(pronunciation, "The pronunciation"),
      guid: try Self.optional(guid, "The guid"))
    if SideKey.key(of: self.first) == SideKey.key(of: self.second) {
      throw CardFault(
        message: "Both sides of the pair “\(self.first)” are equal: change one of them.")
    }
  }

  private static func optional(_ text: String?, _ what: String) throws(CardFault) -> String? {
    guard let text, !text.isEmpty, !WrittenText.trimmed(text).isEmpty else { return nil }
    return try checked(text, what)
  }

  private static func checked(_ text: String, _ what: String) throws(CardFault) -> String {
    let text = WrittenText.trimmed(text)
    switch WrittenText.fault(in: text, maximumBytes: maximumBytes) {
    case .tooLong:
      throw CardFault(
        message: "\(what) takes more than \(maximumBytes) bytes of UTF-8: shorten it.")
    case .control:
      throw CardFault(
        message: "\(what) holds a control character, a line break or a text direction override: "
          + "take it out.")
    case .empty:
      throw CardFault(message: "\(what) is empty: it needs at least one visible character.")
    case nil: return text
    }
  }
}

/// Why two texts are no card of a deck.
package struct CardFault: Error, Hashable, Sendable {
  /// A sentence that says what to mend.
  package let message: String
}
