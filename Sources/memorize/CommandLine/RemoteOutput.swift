import EventLoop
import Glibc
import PlainText
import TerminalKit
import UserService

/// What a program on another machine prints, passed on line by line as text that is safe here.
final class RemoteOutput {
  /// The shell there prints it before everything else: until then a login may print something, or ssh
  /// wait for a password.
  static let mark = "memorize: here"

  /// One of the two streams.
  struct Stream {
    fileprivate let reader: Int32
    let writer: Int32
    fileprivate let output: Output
    /// The beginning of a line.
    fileprivate var line: [UInt8] = []

    fileprivate init(to output: Output) throws(SystemError) {
      let pipe = try Pipe()
      (reader, writer, self.output) = (pipe.reader, pipe.writer, output)
    }
  }

  /// A longer line is passed on in parts.
  private static let longestLine = 1 << 16

  private(set) var results: Stream
  private(set) var messages: Stream
  private var hasBegun = false

  init() throws(SystemError) {
    results = try Stream(to: .results)
    messages = try Stream(to: .messages)
  }

  /// Only the program that prints keeps them.
  func closeWriters() {
    close(results.writer)
    close(messages.writer)
  }

  /// Passes everything on until the results end; returns false if they have not begun in time.
  func pass(beginningBefore deadline: MonotonicTime) throws(Output.Failure) -> Bool {
    var isEnded = false
    while !isEnded {
      var entries = [results, messages].map {
        pollfd(fd: $0.reader, events: Int16(POLLIN), revents: 0)
      }
      let left = Int32(clamping: Int((deadline - .now) / .milliseconds(1)))
      let count = poll(&entries, 2, hasBegun ? -1 : max(left, 0))
      if count == 0, !hasBegun { return false }
      if entries[1].revents != 0 { try read(&messages) }
      if entries[0].revents != 0 { isEnded = try !read(&results) }
    }
    try flush(&results)
    return true
  }

  /// Passes on what was printed before the program ended; another process may still have the pipe.
  func passRest() throws(Output.Failure) {
    _ = fcntl(messages.reader, F_SETFL, O_NONBLOCK)
    while try read(&messages) {}
    try flush(&messages)
  }

  /// Returns false at the end, or if there is nothing now.
  @discardableResult
  private func read(_ stream: inout Stream) throws(Output.Failure) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(stream.reader, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && errno == EINTR }
    stream.line += buffer[..<count]
    if let end = stream.line.lastIndex(of: 0x0A) {
      try pass(stream.line[...end], stream.output)
      stream.line.removeFirst(end + 1)
    } else if stream.line.count > Self.longestLine {
      try flush(&stream)
    }
    return true
  }

  private func flush(_ stream: inout Stream) throws(Output.Failure) {
    try pass(stream.line[...], stream.output)
    stream.line = []
  }

  private func pass(_ bytes: ArraySlice<UInt8>, _ output: Output) throws(Output.Failure) {
    var lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)[...]
    if !hasBegun, output.descriptor == STDOUT_FILENO {
      guard let begin = lines.firstIndex(where: { $0 == Self.mark }) else { return }
      hasBegun = true
      lines = lines[(begin + 1)...]
    }
    // The tabs of --plain stay.
    let text = lines.map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map { String($0).harmless }
        .joined(separator: "\t")
    }.joined(separator: "\n")
    if !text.isEmpty { try output.write(text) }
  }
}
