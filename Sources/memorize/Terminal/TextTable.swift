/// Texts in columns that line up on a terminal.
struct TextTable {
  struct Column {
    var heading = ""
    /// Whether its texts stand at the right, as numbers do.
    var isRight = false
    /// Whether it is cut if the table is wider than the terminal.
    var isCut = false
  }

  private let columns: [Column]
  /// All rows, the headings first if there are any.
  private let rows: [[String]]
  private static let gap = 2
  /// What is left of a column that is cut, if possible.
  private static let least = 6

  init(columns: [Column], rows: [[String]]) {
    self.columns = columns
    self.rows = [columns.map(\.heading)] + rows
  }

  /// A table without headings, whose texts are cut after so many cells.
  init(rows: [[String]], widest: Int = .max) {
    CellWidth.prepare()
    columns = Array(repeating: Column(), count: rows.map(\.count).max() ?? 0)
    self.rows = rows.map { $0.map { $0.harmless.clipped(to: widest, isASCII: false) } }
  }

  /// The lines as the terminal and the options want them.
  func text(_ options: Options) -> String {
    text(
      width: Terminal(color: options.color).knownColumns, isASCII: options.keepsToASCII)
  }

  /// The lines, each with its end, of so many cells if that is known; in ASCII what is cut ends by
  /// three dots.
  func text(width: Int? = nil, isASCII: Bool = false) -> String {
    CellWidth.prepare()
    var widths = columns.indices.map { column in
      rows.map { $0.indices.contains(column) ? $0[column].cells : 0 }.max() ?? 0
    }
    let surplus = width.map { widths.reduce(0, +) + Self.gap * (widths.count - 1) - $0 } ?? 0
    if surplus > 0, let cut = columns.firstIndex(where: \.isCut) {
      widths[cut] = min(widths[cut], max(widths[cut] - surplus, Self.least))
    }
    return rows.map { line($0, widths, isASCII) + "\n" }.joined()
  }

  private func line(_ texts: [String], _ widths: [Int], _ isASCII: Bool) -> String {
    var line = ""
    for (index, text) in texts.enumerated() {
      let text = text.clipped(to: widths[index], isASCII: isASCII)
      let width = widths[index]
      line += columns[index].isRight ? text.padding(to: width) + text : text.padded(to: width)
      line += String(repeating: " ", count: Self.gap)
    }
    // Nothing stands at the end of a line but its text.
    while line.last == " " { line.removeLast() }
    return line
  }
}

extension String {
  /// The text with spaces behind it up to a width.
  func padded(to width: Int) -> String { self + padding(to: width) }

  fileprivate func padding(to width: Int) -> String {
    String(repeating: " ", count: max(width - cells, 0))
  }
}

extension [[String]] {
  /// Rows for scripts, with tabs between the texts.
  var tabbed: String { map { $0.joined(separator: "\t") + "\n" }.joined() }
}
