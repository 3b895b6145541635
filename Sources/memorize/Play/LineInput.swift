import EventLoop
import Glibc

/// The lines that come by stdin, one at a time as they are asked for.
final class LineInput {
  private let loop: Loop
  private var watch: Loop.WatchID?
  private var bytes: [UInt8] = []
  private var hasEnded = false
  /// Nobody types that much in a line; what is longer is taken in pieces.
  private static let longest = 65_536

  init(_ loop: Loop) {
    self.loop = loop
  }

  /// Reads the next line.
  ///
  /// - Parameter then: told the line without its end, or nil at the end of the input; never before
  ///   this returns.
  func next(then: @escaping (String?) -> Void) {
    if let line = take() { return loop.enqueue { then(line) } }
    if hasEnded { return loop.enqueue { then(nil) } }
    let more = { [weak self] in
      guard let self else { return }
      read()
      // Nothing is awaited while a line is worked on: a pipe that has ended would be told for ever.
      if let watch { loop.remove(watch) }
      next(then: then)
    }
    // A regular file cannot be watched, and is always ready.
    watch = try? loop.watch(STDIN_FILENO, for: .readable) { _ in more() }
    if watch == nil { loop.enqueue(more) }
  }

  private func take() -> String? {
    let end = bytes.firstIndex(of: 0x0A)
    let isWhole = end != nil || bytes.count >= Self.longest || (hasEnded && !bytes.isEmpty)
    guard isWhole else { return nil }
    let line = String(decoding: bytes[..<(end ?? bytes.count)], as: UTF8.self)
    bytes.removeSubrange(..<(end.map { $0 + 1 } ?? bytes.count))
    return line
  }

  private func read() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
    if count > 0 { return bytes += chunk.prefix(count) }
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    hasEnded = true
  }
}
