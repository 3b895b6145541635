import EventLoop
import Glibc

/// Where a verb that follows prints its lines: what the reader has no room for waits, and holds
/// nothing up.
///
/// The descriptor cannot be made non-blocking, for other processes share it. poll(2) is asked before
/// each write(2) instead, of no more than what is writable has room for.
final class Outlet {
  /// Told once that the reader is gone, or why what waited cannot be written.
  var whenFailed: (Output.Failure) -> Void = { _ in }
  /// Told that all that waited is written, and that there is room for more.
  var whenFree: () throws(Output.Failure) -> Void = {}
  /// Whether something waits for room, be it somebody who has asked for it.
  private(set) var isBusy = false

  private let output: Output
  private let loop: EventLoop
  /// Nil for a regular file and /dev/null, which cannot be watched and always have room.
  private var watch: EventLoop.WatchID?
  private var waiting: ArraySlice<UInt8> = []
  private let isTerminal: Bool

  /// Begins to watch the reader.
  ///
  /// - Parameters:
  ///   - output: where the lines go.
  ///   - loop: what tells of room, and that the reader is gone.
  init(_ output: Output = .results, on loop: EventLoop) {
    self.output = output
    self.loop = loop
    isTerminal = isatty(output.descriptor) == 1
    watch = try? loop.watch(output.descriptor, for: []) { [weak self] in self?.take($0) }
  }

  deinit {
    stopWatching()
  }

  /// Writes a text, at once where there is room.
  func write(_ text: String) throws(Output.Failure) {
    guard watch != nil else { return try output.write(text) }
    waiting += Array(text.utf8)
    try advance()
  }

  /// Whether there is room for more; where there is none it is busy until there is.
  func takesMore() -> Bool {
    if watch != nil, !isBusy, !output.hasRoom { setBusy(true) }
    return !isBusy
  }

  private func advance() throws(Output.Failure) {
    while !waiting.isEmpty, output.hasRoom {
      let count = try output.take(nextPiece)
      // Where somebody has made it non-blocking after all, another may have been quicker.
      if count == 0 { break }
      waiting = waiting.dropFirst(count)
    }
    // The slice would keep what has been written.
    if waiting.isEmpty { waiting = [] }
    setBusy(!waiting.isEmpty)
  }

  /// What is written at once.
  ///
  /// A pipe that is writable has room for `PIPE_BUF` bytes, a pseudo-terminal for 256; but what
  /// becomes of a control character is a write by itself there.
  private var nextPiece: ArraySlice<UInt8> {
    guard isTerminal else { return waiting.prefix(Int(PIPE_BUF)) }
    let text = waiting.prefix(256).prefix { $0 >= 0x20 }
    return text.isEmpty ? waiting.prefix(1) : text
  }

  private func setBusy(_ isBusy: Bool) {
    guard isBusy != self.isBusy, let watch else { return }
    self.isBusy = isBusy
    // It is open, so this cannot fail.
    try? loop.update(watch, for: isBusy ? .writable : [])
  }

  private func take(_ readiness: Readiness) {
    do throws(Output.Failure) {
      guard readiness.isDisjoint(with: [.failed, .hungUp]) else { throw .readerGone }
      try advance()
      if !isBusy { try whenFree() }
    } catch {
      // It would be told again and again.
      stopWatching()
      whenFailed(error)
    }
  }

  private func stopWatching() {
    if let watch { loop.remove(watch) }
    watch = nil
  }
}
