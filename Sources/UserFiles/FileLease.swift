internal import CLinux
internal import Glibc

/// A file that no other program has open for writing; one that opens it waits until this ends.
final class FileLease {
  private let file: Int32
  /// Some file systems have no leases, and only a file's owner gets one.
  private let isHeld: Bool

  /// Nil if the file cannot be read, or another program has it open for writing.
  init?(_ path: String) {
    file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    // The signal that asks to end the lease is one that is ignored.
    _ = fcntl(file, F_SETSIG, SIGURG)
    isHeld = fcntl(file, F_SETLEASE, F_RDLCK) == 0
    if !isHeld, errno == EAGAIN { return nil }
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
    isHeld ? fcntl(file, F_GETLEASE) == F_RDLCK : has(bytes)
  }
}
