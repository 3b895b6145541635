import BoardLayout

/// The fixed places on a practice screen: title, progress, card, answers, message and keys.
///
/// The card stays where it is while it is answered. Nothing overlaps or leaves the screen; texts are
/// wrapped, and cut if they do not fit.
struct PracticeLayout {
  struct Content {
    var question = ""
    var pronunciation = ""
    var entries: [PracticeEntry] = []
    /// The most entries that the question has until it is answered.
    var mostEntries = 0
    /// Whether an answer is going to stand below the card, or a line to type it in.
    var hasAnswer = false
    var hasInput = false
    /// The answer that stands there now.
    var answer = ""
    /// At the end, instead of a card: lines that stay, and lines that can be scrolled.
    var result: (head: [String], list: [String], foot: [String])?
  }

  let size: (columns: Int, rows: Int)
  /// Nil without room for it, as the next ones.
  let titleRow: Int?
  let progressRow: Int?
  let messageRow: Int?
  let keysRow: Int?
  /// Everything between them.
  let middle: CellArea
  /// With the space around its text, which it has on large screens only.
  private(set) var card = CellArea.none
  private(set) var padding = 0
  /// With its pronunciation, if that has no row of its own.
  private(set) var question = TextBlock()
  private(set) var pronunciation = TextBlock()
  private(set) var answer = TextBlock()
  /// The typed line or the answer, and below it what was typed before.
  private(set) var input = CellArea.none
  private(set) var entries: [TextBlock] = []
  private var noteSeparator: String?
  private(set) var result: (head: TextBlock, list: TextBlock, foot: TextBlock)?

  let fitting: TextFitting
  let isASCII: Bool
  /// A key and a label fit beside others from this width on.
  private static let leastCellsBeside = 15
  private static let usualWidth = 72
  /// Missed cards are read in at least so many rows.
  private static let leastListRows = 3
  /// Limit: nobody reads more rows, and no screen has them.
  private static let mostRows = 200

  init(_ size: (columns: Int, rows: Int), _ content: Content, isASCII: Bool) {
    self.size = size
    self.isASCII = isASCII
    fitting = TextFitting(width: CellWidth.of, ellipsis: isASCII ? "~" : "…")
    let (columns, rows) = (max(size.columns, 1), max(size.rows, 1))
    titleRow = rows >= 4 ? 0 : nil
    progressRow = rows >= 10 ? 1 : nil
    keysRow = rows >= 7 ? rows - 1 : nil
    messageRow = rows >= 3 ? rows - (keysRow == nil ? 1 : 2) : nil
    let top = [titleRow, progressRow].count { $0 != nil }
    let margin = columns >= 40 ? 2 : 0
    let width = min(columns - 2 * margin, max(Self.usualWidth, columns / 2))
    middle = CellArea(
      column: (columns - width) / 2, row: top, columns: width, rows: (messageRow ?? rows) - top)
    if let result = content.result { place(result, content) } else { place(content) }
  }

  /// The columns of the texts above and below the card.
  var text: Range<Int> { middle.column..<middle.column + middle.columns }

  func entry(atColumn column: Int, row: Int) -> Int? {
    entries.firstIndex { $0.area.contains(column: column, row: row) }
  }

  /// Whether the end of a session is longer than its place.
  var isScrollable: Bool { result.map { $0.list.lines.count > $0.list.area.rows } ?? false }

  /// Where the list of missed cards begins after a key; nil if the key does not scroll it.
  func scrolled(from first: Int, by key: Key) -> Int? {
    guard let list = result?.list, isScrollable else { return nil }
    let last = list.lines.count - list.area.rows
    let step: Int
    switch key {
    case .up, .character("k"): step = -1
    case .down, .character("j"): step = 1
    case .pageUp: step = -list.area.rows
    case .pageDown: step = list.area.rows
    default: return nil
    }
    return min(max(first + step, 0), last)
  }

