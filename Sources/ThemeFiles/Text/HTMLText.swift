internal import PlainText

/// HTML as plain text, in one pass: tags removed, entities decoded, words and blocks kept separate.
///
/// Made for the fields of cards: it knows which tags separate words and which contain no text, and
/// nothing else about HTML.
enum HTMLText {
  /// Tags that may occur within a word; all others separate words.
  private static let inline: Set<String> = [
    "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "del", "em", "font", "i", "img", "ins",
    "kbd", "mark", "q", "rb", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike", "strong",
    "sub", "sup", "tt", "u", "var", "wbr", "!",
  ]

  /// Tags between two lines; all others that separate words stand within one.
  private static let block: Set<String> = [
    "address", "article", "blockquote", "br", "center", "dd", "div", "dl", "dt", "h1", "h2", "h3",
    "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "section", "table", "tr", "ul",
  ]
  /// Stands where a word with a reading begins; no text of a card contains it.
  static let wordStart: Unicode.Scalar = "\u{1F}"
  /// Stands where a block begins or ends; UTF-8 has no such byte.
  private static let boundary: UInt8 = 0xFF

  /// Elements whose content is not text of the card.
  private static let silent: Set<String> = ["script", "style"]

  /// The texts of the blocks, of which some may be empty.
  static func blocks(_ html: String) -> [String] {
    plain(html).split(separator: boundary).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func plain(_ html: String) -> [UInt8] {
    var text: [UInt8] = []
    var rest = Array(html.utf8)[...]
    var (hasMoreEnds, isReading) = (true, false)
    while let index = rest.firstIndex(where: { $0 == ASCII.less || $0 == ASCII.ampersand }) {
      text += rest[..<index]
      rest = rest[index...]
      if rest.first == ASCII.ampersand, let entity = HTMLEntity(rest.dropFirst().prefix(40)) {
        text += entity.text.utf8
        rest = rest.dropFirst(entity.length + 1)
      } else if rest.first == ASCII.less, hasMoreEnds, isTag(rest.dropFirst().first) {
        hasMoreEnds = skipTag(&rest, into: &text, &isReading)
      } else {
        text.append(rest.removeFirst())
      }
    }
    return text + rest
  }

  /// A text in which only entities are decoded, such as the value of an attribute.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    var rest = bytes
    while let index = rest.firstIndex(of: ASCII.ampersand) {
      text += rest[..<index]
      rest = rest[index...]
      if let entity = HTMLEntity(rest.dropFirst().prefix(40)) {
        text += entity.text.utf8
        rest = rest.dropFirst(entity.length + 1)
      } else {
        text.append(rest.removeFirst())
      }
    }
    return String(decoding: text + rest, as: UTF8.self)
  }

  /// Skips a tag, a comment or a silent element; returns false if no tag ends any more.
  private static func skipTag(
    _ rest: inout ArraySlice<UInt8>, into text: inout [UInt8], _ isReading: inout Bool
  ) -> Bool {
    if rest.starts(with: "<!--".utf8) {
      rest = Self.rest(after: "-->", in: rest) ?? []
      return true
    }
    guard let end = tagEnd(in: rest) else { return false }
    let tag = rest[..<end].dropFirst()
    let isEnd = tag.first == ASCII.slash
    let name = name(of: isEnd ? tag.dropFirst() : tag)
    rest = rest[(end + 1)...]
    if !isEnd && silent.contains(name) {
      rest = Self.rest(after: "</\(name)>", in: rest) ?? []
    }
    // Brackets for browsers without ruby.
    if !isEnd && name == "rp" { rest = rest.drop { $0 != ASCII.less } }
    // HTML's ruby becomes a card's furigana.
    switch (name, isEnd) {
    case ("ruby", false): text.append(UInt8(ascii: wordStart))
    case ("rt", false):
      endReading(&text, &isReading)
      text.removeSpaces()
      text.append(ASCII.bracketOpen)
      isReading = true
    // The end tag of rt may be left out.
    case ("rt", true), ("rb", false): endReading(&text, &isReading)
    case ("ruby", true):
      endReading(&text, &isReading)
      if text.last(where: { !$0.isSpace }) == ASCII.bracketClose { text.removeSpaces() }
    default:
      if !inline.contains(name) { text.append(block.contains(name) ? boundary : ASCII.space) }
    }
    return true
  }

  /// Ends a reading, of which nothing is left if it is empty.
  private static func endReading(_ text: inout [UInt8], _ isReading: inout Bool) {
    guard isReading else { return }
    isReading = false
    text.removeSpaces()
    if text.last == ASCII.bracketOpen { text.removeLast() } else { text.append(ASCII.bracketClose) }
  }

  /// The end of a tag, which is not within quotation marks around a value.
  static func tagEnd(in tag: ArraySlice<UInt8>) -> Int? {
    var rest = tag
    while let index = rest.firstIndex(where: { $0 == ASCII.greater || $0 == equal }) {
      if rest[index] == ASCII.greater { return index }
      rest = rest[(index + 1)...].drop { $0 == ASCII.space }
      guard let mark = rest.first, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") else {
        continue
      }
      // One that does not end is none; looking for it in all of the text could take long.
      if let end = rest.dropFirst().prefix(maximumValue).firstIndex(of: mark) {
        rest = rest[(end + 1)...]
      }
    }
    return nil
  }

  private static let equal = UInt8(ascii: "=")
  private static let maximumValue = 4096

  private static func isTag(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return byte == ASCII.slash || byte == UInt8(ascii: "!") || ASCII.isLetter(byte)
  }

  private static func name(of tag: ArraySlice<UInt8>) -> String {
    if tag.first == UInt8(ascii: "!") { return "!" }
    let name = tag.prefix(16).prefix { ASCII.isLetter($0) || ASCII.isDigit($0) }
    return String(decoding: name, as: UTF8.self).lowercased()
  }

  static func rest(after end: String, in rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let end = Array(end.utf8)
    var rest = rest
    while let index = rest.firstIndex(where: { $0 == end[0] }) {
      let found = rest[index...].prefix(end.count)
      if found.count < end.count { return nil }
      if zip(found, end).allSatisfy({ $0 == $1 || (ASCII.isLetter($0) && $0 | 0x20 == $1) }) {
        return rest[(index + end.count)...]
      }
      rest = rest[(index + 1)...]
    }
    return nil
  }
}

extension [UInt8] {
  /// Removes the spaces and line ends at the end.
  fileprivate mutating func removeSpaces() {
    while last?.isSpace == true { removeLast() }
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool {
    [ASCII.space, ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn].contains(self)
  }
}

extension String {
  /// A text as the field of a card has it in HTML.
  package var asHTML: String { replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;"]) }
}
