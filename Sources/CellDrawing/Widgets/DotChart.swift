import Translation

/// Numbers from 0 in their order, each a dot, and a line; in braille a cell has 2 by 4 dots.
package struct DotChart {
  /// Each with as many numbers as the line.
  let dots: [[Double?]]
  let line: [Double?]
  /// The top is the first of these that no number exceeds.
  let tops: [Double]
  let symbols: Symbols
  private static let rows = 6
  /// The bits of a braille character by column and row, from the top.
  private static let braille: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

  package init(dots: [[Double?]], line: [Double?], tops: [Double], _ symbols: Symbols) {
    (self.dots, self.line, self.tops, self.symbols) = (dots, line, tops, symbols)
  }

  /// The lines without line ends; empty if there are no numbers.
  package func lines(columns: Int, _ palette: Palette? = nil) -> [String] {
    guard let highest = (dots.joined() + line).compactMap(\.self).max() else { return [] }
    let top = tops.first { $0 >= highest } ?? highest
    let labels = [top.shortest.localDecimal] + Array(repeating: "", count: Self.rows - 2) + ["0"]
    let width = labels[0].count
    var canvas = Canvas(columns: max(columns, width + 3), rows: Self.rows, symbols: symbols)
    for (row, label) in labels.enumerated() {
      let axis = label.rightAligned(to: width) + " " + symbols.line
      canvas.put(axis, column: 0, row: row, palette?.quiet ?? .plain)
    }
    let (across, down) = symbols.isASCII ? (1, 1) : (2, 4)
    // Few numbers stand close together, many share a column.
    let used = min((canvas.columns - width - 2) * across, 2 * across * line.count)
    func place(_ index: Int, _ number: Double) -> (x: Int, y: Int) {
      let height = Self.rows * down - 1
      return (
        line.count > 1 ? index * (used - 1) / (line.count - 1) : 0,
        height - Int((min(max(number / top, 0), 1) * Double(height)).rounded())
      )
    }
    var cells: [Int: (bits: UInt32, isLine: Bool)] = [:]
    func mark(_ x: Int, _ y: Int, isLine: Bool) {
      let cell = y / down * canvas.columns + width + 2 + x / across
      let before = cells[cell] ?? (0, false)
      cells[cell] = (before.bits | Self.braille[x % across][y % down], before.isLine || isLine)
    }
    for numbers in dots {
      for (index, number) in numbers.enumerated() {
        if let number { mark(place(index, number).x, place(index, number).y, isLine: false) }
      }
    }
    var last: (x: Int, y: Int)?
    for (index, number) in line.enumerated() {
      let next = number.map { place(index, $0) }
      if let next {
        let start = last ?? next
        let steps = max(next.x - start.x, abs(next.y - start.y), 1)
        for step in 0...steps {
          mark(
            start.x + (next.x - start.x) * step / steps,
            start.y + (next.y - start.y) * step / steps, isLine: true)
        }
      }
      last = next
    }
    for (cell, content) in cells {
      let braille = Unicode.Scalar(0x2800 + content.bits).map { String(Character($0)) }
      let sign = symbols.isASCII ? content.isLine ? "*" : "." : braille ?? ""
      canvas.put(
        sign, column: cell % canvas.columns, row: cell / canvas.columns,
        palette?.ink(content.isLine ? .amber : .blue) ?? .plain)
    }
    return canvas.lines(placesCursor: false)
  }
}
