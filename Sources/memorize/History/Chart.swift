/// Bars that stand side by side, for a few numbers from 0.
struct Chart {
  /// The numbers, from left to right.
  let values: [Double]
  /// What the left edge may be: the first that no number exceeds.
  let tops: [Double]
  /// Whether to keep to ASCII.
  let isASCII: Bool
  private static let rows = 4
  private static let blocks = Array(" ▁▂▃▄▅▆▇█")

  /// The lines, without ends; none where there are no numbers.
  ///
  /// A number of 0 still has a low bar, for it is one too.
  var lines: [String] {
    guard !values.isEmpty else { return [] }
    let highest = values.max() ?? 0
    let top = tops.first { $0 >= highest } ?? highest
    let steps = Self.rows * 8
    let heights = values.map { min(max(Int(($0 / top * Double(steps)).rounded()), 1), steps) }
    let labels = [top.shortest] + Array(repeating: "", count: Self.rows - 2) + ["0"]
    let width = labels.map(\.count).max() ?? 0
    return labels.enumerated().map { index, label in
      let base = (Self.rows - 1 - index) * 8
      let bars = heights.map { block(min(max($0 - base, 0), 8)) }
      let padding = String(repeating: " ", count: width - label.count)
      let line = padding + label + (isASCII ? " |" : " │") + String(bars)
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  private func block(_ eighths: Int) -> Character {
    guard isASCII else { return Self.blocks[eighths] }
    return eighths >= 4 ? "#" : eighths > 0 ? "." : " "
  }
}

extension Double {
  /// The number without a fraction that says nothing.
  fileprivate var shortest: String {
    let text = "\((self * 100).rounded() / 100)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
