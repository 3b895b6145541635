import Translation

/// The signs on a screen: those of Unicode, or ASCII.
package struct Symbols: Sendable, Hashable {
  package var isASCII = false
  package var right = "✓"
  package var wrong = "✗"
  package var nearly = "≈"
  /// Before what is chosen.
  package var mark = "▌"
  /// Before whose turn it is.
  package var turn = "▶"
  package var ellipsis = "…"
  /// In a card or another narrow place.
  package var shortEllipsis = "…"
  /// Before a line whose beginning is cut.
  package var cutStart = "…"
  package var arrow = "→"
  package var dot = "·"
  package var times = "×"
  /// Between a list or a scale and what stands beside it.
  package var line = "│"
  package var above = "▲ "
  package var below = "▼ "
  package var bar = Pair(full: "━", empty: "─")
  package var day = Pair(full: "●", empty: "○")
  package var answer = Pair(full: "■", empty: "□")
  /// The heights of a bar of a chart in one row, from 0 to 8 eighths.
  var eighths = Array(" ▁▂▃▄▅▆▇█")
  /// How much a day of a heat map has, from nothing to most.
  package var steps = Array("·░▒▓█")
  /// Around a panel, and a card that is down.
  package var back = Border("╭─╮││╰─╯")
  package var card = Border("┌─┐││└─┘")
  package var found = Border("┌┄┐┆┆└┄┘")
  /// Around the chosen card: half a cell thick, and close to it.
  package var frame = Border("▗▄▖▐▌▝▀▘")
  /// Around a light tile, as thin as can be, and close to it.
  package var hairline = Border(" ▁ ▕▏ ▔ ")

  /// What is filled, and what is not.
  package struct Pair: Sendable, Hashable {
    let full: String
    let empty: String

    package subscript(isFull: Bool) -> String { isFull ? full : empty }
  }

  package static let unicode = Symbols()
  package static let ascii = Symbols(
    isASCII: true, right: "*", wrong: "x", nearly: "=", mark: ">", turn: ">", ellipsis: "...",
    shortEllipsis: "~", cutStart: "<", arrow: "->", dot: "-", times: "x", line: "|",
    above: "", below: "",
    bar: Pair(full: "#", empty: "."),
    day: Pair(full: "*", empty: "."), answer: Pair(full: "#", empty: "."),
    eighths: Array(" ...#####"), steps: Array(".-+*#"), back: Border("+-+||+-+"),
    card: Border("+-+||+-+"),
    found: Border("...::..."), frame: Border("#=####=#"), hairline: Border("+-+||+-+"))
}

// Names of keys.
extension Symbols {
  package var arrowKeys: String { isASCII ? tr("arrows", context: "keys") : "←↓↑→" }
  package var sideKeys: String { isASCII ? tr("left/right", context: "keys") : "← →" }
  package var downKey: String { isASCII ? tr("down", context: "keys") : "↓" }
}
