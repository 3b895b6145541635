import BoardLayout

/// The places of question, answers and the rest on a screen.
///
/// Nothing overlaps or leaves the screen; texts are wrapped, and cut if they do not fit.
struct PracticeLayout {
  struct Content {
    var question = ""
    var pronunciation = ""
    var answer: String?
    var entries: [PracticeEntry] = []
    var hasInput = false
  }

  let size: (columns: Int, rows: Int)
  let header: ScreenArea
  /// For the outcome of the last question; empty without room.
  let outcome: ScreenArea
  let middle: ScreenArea
  /// At the bottom; empty on the smallest screens.
  let message: ScreenArea
  /// Between left and right; empty if the answers stand below.
  let divider: ScreenArea
  /// With its pronunciation, if that has no rows of its own.
  private(set) var question = TextBlock()
  private(set) var pronunciation = TextBlock()
  private(set) var answer = TextBlock()
  private(set) var entries: [TextBlock] = []
  private(set) var input = ScreenArea.none

  private let fitting: TextFitting
  /// From this many columns on, question and answers stand side by side.
  static let wideColumns = 60

  init(_ size: (columns: Int, rows: Int), _ content: Content, isASCII: Bool) {
    self.size = size
    fitting = TextFitting(width: CellWidth.of, ellipsis: isASCII ? "~" : "…")
    let (columns, rows) = (max(size.columns, 1), max(size.rows, 1))
    // The question stands to the left of its answers.
    let isWide = columns >= Self.wideColumns
    let headerRows = rows >= 12 ? 2 : 1
    let outcomeRows = rows >= 10 ? 1 : 0
    let messageRows = rows >= 24 ? 3 : rows >= 12 ? 2 : rows >= 4 ? 1 : 0
    let whole = ScreenArea(column: 0, row: 0, columns: columns, rows: rows)
    header = whole.rows(0, headerRows)
    outcome = whole.rows(headerRows, outcomeRows)
    message = whole.rows(rows - messageRows, messageRows)
    let top = headerRows + outcomeRows
    middle = whole.rows(top, rows - messageRows - top)
    let half = columns / 2
    divider =
      isWide
      ? ScreenArea(column: half, row: middle.row, columns: 1, rows: middle.rows) : .none
    let margin = columns >= 40 ? 2 : 0
    if isWide {
      let left = middle.columns(margin, half - 1 - margin)
      let right = middle.columns(half + 2, columns - half - 2)
      placeSideBySide(content, in: left, answers: right)
    } else {
      placeStacked(content, in: middle.columns(margin, columns - 2 * margin))
    }
  }

  /// The rows that a list covers.
  var listRows: Range<Int> { outcome.row..<middle.row + middle.rows }

  func entry(atColumn column: Int, row: Int) -> Int? {
    entries.firstIndex { $0.area.contains(column: column, row: row) }
  }

  private mutating func placeSideBySide(
    _ content: Content, in left: ScreenArea, answers right: ScreenArea
  ) {
    let rows = RowPlan(
      questionBlocks(content, left.columns), gaps: [], in: left.rows)
    placeQuestion(content, in: left, rows)
    let plan = RowPlan(
      answerBlocks(content, right), gaps: answerGaps(content, isStacked: false), in: right.rows)
    placeAnswers(content, in: right, plan, from: 0)
  }

  private mutating func placeStacked(_ content: Content, in area: ScreenArea) {
    let above = questionBlocks(content, area.columns)
    let below = answerBlocks(content, area, reservedRows: 1)
    let plan = RowPlan(
      above + below, gaps: answerGaps(content, isStacked: true), in: area.rows)
    placeQuestion(content, in: area, plan)
    placeAnswers(content, in: area, plan, from: above.count)
  }

  private func questionBlocks(_ content: Content, _ columns: Int) -> [RowPlan.Block] {
    [
      RowPlan.Block(rows: lines(content.question, columns).count, rank: 0),
      RowPlan.Block(
        rows: content.pronunciation.isEmpty ? 0 : lines(content.pronunciation, columns).count,
        rank: 3),
    ]
  }

