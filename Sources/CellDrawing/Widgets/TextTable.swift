import PlainText

package struct TextTable {
  package struct Column {
    package var heading = ""
    /// Whether it is aligned to the right, as numbers are.
    package var isRight = false
    /// Whether it may be cut if the table is wider than the terminal; the widest is cut first.
    package var isCut = false
    /// How its cell in a row, counted from 0 without the headings, is painted; nil for plain text.
    package var paint: ((_ row: Int, Palette) -> Paint?)?

    package init(
      heading: String = "", isRight: Bool = false, isCut: Bool = false,
      paint: ((_ row: Int, Palette) -> Paint?)? = nil
    ) {
      (self.heading, self.isRight, self.isCut) = (heading, isRight, isCut)
      self.paint = paint
    }
  }

  private let columns: [Column]
  /// The headings, if there are any.
  private var head: [[String]] = []
  private let body: [[String]]
  private var rows: [[String]] { head + body }
  private static let gap = 2
  /// A column is not cut to fewer cells, if possible.
  private static let minimumCutWidth = 6

  package init(columns: [Column], rows: [[String]]) {
    self.columns = columns
    head = [columns.map(\.heading)]
    body = rows.map { $0.map(\.harmless) }
  }

  /// Without headings; texts are cut after `widest` cells.
  package init(rows: [[String]], widest: Int = .max, columns: [Column]? = nil) {
    let usual = Array(repeating: Column(), count: rows.map(\.count).max() ?? 0)
    self.columns = columns ?? usual
    body = rows.map { $0.map { $0.harmless.clipped(to: widest) } }
  }

  /// Each line with its end, cut to `width` if that is known; without a palette it has no colors.
  package func text(
    width: Int? = nil, _ symbols: Symbols = .unicode, _ palette: Palette? = nil
  ) -> String {
    var widths = columns.indices.map { column in
      rows.map { $0.indices.contains(column) ? $0[column].cells : 0 }.max() ?? 0
    }
    var surplus = width.map { widths.reduce(0, +) + Self.gap * (widths.count - 1) - $0 } ?? 0
    while surplus > 0, let widest = widestCut(widths) {
      widths[widest] -= 1
      surplus -= 1
    }
    let headings = head.map { line($0, widths, symbols) { _ in palette?.quiet } }
    return
      (headings
      + body.enumerated().map { row, texts in
        line(texts, widths, symbols) { column in
          palette.flatMap { columns[column].paint?(row, $0) }
        }
      }).lines
  }

  private func widestCut(_ widths: [Int]) -> Int? {
    columns.indices.filter { columns[$0].isCut && widths[$0] > Self.minimumCutWidth }
      .max { widths[$0] < widths[$1] }
  }

  private func line(
    _ texts: [String], _ widths: [Int], _ symbols: Symbols, paint: (_ column: Int) -> Paint?
  ) -> String {
    var line = ""
    for (index, text) in texts.enumerated() {
      let text = text.clipped(to: widths[index], symbols.ellipsis)
      let (shown, space) = (text.painted(paint(index)), text.padding(to: widths[index]))
      line += columns[index].isRight ? space + shown : shown + space
      line += String(repeating: " ", count: Self.gap)
    }
    return line.withoutTrailingSpaces
  }
}

extension String {
  package func padded(to width: Int) -> String { self + padding(to: width) }

  package func rightAligned(to width: Int) -> String { padding(to: width) + self }

  fileprivate func padding(to width: Int) -> String {
    String(repeating: " ", count: max(width - cells, 0))
  }
}
