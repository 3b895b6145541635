internal import Glibc

/// Checks of a path that open a file only briefly, if at all.
package enum FilePath {
  package static func isExecutable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }

  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The errno of writing a temporary file; nil on success.
  package static func failureToMakeFile(in directory: String) -> Int32? {
    do {
      // A full disk may allow an empty file, but no data.
      try TemporaryFile(in: directory).replace(at: 0, with: [UInt8](repeating: 0, count: 4096))
      return nil
    } catch {
      guard case .system(let code) = error else { return EIO }
      return code
    }
  }

  /// Nil if it is unreadable, or larger than any unit and any file of `/proc`.
  package static func text(_ path: String) -> String? {
    (try? UserFile.read(path, limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
  }
}
