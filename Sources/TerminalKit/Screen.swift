import CNcurses
package import CellDrawing
package import EventLoop
import Glibc
import PlainText

/// The terminal while the program has it, set up by ncurses.
///
/// ncurses knows the terminal, sets its modes and reads keys and mouse. The frames bypass its
/// windows: those trust the C library's width of every emoji, and a terminal that disagrees would
/// misplace the rest of the row; our lines place the cursor again after each face. Its colors
/// would have to redefine the user's palette to show the theme's. And its writes block on a stopped
/// terminal, so it writes only at the start.
package final class Screen {
  let keyboard: Keyboard
  /// The source of keys, to be watched by the loop.
  package let input: Int32
  package let output: OutputQueue
  private let modes: (shell: termios, game: termios)
  private let hasMouse: Bool
  private var graphics = KittyGraphics()
  private var shown: Frame?
  package private(set) var isTaken = true

  /// Throws if the terminal is unknown or cannot place its cursor; does not change it.
  package static func check() throws(TerminalError) {
    var fault: Int32 = 0
    guard setupterm(Terminal.name, STDOUT_FILENO, &fault) == OK else {
      throw unknown
    }
    guard Terminfo.text("cup") != nil else {
      let terminal = Terminal.name
      throw unfit(english("The terminal “\(terminal)” cannot position its cursor."))
    }
  }

  /// Switches to the alternate screen; throws if the terminal is unknown or cannot place its
  /// cursor.
  ///
  /// Does not change the mouse if nobody takes keys.
  package init(on loop: Loop, takesKeys: Bool) throws(TerminalError) {
    try Self.check()
    // Standard input may be a file; then keys come from the terminal that is drawn on.
    let stream = isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : STDOUT_FILENO
    input = Self.reopened(stream, O_RDONLY).descriptor
    let terminal = Self.reopened(STDOUT_FILENO, O_WRONLY)
    output = OutputQueue(
      Output(descriptor: terminal.descriptor), isNonBlocking: terminal.isNonBlocking, on: loop)
    var shell = termios()
    tcgetattr(STDOUT_FILENO, &shell)
    // ncurses reads keys in the locale.
    _ = CellWidth.source
    if !Self.hasOtherScreen { try? output.write(Self.scrolling) }
    // The standard streams' own structures are global variables, which Swift does not read.
    guard let standard = fdopen(STDOUT_FILENO, "w"), let keys = fdopen(input, "r"),
      newterm(nil, standard, keys) != nil, let window = newwin(0, 0, 0, 0)
    else { throw Self.unknown }
    cbreak()
    noecho()
    nonl()
    keyboard = Keyboard(window)
    let events =
      CNCURSES_PRESSED | CNCURSES_RELEASED | CNCURSES_WHEEL_UP | CNCURSES_WHEEL_DOWN
    hasMouse = takesKeys && mousemask(mmask_t(events), nil) != 0
    mouseinterval(0)
    curs_set(1)
    wrefresh(window)
    modes = (shell, Self.modeOfGame())
    set(modes.game)
  }

  deinit { leave() }

  /// Restores the terminal; a stopped one gets the last bytes later.
  package func leave() {
    guard isTaken else { return }
    isTaken = false
    // SIGTTOU would stop a background process.
    TerminalSignals.holding(SIGTTOU) {
      let isInBackground = Terminal.isInBackground
      write(instead: leaving(wipes: !isInBackground || !Self.hasOtherScreen))
      // The shell in the foreground has its own mode.
      if !isInBackground { set(modes.shell) }
    }
  }

  /// Takes the terminal again after `leave`, or after a SIGSTOP, which left no time for that;
  /// whatever is on it now.
  package func enter() {
    // First: this stops a background job before it draws.
    set(modes.game)
    // After a SIGSTOP the shell may be back on its own screen, whose rows must not be wiped; and
    // our last write may have been cut.
    let isWiped = isTaken && !Self.hasOtherScreen
    // Without a screen of its own it has been left above.
    let end = isWiped ? leaving(wipes: true) : graphics.removal() + Terminfo.texts("sgr0")
    write(instead: end + entering)
    isTaken = true
    shown = nil
  }

  /// The next frame is drawn completely, as after a change of size.
  package func forget() {
    shown = nil
    graphics.forget()
  }

  /// Draws the differences to the last frame, in one write(2).
  ///
  /// Draws nothing while some of the last frame is still to be written.
  package func draw(_ frame: Frame) {
    guard isTaken, !output.isBusy, shown != frame else { return }
    // The rest of a row is wiped first: after the last cell some terminals would wipe that cell.
    // The screen is never wiped as a whole, because some terminals then copy it into the
    // scrollback.
    let rows = frame.changes(from: shown).map { row, line in
      Terminfo.place(0, row) + Terminfo.texts("el") + line
    }
    var cursor = shown == nil ? Terminfo.cursor(4) : ""
    if shown?.showsCursor != frame.showsCursor {
      cursor += Terminfo.texts(frame.showsCursor ? "cnorm" : "civis")
    }
    shown = frame
    // Some terminals cannot hide it.
    let isSeenElsewhere = !frame.showsCursor && Terminfo.text("civis") == nil
    let cell = isSeenElsewhere ? .last(of: Terminal.size) : frame.cursor
    write(
      graphics.sequences(for: frame.images) + cursor + rows.joined()
        + Terminfo.place(cell.column, cell.row))
  }

  /// Asks whether the terminal can draw pictures; a yes calls `answer`, now or later.
  func askForGraphics(then answer: @escaping () -> Void) {
    keyboard.whenGraphicsAreKnown = answer
    let question = graphics.question
    if !question.isEmpty { write(question) }
  }

  package func write(_ text: String) {
    do { try output.write(text) } catch { output.whenFailed(error) }
  }

  private func write(instead text: String) {
    do { try output.writeInstead(text) } catch { output.whenFailed(error) }
  }

  private var entering: String {
    Terminfo.texts("smcup") + Self.scrolling + Terminfo.texts("smkx", "cnorm")
      + (hasMouse ? Terminfo.mouse(true) : "")
  }

  /// Moves what is on the screen into the scrollback; on an alternate screen it does nothing.
  private static var scrolling: String {
    let rows = Terminal.size.rows
    return Terminfo.place(0, max(rows - 1, 0)) + String(repeating: "\n", count: rows)
  }

  /// Whether terminfo knows an alternate screen; the terminal may still not have one.
  private static var hasOtherScreen: Bool { Terminfo.text("smcup") != nil }

  /// Leaves the screen, the most important part first.
  ///
  /// Wipes the rows, because not every terminal has an alternate screen; but not if the shell has
  /// written meanwhile, since they may be its own.
  private func leaving(wipes: Bool) -> String {
    let rows = (0..<(wipes ? max(Terminal.size.rows, shown?.lines.count ?? 0) : 0)).map {
      Terminfo.place(0, $0) + Terminfo.texts("el")
    }
    return graphics.removal() + (hasMouse ? Terminfo.mouse(false) : "") + Terminfo.texts("sgr0")
      + rows.joined()
      + (wipes ? Terminfo.place(0, 0) : "") + Terminfo.texts("rmcup", "rmkx", "cnorm")
      + Terminfo.cursor(0)
  }

  private func set(_ mode: termios) {
    var mode = mode
    tcsetattr(STDOUT_FILENO, TCSANOW, &mode)
  }

  /// ncurses' mode, with Ctrl-S as an ordinary key: it would stop the output until Ctrl-Q.
  private static func modeOfGame() -> termios {
    var mode = termios()
    tcgetattr(STDOUT_FILENO, &mode)
    mode.c_iflag &= ~tcflag_t(IXON)
    return mode
  }

  /// Opens the terminal again without blocking; if that fails, duplicates the descriptor, which the
  /// loop may watch already.
  ///
  /// The standard streams must not be made non-blocking, because the shell uses them too.
  static func reopened(
    _ stream: Int32, _ access: Int32
  ) -> (descriptor: Int32, isNonBlocking: Bool) {
    var paths = ["/proc/self/fd/\(stream)"]
    if let name = ttyname(stream) { paths.append(String(cString: name)) }
    // After su(1) the terminal belongs to another user, and only this name can be opened.
    if tcgetsid(stream) >= 0 { paths.append("/dev/tty") }
    for path in paths {
      let terminal = open(path, access | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      if terminal >= 0 { return (terminal, true) }
    }
    return (fcntl(stream, F_DUPFD_CLOEXEC, 0), false)
  }

  private static var unknown: TerminalError {
    let terminal = Terminal.name
    return unfit(english("The terminal “\(terminal)” is not known to terminfo."))
  }

  private static func unfit(_ fault: String) -> TerminalError {
    let advice = english(
      "Install its terminfo entry (on Debian, ncurses-term), set TERM to another name, or use "
        + "--plain.")
    return .unfit("\(fault) \(advice)")
  }
}
