import BoardLayout
import CNcurses
import EventLoop
import Glibc

/// The terminal while the program has it, set up by ncurses.
///
/// ncurses knows the terminal, finds its modes and reads keys and mouse. The frames bypass its
/// windows: those trust the C library's width of every emoji, and a terminal that disagrees would
/// put the rest of the row in the wrong place; our lines place the cursor again after each face. Its
/// colours would have to redefine the user's palette to show the theme's. And its writes wait for a
/// terminal that stands still, so it writes only at the start.
final class Screen {
  let keyboard: Keyboard
  /// Where the keys come from; to be watched by the loop.
  let input: Int32
  let output: Outlet
  private let modes: (shell: termios, game: termios)
  private let hasMouse: Bool
  private var shown: Frame?
  /// Whether the terminal is ours.
  private(set) var isTaken = true

  /// Checks that the terminal is known and can place its cursor, and leaves it as it is.
  static func check() throws(ProgramError) {
    let name = environment("TERM") ?? "dumb"
    var fault: Int32 = 0
    guard setupterm(name, STDOUT_FILENO, &fault) == OK else {
      throw unfitting("is not known to terminfo", name)
    }
    guard Terminfo.text("cup") != nil else { throw unfitting("cannot place its cursor", name) }
  }

  /// Switches to the alternate screen; throws if the terminal is unknown or cannot place its cursor.
  ///
  /// The mouse stays as it is if nobody takes keys.
  init(on loop: Loop, takesKeys: Bool) throws(ProgramError) {
    let name = environment("TERM") ?? "dumb"
    // Standard input may be a file, and the keys come from the terminal that is drawn on.
    let stream = isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : STDOUT_FILENO
    input = Self.ownDescriptor(for: stream, O_RDONLY)
    let terminal = Self.ownDescriptor(for: STDOUT_FILENO, O_WRONLY)
    output = Outlet(
      Output(descriptor: terminal), isOwn: terminal != STDOUT_FILENO, on: loop)
    var shell = termios()
    tcgetattr(STDOUT_FILENO, &shell)
    // The standard streams' own structures are global variables, which Swift does not read.
    guard let standard = fdopen(STDOUT_FILENO, "w"), let keys = fdopen(input, "r"),
      newterm(nil, standard, keys) != nil
    else { throw Self.unfitting("is not known to terminfo", name) }
    guard Terminfo.text("cup") != nil, let window = newwin(0, 0, 0, 0) else {
      endwin()
      throw Self.unfitting("cannot place its cursor", name)
    }
    cbreak()
    noecho()
    nonl()
    keyboard = Keyboard(window)
    hasMouse = takesKeys && mousemask(mmask_t(CNCURSES_PRESSED | CNCURSES_RELEASED), nil) != 0
    mouseinterval(0)
    curs_set(1)
    wrefresh(window)
    modes = (shell, Self.modeOfGame())
    set(modes.game)
  }

  deinit { leave() }

  /// Puts the terminal back as it was; one that stands still gets the last bytes later.
  func leave() {
    guard isTaken else { return }
    isTaken = false
    TerminalSignals.unstoppably {
      let isInBackground = Terminal.isInBackground
      write(instead: leaving(wipes: !isInBackground || !hasOtherScreen))
      // The shell in front has its own mode.
      if !isInBackground { set(modes.shell) }
    }
  }

  /// Takes the terminal again after `leave`, or after a stop that left no time for that; whatever is
  /// on it now.
  func enter() {
    // First of all: a job in the background is stopped here, and may not draw.
    set(modes.game)
    // After a stop that left no time the shell may have gone back to its own screen, whose rows are
    // not to be wiped; what was being written may have been cut.
    let isWiped = isTaken && !hasOtherScreen
    write(instead: (isWiped ? leaving(wipes: true) : Terminfo.texts("sgr0")) + entering)
    isTaken = true
    shown = nil
  }

  /// Forgets what is on the screen, as after a change of its size.
  func forget() {
    shown = nil
  }

