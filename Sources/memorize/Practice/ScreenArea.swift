/// A rectangle of cells, all numbers from 0.
struct ScreenArea: Equatable {
  let column: Int
  let row: Int
  let columns: Int
  let rows: Int

  static let none = ScreenArea(column: 0, row: 0, columns: 0, rows: 0)

  var isEmpty: Bool { columns <= 0 || rows <= 0 }

  /// Rows outside are left out.
  func rows(_ first: Int, _ count: Int) -> ScreenArea {
    let first = min(max(first, 0), rows)
    return ScreenArea(
      column: column, row: row + first, columns: columns,
      rows: min(max(count, 0), rows - first))
  }

  /// Columns outside are left out.
  func columns(_ first: Int, _ count: Int) -> ScreenArea {
    let first = min(max(first, 0), columns)
    return ScreenArea(
      column: column + first, row: row, columns: min(max(count, 0), columns - first), rows: rows)
  }

  func contains(column: Int, row: Int) -> Bool {
    (self.column..<self.column + max(columns, 0)).contains(column)
      && (self.row..<self.row + max(rows, 0)).contains(row)
  }
}

struct TextBlock: Equatable {
  var area = ScreenArea.none
  var lines: [String] = []
  /// The cells before each line, for a mark.
  var markColumns = 0
}

/// Shares rows among blocks that stand below each other.
struct RowPlan {
  struct Block {
    /// The most it can use.
    let rows: Int
    /// If there are too few rows, blocks of the highest rank get none first.
    let rank: Int
  }

  let heights: [Int]
  let tops: [Int]

  /// Each block gets one row, then all grow in turns, then come gaps and margins.
  ///
  /// A gap group lists blocks with an empty row before them; in the order given, each group gets
  /// its rows if there is room for all of it.
  init(_ blocks: [Block], gaps: [[Int]], in rows: Int) {
    var heights = blocks.map { _ in 0 }
    var left = max(rows, 0)
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
    var isAfterGap = blocks.map { _ in false }
    // There is no gap above the first visible block.
    let first = heights.firstIndex { $0 > 0 } ?? 0
    for group in gaps {
      let shown = group.filter { $0 > first && $0 < heights.count && heights[$0] > 0 }
      guard shown.count <= left else { break }
      for index in shown { isAfterGap[index] = true }
      left -= shown.count
    }
    var row = left / 2
    var tops: [Int] = []
    for index in heights.indices {
      if isAfterGap[index] { row += 1 }
      tops.append(row)
      row += heights[index]
    }
    self.heights = heights
    self.tops = tops
  }
}
