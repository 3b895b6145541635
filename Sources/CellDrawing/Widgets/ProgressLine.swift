/// How much is done, as a bar.
package struct ProgressLine {
  package let done: UInt32
  package let whole: UInt32

  package init(done: UInt32, whole: UInt32) {
    (self.done, self.whole) = (done, whole)
  }

  /// `paint` is for a place in the bar, from 0 to 1.
  package func draw(
    row: Int, columns: Range<Int>, quiet: Paint, on canvas: inout Canvas,
    paint: (Double) -> Paint
  ) {
    let cells = columns.count
    let filled = min(Int(done) * cells / max(Int(whole), 1), cells)
    for cell in 0..<cells {
      let isFilled = cell < filled
      canvas.put(
        canvas.symbols.bar[isFilled], column: columns.lowerBound + cell, row: row,
        isFilled ? paint(Double(cell) / Double(max(cells - 1, 1))) : quiet)
    }
  }
}
