internal import CLinux
internal import EventLoop
internal import Glibc

/// A directory for new files until they move into the one that it is in.
///
/// It disappears with its last use or, if the program was killed, when the next one is made. The parent
/// has nothing else with such a name.
package final class ScratchDirectory {
  private static let beginning = ".\(UserFile.owner)-"

  private let parent: String
  private let path: String
  /// Held until the end, so that no other program takes it for one that was left.
  private let lock: Int32
  private var isSaved = true
  private var isDiscarded = false

  /// Creates the parent too.
  package init(in parent: String) throws(FileError) {
    try UserFile.makeDirectory(parent)
    self.parent = parent
    let made = try Self.locking(parent) { () -> (path: String, lock: Int32)? in
      Self.removeAll(in: parent)
      var template = Array("\(parent)/\(Self.beginning)XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { return nil }
      let path = String(
        decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return Self.lock(path).map { (path, $0) }
    }
    guard let made else { throw .system(errno) }
    (path, lock) = made
  }

  deinit { discard() }

  /// Removes it before its last use.
  package func discard() {
    if !isDiscarded { Self.remove(path, lock) }
    isDiscarded = true
  }

  /// Removes those that killed programs have left.
  package static func removeLeft(in parent: String) {
    try? locking(parent) { removeAll(in: parent) }
  }

  /// Runs `body`, during which none is made, unless some are in use.
  package static func whileUnused(in parent: String, _ body: () -> Void) throws(FileError) {
    try locking(parent) {
      removeAll(in: parent)
      if names(in: parent).isEmpty { body() }
    }
  }

  package func write(_ bytes: [UInt8], as name: String) throws(FileError) {
    let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .system(errno) }
    let failure = bytes.withUnsafeBytes { StandardStreams.write($0, to: file) }
    isSaved = false
    guard close(file) == 0, failure == nil else { throw .system(failure ?? errno) }
  }

  /// Moves files into the parent, in place of those of the same names; they are on the disk before.
  package func publish(_ names: some Sequence<String>) throws(FileError) {
    // Once for all of them: waiting for each file would take minutes.
    if !isSaved, syncfs(lock) != 0 { throw .system(errno) }
    isSaved = true
    for name in names where rename("\(path)/\(name)", "\(parent)/\(name)") != 0 {
      throw .system(errno)
    }
    UserFile.flushDirectory(of: parent + "/")
  }

  private static func locking<T>(_ parent: String, _ body: () -> T) throws(FileError) -> T {
    let file = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { throw .system(errno) }
    defer { close(file) }
    flock(file, LOCK_EX)
    return body()
  }

  /// Nil if another program holds it.
  private static func lock(_ path: String) -> Int32? {
    let file = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if file >= 0, flock(file, LOCK_EX | LOCK_NB) == 0 { return file }
    if file >= 0 { close(file) }
    return nil
  }

  private static func names(in parent: String) -> [String] {
    (try? UserFile.names(in: parent, hiddenPrefix: beginning).names) ?? []
  }

  private static func removeAll(in parent: String) {
    for name in names(in: parent) {
      let path = "\(parent)/\(name)"
      if let lock = lock(path) { remove(path, lock) }
    }
  }

  private static func remove(_ path: String, _ lock: Int32) {
    for name in (try? UserFile.names(in: path).names) ?? [] { unlink("\(path)/\(name)") }
    rmdir(path)
    close(lock)
  }
}
