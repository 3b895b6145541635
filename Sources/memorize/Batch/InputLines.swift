import Glibc

/// The lines of standard input, each as soon as it is there.
struct InputLines {
  private var buffer: [UInt8] = []
  private var hasEnded = false

  /// The next line without its end; nil where there is none, or standard input cannot be read.
  mutating func next() -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeFirst(end + 1) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      guard !hasEnded else {
        defer { buffer = [] }
        return buffer.isEmpty ? nil : String(decoding: buffer, as: UTF8.self)
      }
      readMore()
    }
  }

  private mutating func readMore() {
    let count = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { chunk in
      let count = read(STDIN_FILENO, chunk.baseAddress, chunk.count)
      buffer += chunk.prefix(max(count, 0))
      return count
    }
    if count < 0, errno == EINTR { return }
    if count < 0, errno == EAGAIN {
      // Somebody else made it non-blocking: it is shared with other processes.
      var wish = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      poll(&wish, 1, -1)
      return
    }
    hasEnded = count <= 0
  }
}
