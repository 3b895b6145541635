/// A text with readings in brackets, ` 漢字[かんじ]` as Anki writes them, split into text and reading.
///
/// The word of a reading begins after a space or another reading, and contains an ideograph; other
/// brackets are part of the text.
struct Furigana {
  let text: String
  /// How the text is pronounced, or nil if it has no readings.
  let reading: String?

  init(_ written: String) {
    // Strings: to append to a view of scalars copies all of it.
    var (text, said, word) = ("", "", "")
    var hasIdeograph = false
    var isMarked = false
    var hasReading = false
    var rest = written.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "[", hasIdeograph,
        let close = rest.firstIndex(where: { $0 == "]" || $0 == "[" }), rest[close] == "]",
        close != rest.startIndex
      {
        // The space before the word only marked its beginning.
        if !isMarked, text.utf8.last == ASCII.space { text.unicodeScalars.removeLast() }
        if !isMarked, said.utf8.last == ASCII.space { said.unicodeScalars.removeLast() }
        text += word
        said += String(rest[..<close])
        rest = rest[rest.index(after: close)...]
        word = ""
        hasIdeograph = false
        hasReading = true
      } else if scalar == " " || scalar == HTMLText.wordStart {
        isMarked = scalar != " "
        if !isMarked { word += " " }
        text += word
        said += word
        word = ""
        hasIdeograph = false
      } else {
        hasIdeograph = hasIdeograph || Self.isIdeograph(scalar)
        word.unicodeScalars.append(scalar)
      }
    }
    self.text = text + word
    reading = hasReading ? said + word : nil
  }

  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isIdeographic || scalar == "々" || scalar == "ヶ"
  }
}
