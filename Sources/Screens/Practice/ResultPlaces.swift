import CellDrawing

/// The end of a session: what was missed, and what comes next, in the place of the card.
extension PracticeLayout {
  /// The places at the end of a session.
  struct Result {
    var head = TextBlock()
    var bar = CellArea.none
    /// It can be scrolled.
    var list = TextBlock()
    var foot = TextBlock()
  }

  mutating func place(_ result: PracticeResult, _ content: Content) {
    let command = content.entries.reduce(Self.minimumCellsBeside.command) {
      EntryLabels.columns(for: $1.label, least: $0)
    }
    var grid = entryGrid(content.entries.count, rows: middle.rows - 1, minimum: command)
    let inset = middle.columns >= 24 ? 3 : 0
    let inner = middle.columns - 2 * inset
    var texts = [
      result.head.flatMap { lines($0, inner) }, result.list(columns: inner, ellipsis),
      result.foot.flatMap { lines($0, inner) },
    ]
    let fixed = texts[0].count + texts[2].count + grid.rows.count
    if fixed + min(texts[1].count, Self.minimumListRows) > middle.rows {
      // Everything scrolls, and with very few rows the buttons stand side by side.
      texts = [[], texts.flatMap { $0 }, []]
      if middle.rows < 8 { grid = entryGrid(content.entries.count, rows: 1) }
    }
    var plan = RowPlan(
      grid.rows.map { _ in (1, 1) } + zip(texts, [0, 2, 3]).map { ($0.count, $1) },
      in: middle.rows)
    let heights = Array(plan.heights.suffix(3))
    isCut = heights[1] < texts[1].count
    let bar = plan.reserve(1) ? 1 : 0
    hasFrame = plan.reserve(2)
    let gap = plan.reserve(1) ? 1 : 0
    let gaps = heights.dropFirst().map { $0 > 0 && plan.reserve(1) ? 1 : 0 }
    let padding = hasFrame && plan.reserve(2) ? 1 : 0
    hasFramedEntries = plan.reserve(2 * grid.rows.count)
    let top = plan.reserve(1) ? 1 : 0
    _ = plan.reserve(1)
    let edge = hasFrame ? 1 + padding : 0
    card = middle.rows(top, heights.reduce(bar, +) + gaps.reduce(0, +) + 2 * edge)
    let inside = card.columns(inset, inner)
    var (row, places) = (edge, Result())
    func next(_ rows: Int) -> CellArea {
      defer { row += rows }
      return inside.rows(row, rows)
    }
    places.head = TextBlock(area: next(heights[0]), lines: texts[0])
    places.bar = next(bar)
    row += gaps[0]
    places.list = TextBlock(area: next(heights[1]), lines: texts[1])
    row += gaps[1]
    places.foot = TextBlock(area: next(heights[2]), lines: texts[2])
    self.result = places
    placeEntries(
      content, grid, heights: grid.rows.map { _ in 1 }, from: top + card.rows + gap)
    middle.rows -= plan.left
  }

  /// Whether the end of a session is longer than its place.
  var isScrollable: Bool { result.map { $0.list.lines.count > $0.list.area.rows } ?? false }

  /// The first visible line of the missed cards after a key; nil if the key does not scroll.
  func scrolled(from first: Int, by key: Key) -> Int? {
    guard let list = result?.list, isScrollable, let move = CursorMove.keys[key],
      [.up, .down, .pageUp, .pageDown].contains(move)
    else { return nil }
    let tops = list.lines.count - list.area.rows + 1
    return move.index(from: first, count: tops, columns: 1, page: list.area.rows)
  }
}
