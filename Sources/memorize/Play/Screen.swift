import BoardLayout
import CNcurses
import Glibc

/// The terminal while somebody plays on it: the one place where ncurses is called.
///
/// ncurses knows the terminal: it switches to the alternate screen and back, sets the modes, and
/// reads keys and mouse. The frames are written past its windows. Those trust the C library's width
/// of every emoji, and a terminal that thinks otherwise would get the rest of the row in wrong
/// places; our lines place the cursor anew after each face. Nor are its colours used, which would
/// have to redefine the user's palette to show the theme's.
final class Screen {
  private let screen: OpaquePointer
  /// Never drawn on: reading a key from a window that was drawn on would redraw it.
  private let window: UnsafeMutablePointer<WINDOW>
  /// What the keys come from; to be watched by the loop.
  let input: Int32
  private var shown: Frame?
  /// Clicks that came together; ncurses tells of all of them by one key.
  private var clicks: [Key] = []
  private var isOpen = true

  /// Switches to the alternate screen.
  ///
  /// - Throws: `ProgramError` where the terminal is unknown or cannot place its cursor.
  init() throws(ProgramError) {
    let name = environment("TERM") ?? "dumb"
    input = Self.inputOfOurOwn()
    // The standard streams' own structures are global variables, which Swift does not read.
    guard let output = fdopen(STDOUT_FILENO, "w"), let keys = fdopen(input, "r"),
      let screen = newterm(nil, output, keys)
    else { throw Self.unfitting("is not known to terminfo", name) }
    self.screen = screen
    guard Self.text("cup") != nil, let window = newwin(0, 0, 0, 0) else {
      endwin()
      throw Self.unfitting("cannot place its cursor", name)
    }
    self.window = window
    cbreak()
    noecho()
    nonl()
    Self.letOutputRun()
    keypad(window, true)
    nodelay(window, true)
    // An Escape that begins no sequence is known as such after this many milliseconds.
    set_escdelay(25)
    mousemask(mmask_t(CNCURSES_PRESSED | CNCURSES_RELEASED), nil)
    mouseinterval(0)
    curs_set(1)
    wrefresh(window)
  }

  deinit { close() }

  /// Puts the terminal back as it was.
  func close() {
    guard isOpen else { return }
    isOpen = false
    mousemask(0, nil)
    endwin()
    delscreen(screen)
  }

  /// Puts the terminal back as it was, for a shell that goes on meanwhile.
  func suspend() {
    endwin()
  }

  /// Takes the terminal again, whatever is on it now.
  func resume() {
    touchwin(window)
    wrefresh(window)
    // Until then arrows would be sent in their other form, which terminfo does not tell.
    keypad(window, true)
    shown = nil
  }

  /// Forgets what is on the screen, as after a change of its size.
  func forget() {
    shown = nil
  }

  /// The colours to be used: 256 at most, unless terminfo says that the terminal takes any.
  func depth(of wanted: ColorDepth) -> ColorDepth {
    guard wanted != .none else { return .none }
    if tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || Self.text("RGB") != nil { return .trueColor }
    return tigetnum("colors") >= 256 ? .ansi256 : .ansi16
  }

  /// Draws what differs from the last frame, in one write(2).
  func draw(_ frame: Frame) throws(Output.Failure) {
    var text = ""
    if shown?.lines.count != frame.lines.count {
      shown = nil
      text += Self.text("clear") ?? ""
    }
    // The rest of a row is wiped first: after its last cell some terminals would wipe that.
    for (row, line) in frame.changes(from: shown) {
      text += Self.place(0, row) + (Self.text("el") ?? "") + line
    }
    text += Self.place(frame.cursor.column, frame.cursor.row)
    guard !text.isEmpty, shown != frame else { return }
    try Output.results.write(text)
    shown = frame
  }

  /// The next key that has come; nil where there is none.
  func nextKey() -> Key? {
    while clicks.isEmpty {
      let code = wgetch(window)
      guard code != ERR else { return nil }
      if let key = Self.key(code) { return key }
      if code == KEY_MOUSE { takeClicks() }
    }
    return clicks.removeFirst()
  }

  /// Takes all that ncurses knows of the mouse, which it tells from the last to the first.
  private func takeClicks() {
    var event = MEVENT()
    while getmouse(&event) == OK {
      guard event.bstate & mmask_t(CNCURSES_PRESSED) != 0 else { continue }
      clicks.insert(.click(column: Int(event.x), row: Int(event.y)), at: 0)
    }
  }

  private static func key(_ code: Int32) -> Key? {
    if let key = keys[code] { return key }
    guard (0x20..<0x7F).contains(code), let scalar = Unicode.Scalar(UInt32(code)) else {
      return nil
    }
    return .character(Character(scalar))
  }

  private static let keys: [Int32: Key] = [
    KEY_UP: .up, KEY_DOWN: .down, KEY_LEFT: .left, KEY_RIGHT: .right, KEY_HOME: .home,
    KEY_END: .end, KEY_PPAGE: .pageUp, KEY_NPAGE: .pageDown, KEY_ENTER: .enter, 0x0A: .enter,
    0x0D: .enter, KEY_BACKSPACE: .backspace, 0x08: .backspace, 0x7F: .backspace, 0x1B: .escape,
  ]

  /// Makes Ctrl-S a key like others: it would stop the output, and so the program in its next write,
  /// deaf to every signal until Ctrl-Q.
  private static func letOutputRun() {
    var mode = termios()
    guard tcgetattr(STDOUT_FILENO, &mode) == 0 else { return }
    mode.c_iflag &= ~tcflag_t(IXON)
    tcsetattr(STDOUT_FILENO, TCSANOW, &mode)
    // So that it is set again after a stop.
    def_prog_mode()
  }

  /// The terminal once more, opened so that a read never waits.
  ///
  /// ncurses reads on for the next key where a report of the mouse was not asked for, or is cut
  /// short. stdin itself may not be made non-blocking, for the shell reads from it too.
  private static func inputOfOurOwn() -> Int32 {
    guard let path = ttyname(STDIN_FILENO) else { return STDIN_FILENO }
    let terminal = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    return terminal >= 0 ? terminal : STDIN_FILENO
  }

  private static func place(_ column: Int, _ row: Int) -> String {
    guard let template = text("cup"), let text = tgoto(template, Int32(column), Int32(row)) else {
      return ""
    }
    return String(cString: text)
  }

  /// What does something on this terminal; nil where it cannot.
  private static func text(_ capability: String) -> String? {
    // (char *)-1 stands for what is no text.
    guard let text = tigetstr(capability), Int(bitPattern: text) != -1 else { return nil }
    // Terminals of old need a pause after it, which is written as $<5> at the end.
    var bytes = Array(String(cString: text).utf8)
    if bytes.last == UInt8(ascii: ">"), let pause = bytes.lastIndex(of: UInt8(ascii: "$")) {
      bytes.removeSubrange(pause...)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func unfitting(_ fault: String, _ name: String) -> ProgramError {
    ProgramError(
      .usage, name: "Terminal",
      "The terminal “\(name)” \(fault). Set TERM to what it is, or use “memorize play --plain”.")
  }
}
