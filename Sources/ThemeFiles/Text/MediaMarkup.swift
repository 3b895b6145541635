package import Practice

/// The sounds and the picture in a field of a card, `[sound:NAME]` and `<img src="NAME">` as Anki
/// writes them, and the rest of the field.
package struct MediaMarkup {
  /// The field without them.
  package let text: String
  /// Without those in gaps; a second picture is dropped.
  package private(set) var media = SideMedia()
  /// Those in the gaps of a sentence, which are part of the answer.
  package private(set) var mediaOfGaps = SideMedia()
  /// All of them, even pictures that are dropped.
  package private(set) var all: [(name: String, isPicture: Bool)] = []

  /// A name that is not one of a file in the folder of media stays in the text.
  package init(_ field: String) {
    guard Self.mayBe(in: field) else {
      text = field
      return
    }
    var kept: [UInt8] = []
    var gaps = 0
    var (outside, inGaps, everywhere) = (Found(), Found(), Found())
    var rest = Array(field.utf8)[...]
    while let index = rest.firstIndex(where: { $0 == ASCII.bracketOpen || $0 == ASCII.less }) {
      gaps = Self.gaps(gaps, after: rest[..<index])
      kept += rest[..<index]
      rest = rest[index...]
      let sound = Self.sound(rest)
      guard let (name, after) = sound ?? Self.picture(rest) else {
        kept.append(rest.removeFirst())
        continue
      }
      all.append((name, sound == nil))
      everywhere.add(name, sound == nil)
      if gaps > 0 { inGaps.add(name, sound == nil) } else { outside.add(name, sound == nil) }
      rest = after
      // One space is left where two words were apart, and none at the ends of a gap.
      if kept.isEmpty || kept.last == ASCII.colon { rest = rest.drop { $0 == ASCII.space } }
      guard kept.last == ASCII.space else { continue }
      while kept.last == ASCII.space { kept.removeLast() }
      rest = rest.drop { $0 == ASCII.space }
      if !rest.isEmpty, !rest.starts(with: "}}".utf8) { kept.append(ASCII.space) }
    }
    // A gap that does not end is none.
    let haveEnded = Self.gaps(gaps, after: rest) == 0
    (media, mediaOfGaps) =
      haveEnded ? (outside.media, inGaps.media) : (everywhere.media, SideMedia())
    text = String(decoding: kept + rest, as: UTF8.self)
  }

  /// A value of `SideMedia` is made anew with each sound.
  private struct Found {
    private var sounds: [String] = []
    private var picture: String?

    mutating func add(_ name: String, _ isPicture: Bool) {
      if isPicture { picture = picture ?? name } else { sounds.append(name) }
    }

    var media: SideMedia { SideMedia(sounds: sounds, picture: picture) }
  }

  /// How many gaps are open after a part of a text.
  private static func gaps(_ before: Int, after part: ArraySlice<UInt8>) -> Int {
    var open = before
    var rest = part
    while let index = rest.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") })
    {
      rest = rest[index...]
      if rest.starts(with: "{{c".utf8) {
        open += 1
        rest = rest.dropFirst(3)
      } else if rest.starts(with: "}}".utf8) {
        open = max(open - 1, 0)
        rest = rest.dropFirst(2)
      } else {
        rest = rest.dropFirst()
      }
    }
    return open
  }

  /// A side's field: its text, then its media.
  package static func field(_ text: String, _ media: SideMedia) -> String {
    if media.isEmpty { return text }
    let marks =
      media.sounds.map { "[sound:\($0)]" } + (media.picture.map { ["<img src=\"\($0)\">"] } ?? [])
    return ((text.isEmpty ? [] : [text]) + marks).joined(separator: " ")
  }

  /// Whether a name is one of a file in the folder of media: no path, not hidden, of a length that
  /// file systems allow.
  package static func isName(_ name: String) -> Bool {
    (1...255).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: ".")
      && name.utf8.allSatisfy { $0 >= ASCII.space && $0 != 0x7F && $0 != ASCII.slash }
      && !name.contains(where: { "\"<>]".contains($0) })
  }

  /// Most fields have neither bracket.
  static func mayBe(in field: String) -> Bool {
    field.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.contains { $0 == ASCII.bracketOpen || $0 == ASCII.less }
    } ?? true
  }

  private typealias Mark = (name: String, after: ArraySlice<UInt8>)

  private static func sound(_ rest: ArraySlice<UInt8>) -> Mark? {
    let mark = "[sound:".utf8
    guard rest.starts(with: mark) else { return nil }
    let after = rest.dropFirst(mark.count)
    guard let end = after.prefix(maximumBytes).firstIndex(of: ASCII.bracketClose) else {
      return nil
    }
    return named(after[..<end], after: after[(end + 1)...])
  }

  private static func picture(_ rest: ArraySlice<UInt8>) -> Mark? {
    let tag = rest.prefix(maximumBytes)
    guard tag.count > 5,
      tag.prefix(4).map({ $0 | 0x20 }).elementsEqual("<img".utf8.map { $0 | 0x20 }),
      [ASCII.space, ASCII.tab, ASCII.lineFeed, ASCII.slash].contains(tag[tag.startIndex + 4]),
      let end = HTMLText.tagEnd(in: tag),
      let source = attribute("src", of: tag[(tag.startIndex + 4)..<end])
    else { return nil }
    return named(source, after: rest[(end + 1)...])
  }

  /// The longest mark that is looked at.
  private static let maximumBytes = 2048

  private static func named(_ bytes: ArraySlice<UInt8>, after rest: ArraySlice<UInt8>) -> Mark? {
    let name = HTMLText.decoded(bytes)
    return isName(name) ? (name, rest) : nil
  }

  /// The value of an attribute of a tag.
  private static func attribute(
    _ name: String, of tag: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    var rest = tag
    func isSpace(_ byte: UInt8) -> Bool { byte <= ASCII.space || byte == ASCII.slash }
    while true {
      rest = rest.drop(while: isSpace)
      if rest.isEmpty { return nil }
      let key = rest.prefix { !isSpace($0) && $0 != ASCII.equals }
      rest = rest[key.endIndex...].drop(while: isSpace)
      guard rest.first == ASCII.equals else {
        if key.isEmpty { return nil }
        continue
      }
      rest = rest.dropFirst().drop(while: isSpace)
      var value = rest.prefix { !isSpace($0) }
      var end = value.endIndex
      if let quote = rest.first, quote == ASCII.quote || quote == UInt8(ascii: "'") {
        value = rest.dropFirst().prefix { $0 != quote }
        end = min(value.endIndex + 1, rest.endIndex)
      }
      if key.map({ $0 | 0x20 }).elementsEqual(name.utf8) { return value }
      rest = rest[end...]
    }
  }
}
