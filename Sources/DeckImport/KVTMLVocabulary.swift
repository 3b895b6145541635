internal import MemoryGame
internal import Practice
internal import ThemeFiles

/// Collects a vocabulary from the events of its XML.
struct KVTMLVocabulary {
  struct Language {
    let id: String
    var name = ""
  }

  /// One entry in one language.
  private struct Translation {
    var text = ""
    var pronunciation = ""
  }

  private(set) var builder = DeckBuilder()
  private(set) var title = ""
  private(set) var languages: [Language] = []

  private let front: Int
  private let back: Int
  private var path: [String] = []
  private var translations: [String: Translation] = [:]
  private var language = ""
  private var entryLine = 1

  init(front: Int, back: Int) {
    self.front = front
    self.back = back
  }

  /// Reads a whole file; keeps everything before a fault of the XML.
  mutating func read(_ bytes: [UInt8]) {
    if let line = Self.firstLineNotUTF8(bytes) {
      builder.report(lines: line...line, .notUTF8)
      return
    }
    var read = self
    let reader = XMLEvents { event, line throws(LineFault) in try read.take(event, line: line) }
    do throws(LineFault) {
      try reader.read(bytes)
    } catch {
      read.builder.report(lines: reader.line...reader.line, error)
    }
    self = read
  }

  private static func firstLineNotUTF8(_ bytes: [UInt8]) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    let line = FileLines(bytes).first { String(validating: $0.bytes, as: UTF8.self) == nil }
    return line?.number ?? 1
  }

  private mutating func take(_ event: XMLEvents.Event, line: Int) throws(LineFault) {
    switch event {
    case .start(let name, let attributes):
      if path.isEmpty && name != "kvtml" { throw LineFault("This is no KVTML but <\(name)>.") }
      path.append(name)
      begin(attributes["id"] ?? "", line: line)
    case .text(let text): take(text)
    case .end:
      if path == Path.entry { endEntry(line: line) }
      path.removeLast()
    }
  }

  private mutating func begin(_ id: String, line: Int) {
    switch path {
    case Path.identifier: languages.append(Language(id: id))
    case Path.entry:
      translations = [:]
      entryLine = line
    case Path.translation:
      language = id
      translations[id] = Translation()
    default: break
    }
  }

  private mutating func take(_ text: String) {
    switch path {
    case Path.title: title += text
    case Path.languageName:
      if !languages.isEmpty { languages[languages.count - 1].name += text }
    case Path.text: translations[language]?.text += text
    case Path.pronunciation: translations[language]?.pronunciation += text
    default: break
    }
  }

  private mutating func endEntry(line: Int) {
    let first = translation(front)
    let second = translation(back)
    builder.add(lines: entryLine...line) { () throws(LineFault) in
      try WordCard(
        checking: Self.oneLine(first.text), Self.oneLine(second.text),
        pronunciation: Self.oneLine(first.pronunciation), guid: nil)
    }
  }

  /// A file without identifiers numbers its translations from 0.
  private func translation(_ number: Int) -> Translation {
    let place = number &- 1
    let id = languages.indices.contains(place) ? languages[place].id : String(place)
    return translations[id] ?? Translation()
  }

  /// Replaces each line end of the XML and its indentation by a space.
  private static func oneLine(_ text: String) -> String {
    text.unicodeScalars.split { (0x9...0xD).contains($0.value) }
      .map { WrittenText.trimmed(String($0)) }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private enum Path {
    static let title = ["kvtml", "information", "title"]
    static let identifier = ["kvtml", "identifiers", "identifier"]
    static let languageName = identifier + ["name"]
    static let entry = ["kvtml", "entries", "entry"]
    static let translation = entry + ["translation"]
    static let text = translation + ["text"]
    static let pronunciation = translation + ["pronunciation"]
  }
}
