import CellDrawing

extension CellArea {
  static let none = CellArea(column: 0, row: 0, columns: 0, rows: 0)

  var isEmpty: Bool { columns <= 0 || rows <= 0 }

  /// Rows outside are left out.
  func rows(_ first: Int, _ count: Int) -> CellArea {
    let first = min(max(first, 0), rows)
    return CellArea(
      column: column, row: row + first, columns: columns,
      rows: min(max(count, 0), rows - first))
  }

  /// Columns outside are left out.
  func columns(_ first: Int, _ count: Int) -> CellArea {
    let first = min(max(first, 0), columns)
    return CellArea(
      column: column + first, row: row, columns: min(max(count, 0), columns - first), rows: rows)
  }
}

struct TextBlock: Equatable {
  var area = CellArea.none
  var lines: [String] = []
}

/// Shares rows among blocks that stand below each other; the rest can be reserved afterward.
struct RowPlan {
  /// The rows that it can use; if there are too few, blocks of the highest rank are the first to
  /// get none.
  typealias Block = (rows: Int, rank: Int)

  let heights: [Int]
  /// The rows that are still free.
  private(set) var left: Int

  /// Each block gets one row; then all grow in turns.
  init(_ blocks: [Block], in rows: Int) {
    var heights = blocks.map { _ in 0 }
    left = max(rows, 0)
    let order = blocks.indices.sorted { (blocks[$0].rank, $0) < (blocks[$1].rank, $1) }
    var hasGrown = true
    while left > 0, hasGrown {
      hasGrown = false
      for index in order where left > 0 && heights[index] < blocks[index].rows {
        heights[index] += 1
        left -= 1
        hasGrown = true
      }
    }
    self.heights = heights
  }

  /// Reserves free rows if `others` remain; returns false if there are too few.
  mutating func reserve(_ rows: Int, leaving others: Int = 0) -> Bool {
    guard rows > 0, left >= rows + others else { return false }
    left -= rows
    return true
  }
}
