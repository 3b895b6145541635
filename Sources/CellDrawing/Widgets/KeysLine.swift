import Translation

/// A key that works now, and what it does.
package struct KeyHint: Equatable {
  let label: String
  let does: String
  /// If not all keys fit, those of the highest rank are left out.
  let rank: Int
  /// What a click on it presses; nil if it stands for several keys.
  let key: Key?

  package init(label: String, _ does: String, rank: Int = 0, key: Key? = nil) {
    (self.label, self.does, self.rank, self.key) = (label, does, rank, key)
  }

  package init(_ key: Key, _ does: String, rank: Int = 0) {
    self.init(label: key.label, does, rank: rank, key: key)
  }

  static var question: [KeyHint] {
    [KeyHint("y", tr("yes", context: "key")), KeyHint("n", tr("no", context: "key"))]
  }

  /// On a small screen.
  package static var minimal: [KeyHint] {
    [KeyHint("?", tr("help", context: "key")), KeyHint("q", tr("quit", context: "key"))]
  }

  static var anyKey: KeyHint {
    KeyHint(label: tr("any key", context: "keys"), tr("close", context: "key"))
  }

  package static func more(_ symbols: Symbols, rank: Int = 0) -> KeyHint {
    KeyHint(label: symbols.downKey, tr("more", context: "key"), rank: rank, key: .down)
  }
}

/// A line that names keys, as many as fit.
package struct KeysLine {
  private let spots: [(columns: Range<Int>, hint: KeyHint)]
  /// Those that do not fit.
  let hidden: [KeyHint]

  package init(_ hints: [KeyHint], columns: Range<Int>) {
    var pieces = hints.map { LinePiece(text: "\($0.label) \($0.does)", rank: $0.rank) }
    // The most important keys lose their word before they are dropped.
    let important = hints.indices.filter { hints[$0].rank == 0 }
    for index in important.dropFirst().reversed() {
      let cells = important.reduce(2 * (important.count - 1)) { $0 + pieces[$1].text.cells }
      if cells > columns.count { pieces[index] = LinePiece(text: hints[index].label, rank: 0) }
    }
    // With less than two spaces between them, keys run into each other.
    let (kept, separator) = LinePiece.fitting(
      pieces, columns: columns.count, separators: ["   ", "  "])
    var column = columns.lowerBound
    var spots: [(Range<Int>, KeyHint)] = []
    for index in kept {
      let end = min(column + pieces[index].text.cells, columns.upperBound)
      spots.append((column..<max(end, column), hints[index]))
      column = end + separator.count
    }
    self.spots = spots
    hidden = hints.indices.filter { !kept.contains($0) }.map { hints[$0] }
  }

  /// The key that a click presses.
  package func key(atColumn column: Int) -> Key? {
    spots.first { $0.columns.contains(column) }?.hint.key
  }

  /// The column of the first key; nil if there is none.
  package var first: Int? { spots.first?.columns.lowerBound }

  package func draw(row: Int, on canvas: inout Canvas) {
    for (columns, hint) in spots {
      var column = columns.lowerBound
      for (text, paint) in [(hint.label, Paint(isBold: true)), (hint.does, .plain)] {
        let room = max(columns.upperBound - column, 0)
        column = canvas.put(text, column: column, row: row, columns: room, paint)
        column += 1
      }
    }
  }
}
