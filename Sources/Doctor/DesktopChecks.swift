import CellDrawing
import DBus
import EventLoop
import Glibc
import PlainText
import Screens
import TerminalKit

struct Notifications {
  /// As the server describes itself; `specification` is the version it follows.
  typealias Server = (name: String, version: String, specification: String, capabilities: [String])

  var owner = NameOwner.unknown
  /// Whether the bus can start a server; nil if it did not say.
  var isActivatable: Bool?
  /// Nil if it was not asked.
  var server: Result<Server, BusError>?
}

extension Findings {
  /// How many capabilities to print; the specification has eleven.
  private static let maximumCapabilities = 30

  var notificationCheck: Check? {
    let owner = notifications.owner
    switch (owner, notifications.server) {
    case (.nobody, _) where notifications.isActivatable == true:
      return Check(
        .warning, english("No notification server is running; the bus can start one."),
        fix: english("Send any notification to start it: notify-send memorize"))
    case (.nobody, _):
      return Check(
        .warning, english("No notification server is running: matches are not shown."),
        fix: english("Start the one for your desktop, or install one, such as dunst or mako."))
    case (_, .success(let server)?):
      let program = "\(server.name.printable) \(server.version.printable)"
      let specification = server.specification.printable
      let abilities = server.capabilities.prefix(Self.maximumCapabilities).map(\.printable)
        .joined(separator: ", ")
      return Check(
        .ok,
        abilities.isEmpty
          ? english(
            "\(program), specification \(specification), supports: no optional features.")
          : english("\(program), specification \(specification), supports: \(abilities)."))
    case (_, .failure(let error)?):
      let (process, reason) = (owner.description, error.message.printable)
      guard let stopped = owner.stopped else {
        return Check(
          .warning,
          english(
            "The notification server, \(process), does not answer correctly: \(reason)"),
          fix: english("Restart it."))
      }
      return Check(
        .warning,
        english(
          "The notification server, \(process), does not answer correctly: \(reason) It is stopped."
        ), fix: english("Continue it: kill -CONT \(stopped)"))
    case (_, nil):
      return Check(
        .note, english("The bus did not say whether a notification server is running."))
    }
  }
}

struct TerminalState {
  var isTerminal = false
  /// `TERM`; nil if it is not set.
  var kind: String?
  /// In cells.
  var size = Size(80, 24)
  var depth = ColorDepth.none
  var wantsNoColor = false
  /// Where the widths of characters come from.
  var characters = CellWidth.Source.user
}

extension TerminalState {
  init(_ options: Options) {
    let terminal = Terminal(color: options.color)
    (size, depth) = (terminal.size, terminal.depth)
    isTerminal = isatty(STDOUT_FILENO) == 1
    kind = environment("TERM")
    wantsNoColor = environment("NO_COLOR") != nil
    characters = CellWidth.source
  }
}

extension Findings {
  /// The smallest terminal that shows a board of eight pairs.
  private static let smallest = Size(20, 10)

  var terminalCheck: Check? {
    let (columns, rows) = (terminal.size.columns, terminal.size.rows)
    let colors =
      switch terminal.depth {
      case .none:
        terminal.wantsNoColor
          ? english("no colors, because NO_COLOR is set") : english("no colors")
      case .ansi16: english("16 colors")
      case .ansi256: english("256 colors")
      case .trueColor: english("24-bit color")
      }
    guard terminal.isTerminal else {
      return Check(
        .note,
        english(
          "stdout is not a terminal: boards are drawn for \(columns)×\(rows) cells, \(colors)."))
    }
    let kind = terminal.kind?.printable
    guard let kind, kind != "dumb" else {
      return Check(
        .note,
        kind.map { kind in
          english(
            "TERM is “\(kind)”: \(columns)×\(rows) cells, no colors, and no cursor positioning.")
        }
          ?? english(
            "TERM is not set: \(columns)×\(rows) cells, no colors, and no cursor positioning."),
        fix: english("If the terminal can do more, set TERM, for example TERM=xterm-256color."))
    }
    guard columns < Self.smallest.columns || rows < Self.smallest.rows else {
      return Check(.ok, english("\(kind), \(columns)×\(rows) cells, \(colors)."))
    }
    return Check(
      .note,
      english("\(kind), \(columns)×\(rows) cells, \(colors); boards are split into pages."),
      fix: english("Make the window larger."))
  }

  var localeCheck: Check? {
    switch terminal.characters {
    case .user: return Check(.ok, english("The locale's character set is UTF-8."))
    case .fallback(let name):
      let name = name.printable
      return Check(
        .note, english("The locale's character set is \(name); C.UTF-8 is used instead."),
        fix: english("Set LANG to a UTF-8 locale, such as C.UTF-8."))
    case .none(let name):
      let name = name.printable
      return Check(
        .warning,
        english(
          "The locale's character set is \(name), and C.UTF-8 is not installed: widths of emoji "
            + "are guessed."),
        fix: english("Install the locale C.UTF-8, or set LANG to a UTF-8 locale."))
    }
  }
}
