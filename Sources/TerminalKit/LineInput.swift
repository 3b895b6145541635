package import EventLoop
import Glibc

/// Lines of stdin, each read on request.
package final class LineInput {
  private let loop: Loop
  private var watch: Loop.WatchID?
  private var bytes: [UInt8] = []
  private var hasEnded = false
  /// Nobody types that much; longer lines are read in pieces.
  private static let maximumLineBytes = 65_536

  package init(_ loop: Loop) {
    self.loop = loop
  }

  /// Without the line's end; nil at the end of the input.
  ///
  /// Never calls back before it returns.
  package func next(then: @escaping (String?) -> Void) {
    if let line = firstLine() { return loop.enqueue { then(line) } }
    if hasEnded { return loop.enqueue { then(nil) } }
    let more = { [weak self] in
      guard let self else { return }
      read()
      // Not watched while a line is handled: a pipe that has ended stays readable for ever.
      if let watch { loop.remove(watch) }
      next(then: then)
    }
    // A regular file cannot be watched and is always ready.
    watch = try? loop.watch(STDIN_FILENO, for: .readable) { _ in more() }
    if watch == nil { loop.enqueue(more) }
  }

  /// Removes it from the bytes that were read; nil while it is incomplete.
  private func firstLine() -> String? {
    let end = bytes.firstIndex(of: 0x0A)
    let isWhole = end != nil || bytes.count >= Self.maximumLineBytes || (hasEnded && !bytes.isEmpty)
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
