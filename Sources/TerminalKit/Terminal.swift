package import CellDrawing
import EventLoop
import Glibc

/// The abilities of stdout: colors, placing the cursor, and its size.
package struct Terminal {
  package let depth: ColorDepth
  package let placesCursor: Bool
  package let size = Self.size
  /// The width in cells; nil if neither a terminal nor `COLUMNS` says, as in a pipe.
  package let knownColumns: Int?

  package init(color: ColorChoice) {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    placesCursor = isTerminal && !Self.isDumb
    let isForced: Bool? =
      switch color {
      case .always: true
      case .never: false
      case .auto: Self.isForced
      }
    let wantsColor = isForced ?? (placesCursor && !Self.isMonochrome(Self.name))
    depth = wantsColor ? Self.depth(of: Self.name, isForced: isForced == true) : .none
    let isGiven = environment("COLUMNS").flatMap { Int($0) }.map { $0 > 0 } ?? false
    knownColumns = isTerminal || isGiven ? size.columns : nil
  }

  static var name: String { environment("TERM") ?? "dumb" }

  /// A terminal that was opened from within tmux has only inherited its variable.
  package static var isInTmux: Bool {
    environment("TMUX") != nil && ["tmux", "screen"].contains { name.hasPrefix($0) }
  }

  package static var isDumb: Bool { name == "dumb" }

  /// `FORCE_COLOR`, else `NO_COLOR`; nil without either.
  private static var isForced: Bool? {
    if let forced = environment("FORCE_COLOR") { return !["0", "false"].contains(forced) }
    return environment("NO_COLOR") == nil ? nil : false
  }

  /// By the name alone: terminfo need not have an entry for it.
  private static func isMonochrome(_ name: String) -> Bool {
    let parts = name.split(separator: "-")
    guard let kind = parts.first, !name.contains("color") else { return false }
    return monochrome.contains(String(kind))
      || parts.dropFirst().contains { ["m", "mono", "r5", "r6"].contains($0) }
  }

  /// DEC's terminals, except the few with colors: 241, 340 and 525.
  private static let monochrome: Set = [
    "vt52", "vt100", "vt102", "vt125", "vt131", "vt132", "vt200", "vt220", "vt300", "vt320",
    "vt400", "vt420", "vt510", "vt520",
  ]

  /// Whether stdout is a terminal on which another program runs in the foreground.
  package static var isInBackground: Bool {
    let group = tcgetpgrp(STDOUT_FILENO)
    return group >= 0 && group != getpgrp()
  }

  /// The same for every view; forced colors are used even if terminfo knows none.
  private static func depth(of name: String, isForced: Bool) -> ColorDepth {
    if ["truecolor", "24bit"].contains(environment("COLORTERM")) || isRecentXterm(name) {
      return .trueColor
    }
    let least = name.contains("256color") ? ColorDepth.ansi256 : .ansi16
    guard let colors = Terminfo.colors(of: name) else { return least }
    if colors.areDirect { return .trueColor }
    guard isForced || colors.count >= 8 else { return .none }
    return colors.count >= 256 ? .ansi256 : least
  }

  /// xterm has all colors from patch 331 on, and tells only its version, such as `XTerm(379)`.
  private static func isRecentXterm(_ name: String) -> Bool {
    let version = environment("XTERM_VERSION")?.filter(\.isNumber)
    return name.hasPrefix("xterm") && version.flatMap { Int($0) } ?? 0 >= 331
  }

  /// Whether it is the console of Linux, whose font has few symbols and no emoji.
  package static var isLinuxConsole: Bool {
    name == "linux" && isatty(STDOUT_FILENO) == 1
  }

  /// The width of the terminal to which a descriptor leads; nil if it is none, or has no width.
  package static func columns(of descriptor: Int32) -> Int? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
    return Int(window.ws_col)
  }

  /// The terminal's own size, else `COLUMNS` and `LINES`, else 80×24; each number by itself,
  /// limited to what a drawing can have.
  package static var size: Size {
    var window = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0
    func cells(_ known: UInt16, _ variable: String, _ usual: Int) -> Int {
      if isKnown, known > 0 { return Int(known) }
      return environment(variable).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? usual
    }
    let largest = Canvas.largest
    return Size(
      min(cells(window.ws_col, "COLUMNS", 80), largest.columns),
      min(cells(window.ws_row, "LINES", 24), largest.rows))
  }
}

/// `auto`: if the terminal has colors.
package enum ColorChoice: String, CaseIterable {
  case auto, always, never
}

/// Why a program cannot have its terminal, in a full sentence.
package enum TerminalError: Error {
  /// Its kind is unknown, or lacks what a screen needs; the sentence says what to do.
  case unfit(String)
  /// The system refused something that usually works.
  case system(String)
}
