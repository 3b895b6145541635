/// A piece of a line; if not all pieces fit, those of the highest rank are dropped first.
package struct LinePiece {
  package let text: String
  package let rank: Int
  package var paint = Paint.plain

  package init(text: String, rank: Int, paint: Paint = Paint.plain) {
    (self.text, self.rank, self.paint) = (text, rank, paint)
  }

  /// The indices of the pieces that fit, at least one, and the widest separator that fits between
  /// them.
  package static func fitting(
    _ pieces: [LinePiece], columns: Int, separators: [String] = ["   ", "  ", " "]
  ) -> (kept: [Int], separator: String) {
    var kept = pieces.indices.filter { !pieces[$0].text.isEmpty }
    while true {
      let cells = kept.reduce(0) { $0 + pieces[$1].text.cells }
      let separator = separators.first { cells + (kept.count - 1) * $0.count <= columns }
      if let separator { return (kept, separator) }
      let least = kept.max { pieces[$0].rank < pieces[$1].rank }
      guard kept.count > 1, let least else { return (kept, " ") }
      kept.removeAll { $0 == least }
    }
  }
}

extension Canvas {
  /// Draws pieces at both ends of a range of columns.
  package mutating func put(
    _ pieces: [LinePiece], atEnd others: [LinePiece], columns: Range<Int>, row: Int
  ) {
    let all = pieces + others
    // With less than two spaces between them, numbers run into each other.
    let separators = columns.count < 40 ? ["   ", "  ", " "] : ["   ", "  "]
    let (kept, separator) = LinePiece.fitting(
      all, columns: columns.count, separators: separators)
    let end = kept.filter { $0 >= pieces.count }.map { all[$0] }
    let cells = end.reduce(-separator.count) { $0 + $1.text.cells + separator.count }
    let begin = kept.filter { $0 < pieces.count }.map { all[$0] }
    put(begin, column: columns.lowerBound, row: row, columns: columns.count)
    guard !end.isEmpty else { return }
    put(end, column: columns.upperBound - cells, row: row, columns: cells)
  }

  /// Draws pieces from left to right, within `columns` cells.
  package mutating func put(_ pieces: [LinePiece], column: Int, row: Int, columns: Int) {
    let (kept, separator) = LinePiece.fitting(pieces, columns: columns)
    let end = column + columns
    var column = column
    for piece in kept.map({ pieces[$0] }) {
      column = put(piece.text, column: column, row: row, columns: end - column, piece.paint)
      column += separator.count
    }
  }
}
