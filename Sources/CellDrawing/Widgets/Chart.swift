/// A bar chart of a few numbers from 0.
package struct Chart {
  package let values: [Double]
  /// The top is the first of these that no number exceeds.
  package let tops: [Double]
  package let isASCII: Bool

  package init(values: [Double], tops: [Double], isASCII: Bool) {
    (self.values, self.tops, self.isASCII) = (values, tops, isASCII)
  }
  private static let rows = 4
  private static let blocks = Array(" ▁▂▃▄▅▆▇█")

  /// Without ends; empty without numbers.
  package var lines: [String] {
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
      let bars = heights.map { block(min(max($0 - base, 0), 8)) }
      let line = label.rightAligned(to: width) + (isASCII ? " |" : " │") + String(bars)
      return line.withoutTrailingSpaces
    }
  }

  private func block(_ eighths: Int) -> Character {
    guard isASCII else { return Self.blocks[eighths] }
    return eighths >= 4 ? "#" : eighths > 0 ? "." : " "
  }
}

extension Double {
  /// Two places at most, and no `.0`.
  fileprivate var shortest: String {
    let text = "\((self * 100).rounded() / 100)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
