/// A key or a click, whatever the terminal sends for it; a literal such as `"n"` is that character.
package enum Key: Hashable, ExpressibleByExtendedGraphemeClusterLiteral {
  case up, down, left, right
  case home, end, pageUp, pageDown
  case enter, backspace, delete, escape, tab
  /// Erases the typed line (Ctrl-U).
  case eraseLine
  /// Redraws the screen (Ctrl-L).
  case redraw
  case character(Character)
  case wheelUp, wheelDown
  /// The first mouse button, pressed on a cell; column and row from 0.
  case click(column: Int, row: Int)

  package init(extendedGraphemeClusterLiteral character: Character) {
    self = .character(character)
  }

  /// Its name in the line of keys; empty for a key that stands there under another name.
  var label: String {
    switch self {
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .character(let character): String(character)
    default: ""
    }
  }
}
