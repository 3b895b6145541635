internal import CLinux
internal import Glibc

/// A lease on a file that nobody has open for writing; a program that opens it waits for its end.
final class FileLease {
  private let file: Int32
  /// The kind of lease; nil without one: some file systems have none, and only a file's owner gets one.
  private let held: Int32?

  /// Nil if the file cannot be read, or another program has it open for writing.
  ///
  /// - Parameter stopsReaders: whether a program that opens it for reading waits as well; nil if one
  ///   has it open already.
  init?(_ path: String, stopsReaders: Bool = false) {
    file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    // The kernel asks for the lease with a signal: choose one that is ignored by default.
    _ = fcntl(file, F_SETSIG, SIGURG)
    let kind = stopsReaders ? F_WRLCK : F_RDLCK
    held = fcntl(file, F_SETLEASE, kind) == 0 ? Int32(kind) : nil
    if held == nil, errno == EAGAIN { return nil }
  }

  deinit { if file >= 0 { close(file) } }

  func has(_ bytes: [UInt8]) -> Bool {
    guard lseek(file, 0, SEEK_SET) == 0,
      let read = try? UserFile.read(descriptor: file, limit: bytes.count, expected: bytes.count)
    else { return false }
    return read.isSame(as: bytes)
  }

  /// Whether it is the file at a path.
  func isAt(_ path: String) -> Bool {
    var status = stat()
    guard fstat(file, &status) == 0 else { return false }
    return (try? FileVersion(of: path).identity) == FileIdentity(status)
  }

  /// Whether nobody has changed it since it had these bytes, nor waits to do so.
  func isUndisturbed(with bytes: [UInt8]) -> Bool {
    held.map { fcntl(file, F_GETLEASE) == $0 } ?? has(bytes)
  }
}
