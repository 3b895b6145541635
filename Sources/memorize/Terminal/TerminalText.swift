import BoardLayout
import PlainText

extension String {
  var cells: Int { reduce(0) { $0 + CellWidth.of($1) } }

  /// The beginning that fits, with an ellipsis if something was cut.
  func clipped(to limit: Int, isASCII: Bool) -> String {
    TextFitting.onTerminal(isASCII: isASCII).shortened(self, to: limit)
  }

  /// Without characters on which a terminal would act.
  var harmless: String { WrittenText.harmless(self) }

  /// The same, with its lines.
  var harmlessLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).harmless }
      .joined(separator: "\n")
  }

  /// Places the cursor again (CHA) after each character that is not one cell wide or has several
  /// parts: terminals disagree about the width of those.
  func placingCursor(from column: Int = 0) -> String {
    guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
    var result = ""
    var column = column
    for character in self {
      result.append(character)
      let width = CellWidth.of(character)
      column += width
      if width != 1 || character.unicodeScalars.count > 1 { result += cursorSequence(to: column) }
    }
    return result
  }
}

extension TextFitting {
  /// Measures with the C library's table.
  static func onTerminal(isASCII: Bool) -> TextFitting {
    TextFitting(width: CellWidth.of, ellipsis: isASCII ? "..." : "…")
  }
}

/// Attributes are not colours, so they are used with `NO_COLOR` too.
enum Style: Int {
  case bold = 1
  case faint = 2
  case reverse = 7

  func of(_ text: String) -> String { styled(text, "\(rawValue)") }
}

/// A bar of 20 cells; any numbers are possible, since they come from the bus.
func progressBar(done: Int, of whole: Int, isASCII: Bool) -> String {
  let width = 20
  let filled = min(max(done * width / max(whole, 1), 0), width)
  let (full, empty) = isASCII ? ("#", ".") : ("█", "░")
  return String(repeating: full, count: filled) + String(repeating: empty, count: width - filled)
}

/// A piece of a line; without room for all, those of the highest rank are dropped first.
struct LinePiece {
  let text: String
  let rank: Int
  var paint = Paint.plain

  /// As many pieces as fit; empty ones are left out, and the last remaining one is clipped.
  static func line(of pieces: [LinePiece], columns: Int, isASCII: Bool) -> String {
    let (kept, separator) = fitting(pieces, columns: columns)
    let line = kept.map { pieces[$0].text }.joined(separator: separator)
    return line.clipped(to: columns, isASCII: isASCII)
  }

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
