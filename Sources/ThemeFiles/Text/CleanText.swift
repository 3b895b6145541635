internal import PlainText
package import Practice

/// A field as a person reads it: without markup, with one space between words, and with
/// furigana separated from the text.
package struct CleanText {
  package let text: String
  /// How the text is pronounced, or nil if it has no furigana.
  package let reading: String?
  package var media = SideMedia()
  /// Those in the gaps of a sentence.
  package private(set) var mediaOfGaps = SideMedia()

  /// Between the blocks of a field that becomes a side.
  package static let blockSeparator = " / "

  /// `separator` goes between blocks of HTML, such as lines and list items; nil means a space, as
  /// within them.
  package init(_ field: String, isHTML: Bool, separator: String? = nil) {
    if Self.isClean(field) {
      (text, reading) = (WrittenText.trimmed(field), nil)
      return
    }
    let marked = MediaMarkup(field)
    (media, mediaOfGaps) = (marked.media, marked.mediaOfGaps)
    let field = marked.text
    var blocks = isHTML ? HTMLText.blocks(field) : [field]
    if separator == nil { blocks = [blocks.joined(separator: " ")] }
    let separator = separator ?? " "
    let written = blocks.map { Furigana(Self.spaced($0.without(from: "[sound:", to: "]"))) }
    let kept = written.filter { !WrittenText.trimmed($0.text).isEmpty }
    // Where a word of a reading began, there may be two spaces.
    func joined(_ texts: [String]) -> String {
      texts.map { WrittenText.trimmed(Self.spaced($0)) }.joined(separator: separator)
    }
    text = joined(kept.map(\.text))
    let hasReading = kept.contains { $0.reading != nil }
    reading = hasReading ? joined(kept.map { $0.reading ?? $0.text }) : nil
  }

  /// A field of a note that was exported from here, whose brackets and spaces are its own.
  ///
  /// What Anki's editor has added is removed, and `separator` goes between its lines.
  package init(exported field: String, separator: String) {
    let marked = MediaMarkup(field)
    let marks = " " + MediaMarkup.field("", marked.media)
    // Without media in the midst of it, the text has its own spaces.
    let isApart =
      !marked.media.isEmpty && field.utf8.reversed().starts(with: marks.utf8.reversed())
    let written =
      isApart
      ? String(decoding: field.utf8.dropLast(marks.utf8.count), as: UTF8.self) : marked.text
    text = HTMLText.blocks(written)
      .map { WrittenText.trimmed($0.replacing([HTMLText.wordStart: " "])) }
      .filter { !$0.isEmpty }.joined(separator: separator)
    (reading, media) = (nil, marked.media)
  }

  /// A field of a file in which only media are marked.
  init(unchanged field: String) {
    guard MediaMarkup.mayBe(in: field) else {
      (text, reading) = (field, nil)
      return
    }
    let marked = MediaMarkup(field)
    (text, reading) = (marked.text, nil)
    (media, mediaOfGaps) = (marked.media, marked.mediaOfGaps)
  }

  /// Returns this text or, if it is empty, the reading of another.
  package func orReading(of other: CleanText) -> String? {
    text.isEmpty ? other.reading : text
  }

  /// Whether a field has nothing to clean, which is true of most.
  private static func isClean(_ field: String) -> Bool {
    var isAfterSpace = false
    return field.utf8.allSatisfy { byte in
      defer { isAfterSpace = byte == ASCII.space }
      switch byte {
      case ASCII.space: return !isAfterSpace
      case ASCII.less, ASCII.ampersand, ASCII.bracketOpen, 0xC2: return false
      default: return byte > ASCII.space
      }
    }
  }

  /// Replaces each run of spaces, tabs, line ends and no-break spaces by one space.
  static func spaced(_ text: String) -> String {
    var spaced = String.UnicodeScalarView()
    var isAfterSpace = false
    for scalar in text.unicodeScalars {
      let isSpace = scalar == " " || scalar == "\u{A0}" || (0x9...0xD).contains(scalar.value)
      if !isSpace { spaced.append(scalar) } else if !isAfterSpace { spaced.append(" ") }
      isAfterSpace = isSpace
    }
    return String(spaced)
  }
}

extension String {
  /// Drops the parts from a mark to the next end, in linear time; a part without an end stays.
  package func without(from mark: String, to end: String) -> String {
    let mark = Array(mark.utf8)
    var kept: [UInt8] = []
    var rest = Array(utf8)[...]
    while let start = rest.firstIndex(of: mark[0]) {
      kept += rest[..<start]
      rest = rest[start...]
      if !rest.starts(with: mark) {
        kept.append(rest.removeFirst())
      } else if let after = HTMLText.rest(after: end, in: rest.dropFirst(mark.count)) {
        rest = after
      } else {
        break
      }
    }
    return String(decoding: kept + rest, as: UTF8.self)
  }
}
