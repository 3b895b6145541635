import Glibc

/// A page on the terminal that leaves no trace, neither on the screen nor in its history.
///
/// It stands on the alternate screen, which has no history, and from where the terminal returns to
/// all that was there. A terminal that has none ignores the request for it: there the page takes the
/// screen, whose lines go up into the history, and is wiped row by row.
struct PassingPage {
  private let rows: Int
  private let mode: termios?

  /// Shows a text that fits the screen.
  ///
  /// That it cannot be written does not matter: there is nothing to be taken away then.
  ///
  /// - Parameters:
  ///   - text: the text; the end of its last line is left out, for it might move the screen.
  ///   - rows: how many rows the screen has.
  init(_ text: String, rows: Int) {
    self.rows = rows
    mode = Self.silence()
    let lines = String(repeating: "\n", count: rows)
    let page = text.last == "\n" ? text.dropLast() : text[...]
    try? Output.results.write("\u{1B}[?1049h\u{1B}[\(rows)H\(lines)\u{1B}[H\(page)")
  }

  /// Takes it away, whatever size the screen has now.
  func remove() {
    let rows = max(rows, Terminal(.results, color: .never).size.rows)
    // Erasing all at once would put it into the history of some terminals.
    let wiping = (1...max(rows, 1)).map { "\u{1B}[\($0)H\u{1B}[2K" }.joined()
    try? Output.results.write(wiping + "\u{1B}[H\u{1B}[?1049l")
    guard var mode, !Terminal.isInBackground else { return }
    tcsetattr(STDOUT_FILENO, TCSANOW, &mode)
  }

  /// Keeps what is typed off the screen, and leaves it for the shell.
  ///
  /// Ctrl-S is typed text too: it would keep the page there until Ctrl-Q.
  ///
  /// - Returns: the mode before.
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
