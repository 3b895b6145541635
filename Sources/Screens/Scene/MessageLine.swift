import CellDrawing

extension ServiceScene {
  /// Draws a message in a row; a long one uses free rows above or below it.
  ///
  /// Without a message it draws `keys`, if these have no row of their own.
  func drawMessage(
    _ message: String, _ paint: Paint = .plain, or keys: [KeyHint]? = nil, row: Int,
    columns: Range<Int>, above: Int = 0, below: Int = 0, on canvas: inout Canvas
  ) {
    if message.isEmpty, let keys {
      KeysLine(keys, columns: columns).draw(row: row, on: &canvas)
    }
    let lines = messageLines(
      message, columns: columns.count, rows: 1 + min(max(above + below, 0), 2), symbols)
    let first = row - min(max(above, 0), max(lines.count - 1, 0))
    for (index, line) in lines.enumerated() {
      canvas.put(line, column: columns.lowerBound, row: first + index, paint)
    }
  }
}

/// Wraps a message to at most `rows` rows, 1 or more.
///
/// If it is too long, the first sentences are dropped: the advice comes last.
func messageLines(_ text: String, columns: Int, rows: Int, _ symbols: Symbols) -> [String] {
  // An error from the bus may have any length, and each frame wraps it again.
  let maximumLength = 1000
  let isLong = text.utf8.count > maximumLength && text.count > maximumLength
  var rest = isLong ? symbols.ellipsis + text.suffix(maximumLength) : text
  let columns = max(columns, 1)
  while rest.wrapped(cells: columns, lines: rows + 1).count > rows,
    let end = rest.firstRange(of: /\S[.?!]\s/)
  {
    rest = String(rest[end.upperBound...])
  }
  return rest.wrapped(cells: columns, lines: rows, symbols.ellipsis)
}
