import Glibc

/// Reads files that are known to be small, and never waits for one.
enum SmallFile {
  /// What is read at most; a unit, an activation file or a file of `/proc` has far less.
  private static let limit = 1 << 20

  /// The content of a regular file; nil where it cannot be read.
  ///
  /// A pipe of that name would keep us waiting for its writer, so it counts as unreadable.
  static func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16384)
    while bytes.count < limit {
      let count = Glibc.read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? nil : String(decoding: bytes, as: UTF8.self) }
      bytes += chunk.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What a symbolic link points at; nil where it cannot be read.
  static func link(_ path: String) -> String? {
    var letters = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &letters, letters.count)
    guard count >= 0 else { return nil }
    return String(decoding: letters.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The names in a directory, sorted; none where it cannot be read.
  static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // The name is as long as it is, whatever the declaration says.
      let name = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      names.append(String(cString: name.assumingMemoryBound(to: CChar.self)))
    }
    return names.sorted()
  }

  /// Whether it is a regular file that may be executed.
  static func isExecutable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }

  /// Whether there is anything of that name.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
