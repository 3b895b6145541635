package import MemoryGame
internal import PlainText

/// The content of a `.themes` file: one theme per line, and the faults of the other lines.
///
/// A line is name, icon, colors, pairs and faces, separated by tabs; blank lines and those that
/// begin with `#` are ignored.
package struct ThemeFile: Sendable {
  package struct Entry: Hashable, Sendable {
    package let line: Int
    package let theme: Theme
    /// A digest of the line's bytes, comparable within this process only.
    package let digest: Int
  }

  /// The themes that could be read, in the file's order, each name once.
  package private(set) var entries: [Entry] = []
  /// The faults of lines that could not be read, in the file's order.
  package private(set) var faults: [FileFault] = []

  package var themes: [Theme] { entries.map(\.theme) }

  package init(reading bytes: [UInt8]) {
    var lines: [String: Int] = [:]
    for line in FileLines(bytes) where !line.isBlankOrComment {
      do throws(LineError) {
        let theme = try entries.count < ThemeClaims.maximumThemes ? ThemeLine.read(line.bytes) : nil
        guard let theme else {
          throw LineError(
            english("There are more than \(ThemeClaims.maximumThemes) themes: remove some."))
        }
        if let first = lines[theme.themeName.comparisonKey] {
          throw LineError(
            english(
              "A theme named “\(theme.name)” is already in line \(first): rename one of them."))
        }
        lines[theme.themeName.comparisonKey] = line.number
        var hasher = Hasher()
        line.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        entries.append(Entry(line: line.number, theme: theme, digest: hasher.finalize()))
      } catch {
        faults.append(FileFault(line: line.number, error))
      }
    }
  }

  /// Reads the last field of a line; faults name line 1.
  package static func pairs(in faces: String) throws(FileFault) -> [Pair] {
    try Result { () throws(LineError) in try FaceList.pairs(in: EscapedText(faces.utf8)) }
      .mapError { FileFault(line: 1, $0) }.get()
  }
}
