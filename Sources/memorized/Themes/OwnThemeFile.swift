internal import DBus
internal import Glibc
internal import MemorizeBus
internal import MemorizeFiles
internal import MemoryGame
internal import PlainText
internal import ThemeFiles
internal import UserFiles

/// A file of the user's own themes; a change leaves all other bytes as they are.
struct OwnThemeFile {
  private let directory: String
  private let file: ThemePath
  private var shown: String { file.path.printable(upTo: LibraryFile.maximumShownLength) }

  init(_ file: ThemePath, in directory: String) {
    (self.directory, self.file) = (directory, file)
  }

  /// The file to which themes are added.
  init(addedIn directory: String) {
    self.init(
      ThemePath(kind: .own, path: directory + "/" + ThemeDirectory.added), in: directory)
  }

  func add(_ theme: Theme) throws(BusError) {
    try rewrite { bytes throws(BusError) in
      var bytes = bytes
      if let last = bytes.last, last != ASCII.lineFeed { bytes.append(ASCII.lineFeed) }
      bytes += Array(ThemeLine.text(of: theme).utf8)
      bytes.append(ASCII.lineFeed)
      guard bytes.count <= file.kind.maximumBytes, (try? file.kind.checkLines(bytes)) != nil else {
        throw BusError(
          .storageFailed,
          "\(shown) is full: its limit is \(file.kind.maximumBytes >> 20) MB and "
            + "\(file.kind.maximumLines) lines. Remove some themes.")
      }
      return bytes
    }
  }

  /// Removes a theme; its name may have any spelling that compares equal.
  func remove(_ name: ThemeName) throws(BusError) {
    try rewrite { bytes throws(BusError) in
      let entries = ThemeFile(reading: bytes).entries
      guard let entry = entries.first(where: { $0.theme.themeName == name }) else {
        throw BusError(
          .storageFailed,
          "The theme is no longer in \(shown): another program has just changed the file.")
      }
      // A line is removed with its end, up to the beginning of the next one.
      let lines = FileLines(bytes).dropFirst(entry.line - 1).prefix(2).map(\.bytes.startIndex)
      let (start, end) = (lines[0], lines.count > 1 ? lines[1] : bytes.endIndex)
      return Array(bytes[..<start] + bytes[end...])
    }
  }

  private func rewrite(_ change: ([UInt8]) throws(BusError) -> [UInt8]) throws(BusError) {
    do throws(FileError) {
      try UserFile.makeDirectory(directory)
    } catch {
      throw fault(error)
    }
    try UserFile.rewrite(file.path, limit: file.kind.maximumBytes, failure: fault, change)
  }

  private func fault(_ error: FileError) -> BusError {
    BusError(.storageFailed, "\(shown) could not be written: \(error.serviceReason).")
  }
}
