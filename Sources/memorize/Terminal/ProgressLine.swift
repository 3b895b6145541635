import BoardLayout

/// How much is done, as a bar and in words; without room for the bar, in words only; without words
/// the bar takes all the room.
struct ProgressLine {
  let done: UInt32
  let whole: UInt32
  let pieces: [LinePiece]

  private static let cells = 20

  /// `paint` is for a place in the bar, from 0 to 1.
  func draw(
    row: Int, columns: Range<Int>, isASCII: Bool, quiet: Paint, on canvas: inout Canvas,
    paint: (Double) -> Paint
  ) {
    let cells = pieces.isEmpty ? columns.count : Self.cells
    var left = columns.lowerBound
    if pieces.isEmpty || columns.count > 2 * cells + 4 {
      let filled = min(Int(done) * cells / max(Int(whole), 1), cells)
      for cell in 0..<cells {
        let isFilled = cell < filled
        let character = isASCII ? (isFilled ? "#" : ".") : isFilled ? "━" : "─"
        canvas.put(
          character, column: left + cell, row: row,
          isFilled ? paint(Double(cell) / Double(max(cells - 1, 1))) : quiet)
      }
      left += cells + 3
    }
    canvas.put(
      pieces, column: left, row: row, columns: columns.upperBound - left, isASCII: isASCII)
  }
}
