internal import Glibc

/// A file to which only this process appends.
package struct AppendedFile: Hashable, Sendable {
  package let path: String
  private let identity: FileIdentity
  /// In bytes, after what was appended last.
  package private(set) var size: Int

  /// Opens a file as it is now, or creates an empty one for the user alone.
  package init(_ path: String) throws(FileError) {
    let (file, status) = try Self.open(path, O_CREAT)
    close(file)
    (self.path, identity, size) = (path, FileIdentity(status), Int(status.st_size))
  }

  /// Whether it has the size that this process has left; false if it was exchanged or is gone.
  package var isAsLeft: Bool {
    var status = stat()
    return stat(path, &status) == 0 && FileIdentity(status) == identity
      && Int(status.st_size) == size
  }

  /// Appends all bytes, or none; throws ``FileError/changing`` if the file is not as it was left.
  package mutating func append(_ bytes: [UInt8]) throws(FileError) {
    guard let (file, status) = try? Self.open(path) else { throw .changing }
    defer { close(file) }
    guard FileIdentity(status) == identity, Int(status.st_size) == size else { throw .changing }
    if let failure = UserFile.writing(bytes)(file) {
      ftruncate(file, off_t(size))
      throw .system(failure)
    }
    size += bytes.count
  }

  /// Leaves out what is after a place, such as a line that was cut.
  package mutating func cut(at place: Int) throws(FileError) {
    guard truncate(path, off_t(place)) == 0 else { throw .system(errno) }
    size = place
  }

  /// Waits until what was appended survives a power failure.
  package func flush() {
    guard let file = try? Self.open(path).file else { return }
    fsync(file)
    close(file)
  }

  private static func open(
    _ path: String, _ flags: Int32 = 0
  ) throws(FileError) -> (file: Int32, status: stat) {
    let file = Glibc.open(
      path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags, 0o600)
    guard file >= 0 else { throw .system(errno) }
    var status = stat()
    do throws(FileError) {
      guard fstat(file, &status) == 0 else { throw .system(errno) }
      try UserFile.refuseOtherKinds(status)
    } catch {
      close(file)
      throw error
    }
    return (file, status)
  }
}
