import BoardLayout
import DBus
import Glibc

/// What was seen of the place where the output goes.
struct TerminalState {
  /// Whether stdout is a terminal.
  var isTerminal = false
  /// `TERM`; nil if that is not set.
  var kind: String?
  /// The size in cells.
  var size = (columns: 80, rows: 24)
  /// The colours that are used.
  var depth = ColorDepth.none
  /// Whether `NO_COLOR` asks for none.
  var wantsNoColor = false
  /// The character set that widths are taken from.
  var characters = CellWidth.Source.user

  init() {}

  /// Looks at stdout.
  init(_ options: Options) {
    let terminal = Terminal(.results, color: options.color)
    isTerminal = isatty(STDOUT_FILENO) == 1
    kind = environment("TERM")
    size = terminal.size
    depth = terminal.depth
    wantsNoColor = environment("NO_COLOR") != nil
    characters = CellWidth.prepare()
  }
}

extension Findings {
  /// The smallest terminal on which a board of eight pairs is a board.
  private static let smallest = (columns: 20, rows: 10)

  var terminalCheck: Check? {
    let (size, kind) = (terminal.size, terminal.kind)
    let cells = "\(size.columns)×\(size.rows) cells"
    let colors =
      switch terminal.depth {
      case .none: terminal.wantsNoColor ? "no colours, as NO_COLOR says" : "no colours"
      case .ansi16: "16 colours"
      case .ansi256: "256 colours"
      case .trueColor: "24-bit colours"
      }
    guard terminal.isTerminal else {
      return Check(
        .note, .terminal, "stdout is no terminal: boards are drawn for \(cells), \(colors).")
    }
    guard let kind, kind != "dumb" else {
      let named = kind.map { "TERM is “\($0.printable)”" } ?? "TERM is not set"
      return Check(
        .note, .terminal, "\(named): \(cells), no colours, and the cursor is not placed.",
        fix: "If the terminal can do more, set TERM, as TERM=xterm-256color.")
    }
    let text = "\(kind.printable), \(cells), \(colors)."
    let isTooSmall = size.columns < Self.smallest.columns || size.rows < Self.smallest.rows
    return isTooSmall
      ? Check(.note, .terminal, text, fix: "Boards come in pages; make the window larger.")
      : Check(.ok, .terminal, text)
  }

  var localeCheck: Check? {
    switch terminal.characters {
    case .user: return Check(.ok, .locale, "The locale's character set is UTF-8.")
    case .fallback(let name):
      return Check(
        .note, .locale,
        "The locale's character set is \(name.printable); C.UTF-8 is used instead.",
        fix: "Set LANG to a locale of UTF-8, such as C.UTF-8.")
    case .none(let name):
      return Check(
        .warning, .locale,
        "The locale's character set is \(name.printable), and C.UTF-8 is not there: widths of "
          + "emoji are guessed.",
        fix: "Install the locale C.UTF-8, or set LANG to a locale of UTF-8.")
    }
  }
}
