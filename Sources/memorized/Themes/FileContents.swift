internal import Glibc

/// Why a file was not read.
enum FileTrouble: Error, Equatable {
  /// There is none.
  case missing
  /// It cannot be read, for a reason that is the end of a sentence.
  case unreadable(String)
}

/// Reads files whole, and nothing that would not end or make us wait.
enum FileContents {
  /// Looks at a file without opening it.
  ///
  /// - Throws: `FileTrouble`; what is no regular file, or leads to none, is unreadable.
  static func fingerprint(of path: [CChar]) throws(FileTrouble) -> FileFingerprint {
    var status = stat()
    guard stat(path, &status) == 0 else { throw trouble(errno) }
    return try regular(status)
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: where it is, as the C library takes it.
  ///   - limit: the most bytes it may have.
  /// - Returns: its bytes, what it was then known by, and whether by that every later change will
  ///   be seen.
  /// - Throws: `FileTrouble`.
  static func read(
    _ path: [CChar], limit: Int
  ) throws(FileTrouble) -> (bytes: [UInt8], fingerprint: FileFingerprint, isSettled: Bool) {
    // A device may do something when it is opened, and a pipe would be waited for.
    _ = try fingerprint(of: path)
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw trouble(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw trouble(errno) }
    let fingerprint = try regular(status)
    let isSettled = !fingerprint.isFresh
    if fingerprint.size > limit { throw tooLarge(limit) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(fingerprint.size + 1)
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw trouble(errno) }
      if count == 0 { return (bytes, fingerprint, isSettled) }
      bytes += chunk.prefix(count)
      if bytes.count > limit { throw tooLarge(limit) }
    }
  }

  /// The system's reason as the end of a sentence.
  static func reason(_ code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: "there is no room; make room there"
    case EROFS: "the place can only be read"
    case EACCES, EPERM: "the permissions do not allow it"
    case ENOTDIR: "a part of the path is no directory"
    case EISDIR: "it is a directory"
    case ELOOP: "its links lead round in a circle"
    case ENOENT: "it leads to no file"
    default: "the system says “\(String(cString: strerror(code)))”"
    }
  }

  private static func regular(_ status: stat) throws(FileTrouble) -> FileFingerprint {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return FileFingerprint(status)
    case S_IFDIR: throw .unreadable("it is a directory, and no file")
    default: throw .unreadable("it is a pipe, a device or a socket, and no file")
    }
  }

  private static func tooLarge(_ limit: Int) -> FileTrouble {
    .unreadable("it takes more than \(limit >> 20) MB; make it smaller")
  }

  private static func trouble(_ code: Int32) -> FileTrouble {
    code == ENOENT ? .missing : .unreadable(reason(code))
  }
}
