extension Canvas {
  /// Draws a progress bar; `paint` gives the color at a place in it, 0…1.
  package mutating func putProgress(
    _ done: UInt32, of whole: UInt32, row: Int, columns: Range<Int>, quiet: Paint,
    paint: (Double) -> Paint
  ) {
    let cells = columns.count
    let filled = min(Int(done) * cells / max(Int(whole), 1), cells)
    for cell in 0..<cells {
      let isFilled = cell < filled
      put(
        symbols.bar[isFilled], column: columns.lowerBound + cell, row: row,
        isFilled ? paint(Double(cell) / Double(max(cells - 1, 1))) : quiet)
    }
  }
}
