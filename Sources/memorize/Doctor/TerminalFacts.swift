import BoardLayout
import DBus
import Glibc

/// What is known of where the output goes.
struct TerminalFacts {
  /// Whether stdout is a terminal.
  var isTerminal = false
  /// The terminal's kind, by `TERM`; nil where that is not set.
  var kind: String?
  /// The size in cells.
  var size = (columns: 80, rows: 24)
  /// The colours that are used.
  var depth = ColorDepth.none
  /// Whether `NO_COLOR` asks for none.
  var wantsNoColor = false
  /// The character set that widths are taken from.
  var characters = CellWidth.Source.user

  /// The smallest terminal on which a board of eight pairs is a board.
  private static let least = (columns: 20, rows: 10)

  /// What is to be said of it.
  var checks: [Check] { [terminalCheck, localeCheck] }

  private var terminalCheck: Check {
    let cells = "\(size.columns)×\(size.rows) cells"
    guard isTerminal else {
      return .note(.terminal, "stdout is no terminal: boards are drawn for \(cells), \(colors).")
    }
    guard let kind, kind != "dumb" else {
      let named = kind.map { "TERM is “\($0.printable)”" } ?? "TERM is not set"
      return .note(
        .terminal, "\(named): \(cells), no colours, and the cursor is not placed.",
        fix: "Where the terminal can do more, set TERM, as TERM=xterm-256color.")
    }
    let text = "\(kind.printable), \(cells), \(colors)."
    guard size.columns >= Self.least.columns, size.rows >= Self.least.rows else {
      return .note(.terminal, text, fix: "Boards come in pages; make the window larger.")
    }
    return .ok(.terminal, text)
  }

  private var colors: String {
    switch depth {
    case .none: wantsNoColor ? "no colours, as NO_COLOR says" : "no colours"
    case .ansi16: "16 colours"
    case .ansi256: "256 colours"
    case .trueColor: "24-bit colours"
    }
  }

  private var localeCheck: Check {
    switch characters {
    case .user: .ok(.locale, "The locale's character set is UTF-8.")
    case .fallback(let name):
      .note(
        .locale, "The locale's character set is \(name.printable); C.UTF-8 is used instead.",
        fix: "Set LANG to a locale of UTF-8, as C.UTF-8.")
    case .none(let name):
      .warning(
        .locale,
        "The locale's character set is \(name.printable), and C.UTF-8 is not there: widths of emoji "
          + "are guessed.",
        fix: "Install the locale C.UTF-8, or set LANG to a locale of UTF-8.")
    }
  }
}

extension TerminalFacts {
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
