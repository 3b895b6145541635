import Glibc

/// What the system says of a path, and paths made from others.
package enum FilePath {
  /// The file type bits of `st_mode`, as `S_IFREG`; nil if nothing is there.
  ///
  /// A C string need not be UTF-8.
  package static func kind(
    of path: UnsafePointer<CChar>, followingLinks: Bool = true
  ) -> UInt32? {
    var status = stat()
    let result = followingLinks ? stat(path, &status) : lstat(path, &status)
    return result == 0 ? status.st_mode & S_IFMT : nil
  }

  package static func isExecutable(_ path: String) -> Bool {
    kind(of: path) == S_IFREG && access(path, X_OK) == 0
  }

  package static func isLink(_ path: String) -> Bool {
    kind(of: path, followingLinks: false) == S_IFLNK
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

  /// Identifies the system's boot; nil if the kernel does not.
  package static let boot = text("/proc/sys/kernel/random/boot_id")?.split(separator: "\n").first
    .map(String.init)

  /// Nil if it is unreadable, or larger than any unit and any file of `/proc`.
  package static func text(_ path: String) -> String? {
    (try? UserFile.read(path, limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The path of an existing file without links.
  package static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// What a link leads to, as it says; nil if it is no link.
  ///
  /// Asks only the kernel: to follow the link could wait for a file system.
  package static func target(of link: String) -> String? {
    var name = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &name, name.count)
    return count < 0
      ? nil : String(decoding: name[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The part of an absolute path that exists, without links, and the rest.
  package static func resolve(_ path: String) -> (real: String, rest: String) {
    var (part, rest) = (path, "")
    while true {
      if let real = real(part.isEmpty ? "/" : part) {
        return (real, real == "/" ? String(rest.dropFirst()) : rest)
      }
      guard let slash = part.lastIndex(of: "/") else { return (path, "") }
      rest = part[slash...] + rest
      part = String(part[..<slash])
    }
  }

  /// The whole path, with links resolved as far as it exists.
  package static func canonical(_ path: String) -> String {
    let (real, rest) = resolve(path)
    return real + rest
  }

  /// A path that does not exist yet: `start` with the suffix or, if taken, with `-2`, `-3` and so
  /// on in between.
  package static func firstFree(_ start: String, _ suffix: String = "") -> String {
    var path = start + suffix
    var number = 1
    while kind(of: path, followingLinks: false) != nil {
      number += 1
      path = "\(start)-\(number)\(suffix)"
    }
    return path
  }

  /// As the path of a URI (RFC 3986).
  package static func percentEncoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return path.utf8.reduce(into: "") { result, byte in
      let character = Character(Unicode.Scalar(byte))
      let isPlain = byte < 0x80 && (character.isLetter || character.isNumber)
      if isPlain || "-._~/".contains(character) {
        result.append(character)
      } else {
        result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }

  /// The `errno` that prevents writing; nil if writing is possible.
  package static func failureToWrite(_ path: String) -> Int32? {
    access(path, W_OK) == 0 ? nil : errno
  }

  /// Whether a sandbox makes a path, or the directory in which it would be created, read-only for
  /// this process.
  package static func isShutOff(_ path: String) -> Bool {
    failureToWrite(resolve(path).real) == EROFS && isInSandbox
  }

  /// Whether this process has its own mount namespace, mostly read-only.
  package static var isInSandbox: Bool {
    guard let mounts = try? UserFile.read("/proc/self/mountinfo", limit: 1 << 20) else {
      return false
    }
    return isSandboxed(mounts: String(decoding: mounts, as: UTF8.self))
  }

  /// Whether `/` is mounted read-only although its file system is not, according to the lines of
  /// `/proc/PID/mountinfo`.
  static func isSandboxed(mounts: String) -> Bool {
    mounts.split(separator: "\n").contains { line in
      let fields = line.split(separator: " ")
      guard fields.count > 9, let options = fields.last else { return false }
      return fields[4] == "/" && fields[5].hasPrefix("ro") && options.hasPrefix("rw")
    }
  }
}
