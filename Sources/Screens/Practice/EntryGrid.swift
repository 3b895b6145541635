import CellDrawing

/// The rows of buttons, each with the indices of its entries.
struct EntryGrid {
  let columns: Int
  let rows: [[Int]]

  /// They stand side by side if each has the minimum width, or if there are too few rows.
  init(count: Int, columns: Int, rows: Int, minimum: Int?) {
    var beside = 1
    if let minimum, count > 1, columns / count >= minimum { beside = count }
    if (count + beside - 1) / beside > rows { beside = count > 3 && rows > 1 ? 2 : max(count, 1) }
    let width = beside
    self.columns = beside
    self.rows = stride(from: 0, to: count, by: width).map {
      Array($0..<min($0 + width, count))
    }
  }

  /// The columns of an entry.
  func width(of area: CellArea) -> Int { part(0, of: area).columns }

  func part(_ index: Int, of area: CellArea) -> CellArea {
    let (start, end) = (
      index * area.columns / columns, (index + 1) * area.columns / columns
    )
    // A short button needs a gap before its neighbor; a longer one ends in blanks.
    let gap = index + 1 < columns && end - start > 1 && end - start < 11 ? 1 : 0
    return area.columns(start, end - start - gap)
  }
}
