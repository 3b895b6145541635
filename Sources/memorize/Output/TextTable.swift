/// Texts in columns that line up on a terminal.
struct TextTable {
  /// A column.
  struct Column {
    let heading: String
    /// Whether its texts stand at the right, as numbers do.
    var isRight = false
    /// Whether it is cut where the table is wider than the terminal.
    var isCut = false
  }

  let columns: [Column]
  let rows: [[String]]
  private static let gap = 2
  /// What is left of a column that is cut, if possible.
  private static let least = 6

  /// The lines, the headings first.
  ///
  /// - Parameters:
  ///   - width: the cells of a line, if that is known.
  ///   - isASCII: whether what is cut ends by three dots.
  /// - Returns: the lines, each with its end.
  func text(width: Int?, isASCII: Bool) -> String {
    CellWidth.prepare()
    let all = [columns.map(\.heading)] + rows
    var widths = columns.indices.map { column in all.map { $0[column].cells }.max() ?? 0 }
    let surplus = width.map { widths.reduce(0, +) + Self.gap * (widths.count - 1) - $0 } ?? 0
    if surplus > 0, let cut = columns.firstIndex(where: \.isCut) {
      widths[cut] = min(widths[cut], max(widths[cut] - surplus, Self.least))
    }
    return all.map { line($0, widths, isASCII) + "\n" }.joined()
  }

  private func line(_ texts: [String], _ widths: [Int], _ isASCII: Bool) -> String {
    var line = ""
    for (index, column) in columns.enumerated() {
      let text = texts[index].clipped(to: widths[index], isASCII: isASCII)
      let padding = String(repeating: " ", count: max(widths[index] - text.cells, 0))
      line += column.isRight ? padding + text : text + padding
      line += String(repeating: " ", count: Self.gap)
    }
    // Nothing stands at the end of a line but its text.
    while line.last == " " { line.removeLast() }
    return line
  }
}
