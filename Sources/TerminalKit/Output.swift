import CellDrawing
import EventLoop
import Glibc

/// The program's output: results to stdout, messages to stderr.
///
/// Each call is one write(2), so a line arrives as soon as it is printed.
package struct Output: Sendable {
  package enum Failure: Error {
    /// The reader is gone, which is not an error.
    case readerGone
    /// It is not open for writing.
    case closed
    /// The disk or the quota is full, with the system's message.
    case full(String)
    case failed(String)
  }

  package static let results = Output(descriptor: STDOUT_FILENO)
  package static let messages = Output(descriptor: STDERR_FILENO)

  package let descriptor: Int32

  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  package func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

  /// Bytes that need not be text.
  package func write(_ bytes: [UInt8]) throws(Failure) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = try writeSome(bytes)
      bytes = bytes.dropFirst(count)
      // Another process may have made the shared descriptor non-blocking.
      if count == 0 { _ = hasRoom(within: -1) }
    }
  }

  /// Writes as many bytes as one write(2) takes, and returns how many.
  ///
  /// On a blocking descriptor it waits for room; otherwise it returns 0 if there is none.
  package func writeSome(_ bytes: ArraySlice<UInt8>) throws(Failure) -> Int {
    while true {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: return 0
      case EPIPE: throw .readerGone
      case EBADF: throw .closed
      case ENOSPC, EDQUOT: throw .full(systemReason(errno))
      case let code: throw .failed(systemReason(code))
      }
    }
  }

  /// For a person; if it fails nobody is left to read why.
  package func print(_ line: String) {
    let text = wrapped(line)
    try? write(text.hasSuffix("\n") ? text : text + "\n")
  }

  /// Breaks lines that are too long for the terminal at words; elsewhere they stay as they are.
  package func wrapped(_ text: String) -> String {
    guard let columns = Terminal.columns(of: descriptor) else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.flatMap { $0.cells <= columns ? [$0] : $0.paragraphs(width: columns) }
      .joined(separator: "\n")
  }

  /// Whether a write would succeed or fail at once.
  package var hasRoom: Bool { hasRoom(within: 0) }

  /// Lets time pass; throws if the reader goes meanwhile.
  package func pause(for time: Duration) throws(Failure) {
    let end = MonotonicTime.now + time
    while case let left = end - .now, left > .zero {
      let milliseconds = Int32(clamping: Int((left / .milliseconds(1)).rounded(.up)))
      var entry = pollfd(fd: descriptor, events: 0, revents: 0)
      if poll(&entry, 1, milliseconds) > 0 { throw .readerGone }
    }
  }

  /// Waits until something can be written; -1 is for ever.
  package func hasRoom(within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }
}
