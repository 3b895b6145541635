import Glibc

/// Writes to a terminal that may stand still for any time.
///
/// No write waits: a program that waits in write(2) is deaf to every signal that it has blocked.
final class TerminalOutput {
  /// To be watched by the loop for room and for the terminal's end.
  let descriptor: Int32
  /// Whether a write would wait, so that the terminal has to be asked for room before each.
  private let waits: Bool
  private var rest: ArraySlice<UInt8> = []
  /// Whether the terminal has ended.
  private(set) var isGone = false

  /// Prepares to write.
  init(_ descriptor: Int32 = ownDescriptor(for: STDOUT_FILENO, O_WRONLY)) {
    self.descriptor = descriptor
    waits = fcntl(descriptor, F_GETFL) & O_NONBLOCK == 0
  }

  /// Whether something is left for which there was no room yet.
  var isWaiting: Bool { !rest.isEmpty }

  /// Of how many bytes that is.
  var waitingCount: Int { rest.count }

  deinit {
    if descriptor != STDOUT_FILENO { close(descriptor) }
  }

  /// Writes what there is room for, and keeps the rest.
  func write(_ text: String) {
    rest += Array(text.utf8)
    writeRest()
  }

  /// Writes instead of the rest, which is not worth waiting for.
  func writeInstead(_ text: String) {
    rest = []
    write(text)
  }

  /// Writes more of the rest.
  func writeRest() {
    while !rest.isEmpty {
      if waits, !Output(descriptor: descriptor).hasRoom { return }
      let piece = waits ? rest.pieceForTerminal : rest
      let count = piece.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        isGone = true
        rest = []
      }
    }
  }

  /// Waits for room until all is written, but not for long.
  func finish(within limit: Duration) {
    let end = ContinuousClock.now + limit
    while isWaiting, ContinuousClock.now < end {
      var wish = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&wish, 1, ContinuousClock.now.duration(to: end).milliseconds)
      writeRest()
    }
  }

  /// A terminal once more, opened so that nothing waits.
  ///
  /// The standard streams themselves may not be made non-blocking, for the shell uses them too.
  static func ownDescriptor(for stream: Int32, _ access: Int32) -> Int32 {
    var paths = ["/proc/self/fd/\(stream)"]
    if let name = ttyname(stream) { paths.append(String(cString: name)) }
    // After su(1) the terminal belongs to somebody else, and can be opened by this name only.
    if tcgetsid(stream) >= 0 { paths.append("/dev/tty") }
    for path in paths {
      let terminal = open(path, access | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      if terminal >= 0 { return terminal }
    }
    return stream
  }
}

extension Duration {
  /// Whole milliseconds, as poll(2) wants them, and never without end.
  fileprivate var milliseconds: Int32 {
    let (seconds, attoseconds) = max(self, .zero).components
    let whole = min(seconds, 1_000_000) * 1000
    return Int32(clamping: whole + attoseconds / 1_000_000_000_000_000)
  }
}
