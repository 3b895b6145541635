package import EventLoop
import Glibc

/// Output that never blocks: without room at the reader or a stopped terminal it waits in the
/// program's loop.
///
/// A shared descriptor cannot be made non-blocking, because other processes use it too. Instead
/// poll(2) is called before each write(2), which writes no more than a writable descriptor has room
/// for.
package final class OutputQueue {
  /// Called once if the reader is gone, or with the reason why a line cannot be written.
  package var whenFailed: (Output.Failure) -> Void = { _ in }
  /// Called when everything is written and there is room for more.
  package var whenFree: () throws(Output.Failure) -> Void = {}
  /// Whether a text, or a caller of `canAcceptMore`, waits for room.
  package private(set) var isBusy = false

  private let output: Output
  private let loop: Loop
  /// Nil for a regular file and /dev/null, which cannot be watched and always have room.
  private var watch: Loop.WatchID?
  private var waiting: ArraySlice<UInt8> = []
  private let isTerminal: Bool
  private let isNonBlocking: Bool

  /// Watches the reader; at the end closes a descriptor that is not a standard stream.
  package init(_ output: Output = .results, isNonBlocking: Bool = false, on loop: Loop) {
    self.output = output
    self.isNonBlocking = isNonBlocking
    self.loop = loop
    isTerminal = isatty(output.descriptor) == 1
    watch = try? loop.watch(output.descriptor, for: []) { [weak self] in self?.handle($0) }
  }

  deinit {
    stopWatching()
    if output.descriptor > STDERR_FILENO { close(output.descriptor) }
  }

  /// At once if there is room.
  package func write(_ text: String) throws(Output.Failure) { try write(Array(text.utf8)) }

  /// Bytes that need not be text.
  package func write(_ bytes: [UInt8]) throws(Output.Failure) {
    guard watch != nil else { return try output.write(bytes) }
    waiting += bytes
    try advance()
  }

  /// Replaces what waits, which is not worth waiting for.
  func writeInstead(_ text: String) throws(Output.Failure) {
    waiting = []
    try write(text)
  }

  /// Whether there is room for more; if not, it is busy until there is.
  package func canAcceptMore() -> Bool {
    if watch != nil, !isBusy, !output.hasRoom { setBusy(true) }
    return !isBusy
  }

  /// Waits until everything is written, but only for a moment.
  package func flush() {
    let end = ContinuousClock.now + .milliseconds(100)
    while isBusy, ContinuousClock.now < end {
      _ = output.hasRoom(within: 10)
      do { try advance() } catch { return }
    }
  }

  private func advance() throws(Output.Failure) {
    while !waiting.isEmpty, isNonBlocking || output.hasRoom {
      let count = try output.writeSome(nextPiece)
      // No room after all: another writer to a non-blocking descriptor may have been quicker.
      if count == 0 { break }
      waiting = waiting.dropFirst(count)
    }
    // The slice would keep the written bytes in memory.
    if waiting.isEmpty { waiting = [] }
    setBusy(!waiting.isEmpty)
  }

  /// The bytes of one write that does not block.
  ///
  /// A writable pipe has room for `PIPE_BUF` bytes, a pseudo-terminal for 256; but there each
  /// expanded control character is a write of its own.
  private var nextPiece: ArraySlice<UInt8> {
    if isNonBlocking { return waiting }
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

  private func handle(_ readiness: Readiness) {
    do throws(Output.Failure) {
      guard !readiness.isOfTheEnd else { throw .readerGone }
      try advance()
      if !isBusy { try whenFree() }
    } catch {
      // The loop would report it again and again.
      stopWatching()
      whenFailed(error)
    }
  }

  private func stopWatching() {
    if let watch { loop.remove(watch) }
    watch = nil
  }
}

extension Readiness {
  /// Whether nothing more will come.
  package var isOfTheEnd: Bool { !isDisjoint(with: [.hungUp, .failed]) }
}
