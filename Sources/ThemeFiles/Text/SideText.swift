internal import MemoryGame

/// The rules of faces, for the longer sides of a deck.
enum SideText {
  /// The most bytes of a side.
  static let maximumBytes = 1024

  /// Returns a text without its outer white space where it may be shown.
  ///
  /// - Throws: A fault that calls the text by what it is: “The first side” and the like.
  static func checked(_ text: String, _ what: String) throws(LineFault) -> String {
    let text = WrittenText.trimmed(text)
    switch WrittenText.fault(in: text, maximumBytes: maximumBytes) {
    case .tooLong:
      throw LineFault("\(what) takes more than \(maximumBytes) bytes of UTF-8: shorten it.")
    case .control:
      throw LineFault(
        "\(what) holds a control character, a line break or a text direction override: "
          + "take it out.")
    case .empty: throw LineFault("\(what) is empty: it needs at least one visible character.")
    case nil: return text
    }
  }
}
