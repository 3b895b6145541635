import BoardLayout

/// How much is done, as a bar.
struct ProgressLine {
  let done: UInt32
  let whole: UInt32

  /// `paint` is for a place in the bar, from 0 to 1.
  func draw(
    row: Int, columns: Range<Int>, isASCII: Bool, quiet: Paint, on canvas: inout Canvas,
    paint: (Double) -> Paint
  ) {
    let cells = columns.count
    let filled = min(Int(done) * cells / max(Int(whole), 1), cells)
    for cell in 0..<cells {
      let isFilled = cell < filled
      canvas.put(
        Self.cell(isFilled: isFilled, isASCII: isASCII), column: columns.lowerBound + cell,
        row: row,
        isFilled ? paint(Double(cell) / Double(max(cells - 1, 1))) : quiet)
    }
  }

  static func cell(isFilled: Bool, isASCII: Bool) -> String {
    isASCII ? (isFilled ? "#" : ".") : isFilled ? "━" : "─"
  }
}
