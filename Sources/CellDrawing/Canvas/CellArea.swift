/// The columns and rows of a screen, or of what stands on it.
package struct Size: Sendable, Hashable {
  package var columns: Int
  package var rows: Int

  package init(_ columns: Int, _ rows: Int) { (self.columns, self.rows) = (columns, rows) }
}

/// A rectangle of cells.
package struct CellArea: Sendable, Hashable {
  package var column: Int
  package var row: Int
  package var columns: Int
  package var rows: Int

  package init(column: Int, row: Int, columns: Int, rows: Int) {
    (self.column, self.row, self.columns, self.rows) = (column, row, columns, rows)
  }

  /// A whole screen, or its last rows, from `row` on.
  package init(_ screen: Size, from row: Int = 0) {
    self.init(column: 0, row: row, columns: screen.columns, rows: screen.rows - row)
  }

  /// The screen of which these are the last rows.
  var screen: Size { Size(columns, row + rows) }

  package func contains(column: Int, row: Int) -> Bool {
    (self.column..<self.column + max(columns, 0)).contains(column)
      && (self.row..<self.row + max(rows, 0)).contains(row)
  }

  /// Larger by `cells` on every side.
  package func grown(by cells: Int) -> CellArea {
    CellArea(
      column: column - cells, row: row - cells, columns: columns + 2 * cells,
      rows: rows + 2 * cells)
  }
}
