import BoardLayout
import PlainText

extension String {
  var cells: Int { reduce(0) { $0 + CellWidth.of($1) } }

  /// The beginning that fits, with an ellipsis if something was cut.
  func clipped(to limit: Int, isASCII: Bool) -> String {
    TextFitting.onTerminal(isASCII: isASCII).shortened(self, to: limit)
  }

  /// Breaks paragraphs into lines at words, each line after `indent` spaces.
  func paragraphs(width: Int, indent: Int = 0) -> [String] {
    guard !isEmpty else { return [] }
    let fitting = TextFitting.onTerminal(isASCII: false)
    let margin = String(repeating: " ", count: indent)
    return split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      paragraph.isEmpty
        ? [""]
        : fitting.wrapped(
          String(paragraph), cells: Swift.max(width - indent, 20), lines: paragraph.count
        ).map { margin + $0 }
    }
  }

}

extension TextFitting {
  /// Measures with the C library's table.
  static func onTerminal(isASCII: Bool) -> TextFitting {
    TextFitting(width: CellWidth.of, ellipsis: isASCII ? "..." : "…")
  }
}

/// A piece of a line; without room for all, those of the highest rank are dropped first.
struct LinePiece {
  let text: String
  let rank: Int
  var paint = Paint.plain

  /// The indices of the pieces for which there is room, one in any case, and the widest of some
  /// separators that fits between them.
  static func fitting(
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
  /// Paints pieces at the beginning and at the end of some columns.
  mutating func put(
    _ pieces: [LinePiece], atEnd others: [LinePiece], columns: Range<Int>, row: Int, isASCII: Bool
  ) {
    let all = pieces + others
    // Numbers run into each other with less than two spaces between them.
    let separators = columns.count < 40 ? ["   ", "  ", " "] : ["   ", "  "]
    let (kept, separator) = LinePiece.fitting(
      all, columns: columns.count, separators: separators)
    let end = kept.filter { $0 >= pieces.count }.map { all[$0] }
    let cells = end.reduce(-separator.count) { $0 + $1.text.cells + separator.count }
    let begin = kept.filter { $0 < pieces.count }.map { all[$0] }
    put(begin, column: columns.lowerBound, row: row, columns: columns.count, isASCII: isASCII)
    guard !end.isEmpty else { return }
    put(end, column: columns.upperBound - cells, row: row, columns: cells, isASCII: isASCII)
  }

  /// Paints pieces beside each other from a cell on, in at most so many columns.
  mutating func put(
    _ pieces: [LinePiece], column: Int, row: Int, columns: Int, isASCII: Bool
  ) {
    let (kept, separator) = LinePiece.fitting(pieces, columns: columns)
    let end = column + columns
    var column = column
    for piece in kept.map({ pieces[$0] }) {
      column = put(
        piece.text.clipped(to: end - column, isASCII: isASCII), column: column, row: row,
        piece.paint)
      column += separator.count
    }
  }
}
