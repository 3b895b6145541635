import CLinux
import Glibc

/// A file that is written as a whole or not at all: under another name first, which it then gives
/// up for its own.
struct WholeFile {
  /// Its directory, which is made where it is not there.
  let folder: Folder
  /// The path.
  let path: String

  /// Writes it, for the user alone.
  ///
  /// - Parameters:
  ///   - text: what it is to hold.
  ///   - replaces: whether it may take the place of one that is there, or of that to which a link
  ///     there leads.
  /// - Throws: `ProgramError` where that fails: `StorageFailed`, or `FileExists`; then nothing has
  ///   changed.
  func write(_ text: String, replaces: Bool) throws(ProgramError) {
    if replaces, let target = linked { return try target.write(text, replaces: true) }
    if let code = folder.make() { throw failure(code) }
    // What ends the program would leave the file under its first name.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    var before = sigset_t()
    sigprocmask(SIG_BLOCK, &signals, &before)
    defer { sigprocmask(SIG_SETMASK, &before, nil) }
    // No name that anybody looks for: it neither ends as themes and decks do, nor is it shown.
    var name = Array((folder.path + "/.memorize-XXXXXX").utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { throw failure(errno) }
    var isWhole = false
    defer { if !isWhole { unlink(name) } }
    let code = Self.fill(file, with: Array(text.utf8))
    guard close(file) == 0, code == nil else { throw failure(code ?? errno) }
    if let code = rename(name, replaces: replaces) {
      throw code == EEXIST
        ? ProgramError(
          .refused, name: "FileExists", "The file \(path) is there already: --force replaces it.")
        : failure(code)
    }
    isWhole = true
    keepName()
  }

  /// The file to which a symbolic link of that name leads; nil where there is none.
  private var linked: WholeFile? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
      let resolved = realpath(path, nil)
    else { return nil }
    defer { free(resolved) }
    let target = String(cString: resolved)
    let slash = target.lastIndex(of: "/") ?? target.startIndex
    return WholeFile(folder: Folder(path: String(target[..<slash])), path: target)
  }

  private static func fill(_ file: Int32, with bytes: [UInt8]) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno != EINTR { return errno }
      rest = rest.dropFirst(max(count, 0))
    }
    return fsync(file) == 0 ? nil : errno
  }

  private func rename(_ name: [CChar], replaces: Bool) -> Int32? {
    if !replaces {
      // Unlike rename(2) this never takes the place of what is there.
      if link(name, path) == 0 {
        unlink(name)
        return nil
      }
      guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { return errno }
      // Some file systems know no links.
      var status = stat()
      if lstat(path, &status) == 0 { return EEXIST }
    }
    return Glibc.rename(name, path) == 0 ? nil : errno
  }

  /// After a loss of power the name is still there; where that cannot be had, the file is.
  private func keepName() {
    let directory = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
  }

  private func failure(_ code: Int32) -> ProgramError {
    let reason =
      switch code {
      case ENOSPC, EDQUOT: "there is no room left. Make some."
      case EACCES, EPERM: "you may not write there. Change who may with chmod."
      case EROFS: "nothing can be written on that disk. Set XDG_DATA_HOME to another place."
      case ENOTDIR, EEXIST: "a file stands where a directory should. Move it away."
      case EISDIR: "a directory stands there. Move it away."
      default: "\(String(cString: strerror(code))). Set XDG_DATA_HOME to another place."
      }
    return ProgramError(
      .unexpected, name: "StorageFailed", "\(path) could not be written: \(reason)")
  }
}
