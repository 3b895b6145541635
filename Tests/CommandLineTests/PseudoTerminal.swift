import Foundation
import Glibc
import TestSupport
import Testing

/// Both ends of a terminal: the test reads one, the program runs in the other.
final class PseudoTerminal {
  /// The program's end.
  private(set) var inside: Int32
  private var outside: Int32
  private(set) var text = ""
  private var bytes: [UInt8] = []

  init() throws {
    // posix_openpt(3) and its kin are hidden from Swift; these are TIOCSPTLCK and TIOCGPTN.
    outside = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    guard outside >= 0, ioctl(outside, 0x4004_5431, &isLocked) == 0,
      ioctl(outside, 0x8004_5430, &number) == 0
    else { throw POSIXError(.ENXIO) }
    inside = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard inside >= 0 else { throw POSIXError(.ENXIO) }
    resize(80, 24)
  }

  deinit { hangUp() }

  /// As if a window were closed.
  func hangUp() {
    for end in [inside, outside] where end >= 0 { close(end) }
    (inside, outside) = (-1, -1)
  }

  func resize(_ columns: UInt16, _ rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(outside, UInt(TIOCSWINSZ), &size)
  }

  /// Lets nobody without the right of an administrator open it again, as after su(1).
  func excludeOthers() { _ = ioctl(inside, UInt(TIOCEXCL)) }

  /// Stops the output, as Ctrl-S does: nobody can write until it continues.
  func freeze() { tcflow(inside, TCOOFF) }

  func advance() { tcflow(inside, TCOON) }

  /// Whether input is echoed, and arrives line by line.
  var isInItsUsualMode: Bool {
    var mode = termios()
    tcgetattr(inside, &mode)
    return mode.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
  }

  /// Reads the program's output until the condition holds.
  func read(until isEnough: (String) -> Bool) {
    let end = ContinuousClock.now + .patience
    while !isEnough(text), takeSome(by: end) {}
  }

  private func takeSome(by end: ContinuousClock.Instant) -> Bool {
    let chunk = readSome(by: end)
    bytes += chunk
    text = String(decoding: bytes, as: UTF8.self)
    return !chunk.isEmpty
  }

  /// Reads the program's output until the condition holds, or the time is over.
  func read(for time: Duration, until isEnough: (String) -> Bool) {
    let end = ContinuousClock.now + time
    while !isEnough(text), hasMore(by: end), takeSome(by: end) {}
  }

  /// Reads the program's output up to a text, and returns all of it; what was read before is not in
  /// it, nor is it kept.
  func readBytes(upTo end: String) -> [UInt8] {
    let (end, limit) = (Array(end.utf8), ContinuousClock.now + .patience)
    var all: [UInt8] = []
    while true {
      let bytes = readSome(by: limit)
      let start = max(all.count - end.count, 0)
      all += bytes
      if bytes.isEmpty || all[start...].firstRange(of: end) != nil { return all }
    }
  }

  /// The next bytes of the program's output; none at its end, or if they are late, which fails.
  ///
  /// As long as a test has both ends, there is no end, whatever has become of the program.
  func readSome(by end: ContinuousClock.Instant = .now + .patience) -> [UInt8] {
    guard hasMore(by: end) else {
      Issue.record("The program has not printed what was awaited. It has printed:\n\(text)")
      return []
    }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(outside, &chunk, chunk.count)
    return Array(chunk.prefix(max(count, 0)))
  }

  /// Whether something can be read by then.
  func hasMore(by end: ContinuousClock.Instant) -> Bool {
    var request = pollfd(fd: outside, events: Int16(POLLIN), revents: 0)
    while true {
      let left = max(end - .now, .zero) / .milliseconds(1)
      let count = poll(&request, 1, Int32(left.rounded(.up)))
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  /// Reads up to a text, and takes the terminal away; the output of a program that has ended is
  /// still there.
  func hangUp(after text: String) {
    close(inside)
    inside = -1
    read { $0.contains(text) }
    hangUp()
  }

  /// Types, or answers, to the program.
  func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(outside, bytes, bytes.count)
  }
}
