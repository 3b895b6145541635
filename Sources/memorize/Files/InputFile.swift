import Glibc

/// A file that a person names, or standard input for `-`; it is read as a whole.
struct InputFile: Hashable {
  /// Why it cannot be read, in a sentence for a person.
  struct Unreadable: Error {
    let message: String

    init(_ message: String) { self.message = message }

    /// Takes the system's word for it.
    init(code: Int32) {
      switch code {
      case ENOENT: message = "There is no file of that name."
      case EACCES, EPERM: message = "It may not be read: change who may with chmod."
      case EISDIR: message = Self.noFile("a directory")
      default: message = "It cannot be read: \(String(cString: strerror(code)))."
      }
    }

    fileprivate static func noFile(_ kind: String) -> String {
      "This is \(kind), and not a file: name a file, or “-” for standard input."
    }
  }

  /// The path as it was given.
  let path: String

  /// Whether it is standard input.
  var isStandardInput: Bool { path == "-" }

  /// The last part of the path.
  var lastName: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The last part of the path without what follows its last dot.
  var stem: String {
    guard let dot = lastName.lastIndex(of: "."), dot > lastName.startIndex else { return lastName }
    return String(lastName[..<dot])
  }

  /// Whether the path ends so, in capitals or not.
  func hasExtension(_ name: String) -> Bool {
    path.lowercased().hasSuffix("." + name)
  }

  /// How many bytes it has; 0 for what is no file, or not there.
  var size: Int {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
    return status.st_size
  }

  /// Reads it, and never waits for what is no file.
  ///
  /// - Parameter limit: how many bytes it may have.
  /// - Returns: all that it holds.
  /// - Throws: `Unreadable`, also where it has more than that.
  func read(upTo limit: Int) throws(Unreadable) -> [UInt8] {
    if isStandardInput { return try Self.read(STDIN_FILENO, upTo: limit) }
    // To open a device may do something to it, and a pipe keeps us waiting.
    var status = stat()
    guard stat(path, &status) == 0 else { throw Unreadable(code: errno) }
    try Self.refuseNoFile(status)
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw Unreadable(code: errno) }
    defer { close(file) }
    guard fstat(file, &status) == 0 else { throw Unreadable(code: errno) }
    try Self.refuseNoFile(status)
    guard status.st_size <= limit else { throw Self.tooLarge(limit) }
    return try Self.read(file, upTo: limit)
  }

  private static func refuseNoFile(_ status: stat) throws(Unreadable) {
    let kind: String
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: kind = "a directory"
    case S_IFIFO: kind = "a pipe"
    case S_IFSOCK: kind = "a socket"
    default: kind = "a device"
    }
    throw Unreadable(Unreadable.noFile(kind))
  }

  private static func read(_ file: Int32, upTo limit: Int) throws(Unreadable) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
      let count = Glibc.read(file, &chunk, chunk.count)
      let code = errno
      if count == 0 { return bytes }
      if count > 0 {
        bytes += chunk.prefix(count)
        continue
      }
      switch code {
      case EINTR: continue
      case EAGAIN:
        // Somebody else made standard input non-blocking: it is shared with other processes.
        var wish = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        poll(&wish, 1, -1)
      case EBADF: throw Unreadable("It is not open for reading: give it by a pipe or “< FILE”.")
      default: throw Unreadable(code: code)
      }
    }
    throw tooLarge(limit)
  }

  private static func tooLarge(_ limit: Int) -> Unreadable {
    Unreadable("It has more than \(limit >> 20) MB: make several files of it.")
  }
}
