import Translation

/// A bar chart of a few numbers from 0.
package struct Chart {
  let values: [Double]
  /// The top is the first of these that no number exceeds.
  let tops: [Double]
  let symbols: Symbols
  private static let rows = 4

  package init(values: [Double], tops: [Double], _ symbols: Symbols) {
    (self.values, self.tops, self.symbols) = (values, tops, symbols)
  }

  /// The lines without line ends; empty if there are no numbers.
  ///
  /// With a palette the bars have a hue, and the axis is quiet.
  package func lines(_ palette: Palette? = nil, _ hue: Palette.Hue = .blue) -> [String] {
    guard !values.isEmpty else { return [] }
    let highest = values.max() ?? 0
    let top = tops.first { $0 >= highest } ?? highest
    let steps = Self.rows * 8
    // A number of 0 has a low bar too.
    let heights = values.map { min(max(Int(($0 / top * Double(steps)).rounded()), 1), steps) }
    let labels = [top.shortest.localDecimal] + Array(repeating: "", count: Self.rows - 2) + ["0"]
    let width = labels.map(\.count).max() ?? 0
    return labels.enumerated().map { index, label in
      let base = (Self.rows - 1 - index) * 8
      let bars = heights.map { symbols.eighths[min(max($0 - base, 0), 8)] }
      let axis = label.rightAligned(to: width) + " " + symbols.line
      return axis.painted(palette?.quiet)
        + String(bars).withoutTrailingSpaces.painted(palette?.ink(hue))
    }
  }
}

extension Double {
  /// At most two decimal places, and no `.0`.
  var shortest: String {
    let text = "\((self * 100).rounded() / 100)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension Canvas {
  /// Draws bars that fill an area, each with as many cells as there is room for.
  ///
  /// A label stands below its bar if it does not touch the one after, or has a single cell. A bar that
  /// exceeds `top` is cut there. Charts with the same `axis` stand below each other.
  package mutating func putBars(
    _ values: [Int], labels: [String], top: Int, in area: CellArea, axis: Int = 0,
    _ palette: Palette, _ paint: Paint
  ) {
    let isCut = values.contains { $0 > top }
    let digits = max(String(max(top, 0)).count + (isCut ? 1 : 0), axis)
    let left = area.column + digits + 2
    let width = (area.column + area.columns - left) / max(values.count, 1)
    let rows = area.rows - 1
    guard width > 0, rows > 0 else { return }
    for row in 0..<rows {
      let label = row == 0 ? String(top) + (isCut ? "+" : "") : row == rows - 1 ? "0" : ""
      put(
        label.rightAligned(to: digits) + " " + symbols.line, column: area.column,
        row: area.row + row, palette.quiet)
    }
    for (index, value) in values.enumerated() {
      let column = left + index * width
      // Any number but 0 has a bar.
      let height = value * rows * 8 / max(top, 1)
      let eighths = value > 0 ? min(max(height, 1), rows * 8) : 0
      for row in 0..<rows {
        let part = min(max(eighths - (rows - 1 - row) * 8, 0), 8)
        guard part > 0 else { continue }
        put(
          String(repeating: String(symbols.eighths[part]), count: max(width - 1, 1)),
          column: column, row: area.row + row, paint)
      }
    }
    // From the end on: the last bar of a histogram, which has all above, is often the highest.
    var end = area.column + area.columns + 1
    for (index, label) in labels.enumerated().reversed() where !label.isEmpty {
      let column = left + index * width
      guard column + label.cells < end || label.cells == 1 && column < end else { continue }
      put(label, column: column, row: area.row + rows, palette.quiet)
      end = column
    }
  }
}
