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

  /// What was found in it, in the file's order.
  let themes: [LibraryTheme]
  /// What is wrong with it.
  let faults: FaultList
  /// What it was known by when it was read; nil where it could not be read.
  let fingerprint: FileFingerprint?
  /// Whether the fingerprint tells every later change.
  let isSettled: Bool
}
