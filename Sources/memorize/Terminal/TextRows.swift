/// The rows of a terminal that a text takes.
enum TextRows {
  /// Counts them; a line that is wider than the screen takes several.
  static func count(_ text: String, columns: Int) -> Int {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return lines.reduce(0) { rows, line in
      rows + max((cells(of: line) - 1) / max(columns, 1), 0) + 1
    }
  }

  /// The cells of a line, in which escape sequences have none.
  ///
  /// That holds for one that places the cursor too: `Span` places it only where the widths end that
  /// are counted here.
  private static func cells(of line: Substring) -> Int {
    var rest = line
    var cells = 0
    while let character = rest.popFirst() {
      guard character == "\u{1B}" else {
        cells += CellWidth.of(character)
        continue
      }
      let sequence = rest.prefix { !$0.isLetter }
      rest.removeFirst(min(sequence.count + 1, rest.count))
    }
    return cells
  }
}
