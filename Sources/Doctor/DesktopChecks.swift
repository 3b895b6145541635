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
        .warning, "No notification server is running; the bus can start one.",
        fix: "Send any notification to start it: notify-send memorize")
    case (.nobody, _):
      return Check(
        .warning, "No notification server is running: matches are not shown.",
        fix: "Start the one for your desktop, or install one, such as dunst or mako.")
    case (_, .success(let server)?):
      let abilities = server.capabilities.prefix(Self.maximumCapabilities).map(\.printable)
      return Check(
        .ok,
        "\(server.name.printable) \(server.version.printable), specification "
          + "\(server.specification.printable), supports: "
          + "\(abilities.isEmpty ? "no optional features" : abilities.joined(separator: ", ")).")
    case (_, .failure(let error)?):
      let stopped = owner.stopped
      return Check(
        .warning,
        "The notification server, \(owner.description), does not answer correctly: "
          + "\(error.message.printable)" + (stopped == nil ? "" : " It is stopped."),
        fix: stopped.map { "Continue it: kill -CONT \($0)" } ?? "Restart it.")
    case (_, nil):
      return Check(.note, "The bus did not say whether a notification server is running.")
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
    let (size, kind) = (terminal.size, terminal.kind)
    let cells = "\(size.columns)×\(size.rows) cells"
    let colors =
      switch terminal.depth {
      case .none: terminal.wantsNoColor ? "no colors, because NO_COLOR is set" : "no colors"
      case .ansi16: "16 colors"
      case .ansi256: "256 colors"
      case .trueColor: "24-bit color"
      }
    guard terminal.isTerminal else {
      return Check(
        .note, "stdout is not a terminal: boards are drawn for \(cells), \(colors).")
    }
    guard let kind, kind != "dumb" else {
      let named = kind.map { "TERM is “\($0.printable)”" } ?? "TERM is not set"
      return Check(
        .note, "\(named): \(cells), no colors, and no cursor positioning.",
        fix: "If the terminal can do more, set TERM, for example TERM=xterm-256color.")
    }
    let text = "\(kind.printable), \(cells), \(colors)"
    let isTooSmall = size.columns < Self.smallest.columns || size.rows < Self.smallest.rows
    return isTooSmall
      ? Check(.note, text + "; boards are split into pages.", fix: "Make the window larger.")
      : Check(.ok, text + ".")
  }

  var localeCheck: Check? {
    switch terminal.characters {
    case .user: return Check(.ok, "The locale's character set is UTF-8.")
    case .fallback(let name):
      return Check(
        .note,
        "The locale's character set is \(name.printable); C.UTF-8 is used instead.",
        fix: "Set LANG to a UTF-8 locale, such as C.UTF-8.")
    case .none(let name):
      return Check(
        .warning,
        "The locale's character set is \(name.printable), and C.UTF-8 is not installed: widths of "
          + "emoji are guessed.",
        fix: "Install the locale C.UTF-8, or set LANG to a UTF-8 locale.")
    }
  }
}
