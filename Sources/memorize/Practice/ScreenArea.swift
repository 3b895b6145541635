/// A rectangle of cells; all numbers from 0.
struct ScreenArea: Equatable {
  let column: Int
  let row: Int
  let columns: Int
  let rows: Int

  /// Nowhere.
  static let none = ScreenArea(column: 0, row: 0, columns: 0, rows: 0)

  /// Whether it has no cell.
  var isEmpty: Bool { columns <= 0 || rows <= 0 }

  /// Some of its rows; what would be outside is left out.
  func rows(_ first: Int, _ count: Int) -> ScreenArea {
    let first = min(max(first, 0), rows)
    return ScreenArea(
      column: column, row: row + first, columns: columns,
      rows: min(max(count, 0), rows - first))
  }

  /// Some of its columns; what would be outside is left out.
  func columns(_ first: Int, _ count: Int) -> ScreenArea {
    let first = min(max(first, 0), columns)
    return ScreenArea(
      column: column + first, row: row, columns: min(max(count, 0), columns - first), rows: rows)
  }

  /// Whether a cell is one of its own.
  func contains(column: Int, row: Int) -> Bool {
    (self.column..<self.column + max(columns, 0)).contains(column)
      && (self.row..<self.row + max(rows, 0)).contains(row)
  }
}

/// A text in its place.
struct TextBlock: Equatable {
  /// Where it stands.
  var area = ScreenArea.none
  /// Its lines, which fit.
  var lines: [String] = []
  /// How many cells before each line are left for a mark.
  var markColumns = 0
}
