/// A progress bar.
package struct ProgressLine {
  let done: UInt32
  let whole: UInt32

  package init(done: UInt32, whole: UInt32) {
    (self.done, self.whole) = (done, whole)
  }

  /// `paint` gives the colour at a place in the bar, 0…1.
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
