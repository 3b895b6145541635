import EventLoop
import Glibc

/// A page on the terminal that leaves no trace, neither on the screen nor in its history.
///
/// It stands on the alternate screen, which has no history, and from where the terminal returns to
/// all that was there. A terminal that has none ignores the request for it: there the page takes the
/// screen, whose lines go up into the history, and is wiped row by row.
///
/// No write waits for a terminal that stands still: the rest is written while the loop runs.
final class PassingPage {
  private let rows: Int
  private let mode: termios?
  private let output = TerminalOutput()
  private let size: Int
  private let loop: Loop
  private var room: Loop.WatchID?
  private static let entering = "\u{1B}[?1049h"

  /// Shows a text that fits the screen.
  ///
  /// That it cannot be written does not matter: there is nothing to be taken away then.
  init(_ text: String, rows: Int, on loop: Loop) {
    self.rows = rows
    self.loop = loop
    mode = Self.silence()
    let lines = String(repeating: "\n", count: rows)
    let page = text.last == "\n" ? text.dropLast() : text[...]
    let all = "\(Self.entering)\u{1B}[\(rows)H\(lines)\u{1B}[H\(page)"
    size = all.utf8.count
    output.write(all)
    room = try? loop.watch(output.descriptor, for: []) { [unowned self] in take($0) }
    awaitRoom()
  }

  deinit { stopWatching() }

  /// Whether something has no room yet.
  var isWaiting: Bool { output.isWaiting }

  /// Takes it away, whatever size the screen has now; what is not there yet does not come any more.
  func remove() {
    let written = size - output.waitingCount
    guard written > 0 else { return output.writeInstead("") }
    let rows = max(rows, Terminal(.results, color: .never).size.rows)
    // Erasing all at once would put it into the history of some terminals.
    let wiping = (1...max(rows, 1)).map { "\u{1B}[\($0)H\u{1B}[2K" }.joined()
    let leaving = "\u{1B}[m" + wiping + "\u{1B}[H\u{1B}[?1049l"
    // Without the alternate screen it would wipe what else is there.
    let isEntered = written >= Self.entering.utf8.count
    isEntered ? output.writeInstead(leaving) : output.write(leaving)
    awaitRoom()
  }

  /// Gives the terminal back as it was.
  func leave() {
    stopWatching()
    guard var mode, !Terminal.isInBackground else { return }
    tcsetattr(STDOUT_FILENO, TCSANOW, &mode)
  }

  private func take(_ readiness: Readiness) {
    output.writeRest()
    guard readiness.isOfTheEnd else { return awaitRoom() }
    output.writeInstead("")
    stopWatching()
  }

  private func awaitRoom() {
    guard let room else { return }
    try? loop.update(room, for: output.isWaiting ? .writable : [])
  }

  private func stopWatching() {
    if let room { loop.remove(room) }
    room = nil
  }

  /// Keeps what is typed off the screen, and leaves it for the shell.
  ///
  /// Ctrl-S is typed text too: it would keep the page there until Ctrl-Q.
  private static func silence() -> termios? {
    var mode = termios()
    guard tcgetattr(STDOUT_FILENO, &mode) == 0 else { return nil }
    let before = mode
    mode.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    mode.c_iflag &= ~tcflag_t(IXON)
    tcsetattr(STDOUT_FILENO, TCSANOW, &mode)
    return before
  }
}
