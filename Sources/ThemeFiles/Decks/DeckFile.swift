package import MemoryGame

/// What stands in a deck's file, `*.tsv`: one card a line, and what is wrong with other lines.
///
/// The fields are first side, second side, pronunciation and guid, with tabs between. Lines with
/// a `#` are Anki's header lines or comments; columns that they give to Anki's own notes (guid,
/// note type, deck, tags) are left out of the count, and the guid is then taken only from the
/// column that `#guid column:` names.
package struct DeckFile: Sendable {
  /// The most pairs of a deck.
  package static let maximumPairs = 20_000

  /// The name that `#deck:` gives, or nil where the file's own name has to do.
  package let name: ThemeName?

  /// The cards that could be read, in the file's order.
  package let entries: [DeckEntry]

  /// What is wrong with the lines that could not be read, the header's first.
  package let faults: [FileFault]

  /// The cards that could be read, in the file's order.
  package var pairs: [DeckPair] { entries.map(\.pair) }

  /// Reads a whole file.
  ///
  /// - Parameter bytes: What the file holds, meant as UTF-8.
  package init(reading bytes: [UInt8]) {
    var reading = DeckReading(bytes)
    while !reading.read(most: .max) {}
    self = reading.file
  }

  init(name: ThemeName?, entries: [DeckEntry], faults: [FileFault]) {
    self.name = name
    self.entries = entries
    self.faults = faults
  }

  /// Returns a deck's file, from which reading gives equal cards again.
  ///
  /// - Parameters:
  ///   - pairs: The cards.
  ///   - name: The deck's name, or nil where the file's own name will do.
  /// - Returns: The text of the file.
  package static func text(of pairs: [DeckPair], name: ThemeName? = nil) -> String {
    var lines = ["#separator:tab", "#html:false"]
    if let name { lines.append("#deck:\(name.text)") }
    lines.append("#columns:First\tSecond\tPronunciation\tGUID")
    lines.append("#guid column:4")
    for pair in pairs {
      let fields = [pair.first, pair.second, pair.pronunciation ?? "", pair.guid ?? ""]
      lines.append(fields.map(quoted).joined(separator: "\t"))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// No side holds a tab or a line end, so only a first `"` or `#` would be misread.
  private static func quoted(_ field: String) -> String {
    let first = field.unicodeScalars.first
    guard first == "\"" || first == "#" else { return field }
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in field.unicodeScalars {
      quoted.append(scalar)
      if scalar == "\"" { quoted.append(scalar) }
    }
    return String(quoted) + "\""
  }
}
