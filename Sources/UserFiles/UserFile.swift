internal import CLinux
internal import EventLoop
internal import Glibc
internal import PlainText

package enum UserFile {
  /// What the names of temporary files contain, so that one that is left says whose it is.
  static let owner = "memorize"

  /// Reads a regular file up to a size limit; never opens a device or waits for a pipe.
  package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let (file, status) = try openRegular(path)
    defer { close(file) }
    guard status.st_size <= limit else { throw .tooLarge(limit: limit) }
    return try read(descriptor: file, limit: limit, expected: Int(status.st_size))
  }

  private static func openRegular(
    _ path: String
  ) throws(FileError) -> (descriptor: Int32, status: stat) {
    // Opening a device may have side effects.
    var status = stat()
    guard stat(path, &status) == 0 else { throw .system(errno) }
    try refuseOtherKinds(status)
    let file = openWithoutHanging(path)
    guard file >= 0 else { throw .system(errno) }
    do throws(FileError) {
      guard fstat(file, &status) == 0 else { throw .system(errno) }
      try refuseOtherKinds(status)
    } catch {
      close(file)
      throw error
    }
    return (file, status)
  }

  /// Never waits for a pipe; waits up to 0.1 s for a program that is exchanging the file.
  private static func openWithoutHanging(_ path: String) -> Int32 {
    for _ in 0..<100 {
      let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      // A lease is held, see `FileLease`.
      guard file < 0, errno == EWOULDBLOCK else { return file }
      usleep(1000)
    }
    return -1
  }

  /// The first bytes of a regular file of any size.
  package static func start(of path: String, _ count: Int) throws(FileError) -> [UInt8] {
    try part(of: path, from: 0, count)
  }

  /// Bytes of a regular file of any size from a place on, fewer at its end.
  package static func part(
    of path: String, from place: Int, _ count: Int
  ) throws(FileError) -> [UInt8] {
    let file = try openRegular(path).descriptor
    defer { close(file) }
    var failure: Int32?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      let read = pread(file, buffer.baseAddress, count, place)
      if read < 0 { failure = errno }
      length = max(read, 0)
    }
    if let failure { throw .system(failure) }
    return bytes
  }

  /// Reads a descriptor, such as standard input, to its end.
  package static func read(
    descriptor: Int32, limit: Int, expected: Int = 0
  ) throws(FileError) -> [UInt8] {
    let chunk = min(max(expected + 1, 65_536), limit + 1)
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      var count = 0
      var code: Int32 = 0
      let read = [UInt8](unsafeUninitializedCapacity: chunk) { buffer, length in
        count = Glibc.read(descriptor, buffer.baseAddress, chunk)
        code = errno
        length = max(count, 0)
      }
      // Most files come in one piece, which is not copied.
      if bytes.isEmpty { bytes = read } else { bytes += read }
      if count == 0 { return bytes }
      guard count < 0, code != EINTR else { continue }
      guard code == EAGAIN else { throw .system(code) }
      // Another process, which shares standard input, may have made it non-blocking.
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, -1)
    }
    throw .tooLarge(limit: limit)
  }

  /// Replaces the file at a path, or the target of a link there, completely or not at all.
  ///
  /// Without `overwrites`, an existing file is `EEXIST`. `temporary` is the file's name until then,
  /// if the caller's lock reserves that name; a file left behind by a crash is replaced. The new
  /// content is on the disk before it has the name: after a power failure there is one or the other.
  package static func replace(
    _ path: String, with bytes: [UInt8], permissions: UInt32 = 0o600, overwrites: Bool = true,
    temporary: String? = nil
  ) throws(FileError) {
    try replace(
      path, permissions: permissions, overwrites: overwrites, temporary: temporary, writing(bytes))
  }

  /// The same with a content that `write` writes; it returns an `errno`, or nil.
  package static func replace(
    _ path: String, permissions: UInt32 = 0o600, overwrites: Bool = true, temporary: String? = nil,
    _ write: (_ file: Int32) -> Int32?
  ) throws(FileError) {
    let target = overwrites ? FilePath.real(path) ?? path : path
    let name = try written(
      beside: target, permissions: permissions, temporary: temporary, write)
    if let failure = move(name, to: target, overwrites: overwrites) {
      unlink(name)
      throw .system(failure)
    }
    flushDirectory(of: target)
  }

  /// Deletes a file; of a link only the link.
  package static func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 else { throw .system(errno) }
  }

  /// Moves a file into another directory, with a number before its name if that is taken there; returns its
  /// new path.
  package static func move(_ path: String, into directory: String) throws(FileError) -> String {
    let name = path.split(separator: "/").last ?? ""
    // A file that cannot be removed would stay in both.
    if let failure = FilePath.failureToWrite(self.directory(of: path)) { throw .system(failure) }
    var (target, number) = ("\(directory)/\(name)", 1)
    while let failure = move(path, to: target, overwrites: false) {
      if failure == EXDEV {
        try replace(target, with: read(path, limit: 1 << 30), overwrites: false)
        try remove(path)
        return target
      }
      guard failure == EEXIST else { throw .system(failure) }
      number += 1
      target = "\(directory)/\(number)-\(name)"
    }
    flushDirectory(of: target)
    return target
  }

  /// Creates a directory and its missing parents, for the user alone.
  package static func makeDirectory(_ path: String) throws(FileError) {
    var part = ""
    var failure: Int32?
    for name in path.split(separator: "/") {
      part += "/\(name)"
      if mkdir(part, 0o700) == 0 || errno == EEXIST {
        failure = nil
      } else if failure == nil {
        failure = errno  // the first one is the reason; later ones only miss the parent
      }
    }
    if let failure { throw .system(failure) }
  }

  /// The names in a directory in byte order: those that do not begin with a dot, or else only those
  /// with a hidden prefix.
  package static func names(
    in directory: String, suffix: String = "", hiddenPrefix: String? = nil
  ) throws(FileError) -> (names: [String], notUTF8: Int) {
    guard let stream = opendir(directory) else { throw .system(errno) }
    defer { closedir(stream) }
    var names: [String] = []
    var notUTF8 = 0
    while let entry = readdir(stream) {
      // The name may be longer than declared.
      let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      let letters = start.assumingMemoryBound(to: CChar.self)
      let repaired = String(cString: letters)
      guard repaired.hasSuffix(suffix),
        hiddenPrefix.map(repaired.hasPrefix) ?? !repaired.hasPrefix(".")
      else { continue }
      if String(validatingCString: letters) == nil { notUTF8 += 1 } else { names.append(repaired) }
    }
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return (names, notUTF8)
  }
}

