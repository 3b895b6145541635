package import MemoryGame

/// The reading of a file of themes, which can be done a part at a time: the largest takes its time.
package struct ThemeReading {
  private var rest: FileLines
  private var entries: [ThemeFile.Entry] = []
  private var faults: [FileFault] = []
  /// Where each name stands, by what it is compared by.
  private var lines: [String: Int] = [:]
  private let known: [Int: Theme]

  /// Begins to read; nothing is looked at yet.
  ///
  /// - Parameters:
  ///   - bytes: What the file holds, meant as UTF-8.
  ///   - known: Themes by the digests of their lines, which need not be read again.
  package init(_ bytes: [UInt8], known: [Int: Theme] = [:]) {
    rest = FileLines(bytes)
    self.known = known
  }

  /// Reads on.
  ///
  /// - Parameter most: How many lines are read at most.
  /// - Returns: True where the end has been reached.
  package mutating func read(most: Int) -> Bool {
    for _ in 0..<most {
      guard let line = rest.next() else { return true }
      if line.isBlankOrComment { continue }
      do throws(LineFault) {
        entries.append(try entry(of: line))
      } catch {
        faults.append(FileFault(line: line.number, error))
      }
    }
    return false
  }

  /// What was read so far.
  package var file: ThemeFile { ThemeFile(entries: entries, faults: faults) }

  private mutating func entry(of line: FileLines.Line) throws(LineFault) -> ThemeFile.Entry {
    if entries.count == ThemeFile.maximumThemes {
      throw LineFault("There are more than \(ThemeFile.maximumThemes) themes: take some out.")
    }
    let digest = Self.digest(of: line.bytes)
    let theme = if let theme = known[digest] { theme } else { try ThemeLine.read(line.bytes) }
    if let first = lines[theme.themeName.comparisonKey] {
      throw LineFault(
        "A theme named “\(theme.name)” stands in line \(first): give one of them another name.")
    }
    lines[theme.themeName.comparisonKey] = line.number
    return ThemeFile.Entry(line: line.number, theme: theme, digest: digest)
  }

  private static func digest(of line: ArraySlice<UInt8>) -> Int {
    var hasher = Hasher()
    line.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
