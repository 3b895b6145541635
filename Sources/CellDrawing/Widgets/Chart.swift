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
    let labels = [top.shortest] + Array(repeating: "", count: Self.rows - 2) + ["0"]
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
  fileprivate var shortest: String {
    let text = "\((self * 100).rounded() / 100)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
