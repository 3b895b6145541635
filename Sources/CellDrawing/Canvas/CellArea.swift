/// A rectangle of cells.
package struct CellArea: Sendable, Hashable {
  package var column: Int
  package var row: Int
  package var columns: Int
  package var rows: Int

  package init(column: Int, row: Int, columns: Int, rows: Int) {
    (self.column, self.row, self.columns, self.rows) = (column, row, columns, rows)
  }

  package func contains(column: Int, row: Int) -> Bool {
    (self.column..<self.column + max(columns, 0)).contains(column)
      && (self.row..<self.row + max(rows, 0)).contains(row)
  }

  /// Larger by so many cells on every side.
  package func grown(by cells: Int) -> CellArea {
    CellArea(
      column: column - cells, row: row - cells, columns: columns + 2 * cells,
      rows: rows + 2 * cells)
  }
}
