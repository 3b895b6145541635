internal import DBus
internal import Glibc
internal import MemorizeBus
internal import MemoryGame
internal import ThemeFiles
internal import UserFiles

/// The one file that `Add` and `Remove` write; they leave everything else in it unchanged to the
/// byte.
struct AddedThemes {
  private static let lineEnd = UInt8(ascii: "\n")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let directory: String
  private let file: ThemePath
  private var shown: String { file.path.printable(upTo: LibraryFile.longestShown) }

  init(in directory: String) {
    self.directory = directory
    file = ThemePath(kind: .own, path: directory + "/" + ThemeDirectory.added)
  }

  func add(_ theme: Theme) throws(BusError) {
    try rewrite { bytes throws(BusError) in
      var bytes = bytes
      if let last = bytes.last, last != Self.lineEnd { bytes.append(Self.lineEnd) }
      bytes += Array(ThemeFile.line(of: theme).utf8)
      bytes.append(Self.lineEnd)
      guard bytes.count <= file.kind.maximumBytes, (try? file.kind.checkLines(bytes)) != nil else {
        throw BusError(
          .storageFailed,
          "There is no room in \(shown), which may take \(file.kind.maximumBytes >> 20) MB "
            + "and \(file.kind.maximumLines) lines: take some out.")
      }
      return bytes
    }
  }

  /// The name may be spelled in any way that compares equal.
  func remove(_ name: ThemeName) throws(BusError) {
    try rewrite { bytes throws(BusError) in
      let entries = ThemeFile(reading: bytes).entries
      guard let entry = entries.first(where: { $0.theme.themeName == name }) else {
        throw BusError(
          .storageFailed,
          "The theme is no longer in \(shown): another program has just changed the file.")
      }
      var bytes = bytes
      bytes.removeSubrange(Self.line(entry.line, of: bytes))
      return bytes
    }
  }

  /// A line's bytes, with its end; the byte order mark belongs to none.
  private static func line(_ number: Int, of bytes: [UInt8]) -> Range<Int> {
    var start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    for _ in 1..<number {
      start = (bytes[start...].firstIndex(of: lineEnd) ?? bytes.endIndex - 1) + 1
    }
    let end = bytes[start...].firstIndex(of: lineEnd).map { $0 + 1 } ?? bytes.endIndex
    return start..<end
  }

  /// Replaces the file as a whole, or not at all.
  private func rewrite(
    _ change: ([UInt8]) throws(BusError) -> [UInt8]
  ) throws(BusError) {
    let lock: Int32
    let bytes: [UInt8]
    do throws(FileError) {
      try UserFile.makeDirectory(directory)
      lock = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if lock < 0 { throw .system(errno) }
    } catch {
      throw fault(error.reason)
    }
    defer { close(lock) }
    // Two daemons of one user, on two buses, must not undo each other's changes. Each holds the
    // lock only for a moment, and no call waits for it.
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      throw fault("another program writes there; try again")
    }
    var status = stat()
    let isThere = stat(file.path, &status) == 0
    do throws(FileError) {
      bytes = try file.read()
    } catch {
      guard error.isMissing else { throw fault("it cannot be read first: \(error.reason)") }
      if lstat(file.path, &status) == 0 { throw fault("it is a link to nothing") }
      bytes = []
    }
    let changed = try change(bytes)
    do throws(FileError) {
      // Under the lock nobody else uses this name, and its form is not that of a theme file.
      try UserFile.replace(
        file.path, with: changed, permissions: isThere ? status.st_mode & 0o777 : 0o600,
        temporary: ".\(ThemeDirectory.added).new", waitsForDisk: false)
    } catch {
      throw fault(error.reason)
    }
  }

  private func fault(_ reason: String) -> BusError {
    BusError(.storageFailed, "\(shown) could not be written: \(reason).")
  }
}
