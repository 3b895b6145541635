import PlainText

package struct TextTable {
  package struct Column {
    package var heading = ""
    /// Whether it is aligned to the right, as numbers are.
    package var isRight = false
    /// Whether it may be cut if the table is wider than the terminal; the widest is cut first.
    package var isCut = false

    package init(heading: String = "", isRight: Bool = false, isCut: Bool = false) {
      (self.heading, self.isRight, self.isCut) = (heading, isRight, isCut)
    }
  }

  private let columns: [Column]
  /// With the headings first, if there are any.
  private let rows: [[String]]
  private static let gap = 2
  /// A column is not cut to fewer cells, if possible.
  private static let minimumCutWidth = 6

  package init(columns: [Column], rows: [[String]]) {
    self.columns = columns
    self.rows = [columns.map(\.heading)] + rows.map { $0.map(\.harmless) }
  }

  /// Without headings; texts are cut after `widest` cells.
  package init(rows: [[String]], widest: Int = .max) {
    columns = Array(repeating: Column(), count: rows.map(\.count).max() ?? 0)
    self.rows = rows.map { $0.map { $0.harmless.clipped(to: widest) } }
  }

  /// Each line with its end, cut to `width` if that is known.
  package func text(width: Int? = nil, _ symbols: Symbols = .unicode) -> String {
    var widths = columns.indices.map { column in
      rows.map { $0.indices.contains(column) ? $0[column].cells : 0 }.max() ?? 0
    }
    var surplus = width.map { widths.reduce(0, +) + Self.gap * (widths.count - 1) - $0 } ?? 0
    while surplus > 0, let widest = widestCut(widths) {
      widths[widest] -= 1
      surplus -= 1
    }
    return rows.map { line($0, widths, symbols) }.lines
  }

  private func widestCut(_ widths: [Int]) -> Int? {
    columns.indices.filter { columns[$0].isCut && widths[$0] > Self.minimumCutWidth }
      .max { widths[$0] < widths[$1] }
  }

  private func line(_ texts: [String], _ widths: [Int], _ symbols: Symbols) -> String {
    var line = ""
    for (index, text) in texts.enumerated() {
      let text = text.clipped(to: widths[index], symbols.ellipsis)
      let width = widths[index]
      line += columns[index].isRight ? text.rightAligned(to: width) : text.padded(to: width)
      line += String(repeating: " ", count: Self.gap)
    }
    return line.withoutTrailingSpaces
  }
}

extension String {
  package func padded(to width: Int) -> String { self + padding(to: width) }

  package func rightAligned(to width: Int) -> String { padding(to: width) + self }

  private func padding(to width: Int) -> String {
    String(repeating: " ", count: max(width - cells, 0))
  }
}
