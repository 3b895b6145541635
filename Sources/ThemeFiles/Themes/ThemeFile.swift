package import MemoryGame

/// What stands in a `.themes` file: one theme a line, and what is wrong with the other lines.
///
/// A line is name, icon, colours, pairs and faces with tabs between; blank lines and those that
/// begin with `#` say nothing. A bad line is reported, and the rest is read.
package struct ThemeFile: Sendable {
  /// A theme with the line it stands in.
  package struct Entry: Hashable, Sendable {
    /// The line, counted from 1.
    package let line: Int
    /// The theme of that line.
    package let theme: Theme
    /// The digest of the line's bytes, good for this process: equal ones are of equal lines.
    package let digest: Int
  }

  /// The most themes of a user.
  package static let maximumThemes = 1024

  /// The themes that could be read, in the file's order, no two of one name.
  package let entries: [Entry]

  /// What is wrong with each line that could not be read, in the file's order.
  package let faults: [FileFault]

  /// The themes that could be read, in the file's order.
  package var themes: [Theme] { entries.map(\.theme) }

  /// Reads a whole file.
  ///
  /// - Parameter bytes: What the file holds, meant as UTF-8.
  package init(reading bytes: [UInt8]) {
    var reading = ThemeReading(bytes)
    while !reading.read(most: .max) {}
    self = reading.file
  }

  init(entries: [Entry], faults: [FileFault]) {
    self.entries = entries
    self.faults = faults
  }

  /// Returns a file of themes, from which reading gives equal themes again.
  ///
  /// - Parameter themes: The themes, no two of one name.
  /// - Returns: A line for each, all with their ends.
  package static func text(of themes: [Theme]) -> String {
    themes.map { line(of: $0) + "\n" }.joined()
  }

  /// Returns a theme as a line of a file, from which reading gives an equal theme again.
  ///
  /// - Parameter theme: Any theme.
  /// - Returns: The line, without its end.
  package static func line(of theme: Theme) -> String {
    ThemeLine.text(of: theme)
  }

  /// Reads pairs as the last field of a line writes them.
  ///
  /// - Parameter faces: Faces with spaces between, a run of emoji, or `first = second; …`.
  /// - Returns: The pairs, up to 512; whether they suit each other is for the theme to say.
  /// - Throws: `FileFault`, the first fault found, of line 1.
  package static func pairs(in faces: String) throws(FileFault) -> [Pair] {
    do throws(LineFault) {
      return try FaceList.pairs(in: EscapedText(faces.utf8))
    } catch {
      throw FileFault(line: 1, error)
    }
  }
}