  private mutating func place(_ content: Content) {
    let inner = middle.columns >= 24 ? middle.columns - 4 : middle.columns
    var inputRows = content.hasInput ? lines(content.answer, inner).count : 0
    if inputRows > 0, middle.rows >= 8 { inputRows += 2 }
    let least = 1 + (content.hasAnswer || content.hasInput ? 1 : 0)
    let grid = EntryGrid(
      count: content.entries.count, columns: middle.columns, rows: middle.rows - least)
    let places = EntryGrid(
      count: max(content.mostEntries, content.entries.count), columns: middle.columns,
      rows: middle.rows - least)
    noteSeparator = noteSeparator(content.entries, grid.width(of: middle))
    let labels = grid.rows.map { row in
      row.map { labelLines(content.entries[$0], grid.width(of: middle)).count }.max() ?? 1
    }
    var plan = RowPlan(
      [
        RowPlan.Block(rows: lines(content.question, inner).count, rank: 0),
        RowPlan.Block(
          rows: content.pronunciation.isEmpty ? 0 : lines(content.pronunciation, inner).count,
          rank: 3),
        RowPlan.Block(rows: content.hasAnswer ? lines(content.answer, inner).count : 0, rank: 1),
        RowPlan.Block(rows: inputRows, rank: 1),
      ] + labels.map { RowPlan.Block(rows: $0, rank: 1) }, in: middle.rows)
    let heights = plan.heights
    // First the places of what may come, so that nothing moves then.
    let reserved = places.rows.count - grid.rows.count
    _ = plan.take(reserved)
    let said = content.pronunciation.isEmpty && plan.take(1) ? 1 : 0
    if plan.take(2) { padding = 1 }
    let gap = plan.take(1) ? 1 : 0
    let answerGap = content.hasAnswer && plan.take(1) ? 1 : 0
    let entryGap = plan.take(places.rows.count - 1) ? 1 : 0
    for _ in 0..<2 where padding > 0 && plan.take(2, leaving: 2) { padding += 1 }
    let tall = plan.take(2 * places.rows.count, leaving: 8) ? 1 : 0
    if plan.take(2, leaving: 8) { padding += 1 }
    let cardRows = heights[0] + heights[1] + said + 2 * padding
    card = middle.rows(plan.left / 2, cardRows)
    placeQuestion(content, heights, inner)
    var row = plan.left / 2 + cardRows + gap
    let below = middle.rows(row, heights[2] + heights[3])
    answer = block(content.answer, below.columns(inset(inner), inner))
    if content.hasInput { input = below }
    row += below.rows + answerGap
    for (index, members) in grid.rows.enumerated() {
      let place = middle.rows(row, heights[4 + index] + 2 * tall)
      for (column, entry) in members.enumerated() {
        let part = grid.part(column, of: place)
        entries.append(entryBlock(content.entries[entry], in: part, heights[4 + index]))
      }
      row += place.rows + entryGap
    }
  }

  private mutating func placeQuestion(_ content: Content, _ heights: [Int], _ inner: Int) {
    let hasOwnRows = heights[1] > 0 || content.pronunciation.isEmpty
    let text = hasOwnRows ? content.question : "\(content.question) [\(content.pronunciation)]"
    let above = (card.rows - heights[0] - heights[1]) / 2
    let inside = card.columns(inset(inner), inner)
    question = block(text, inside.rows(above, heights[0]))
    pronunciation = block(content.pronunciation, inside.rows(above + heights[0], heights[1]))
  }

  private mutating func place(
    _ result: (head: [String], list: [String], foot: [String]), _ content: Content
  ) {
    var grid = EntryGrid(
      count: content.entries.count, columns: middle.columns, rows: middle.rows - 1)
    let inner = middle.columns >= 24 ? middle.columns - 4 : middle.columns
    var texts = [result.head, result.list, result.foot].map { part in
      part.flatMap { lines($0, inner) }
    }
    let fixed = texts[0].count + texts[2].count + grid.rows.count
    if fixed + min(texts[1].count, Self.leastListRows) > middle.rows {
      // Everything scrolls, and in the fewest rows the buttons stand beside each other.
      texts = [[], texts.flatMap { $0 }.filter { !$0.isEmpty }, []]
      if middle.rows < 8 {
        grid = EntryGrid(count: content.entries.count, columns: middle.columns, rows: 1)
      }
    }
    var plan = RowPlan(
      grid.rows.map { _ in RowPlan.Block(rows: 1, rank: 1) }
        + zip(texts, [0, 2, 3]).map { RowPlan.Block(rows: $0.count, rank: $1) },
      in: middle.rows)
    let heights = Array(plan.heights.suffix(3))
    if plan.take(2) { padding = 1 }
    let gap = plan.take(1) ? 1 : 0
    let gaps = heights.dropFirst().map { $0 > 0 && plan.take(1) ? 1 : 0 }
    card = middle.rows(
      plan.left / 2, heights.reduce(0, +) + gaps.reduce(0, +) + 2 * padding)
    let inside = card.columns(inset(inner), inner)
    let (second, third) = (heights[0] + gaps[0], heights[0] + gaps[0] + heights[1] + gaps[1])
    self.result = (
      TextBlock(area: inside.rows(padding, heights[0]), lines: texts[0]),
      TextBlock(area: inside.rows(padding + second, heights[1]), lines: texts[1]),
      TextBlock(area: inside.rows(padding + third, heights[2]), lines: texts[2])
    )
    let first = plan.left / 2 + card.rows + gap
    for (index, members) in grid.rows.enumerated() {
      for (column, entry) in members.enumerated() {
        let part = grid.part(column, of: middle.rows(first + index, 1))
        entries.append(entryBlock(content.entries[entry], in: part, 1))
      }
    }
  }

