/// How rows are shared by blocks that stand one below the other.
struct RowPlan {
  /// What a block wants.
  struct Wish {
    /// As many rows as it could use.
    let rows: Int
    /// Which goes without any first where there are too few: the highest.
    let rank: Int
  }

  /// The rows of each block.
  let heights: [Int]
  /// Where each begins.
  let tops: [Int]

  /// Shares rows: first each block has one, then all grow in turns, then come gaps and margins.
  ///
  /// Gaps are groups of blocks that have an empty row before them: in the order given, each if there
  /// is room for the whole group.
  init(_ wishes: [Wish], gaps: [[Int]], in rows: Int) {
    var heights = wishes.map { _ in 0 }
    var left = max(rows, 0)
    let order = wishes.indices.sorted { (wishes[$0].rank, $0) < (wishes[$1].rank, $1) }
    var hasGrown = true
    while left > 0, hasGrown {
      hasGrown = false
      for index in order where left > 0 && heights[index] < wishes[index].rows {
        heights[index] += 1
        left -= 1
        hasGrown = true
      }
    }
    var isAfterGap = wishes.map { _ in false }
    // A gap above all that is shown is none.
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
