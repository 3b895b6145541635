internal import Glibc

/// A file to which only this process appends, and which it keeps open.
package final class AppendedFile {
  package let path: String
  private let descriptor: Int32
  private let identity: FileIdentity
  /// In bytes, after what was appended last.
  package private(set) var size: Int

  /// Opens a file as it is now, or creates an empty one for the user alone.
  package init(_ path: String) throws(FileError) {
    let file = open(
      path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
    guard file >= 0 else { throw .system(errno) }
    var status = stat()
    do throws(FileError) {
      guard fstat(file, &status) == 0 else { throw .system(errno) }
      try UserFile.refuseOtherKinds(status)
    } catch {
      close(file)
      throw error
    }
    (self.path, descriptor) = (path, file)
    (identity, size) = (FileIdentity(status), Int(status.st_size))
  }

  deinit { close(descriptor) }

  /// Whether it has the size that this process has left; false if it was exchanged or is gone.
  package var isAsLeft: Bool {
    var status = stat()
    return stat(path, &status) == 0 && FileIdentity(status) == identity
      && Int(status.st_size) == size
  }

  /// Appends all bytes, or none; throws ``FileError/changing`` if the file is not as it was left.
  package func append(_ bytes: [UInt8]) throws(FileError) {
    guard isAsLeft else { throw .changing }
    if let failure = UserFile.writing(bytes)(descriptor) {
      ftruncate(descriptor, off_t(size))
      throw .system(failure)
    }
    size += bytes.count
  }

  /// Leaves out what is after a place, such as a line that was cut.
  package func cut(at place: Int) throws(FileError) {
    guard ftruncate(descriptor, off_t(place)) == 0 else { throw .system(errno) }
    size = place
  }

  /// Waits until what was appended survives a power failure.
  package func flush() { fsync(descriptor) }
}
