internal import DBus
internal import Glibc
internal import MemoryGame
internal import ThemeFiles

/// Why a file of themes could not be written; nothing has changed then.
struct WriteFault: Error {
  /// A sentence that says what is wrong and what to do.
  let message: String
}

/// The one file that `Add` and `Remove` write: all that they do not concern stays to the byte.
struct AddedThemes {
  /// How long another process that writes there is waited for.
  private static let patience: Duration = .milliseconds(50)

  private let directory: String
  private var path: String { directory + "/" + FileListing.added }
  private var shown: String { path.printable(upTo: FileListing.longestShown) }

  /// Names the file.
  ///
  /// - Parameter directory: the user's directory of themes, which need not be there.
  init(in directory: String) {
    self.directory = directory
  }

  /// Adds a line for a theme.
  ///
  /// - Throws: `WriteFault`.
  func add(_ theme: Theme) throws(WriteFault) {
    try rewrite { bytes throws(WriteFault) in
      var bytes = bytes
      if let last = bytes.last, last != Self.lineEnd { bytes.append(Self.lineEnd) }
      bytes += Array(ThemeFile.line(of: theme).utf8)
      bytes.append(Self.lineEnd)
      let lines = bytes.count { $0 == Self.lineEnd }
      guard bytes.count <= LibraryFile.maximumThemeBytes, lines <= LibraryFile.maximumThemeLines
      else {
        throw WriteFault(
          message:
            "There is no room in \(shown), which may take \(LibraryFile.maximumThemeBytes >> 20) MB "
            + "and \(LibraryFile.maximumThemeLines) lines: take some out.")
      }
      return bytes
    }
  }

  /// Takes out the line of a theme.
  ///
  /// - Parameters:
  ///   - name: the name, in any spelling that compares equal.
  ///   - known: themes by the digests of their lines, which need not be read again.
  /// - Throws: `WriteFault`.
  func remove(_ name: ThemeName, known: [Int: Theme] = [:]) throws(WriteFault) {
    try rewrite { bytes throws(WriteFault) in
      var reading = ThemeReading(bytes, known: known)
      while !reading.read(most: .max) {}
      guard let entry = reading.file.entries.first(where: { $0.theme.themeName == name }) else {
        throw WriteFault(
          message: "The theme is no longer in \(shown): another program has just changed the file.")
      }
      var bytes = bytes
      bytes.removeSubrange(Self.line(entry.line, of: bytes))
      return bytes
    }
  }

  private static let lineEnd = UInt8(ascii: "\n")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Where a line stands, with its end; the mark at the beginning of a file is of no line.
  private static func line(_ number: Int, of bytes: [UInt8]) -> Range<Int> {
    var start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    for _ in 1..<number {
      start = (bytes[start...].firstIndex(of: lineEnd) ?? bytes.endIndex - 1) + 1
    }
    let end = bytes[start...].firstIndex(of: lineEnd).map { $0 + 1 } ?? bytes.endIndex
    return start..<end
  }
}

extension AddedThemes {
  /// Reads the file, and puts another in its place, whole or not at all.
  private func rewrite(
    _ change: ([UInt8]) throws(WriteFault) -> [UInt8]
  ) throws(WriteFault) {
    try make()
    let lock = try lock()
    defer { close(lock) }
    // A link to a file that is kept elsewhere stays one.
    let place = realpath(path, nil)
    defer { free(place) }
    let target = place.map { String(cString: $0) } ?? path
    var status = stat()
    let isThere = stat(target, &status) == 0
    var bytes: [UInt8] = []
    do throws(FileTrouble) {
      bytes = try FileContents.read(
        target.utf8CString.map { $0 }, limit: LibraryFile.maximumThemeBytes
      ).bytes
    } catch {
      switch error {
      case .unreadable(let reason): throw fault("it cannot be read first: \(reason)")
      case .missing where lstat(target, &status) == 0: throw fault("it is a link to nothing")
      case .missing: break
      }
    }
    try replace(target, with: try change(bytes), mode: isThere ? status.st_mode & 0o777 : 0o600)
  }

  /// Makes the directory and those above it, which the user alone may enter.
  private func make() throws(WriteFault) {
    var part = ""
    for name in directory.split(separator: "/") {
      part += "/" + name
      // One above it may be there and closed to us; only the last one has to be made.
      guard mkdir(part, 0o700) != 0, errno != EEXIST, part == directory else { continue }
      throw fault(FileContents.reason(errno))
    }
  }

  /// Two daemons of one user, on two buses, must not undo what the other writes.
  private func lock() throws(WriteFault) -> Int32 {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw fault(FileContents.reason(errno)) }
    let end = ContinuousClock.now + Self.patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else {
        let isTaken = errno == EWOULDBLOCK
        let reason = FileContents.reason(errno)
        close(descriptor)
        throw fault(isTaken ? "another program writes there; try again" : reason)
      }
      // Whoever has it needs a moment only, and tells nobody when it is done.
      usleep(2000)
    }
    return descriptor
  }

  private func replace(
    _ target: String, with bytes: [UInt8], mode: mode_t
  ) throws(WriteFault) {
    let place = target.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    // By its name no reader takes it for a file of themes.
    let new = "\(place)/.\(FileListing.added).\(getpid())"
    unlink(new)
    let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw fault(FileContents.reason(errno)) }
    let isWritten =
      Self.write(bytes, to: descriptor) && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0
    let reason = FileContents.reason(errno)
    // What a full disk has put off it tells at the latest here.
    let isClosed = close(descriptor) == 0
    guard isWritten, isClosed, rename(new, target) == 0 else {
      let last = isWritten ? FileContents.reason(errno) : reason
      unlink(new)
      throw fault(last)
    }
    let directory = open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if directory >= 0 {
      fsync(directory)
      close(directory)
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private func fault(_ reason: String) -> WriteFault {
    WriteFault(message: "\(shown) could not be written: \(reason).")
  }
}
