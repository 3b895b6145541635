import CellDrawing

/// The fixed places on a practice screen: title, progress, card, answers, message and keys.
///
/// The card stays where it is while it is answered. Nothing overlaps or leaves the screen; texts are
/// wrapped, and cut if they do not fit.
struct PracticeLayout {
  struct Content {
    var question = ""
    var pronunciation = ""
    var entries: [PracticeEntry] = []
    /// The most entries that the question can have until it is answered.
    var maximumEntries = 0
    /// Whether an answer will stand below the card, or a line to type it in.
    var hasAnswer = false
    var hasInput = false
    /// The rows below that line for what was typed before.
    var noteRows = 1
    /// The answer that is there now.
    var answer = ""
    /// At the end of a session, instead of a card.
    var result: PracticeResult?
  }

  /// The places at the end of a session.
  struct Result {
    var head = TextBlock()
    var bar = CellArea.none
    /// It can be scrolled.
    var list = TextBlock()
    var foot = TextBlock()
  }

  let size: Size
  /// Nil without room for it, as are the next three.
  let titleRow: Int?
  let progressRow: Int?
  let messageRow: Int?
  let keysRow: Int?
  /// Everything between them.
  let middle: CellArea
  private(set) var card = CellArea.none
  private(set) var hasFrame = false
  /// With its pronunciation, if that has no row of its own.
  private(set) var question = TextBlock()
  private(set) var pronunciation = TextBlock()
  private(set) var answer = TextBlock()
  /// The typed line or the answer.
  private(set) var input = CellArea.none
  /// Around it, if there is room.
  private(set) var inputFrame: CellArea?
  /// Below it, what was typed before.
  private(set) var notes = CellArea.none
  private(set) var entries: [TextBlock] = []
  private(set) var hasFramedEntries = false
  private(set) var result: Result?
  private var showsNotes = false
  /// Whether a text is not shown as a whole.
  private var isCut = false

  private let ellipsis: String
  private static let usualSize = Size(48, 32)
  private static let largeColumns = 72
  /// With this many cells, a grade can stand beside the others, and a command beside another one.
  private static let minimumCellsBeside = (grade: 12, command: 24)
  /// The missed cards scroll within no fewer rows.
  private static let minimumListRows = 3
  /// No text has more rows.
  private static let maximumRows = 200

  /// All questions have the same size, except for a text that needs more of the screen.
  init(_ size: Size, _ content: Content, _ symbols: Symbols) {
    self.init(size, content, symbols, columns: nil)
    let half = max(Self.largeColumns, size.columns / 2)
    // A long list can be scrolled.
    let widths = content.result == nil ? [Self.largeColumns, half, size.columns] : [half]
    for columns in widths where isCut {
      self = PracticeLayout(size, content, symbols, columns: columns)
    }
  }

  /// With a number of columns it uses all rows, otherwise it has the usual size.
  private init(
    _ size: Size, _ content: Content, _ symbols: Symbols, columns wanted: Int?
  ) {
    self.size = size
    ellipsis = symbols.shortEllipsis
    let (columns, all) = (max(size.columns, 1), max(size.rows, 1))
    keysRow = all >= 7 ? all - 1 : nil
    let rows = wanted == nil ? min(all, Self.usualSize.rows) : all
    let first = (all - rows) / 2
    titleRow = rows >= 4 ? first : nil
    progressRow = rows >= 10 ? first + 1 : nil
    messageRow = rows >= 3 ? first + rows - (keysRow == nil ? 1 : 2) : nil
    let top = first + [titleRow, progressRow].count { $0 != nil }
    let width = min(columns - (columns >= 40 ? 4 : 0), wanted ?? Self.usualSize.columns)
    middle = CellArea(
      column: (columns - width) / 2, row: top, columns: width,
      rows: (messageRow ?? first + rows) - top)
    if let result = content.result { place(result, content) } else { place(content) }
  }

  /// The columns of the texts above the card.
  var text: Range<Int> { middle.column..<middle.column + middle.columns }

  /// The columns of message and keys, which begin below the card and may be longer.
  var longText: Range<Int> {
    let margin = size.columns >= 40 ? 2 : 0
    let end = min(middle.column + Self.largeColumns, max(size.columns, 1) - margin)
    return middle.column..<max(end, text.upperBound)
  }

