internal import MemoryGame

/// A file of themes, or a deck's, as it was read.
struct LibraryFile {
  /// The most bytes of a file of themes.
  static let maximumThemeBytes = 4 << 20
  /// The most bytes of a deck's file.
  static let maximumDeckBytes = 16 << 20
  /// The most lines of a file of themes.
  static let maximumThemeLines = 20_000
  /// The most lines of a deck's file: more than its cards, for comments and records of many lines.
  static let maximumDeckLines = 100_000

  /// What was found in it and is taken, in the file's order.
  private(set) var themes: [LibraryTheme]
  /// What is wrong with it.
  private(set) var faults: FaultList
  /// What it was known by when it was read; nil where it could not be read.
  let fingerprint: FileFingerprint?
  /// Whether the fingerprint tells every later change.
  let isSettled: Bool
  /// The reading: a later one has a larger number.
  let reading: UInt64
  /// Whether something was left out that might be taken at another time.
  private(set) var isPartial = false

  init(
    themes: [LibraryTheme], faults: FaultList, fingerprint: FileFingerprint?, isSettled: Bool,
    reading: UInt64
  ) {
    self.themes = themes
    self.faults = faults
    self.fingerprint = fingerprint
    self.isSettled = isSettled
    self.reading = reading
  }

  /// Its themes by the digests of their lines.
  var lines: [Int: Theme] {
    var lines: [Int: Theme] = [:]
    for theme in themes {
      if case .theme(let content) = theme.content, let digest = theme.digest {
        lines[digest] = content
      }
    }
    return lines
  }

  /// Lets go of what is not taken, which would only take memory.
  ///
  /// - Parameter refusal: says why a theme is not taken; nil where it is.
  mutating func keep(unless refusal: (LibraryTheme) -> String?) {
    var kept: [LibraryTheme] = []
    for theme in themes {
      if let reason = refusal(theme) {
        faults.add(theme.isImported ? nil : theme.line, reason)
      } else {
        kept.append(theme)
      }
    }
    guard kept.count < themes.count else { return }
    (themes, isPartial) = (kept, true)
  }

  /// Takes what is the same from an earlier reading, so that there are not two of it.
  mutating func reuse(_ earlier: LibraryFile) {
    let known = Dictionary(earlier.themes.map { ($0.line, $0) }) { first, _ in first }
    themes = themes.map { theme in
      known[theme.line].flatMap { $0.isToldLike(theme) ? $0 : nil } ?? theme
    }
  }
}
