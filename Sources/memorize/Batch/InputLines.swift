import Glibc

/// The lines of standard input, each as soon as it is there.
struct InputLines {
  /// What stands up to the end of a line.
  enum Line {
    /// The line without its end.
    case whole(String)
    /// More than `longest`, which is left out.
    case tooLong
  }

  /// Standard input cannot be read.
  struct Unreadable: Error {
    /// The system's number for the reason.
    let code: Int32

    /// What is wrong, for a person.
    var message: String {
      let reason = code == EBADF ? "it is not open for reading" : String(cString: strerror(code))
      return "Standard input cannot be read: \(reason). Give the lines of a batch by a pipe, or by "
        + "“< FILE”."
    }
  }

  /// How many bytes a line may have: no verb takes as many, and one without end would fill the
  /// memory.
  static let longest = 65_536

  private var buffer: [UInt8] = []
  /// How many bytes of the buffer are known to hold no end of a line.
  private var searched = 0
  /// Whether what comes first belongs to a line that was too long.
  private var isSkipping = false
  private var hasEnded = false

  /// The next line; nil where there is none.
  mutating func next() throws(Unreadable) -> Line? {
    while true {
      let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n"))
      let length = end ?? buffer.count
      let isTooLong = length > Self.longest
      if isSkipping || isTooLong {
        let isTold = isSkipping
        isSkipping = end == nil
        remove(end.map { $0 + 1 } ?? length)
        if !isTold { return .tooLong }
      } else if end != nil || (hasEnded && length > 0) {
        defer { remove(end.map { $0 + 1 } ?? length) }
        return .whole(String(decoding: buffer[..<length], as: UTF8.self))
      } else {
        searched = length
      }
      guard end == nil else { continue }
      if hasEnded { return nil }
      try readMore()
    }
  }

  private mutating func remove(_ count: Int) {
    buffer.removeFirst(count)
    searched = 0
  }

  private mutating func readMore() throws(Unreadable) {
    let (count, code) = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { chunk in
      let count = read(STDIN_FILENO, chunk.baseAddress, chunk.count)
      let code = errno
      buffer += chunk.prefix(max(count, 0))
      return (count, code)
    }
    hasEnded = count == 0
    guard count < 0, code != EINTR else { return }
    guard code == EAGAIN else { throw Unreadable(code: code) }
    // Somebody else made it non-blocking: it is shared with other processes.
    var wish = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    poll(&wish, 1, -1)
  }
}