  /// The colours to use, of those that environment and options want: 256 at most, unless terminfo
  /// says that the terminal takes any; forced ones even if terminfo knows none.
  func depth(of wanted: ColorDepth, isForced: Bool) -> ColorDepth {
    guard wanted != .none, isForced || Terminfo.colors >= 8 else { return .none }
    if Terminfo.hasTrueColor { return .trueColor }
    return Terminfo.colors >= 256 ? .ansi256 : .ansi16
  }

  /// Draws what differs from the last frame, in one write(2).
  ///
  /// While something of the last frame is left, nothing is drawn.
  func draw(_ frame: Frame) {
    guard isTaken, !output.isBusy, shown != frame else { return }
    // The rest of a row is wiped first: after its last cell some terminals would wipe that. The
    // screen is never wiped as a whole, for that brings it into the scrollback of some.
    let rows = frame.changes(from: shown).map { row, line in
      Terminfo.place(0, row) + Terminfo.texts("el") + line
    }
    shown = frame
    write(rows.joined() + Terminfo.place(frame.cursor.column, frame.cursor.row))
  }

  func write(_ text: String) {
    do { try output.write(text) } catch { output.whenFailed(error) }
  }

  private func write(instead text: String) {
    do { try output.writeInstead(text) } catch { output.whenFailed(error) }
  }

  private var entering: String {
    Terminfo.texts("smcup", "smkx", "cnorm") + (hasMouse ? Terminfo.mouse(true) : "")
  }

  /// Whether terminfo knows of a screen beside the shell's; not every terminal has it then.
  private var hasOtherScreen: Bool { Terminfo.text("smcup") != nil }

  /// Gives the screen back, the most important part first.
  ///
  /// It wipes the rows, because not every terminal has a screen to go back to; but not if the shell
  /// has written meanwhile, so that they may be its own.
  private func leaving(wipes: Bool) -> String {
    var size = winsize()
    _ = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    let rows = (0..<(wipes ? max(Int(size.ws_row), shown?.lines.count ?? 0) : 0)).map {
      Terminfo.place(0, $0) + Terminfo.texts("el")
    }
    return (hasMouse ? Terminfo.mouse(false) : "") + Terminfo.texts("sgr0") + rows.joined()
      + (wipes ? Terminfo.place(0, 0) : "") + Terminfo.texts("rmcup", "rmkx", "cnorm")
  }

  private func set(_ mode: termios) {
    var mode = mode
    tcsetattr(STDOUT_FILENO, TCSANOW, &mode)
  }

  /// ncurses' mode, with Ctrl-S as a key like others: it would stop the output until Ctrl-Q.
  private static func modeOfGame() -> termios {
    var mode = termios()
    tcgetattr(STDOUT_FILENO, &mode)
    mode.c_iflag &= ~tcflag_t(IXON)
    return mode
  }

  /// A terminal once more, opened so that nothing waits; the stream itself if that fails.
  ///
  /// The standard streams themselves may not be made non-blocking, for the shell uses them too.
  private static func ownDescriptor(for stream: Int32, _ access: Int32) -> Int32 {
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

  private static func unfitting(_ fault: String, _ name: String) -> ProgramError {
    ProgramError(
      .usage, name: "Terminal",
      "The terminal “\(name)” \(fault). Set TERM to what it is, or use --plain.")
  }
}

struct Frame: Equatable {
  /// A cell; both numbers from 0.
  struct Cell: Equatable {
    var column: Int
    var row: Int
  }

  /// One line a row, each no wider than the screen; escape sequences may style it.
  let lines: [String]
  let cursor: Cell

  /// Lines that are missing are empty, those too many are left out.
  init(_ lines: [String], cursor: Cell, size: (columns: Int, rows: Int)) {
    let missing = max(size.rows - lines.count, 0)
    self.lines = Array(lines.prefix(size.rows)) + Array(repeating: "", count: missing)
    self.cursor = Cell(
      column: min(max(cursor.column, 0), max(size.columns - 1, 0)),
      row: min(max(cursor.row, 0), max(size.rows - 1, 0)))
  }

  /// The rows that have to be drawn again, by number; all if nobody knows what is on the screen.
  func changes(from old: Frame?) -> [(row: Int, line: String)] {
    let isKnown = old?.lines.count == lines.count
    return lines.enumerated().filter { !isKnown || old?.lines[$0] != $1 }.map { ($0, $1) }
  }
}
