internal import Glibc
internal import ThemeFiles

/// A file for unpacking, which nobody else can read; it is gone as soon as it is closed.
final class TemporaryFile {
  let descriptor: Int32

  private static var directory: String {
    getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// The file has a name only while `use` runs, so an interrupted program leaves nothing behind.
  init(whileNamed use: (String) -> Void = { _ in }) throws(LineFault) {
    var path = Array((Self.directory + "/memorize-XXXXXX").utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw Self.fault }
    use(String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    unlink(path)
  }

  deinit { close(descriptor) }

  func append(_ bytes: UnsafeRawBufferPointer) throws(LineFault) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      guard count >= 0 || errno == EINTR else { throw Self.fault }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  func replace(at offset: Int, with bytes: [UInt8]) throws(LineFault) {
    guard pwrite(descriptor, bytes, bytes.count, offset) == bytes.count else { throw Self.fault }
  }

  private static var fault: LineFault {
    LineFault(
      "The package cannot be unpacked in \(directory): \(String(cString: strerror(errno))). Set "
        + "TMPDIR to another directory.")
  }
}