  /// The space wanted for the answer, the typed line, and each entry, or all entries in one row.
  private func answerBlocks(
    _ content: Content, _ area: ScreenArea, reservedRows: Int = 0
  ) -> [RowPlan.Block] {
    let answer = content.answer.map { lines($0, area.columns).count } ?? 0
    var blocks = [
      RowPlan.Block(rows: answer, rank: 1),
      RowPlan.Block(rows: content.hasInput ? 1 : 0, rank: 1),
    ]
    let least = reservedRows + min(answer, 1) + (content.hasInput ? 1 : 0) + content.entries.count
    if least > area.rows {
      blocks.append(RowPlan.Block(rows: content.entries.isEmpty ? 0 : 1, rank: 1))
    } else {
      blocks += content.entries.map {
        RowPlan.Block(rows: labelLines($0, area.columns).count, rank: 1)
      }
    }
    return blocks
  }

  /// The blocks that get an empty row before them if there is room: those that begin a part first.
  ///
  /// If stacked, the answers stand below the question's blocks.
  private func answerGaps(_ content: Content, isStacked: Bool) -> [[Int]] {
    let first = isStacked ? 2 : 0
    let entries = content.entries.indices.map { first + 2 + $0 }
    let parts = (isStacked ? [[first], [first + 1]] : []) + [Array(entries.prefix(1))]
    // A revealed answer already has a gap before it; a typed line stands alone.
    return (content.answer == nil && !content.hasInput ? Array(parts.suffix(1)) : parts)
      + [Array(entries.dropFirst())]
  }

  private mutating func placeQuestion(_ content: Content, in area: ScreenArea, _ plan: RowPlan) {
    let hasOwnRows = plan.heights[1] > 0 || content.pronunciation.isEmpty
    let text = hasOwnRows ? content.question : "\(content.question) [\(content.pronunciation)]"
    question = block(text, in: area, plan, 0)
    pronunciation = block(content.pronunciation, in: area, plan, 1)
  }

  private mutating func placeAnswers(
    _ content: Content, in area: ScreenArea, _ plan: RowPlan, from first: Int
  ) {
    answer = block(content.answer ?? "", in: area, plan, first)
    input = area.rows(plan.tops[first + 1], plan.heights[first + 1])
    let count = content.entries.count
    guard plan.heights.count - first - 2 < count else {
      entries = content.entries.enumerated().map { index, entry in
        let place = area.rows(plan.tops[first + 2 + index], plan.heights[first + 2 + index])
        return entryBlock(entry, in: place)
      }
      return
    }
    let row = area.rows(plan.tops[first + 2], plan.heights[first + 2])
    entries = content.entries.enumerated().map { index, entry in
      let (start, end) = (index * row.columns / count, (index + 1) * row.columns / count)
      // The last cell separates it from its neighbour.
      return entryBlock(
        entry, in: row.columns(start, end - start - (index + 1 < count && end - start > 1 ? 1 : 0)))
    }
  }

  private func block(
    _ text: String, in area: ScreenArea, _ plan: RowPlan, _ index: Int
  ) -> TextBlock {
    let place = area.rows(plan.tops[index], plan.heights[index])
    guard place.rows > 0, place.columns > 0 else { return TextBlock(area: place) }
    return TextBlock(
      area: place, lines: fitting.wrapped(text, cells: place.columns, lines: place.rows))
  }

  private func entryBlock(_ entry: PracticeEntry, in place: ScreenArea) -> TextBlock {
    guard place.rows > 0, place.columns > 0 else { return TextBlock(area: place) }
    return TextBlock(
      area: place, lines: labelLines(entry, place.columns, rows: place.rows),
      markColumns: Self.markColumns(place.columns))
  }

  /// Key and label, further lines aligned with the label; the mark of an entry stands before that.
  private func labelLines(_ entry: PracticeEntry, _ columns: Int, rows: Int = mostRows) -> [String]
  {
    let room = max(columns - Self.markColumns(columns), 1)
    guard room > 3 else { return [fitting.shortened(String(entry.key), to: room)] }
    let label = fitting.wrapped(entry.label, cells: room - 2, lines: rows)
    let first = fitting.shortened("\(entry.key) \(label.first ?? "")", to: room)
    return [first] + label.dropFirst().map { "  " + $0 }
  }

  private static func markColumns(_ columns: Int) -> Int { columns >= 8 ? 2 : 0 }

  private func lines(_ text: String, _ columns: Int) -> [String] {
    guard columns > 0 else { return [] }
    let lines = fitting.wrapped(text, cells: columns, lines: Self.mostRows)
    return lines.isEmpty ? [""] : lines
  }

  /// Limit: nobody reads more rows, and no screen has them.
  private static let mostRows = 200
}
