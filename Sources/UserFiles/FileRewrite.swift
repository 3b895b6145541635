internal import CLinux
internal import Glibc
internal import PlainText

extension UserFile {
  /// How many times to try a file that other programs keep changing.
  private static let maximumAttempts = 20

  /// Changes a file, or creates it with its directory, completely or not at all.
  ///
  /// The path is absolute. The directory is there before `change` is called.
  /// A file that another program changes at the same moment is read and changed again: it is never
  /// overwritten with what was read before. `failure` converts an error.
  package static func rewrite<Failure: Error>(
    _ path: String, limit: Int, failure: (FileError) -> Failure,
    _ change: ([UInt8]) throws(Failure) -> [UInt8]
  ) throws(Failure) {
    for _ in 0..<maximumAttempts {
      let old = try Result { () throws(FileError) in
        let old = try content(path, limit: limit)
        if old == nil { try makeDirectory(directory(of: FilePath.real(path) ?? path)) }
        return old
      }.mapError(failure).get()
      let new = try change(old?.bytes ?? [])
      if new == old?.bytes { return }
      do throws(FileError) {
        if try replace(path, old, with: new) { return }
        // Programs write and lock files for a moment only.
        poll(nil, 0, 2)
      } catch {
        throw failure(error)
      }
    }
    throw failure(.changing)
  }

  /// The bytes and permissions of a file; nil if there is none.
  private static func content(
    _ path: String, limit: Int
  ) throws(FileError) -> (bytes: [UInt8], permissions: UInt32)? {
    var status = stat()
    if stat(path, &status) != 0, errno == ENOENT {
      // A new file must not take the place of a link.
      if lstat(path, &status) == 0 { throw .notAFile(english("a broken link")) }
      return nil
    }
    return (try read(path, limit: limit), status.st_mode & 0o777)
  }

  /// Replaces a file that still has the content that was read, or creates it; returns false if it
  /// has changed.
  private static func replace(
    _ path: String, _ old: (bytes: [UInt8], permissions: UInt32)?, with new: [UInt8]
  ) throws(FileError) -> Bool {
    let target = FilePath.real(path) ?? path
    // Two processes must not use the same temporary file.
    let lock = open(directory(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else { throw .system(errno) }
    defer { close(lock) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { return false }
    let temporary = ".\(owner).new"
    guard let old else {
      do throws(FileError) {
        try replace(path, with: new, overwrites: false, temporary: temporary)
        return true
      } catch {
        if error == .system(EEXIST) { return false }
        throw error
      }
    }
    // A directory that can be changed must not undo what the file's own permissions say.
    if let failure = FilePath.failureToWrite(target), failure != ENOENT { throw .system(failure) }
    let name = try written(
      beside: target, permissions: old.permissions, temporary: temporary, writing(new))
    let isDone = try exchange(name, target, expecting: old.bytes)
    flushDirectory(of: target)
    return isDone
  }

  /// Puts a new file in the place of a target that has the expected bytes, and deletes the old one.
  ///
  /// If another program has changed the target, its version stays.
  private static func exchange(
    _ name: String, _ target: String, expecting old: [UInt8]
  ) throws(FileError) -> Bool {
    // From here on, opening either file for writing blocks until the exchange is over.
    guard let before = FileLease(target), before.has(old) else {
      unlink(name)
      return false
    }
    // So does opening ours for reading: we may withdraw it, and a version based on it would lack the
    // changes made in between.
    let after = FileLease(name, stopsReaders: true) ?? FileLease(name)
    defer { withExtendedLifetime(after) {} }
    /// The file that is in the target's place, unless another program has replaced it.
    var placed = try? FileVersion(of: name).identity
    guard renameat2(AT_FDCWD, name, AT_FDCWD, target, RENAME_EXCHANGE) == 0 else {
      var failure: Int32? = errno
      // Some file systems cannot exchange two files.
      if failure == EINVAL || failure == ENOSYS || failure == EOPNOTSUPP {
        failure = move(name, to: target, overwrites: true)
        if failure == nil { return true }
      }
      unlink(name)
      if let failure, failure != ENOENT { throw .system(failure) }
      return false
    }
    if before.isAt(name), before.isUndisturbed(with: old) {
      unlink(name)
      return true
    }
    while true {
      let back = try? FileVersion(of: name).identity
      guard renameat2(AT_FDCWD, name, AT_FDCWD, target, RENAME_EXCHANGE) == 0 else {
        // It was deleted meanwhile: keep the version that came after ours.
        if move(name, to: target, overwrites: false) == EEXIST { continue }
        return false
      }
      if (try? FileVersion(of: name).identity) == placed {
        unlink(name)
        return false
      }
      // The file that came out is newer than the one put back: exchange them again.
      placed = back
    }
  }
}
