package import ThemeFiles

/// The content of a KVTML 2 file, the vocabulary format of Parley and KWordQuiz.
package struct KVTML: Sendable {
  /// The vocabulary's title, or "" if it has none.
  package let title: String

  /// The names of its languages; `front` and `back` count them from 1.
  package let languages: [String]

  /// The cards that could be read, in the file's order.
  package let entries: [DeckEntry]

  /// The entries that could not be read; a fault of the XML ends the reading.
  package let faults: [FileFault]

  /// Reads a whole file; `front` and `back` are the numbers of the languages of the two sides.
  package init(reading bytes: [UInt8], front: Int = 1, back: Int = 2) {
    var vocabulary = KVTMLVocabulary(front: front, back: back)
    vocabulary.read(bytes)
    title = vocabulary.title
    languages = vocabulary.languages.map(\.name)
    entries = vocabulary.builder.entries
    faults = vocabulary.builder.faults
  }

  /// Whether a file, or its first kilobyte, looks like KVTML.
  package static func isLikely(_ bytes: [UInt8]) -> Bool {
    var rest = bytes.prefix(1024)
    while let place = rest.firstIndex(of: ASCII.less) {
      if rest[place...].starts(with: "<kvtml".utf8) { return true }
      rest = rest[(place + 1)...]
    }
    return false
  }
}