  func entry(atColumn column: Int, row: Int) -> Int? {
    entries.firstIndex { $0.area.contains(column: column, row: row) }
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

  private mutating func place(_ content: Content) {
    let inner = middle.columns >= 24 ? middle.columns - 4 : middle.columns
    let indent = Self.indent(middle.columns)
    let field = max(middle.columns - 2 * indent, 1)
    let answerRows = 1 + (content.hasAnswer || content.hasInput ? 1 : 0)
    let grid = entryGrid(content.entries.count, rows: middle.rows - answerRows)
    let places = entryGrid(
      max(content.maximumEntries, content.entries.count), rows: middle.rows - answerRows)
    showsNotes = showsNotes(content.entries, grid)
    // Grades beside each other have two rows, kept free from the beginning.
    let hasGrades = content.hasAnswer && places.columns > 1
    let labels = grid.rows.map { max(rows(of: $0, content, grid), hasGrades ? 2 : 1) }
    let wanted = [
      lines(content.question, inner).count,
      content.pronunciation.isEmpty ? 0 : lines(content.pronunciation, inner).count,
      content.hasAnswer ? lines(content.answer, inner).count : 0,
      content.hasInput ? lines(content.answer, field).count : 0,
    ]
    var plan = RowPlan(
      zip(wanted, [0, 3, 1, 1]).map { ($0, $1) } + labels.map { ($0, 1) }, in: middle.rows)
    let heights = plan.heights
    isCut = zip(heights, wanted + labels).contains { $0 < $1 }
    // First the places of what may appear later, so that nothing moves then.
    _ = plan.reserve(places.rows.count - grid.rows.count)
    let noteRows = content.hasInput && plan.reserve(content.noteRows) ? content.noteRows : 0
    let said = content.pronunciation.isEmpty && plan.reserve(1) ? 1 : 0
    hasFrame = plan.reserve(2)
    let gap = plan.reserve(1) ? 1 : 0
    let answerGap = content.hasAnswer && plan.reserve(1) ? 1 : 0
    var cardRows = heights[0] + heights[1] + said + (hasFrame ? 2 : 0)
    let usual = (size.rows >= 30 ? 7 : 5) - cardRows
    if hasFrame, plan.reserve(usual) { cardRows += usual }
    let framed = places.rows.count + (content.hasInput ? 1 : 0)
    hasFramedEntries = plan.reserve(2 * framed, leaving: 1)
    let edge = hasFramedEntries ? 1 : 0
    let entryGap = !hasFramedEntries && plan.reserve(places.rows.count - 1) ? 1 : 0
    card = middle.rows(plan.left / 2, cardRows)
    placeQuestion(content, heights, inner)
    var row = plan.left / 2 + cardRows + gap
    answer = block(
      content.answer, middle.rows(row, heights[2]).columns((middle.columns - inner) / 2, inner))
    row += heights[2] + answerGap
    if content.hasInput {
      input = middle.rows(row + edge, heights[3])
      if hasFramedEntries { inputFrame = middle.rows(row, heights[3] + 2) }
      answer = block(content.answer, input.columns(indent, field))
      notes = middle.rows(row + heights[3] + 2 * edge, noteRows)
    }
    placeEntries(content, grid, heights: Array(heights.dropFirst(4)), from: row, gap: entryGap)
  }

  /// Places the rows of buttons below each other.
  private mutating func placeEntries(
    _ content: Content, _ grid: EntryGrid, heights: [Int], from row: Int, gap: Int = 0
  ) {
    let frame = hasFramedEntries ? 2 : 0
    var row = row
    for (members, height) in zip(grid.rows, heights) {
      let shown = min(rows(of: members, content, grid), height)
      for (column, entry) in members.enumerated() {
        let part = grid.part(column, of: middle.rows(row, shown + frame))
        let isHidden = part.isEmpty || shown <= 0
        let lines =
          isHidden ? [] : labelLines(content.entries[entry], part.columns, rows: shown)
        entries.append(TextBlock(area: part, lines: lines))
      }
      row += height + frame + gap
    }
  }

  private mutating func placeQuestion(_ content: Content, _ heights: [Int], _ inner: Int) {
    let hasOwnRows = heights[1] > 0 || content.pronunciation.isEmpty
    let text = hasOwnRows ? content.question : "\(content.question) [\(content.pronunciation)]"
    // The question stays in the middle, and the pronunciation stands below it.
    let above = (card.rows - heights[0] - heights[1] + 1) / 2
    let inside = card.columns((middle.columns - inner) / 2, inner)
    question = block(text, inside.rows(above, heights[0]))
    pronunciation = block(content.pronunciation, inside.rows(above + heights[0], heights[1]))
  }

  private mutating func place(_ result: PracticeResult, _ content: Content) {
    var grid = entryGrid(
      content.entries.count, rows: middle.rows - 1, minimum: Self.minimumCellsBeside.command)
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
    let edge = hasFrame ? 1 + padding : 0
    card = middle.rows(plan.left / 2, heights.reduce(bar, +) + gaps.reduce(0, +) + 2 * edge)
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
      content, grid, heights: grid.rows.map { _ in 1 }, from: plan.left / 2 + card.rows + gap)
  }

