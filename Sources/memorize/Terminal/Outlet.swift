import EventLoop
import Glibc

/// Output that blocks nothing: what the reader, or a terminal that stands still, has no room for
/// waits in the program's loop.
///
/// A shared descriptor cannot be made non-blocking, for other processes use it too. poll(2) is asked
/// before each write(2) instead, of no more than what is writable has room for.
final class Outlet {
  /// Called once if the reader is gone, or with the reason why a line cannot be written.
  var whenFailed: (Output.Failure) -> Void = { _ in }
  /// Called when all is written and there is room for more.
  var whenFree: () throws(Output.Failure) -> Void = {}
  /// Whether a text, or a caller of `takesMore`, waits for room.
  private(set) var isBusy = false

  private let output: Output
  private let loop: Loop
  /// Nil for a regular file and /dev/null, which cannot be watched and always have room.
  private var watch: Loop.WatchID?
  private var waiting: ArraySlice<UInt8> = []
  private let isTerminal: Bool
  /// Whether the descriptor is nobody else's, so that no write waits.
  private let isOwn: Bool

  /// Begins to watch the reader; an own descriptor is non-blocking, and closed at the end.
  init(_ output: Output = .results, isOwn: Bool = false, on loop: Loop) {
    self.output = output
    self.isOwn = isOwn
    self.loop = loop
    isTerminal = isatty(output.descriptor) == 1
    watch = try? loop.watch(output.descriptor, for: []) { [weak self] in self?.take($0) }
  }

  deinit {
    stopWatching()
    if isOwn { close(output.descriptor) }
  }

  /// Writes a text, at once if there is room.
  func write(_ text: String) throws(Output.Failure) {
    guard watch != nil else { return try output.write(text) }
    waiting += Array(text.utf8)
    try advance()
  }

  /// Writes a text instead of what waits, which is not worth waiting for.
  func writeInstead(_ text: String) throws(Output.Failure) {
    waiting = []
    try write(text)
  }

  /// Whether there is room for more; if not, it is busy until there is.
  func takesMore() -> Bool {
    if watch != nil, !isBusy, !output.hasRoom { setBusy(true) }
    return !isBusy
  }

  /// Whether a text of so many bytes is written at once; false if that cannot be known.
  ///
  /// A pipe that is writable has room for `PIPE_BUF` bytes, an empty one for its whole capacity. A
  /// terminal does not say; a person sees what is cut there.
  func takesAll(_ size: Int) -> Bool {
    guard watch != nil, !isTerminal else { return !isBusy }
    guard !isBusy, output.hasRoom else { return false }
    return size <= max(Int(PIPE_BUF), emptyRoom)
  }

  /// Waits for room until all is written, but only for a moment.
  func hurry() {
    let end = ContinuousClock.now + .milliseconds(100)
    while isBusy, ContinuousClock.now < end {
      _ = output.hasRoom(within: 10)
      do { try advance() } catch { return }
    }
  }

  /// The capacity of a pipe if it is empty; else 0.
  private var emptyRoom: Int {
    var unread: Int32 = 0
    guard ioctl(output.descriptor, UInt(FIONREAD), &unread) == 0, unread == 0 else { return 0 }
    return Int(max(fcntl(output.descriptor, Self.sizeOfPipe), 0))
  }

  /// `F_GETPIPE_SZ`, which Swift does not see.
  private static let sizeOfPipe: Int32 = 1032

  private func advance() throws(Output.Failure) {
    while !waiting.isEmpty, isOwn || output.hasRoom {
      let count = try output.take(nextPiece)
      // No room after all: another writer to a descriptor that does not block may have been quicker.
      if count == 0 { break }
      waiting = waiting.dropFirst(count)
    }
    // The slice would keep what has been written.
    if waiting.isEmpty { waiting = [] }
    setBusy(!waiting.isEmpty)
  }

  /// What one write may take without waiting.
  ///
  /// A pipe that is writable has room for `PIPE_BUF` bytes, a pseudo-terminal for 256; but what
  /// becomes of a control character is a write by itself there.
  private var nextPiece: ArraySlice<UInt8> {
    if isOwn { return waiting }
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
  /// Whether there will be nothing more.
  var isOfTheEnd: Bool { !isDisjoint(with: [.hungUp, .failed]) }
}