extension UserFile {
  static func refuseOtherKinds(_ status: stat) throws(FileError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw .notAFile(english("a directory"))
    case S_IFIFO: throw .notAFile(english("a pipe"))
    case S_IFSOCK: throw .notAFile(english("a socket"))
    default: throw .notAFile(english("a device"))
    }
  }

  static func writing(_ bytes: [UInt8]) -> (_ file: Int32) -> Int32? {
    { file in bytes.withUnsafeBytes { StandardStreams.write($0, to: file) } }
  }

  /// Writes a new file in the directory of another one, and returns its path.
  static func written(
    beside target: String, permissions: UInt32, temporary: String?,
    _ write: (_ file: Int32) -> Int32?
  ) throws(FileError) -> String {
    let temporary = temporary ?? ".\(owner)-\(getpid())"
    let name = directory(of: target) + "/" + temporary
    unlink(name)
    let file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    // Not “File exists”, which would be said of the target.
    guard file >= 0 else { throw errno == EEXIST ? .inTheWay(temporary) : .system(errno) }
    var failure = write(file) ?? (fchmod(file, permissions) == 0 ? nil : errno)
    if failure == nil, fsync(file) != 0 { failure = errno }
    // Errors that a full disk has delayed are reported here at the latest.
    if close(file) != 0, failure == nil { failure = errno }
    if let failure {
      unlink(name)
      throw .system(failure)
    }
    return name
  }

  package static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// Renames a file; returns an `errno`, or nil.
  package static func move(_ name: String, to target: String, overwrites: Bool) -> Int32? {
    if !overwrites {
      // Unlike rename(2), link(2) never replaces a file.
      if link(name, target) == 0 {
        unlink(name)
        return nil
      }
      guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { return errno }
      // Some file systems have no hard links.
      if access(target, F_OK) == 0 { return EEXIST }
    }
    return rename(name, target) == 0 ? nil : errno
  }

  /// Makes the name survive a power failure; if this fails, the content still survives.
  package static func flushDirectory(of path: String) {
    let directory = open(directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
  }
}

// For whole files: the standard library would go through them byte by byte.
extension [UInt8] {
  package func isSame(as other: [UInt8]) -> Bool {
    count == other.count
      && withUnsafeBytes { mine in
        other.withUnsafeBytes { theirs in
          guard let mine = mine.baseAddress, let theirs = theirs.baseAddress else { return true }
          return memcmp(mine, theirs, other.count) == 0
        }
      }
  }

  package var lineFeeds: Int {
    withUnsafeBytes { bytes in
      guard var rest = bytes.baseAddress else { return 0 }
      let end = rest + bytes.count
      var count = 0
      while let found = memchr(rest, Int32(UInt8(ascii: "\n")), end - rest) {
        count += 1
        rest = UnsafeRawPointer(found) + 1
      }
      return count
    }
  }
}
