/// A key or a click, whatever the terminal sends for it.
package enum Key: Hashable {
  case up, down, left, right
  case home, end, pageUp, pageDown
  case enter, backspace, delete, escape, tab
  /// Erases the typed line (Ctrl-U).
  case eraseLine
  /// Draws the screen anew (Ctrl-L).
  case redraw
  case character(Character)
  case wheelUp, wheelDown
  /// The first mouse button, pressed on a cell; column and row from 0.
  case click(column: Int, row: Int)
}