  private func inset(_ inner: Int) -> Int { (middle.columns - inner) / 2 }

  private func block(_ text: String, _ place: CellArea) -> TextBlock {
    guard !place.isEmpty else { return TextBlock(area: place) }
    return TextBlock(
      area: place, lines: fitting.wrapped(text, cells: place.columns, lines: place.rows))
  }

  private func entryBlock(
    _ entry: PracticeEntry, in place: CellArea, _ rows: Int
  ) -> TextBlock {
    guard !place.isEmpty, rows > 0 else { return TextBlock(area: place) }
    return TextBlock(area: place, lines: labelLines(entry, place.columns, rows: rows))
  }

  /// The cells before a key, with room for the mark of a button if there are two or more.
  static func markColumns(_ columns: Int) -> Int {
    columns >= 24 ? 4 : columns >= 18 ? 2 : columns >= 12 ? 1 : 0
  }

  /// Key and label, further lines aligned with the label.
  private func labelLines(_ entry: PracticeEntry, _ columns: Int, rows: Int = mostRows) -> [String]
  {
    let room = max(columns - Self.markColumns(columns), 1)
    let key = key(entry, columns)
    guard room > key.count + 1 else { return [fitting.shortened(entry.shownKey, to: room)] }
    let label = entry.label + (noteSeparator.map { $0 + entry.note } ?? "")
    let lines = fitting.wrapped(label, cells: room - key.count, lines: rows)
    let first = key + (lines.first ?? "")
    return [first]
      + lines.dropFirst().map { String(repeating: " ", count: key.count) + $0 }
  }

  /// All entries have their notes, or none has.
  private func noteSeparator(_ entries: [PracticeEntry], _ columns: Int) -> String? {
    let room = columns - Self.markColumns(columns)
    return ["  ", " "].first { separator in
      entries.allSatisfy {
        !$0.note.isEmpty
          && key($0, columns).count + fitting.width(of: $0.label + separator + $0.note) <= room
      }
    }
  }

  private func key(_ entry: PracticeEntry, _ columns: Int) -> String {
    entry.shownKey + (columns >= 24 ? "  " : " ")
  }

  private func lines(_ text: String, _ columns: Int) -> [String] {
    guard columns > 0 else { return [] }
    let lines = fitting.wrapped(text, cells: columns, lines: Self.mostRows)
    return lines.isEmpty ? [""] : lines
  }

  /// The rows of buttons, each with the places of its entries.
  private struct EntryGrid {
    let columns: Int
    let rows: [[Int]]

    /// Four or more stand beside each other if they are wide enough; the others only without rows
    /// for them.
    init(count: Int, columns: Int, rows: Int) {
      var beside = 1
      if count > 3, columns / count >= PracticeLayout.leastCellsBeside { beside = count }
      if (count + beside - 1) / beside > rows { beside = count > 3 && rows > 1 ? 2 : max(count, 1) }
      let width = beside
      self.columns = beside
      self.rows = stride(from: 0, to: count, by: width).map {
        Array($0..<min($0 + width, count))
      }
    }

    /// The cells of an entry.
    func width(of area: CellArea) -> Int { part(0, of: area).columns }

    func part(_ index: Int, of area: CellArea) -> CellArea {
      let (start, end) = (
        index * area.columns / columns, (index + 1) * area.columns / columns
      )
      // The last cell separates it from its neighbour.
      let gap = index + 1 < columns && end - start > 1 ? 1 : 0
      return area.columns(start, end - start - gap)
    }
  }
}
