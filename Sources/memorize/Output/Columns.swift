/// Texts in columns that line up on a terminal, as wide as the widest text of each.
struct Columns {
  private let rows: [[String]]

  /// Takes the texts.
  ///
  /// - Parameters:
  ///   - rows: the texts, row by row.
  ///   - widest: how many cells a text may take; what is longer is cut.
  init(_ rows: [[String]], widest: Int = .max) {
    CellWidth.prepare()
    self.rows = rows.map { $0.map { Self.cut($0.harmless, to: widest) } }
  }

  /// The rows, each with its end; two cells stand between columns.
  var text: String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? Self.cells($0[column]) : 0 }.max() ?? 0
    }
    return rows.map { row in
      let line = zip(row, widths).map { Self.padded($0, to: $1) }.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }

  /// The text with spaces behind it up to a width.
  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(width - cells(text), 0))
  }

  /// How many cells a text takes.
  static func cells(_ text: String) -> Int { text.reduce(0) { $0 + CellWidth.of($1) } }

  private static func cut(_ text: String, to width: Int) -> String {
    guard cells(text) > width else { return text }
    var room = width - 1
    let kept = text.prefix { character in
      room -= CellWidth.of(character)
      return room >= 0
    }
    return kept + "…"
  }
}
