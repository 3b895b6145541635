internal import EventLoop
internal import Glibc

/// A temporary file that nobody else can read; it disappears when it is closed.
package final class TemporaryFile {
  package let descriptor: Int32

  /// `TMPDIR`, or else the usual directory.
  package static func directory(usual: String = "/tmp") -> String {
    environment("TMPDIR") ?? usual
  }

  /// The file has a name only while `use` runs, so an interrupted program leaves nothing behind; and
  /// that in a directory of its own, so that nobody else puts a file beside it, as SQLite's journal.
  package init(
    in directory: String = directory(), whileNamed use: (String) -> Void = { _ in }
  ) throws(FileError) {
    var template = Array((directory + "/\(UserFile.owner)-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .system(errno) }
    defer { rmdir(template) }
    let directory = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = directory + "/file"
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(errno) }
    use(path)
    unlink(path)
  }

  deinit { close(descriptor) }

  /// Appends bytes after those appended last.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    if let code = StandardStreams.write(bytes, to: descriptor) { throw .system(code) }
  }

  /// Writes bytes at an offset, which does not change where the next ones are appended.
  package func replace(at offset: Int, with bytes: [UInt8]) throws(FileError) {
    var done = 0
    // A nearly full disk accepts only some of the bytes.
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress?.advanced(by: done), bytes.count - done, offset + done)
      }
      guard count >= 0 || errno == EINTR else { throw .system(errno) }
      done += max(count, 0)
    }
  }

  /// Up to `count` bytes from an offset on; none past the end.
  package func read(at offset: Int, _ count: Int) throws(FileError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      let result = pread(descriptor, buffer.baseAddress, count, offset)
      code = result < 0 ? errno : 0
      length = max(result, 0)
    }
    guard code == 0 else { throw .system(code) }
    return bytes
  }

  /// Deletes everything that was written.
  package func empty() {
    _ = ftruncate(descriptor, 0)
    lseek(descriptor, 0, SEEK_SET)
  }
}
