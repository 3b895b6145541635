import Foundation

/// A language for the programs, by default one made from the template of translations: each text in
/// ⟦…⟧, longer by two fifths, with accents; in a locale of its own, since that of C need not honor
/// LANGUAGE.
package final class TestLanguage {
  private let name: String
  private let files: TemporaryDirectory

  /// `template` is a template of gettext, by default that of the sources.
  package convenience init(template: String? = nil) throws {
    try self.init(named: "qps")
    try write(Self.catalogue(of: try template ?? SourceTree.text("po/memorize.pot")))
  }

  /// One of the languages of `po/LINGUAS`.
  package convenience init(_ name: String) throws {
    try self.init(named: name)
    try write(SourceTree.text("po/\(name).po"))
  }

  package static var all: [String] {
    get throws { try SourceTree.text("po/LINGUAS").split(separator: "\n").map(String.init) }
  }

  private init(named name: String) throws {
    self.name = name
    files = try TemporaryDirectory()
    try files.make("locales")
    // It warns of what the system's definition of the locale lacks.
    let made = try Outcome(
      "localedef", ["-c", "-i", "ko_KR", "-f", "UTF-8", files.path("locales/ko_KR.UTF-8")])
    guard FileManager.default.fileExists(atPath: files.path("locales/ko_KR.UTF-8")) else {
      throw Failure(text: made.errors)
    }
  }

  private var place: String { "catalogues/\(name)/LC_MESSAGES/memorize.mo" }

  package struct Failure: Error { let text: String }

  /// For programs, besides that of the test.
  package var environment: [String: String] {
    [
      "LOCPATH": files.path("locales"), "LC_ALL": "ko_KR.UTF-8", "LANGUAGE": name,
      "TEXTDOMAINDIR": files.path("catalogues"),
    ]
  }

  /// Compiles a catalogue's source without checks: it may be a bad one.
  package func write(_ source: String) throws {
    let path = try files.write("\(name).po", source)
    let compiled = try Outcome("msgfmt", ["--output-file=" + files.path("compiled.mo"), path])
    guard compiled.code == 0 else { throw Failure(text: compiled.errors) }
    try write(files.bytes("compiled.mo"))
  }

  /// Writes a compiled catalogue, whatever it is.
  package func write(_ bytes: [UInt8]) throws {
    try files.write(place, bytes)
  }

  /// Of the compiled catalogue.
  package var path: String { files.path(place) }

  package var compiled: [UInt8] {
    get throws { try files.bytes(place) }
  }

  /// What a text becomes; places stay.
  package static func pseudo(_ text: String) -> String {
    let accents: [Character: Character] = [
      "a": "å", "e": "ë", "i": "ï", "o": "ö", "u": "ü", "c": "ç", "n": "ñ", "A": "Å", "E": "Ë",
      "O": "Ö", "U": "Ü",
    ]
    var result = ""
    var (isPlace, isEscaped) = (false, false)
    for character in text {
      if character == "{" { isPlace = true }
      if character == "}" { isPlace = false }
      result.append(isPlace || isEscaped ? character : accents[character] ?? character)
      isEscaped = character == "\\" && !isEscaped
    }
    // Words, so that long texts are broken as others are.
    let length = (text.count * 2 + 4) / 5
    let filling = (0..<length).map { $0 % 8 == 0 && length > 3 ? " " : "ø" }.joined()
    return "⟦\(result)\(filling)⟧"
  }

  /// The template's lines, each text with its translation.
  static func catalogue(of template: String) -> String {
    var lines: [String] = []
    var texts = (id: [String](), plural: [String]())
    var isPlural: Bool?
    for line in template.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("msgid_plural ") {
        (isPlural, texts.plural) = (true, [String(line.dropFirst(13))])
      } else if line.hasPrefix("msgid ") {
        (isPlural, texts) = (false, ([String(line.dropFirst(6))], []))
      } else if line.hasPrefix("\""), let isPlural, !lines.isEmpty {
        if isPlural { texts.plural.append(line) } else { texts.id.append(line) }
      } else if line.hasPrefix("msgstr"), texts.id != ["\"\""] {
        isPlural = nil
        let source = line.hasPrefix("msgstr[1]") ? texts.plural : texts.id
        let whole = source.map { String($0.dropFirst().dropLast()) }.joined()
        lines.append(line.dropLast(2) + "\"\(pseudo(whole))\"")
        continue
      } else if line.hasPrefix("msgstr") {
        isPlural = nil
      }
      lines.append(
        line.hasPrefix("\"Plural-Forms")
          ? #""Plural-Forms: nplurals=2; plural=n != 1;\n""# : line)
    }
    return lines.joined(separator: "\n")
  }
}
