internal import DBus
internal import MemorizeBus
internal import MemorizeFiles
internal import MemoryGame
internal import PlainText
internal import ThemeFiles
internal import UserFiles

/// A file of the user's own themes; a change leaves all other bytes as they are.
struct OwnThemeFile {
  private let file: ThemePath

  init(_ file: ThemePath) { self.file = file }

  /// The file to which themes are added.
  init(addedIn directory: String) {
    file = ThemePath(kind: .own, path: directory + "/" + ThemeDirectory.added)
  }

  func add(_ theme: Theme) throws(BusError) {
    try file.rewrite { bytes throws(BusError) in
      var bytes = bytes
      if let last = bytes.last, last != ASCII.lineFeed { bytes.append(ASCII.lineFeed) }
      bytes += Array(ThemeLine.text(of: theme).utf8)
      bytes.append(ASCII.lineFeed)
      try file.check(bytes, .storageFailed, advice: english("Remove some themes."))
      return bytes
    }
  }

  /// Removes a theme; its name may have any spelling that compares equal.
  func remove(_ name: ThemeName) throws(BusError) {
    try file.rewrite { bytes throws(BusError) in
      let entries = ThemeFile(reading: bytes).entries
      guard let entry = entries.first(where: { $0.theme.themeName == name }) else {
        let path = file.shown
        throw BusError(
          .storageFailed,
          english("The theme is no longer in \(path): another program has just changed the file."))
      }
      // A line is removed with its end, up to the beginning of the next one.
      let lines = FileLines(bytes).dropFirst(entry.line - 1).prefix(2).map(\.bytes.startIndex)
      let (start, end) = (lines[0], lines.count > 1 ? lines[1] : bytes.endIndex)
      return Array(bytes[..<start] + bytes[end...])
    }
  }
}

extension ThemePath {
  /// The path for messages.
  var shown: String { path.printable(upTo: 1000) }

  func rewrite(_ change: ([UInt8]) throws(BusError) -> [UInt8]) throws(BusError) {
    try UserFile.rewrite(path, limit: kind.maximumBytes, failure: writeFailure, change)
  }

  /// Throws if the bytes would exceed the limits of the file's kind.
  func check(_ bytes: [UInt8], _ name: ErrorName, advice: String) throws(BusError) {
    if (try? kind.check(bytes)) != nil { return }
    let (file, megabytes, lines) = (shown, kind.maximumBytes >> 20, kind.maximumLines)
    let fault = english("\(file) is full: its limit is \(megabytes) MB and \(lines) lines.")
    throw BusError(name, fault + " " + advice)
  }

  func writeFailure(_ error: FileError) -> BusError {
    let (path, reason) = (shown, error.serviceReason)
    return BusError(.storageFailed, english("\(path) could not be written: \(reason)."))
  }
}
