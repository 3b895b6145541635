package import MemoryGame

/// What stands in a file of KVTML 2, in which Parley and KWordQuiz keep vocabularies.
package struct KVTML: Sendable {
  /// The vocabulary's title, or "" where it has none.
  package let title: String

  /// The names of its languages, in the order that numbers them from 1.
  package let languages: [String]

  /// The cards that could be read, in the file's order.
  package let entries: [DeckEntry]

  /// What is wrong with entries that could not be read; a fault of the XML ends the reading.
  package let faults: [FileFault]

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - bytes: What the file holds, meant as UTF-8.
  ///   - front: Which language is the first side, from 1.
  ///   - back: Which language is the second side, from 1.
  package init(reading bytes: [UInt8], front: Int = 1, back: Int = 2) {
    var vocabulary = KVTMLVocabulary(front: front, back: back)
    vocabulary.read(bytes)
    title = vocabulary.title
    languages = vocabulary.languages.map(\.name)
    entries = vocabulary.builder.entries
    faults = vocabulary.builder.faults
  }

  /// Tells whether a file looks like KVTML, so that it is worth reading as such.
  ///
  /// - Parameter bytes: What the file holds, or at least its first kilobyte.
  /// - Returns: True where `<kvtml` stands near its start.
  package static func isLikely(_ bytes: [UInt8]) -> Bool {
    var rest = bytes.prefix(1024)
    while let place = rest.firstIndex(of: ASCII.less) {
      if rest[place...].starts(with: "<kvtml".utf8) { return true }
      rest = rest[(place + 1)...]
    }
    return false
  }

  /// Returns a file of KVTML 2, from which reading gives equal cards again, but for their guids.
  ///
  /// - Parameters:
  ///   - pairs: The cards.
  ///   - title: The vocabulary's title.
  ///   - languages: What the two sides are called.
  /// - Returns: The text of the file.
  package static func text(
    of pairs: [DeckPair], title: ThemeName, languages: (String, String) = ("First", "Second")
  ) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE kvtml PUBLIC "kvtml2.dtd" "http://edu.kde.org/kvtml/kvtml2.dtd">
      <kvtml version="2.0">
        <information>
          <generator>memorize</generator>
          <title>\(escaped(title.text))</title>
        </information>
        <identifiers>
          <identifier id="0"><name>\(escaped(languages.0))</name></identifier>
          <identifier id="1"><name>\(escaped(languages.1))</name></identifier>
        </identifiers>
        <entries>

      """
    for (number, pair) in pairs.enumerated() {
      let said = pair.pronunciation.map { "<pronunciation>\(escaped($0))</pronunciation>" } ?? ""
      text += """
            <entry id="\(number)">
              <translation id="0"><text>\(escaped(pair.first))</text>\(said)</translation>
              <translation id="1"><text>\(escaped(pair.second))</text></translation>
            </entry>

        """
    }
    return text + "  </entries>\n</kvtml>\n"
  }

  private static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;".unicodeScalars
      case "<": escaped += "&lt;".unicodeScalars
      case ">": escaped += "&gt;".unicodeScalars
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