  private func block(_ text: String, _ place: CellArea) -> TextBlock {
    guard !place.isEmpty else { return TextBlock(area: place) }
    return TextBlock(
      area: place, lines: text.wrapped(cells: place.columns, lines: place.rows, ellipsis))
  }

  /// The cells on both sides of the text of a button or field; two or more have room for a mark.
  static func indent(_ columns: Int) -> Int {
    columns >= 24 ? 4 : columns >= 11 ? 2 : columns >= 8 ? 1 : 0
  }

  /// The cells for a label; the frame of a button needs one.
  private func room(_ columns: Int) -> Int {
    let indent = Self.indent(columns)
    return max(columns - indent - (indent + 1) / 2, 1)
  }

  /// The rows of the highest button in a row of buttons.
  private func rows(of members: [Int], _ content: Content, _ grid: EntryGrid) -> Int {
    members.map { labelLines(content.entries[$0], grid.width(of: middle)).count }.max() ?? 1
  }

  /// Key and label, further lines aligned with the label; a note has its own line in a narrow
  /// button.
  private func labelLines(_ entry: PracticeEntry, _ columns: Int, rows: Int = maximumRows)
    -> [String]
  {
    let room = room(columns)
    let key = key(entry, columns)
    guard room > key.count + 1 else { return [entry.shownKey.clipped(to: room, ellipsis)] }
    var label = entry.label
    let hasNote = showsNotes && !entry.note.isEmpty
    let isBeside = columns >= Self.minimumCellsBeside.command
    if hasNote, isBeside {
      // Aligned with the other grades.
      label += String(repeating: " ", count: max(8 - label.cells, 2)) + entry.note
    }
    let lines = label.wrapped(cells: room - key.count, lines: rows, ellipsis)
    let first = key + (lines.first ?? "")
    let all =
      [first] + lines.dropFirst().map { String(repeating: " ", count: key.count) + $0 }
      + (hasNote && !isBeside ? [entry.note] : [])
    return Array(all.prefix(rows))
  }

  /// Whether there is room for all notes; otherwise none is shown.
  private func showsNotes(_ entries: [PracticeEntry], _ grid: EntryGrid) -> Bool {
    let columns = grid.width(of: middle)
    let isBeside = columns >= Self.minimumCellsBeside.command
    // Below each other there is no row to spare.
    guard isBeside || grid.columns > 1 else { return false }
    return entries.allSatisfy {
      let used = isBeside ? key($0, columns).count + max($0.label.cells + 2, 8) : 0
      return used + $0.note.cells <= room(columns)
    }
  }

  private func key(_ entry: PracticeEntry, _ columns: Int) -> String {
    entry.shownKey + (columns >= 24 ? "  " : " ")
  }

  private func lines(_ text: String, _ columns: Int) -> [String] {
    guard columns > 0 else { return [] }
    let lines = text.wrapped(cells: columns, lines: Self.maximumRows, ellipsis)
    return lines.isEmpty ? [""] : lines
  }

  private func entryGrid(_ count: Int, rows: Int, minimum: Int? = nil) -> EntryGrid {
    EntryGrid(
      count: count, columns: middle.columns, rows: rows,
      minimum: minimum ?? (count > 3 ? Self.minimumCellsBeside.grade : nil))
  }

  /// The rows of buttons, each with the indices of its entries.
  private struct EntryGrid {
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
      // A short button needs a gap before its neighbour; a longer one ends in blanks.
      let gap = index + 1 < columns && end - start > 1 && end - start < 11 ? 1 : 0
      return area.columns(start, end - start - gap)
    }
  }
}
