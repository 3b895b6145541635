internal import MemoryGame
internal import PlainText
internal import Practice
package import ThemeFiles

/// The content of a KVTML 2 file, the vocabulary format of Parley and KWordQuiz.
package struct KVTML {
  /// One entry in one language.
  private struct Translation {
    var text = ""
    var pronunciation = ""
    var sound = ""
    var picture = ""

    /// Paths relative to the file, or URLs.
    var media: SideMedia {
      let (sound, picture) = (KVTML.oneLine(sound), KVTML.oneLine(picture))
      return SideMedia(
        sounds: sound.isEmpty ? [] : [sound], picture: picture.isEmpty ? nil : picture)
    }
  }

  /// The vocabulary's title, or "" if it has none.
  private var title = ""
  /// The names of its languages; `front` and `back` count them from 1.
  package private(set) var languages: [String] = []
  /// A fault in the XML ends reading.
  package var content: DeckContent {
    var content = builder.content
    content.name = try? ThemeName(title)
    content.languages =
      SideLanguages(locale(front), locale(back)) ?? .unknown
    return content
  }

  private static let maximumDepth = 32

  private var builder = DeckBuilder(isImport: true)
  /// The languages' identifiers, in the same order.
  private var identifiers: [String] = []
  private var locales: [String] = []
  private var front: Int
  private var back: Int
  private var path: [String] = []
  private var translations: [String: Translation] = [:]
  private var language = ""
  private var entryLine = 1

  /// Reads a whole file; `front` and `back` are the numbers of the languages of the two sides.
  package init(reading bytes: [UInt8], front: Int = 1, back: Int = 2) {
    (self.front, self.back) = (front, back)
    if let line = Self.firstLineNotUTF8(bytes) {
      builder.report(line: line, .notUTF8)
      return
    }
    var read = self
    let reader = XMLEvents { event, line throws(LineError) in try read.read(event, line: line) }
    do throws(LineError) {
      try reader.read(bytes)
    } catch {
      read.builder.report(line: reader.line, error)
    }
    self = read
  }

  /// Whether a file, or its first kilobyte, looks like KVTML.
  package static func isLikely(_ bytes: [UInt8]) -> Bool {
    let start = bytes.prefix(1024)
    return start.indices.contains { start[$0...].starts(with: "<kvtml".utf8) }
  }

  private static func firstLineNotUTF8(_ bytes: [UInt8]) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    let line = FileLines(bytes).first { String(validating: $0.bytes, as: UTF8.self) == nil }
    return line?.number ?? 1
  }

  private mutating func read(_ event: XMLEvents.Event, line: Int) throws(LineError) {
    switch event {
    case .start(let name, let attributes):
      if path.isEmpty && name != "kvtml" {
        throw LineError(english("This is not KVTML: it begins with <\(name)>."))
      }
      if path.count == Self.maximumDepth {
        throw LineError(english("The elements are nested too deeply."))
      }
      path.append(name)
      begin(attributes["id"] ?? "", line: line)
    case .text(let text): append(text)
    case .end:
      if path == Path.entry { endEntry() }
      path.removeLast()
    }
  }

  private mutating func begin(_ id: String, line: Int) {
    switch path {
    case Path.identifier:
      identifiers.append(id)
      languages.append("")
      locales.append("")
    case Path.entry:
      translations = [:]
      entryLine = line
    case Path.translation:
      language = id
      translations[id] = Translation()
    default: break
    }
  }

  private mutating func append(_ text: String) {
    switch path {
    case Path.title: title += text
    case Path.languageName:
      if !languages.isEmpty { languages[languages.count - 1] += text }
    case Path.locale:
      if !locales.isEmpty { locales[locales.count - 1] += text }
    case Path.sound: translations[language]?.sound += text
    case Path.picture: translations[language]?.picture += text
    case Path.text: translations[language]?.text += text
    case Path.pronunciation: translations[language]?.pronunciation += text
    default: break
    }
  }

  private mutating func endEntry() {
    let (first, second) = (translation(front), translation(back))
    builder.add(line: entryLine) { () throws(LineError) in
      try WordCard(
        checking: Self.oneLine(first.text), Self.oneLine(second.text),
        pronunciation: Self.oneLine(first.pronunciation), guid: nil,
        media: CardMedia(front: first.media, back: second.media))
    }
  }

  /// As BCP 47 has it, or empty.
  private func locale(_ number: Int) -> String {
    let index = number &- 1
    guard locales.indices.contains(index) else { return "" }
    let tag = Self.oneLine(locales[index]).replacing("_", with: "-")
    return SideLanguages(tag, "") == nil ? "" : tag
  }

  /// A file without identifiers numbers its translations from 0.
  private func translation(_ number: Int) -> Translation {
    let index = number &- 1
    let id = identifiers.indices.contains(index) ? identifiers[index] : String(index)
    return translations[id] ?? Translation()
  }

  /// Replaces each line end of the XML and its indentation by a space.
  fileprivate static func oneLine(_ text: String) -> String {
    text.unicodeScalars.split { (0x9...0xD).contains($0.value) }
      .map { WrittenText.trimmed(String($0)) }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private enum Path {
    static let title = ["kvtml", "information", "title"]
    static let identifier = ["kvtml", "identifiers", "identifier"]
    static let languageName = identifier + ["name"]
    static let locale = identifier + ["locale"]
    static let entry = ["kvtml", "entries", "entry"]
    static let translation = entry + ["translation"]
    static let text = translation + ["text"]
    static let sound = translation + ["sound"]
    static let picture = translation + ["image"]
    static let pronunciation = translation + ["pronunciation"]
  }
}
