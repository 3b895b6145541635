import CellDrawing

/// The fixed places on a practice screen: title, progress, card, answers, message and keys are one
/// block in the middle, with one left and one right edge.
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
    /// Whether a short question can be drawn in large letters.
    var canBeLarge = false
    /// Whether this question has large letters.
    var hasLetters = true

    /// The same with texts of one row: the block stands where it would be in the middle with these.
    fileprivate var usual: Content {
      guard result == nil else { return self }
      var usual = self
      (usual.question, usual.pronunciation, usual.answer) = ("", "", "")
      usual.entries = entries.map { PracticeEntry(key: $0.key, label: "", action: .none) }
      return usual
    }
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
  private(set) var messageRow: Int?
  private(set) var keysRow: Int?
  /// Everything between them.
  private(set) var middle: CellArea
  private(set) var card = CellArea.none
  private(set) var hasFrame = false
  /// With its pronunciation, if that has no row of its own.
  private(set) var question = TextBlock()
  private(set) var pronunciation = TextBlock()
  /// For the letters of a short question, whose text then stands below it; nil if the question is
  /// long or the screen small.
  private(set) var largeQuestion: CellArea?
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
  /// Whether the card has rows for large letters, even if its question is too long for them.
  private var hasLargeCard = false

  private let ellipsis: String
  private static let usualRows = 32
  private static let usualColumns = 56...80
  private static let largeColumns = 72
  /// The most cells of a question in large letters, each of which is drawn as a square.
  private static let largeCells = 12
  private static let largeCell = 8
  /// The least room for the letters of a question; nil if it is too long.
  static func smallestLetters(for question: String, on size: Size) -> Size? {
    let width = min(size.columns - 8, largeCells * largeCell)
    return question.cells <= min(largeCells, width / largeCell) ? Size(width, largeCell) : nil
  }
  /// With this many cells, a grade can stand beside the others, and a command beside another one.
  private static let minimumCellsBeside = (grade: 12, command: 24)
  /// The missed cards scroll within no fewer rows.
  private static let minimumListRows = 3
  /// No text has more rows.
  private static let maximumRows = 200

  /// All questions have the same size, except for a text that needs more of the screen.
  init(_ size: Size, _ content: Content, _ symbols: Symbols) {
    var layout = Self.centered(size, content, symbols, isLarge: content.canBeLarge)
    if content.canBeLarge, !layout.hasLargeCard {
      layout = Self.centered(size, content, symbols)
    }
    let large = max(Self.largeColumns, layout.middle.columns)
    let half = max(large, size.columns / 2)
    // A long list can be scrolled.
    let widths = content.result == nil ? [large, half, size.columns] : [half]
    for columns in widths where layout.isCut {
      layout = Self.centered(size, content, symbols, columns: columns)
    }
    self = layout
  }

  /// Longer texts than usual grow downwards while there is room, so that the card stays in one place.
  private static func centered(
    _ size: Size, _ content: Content, _ symbols: Symbols, columns: Int? = nil, isLarge: Bool = false
  ) -> PracticeLayout {
    func layout(_ content: Content, top: Int) -> PracticeLayout {
      PracticeLayout(size, content, symbols, columns: columns, isLarge: isLarge, top: top)
    }
    let top = min(
      layout(content.usual, top: 0).free / 2, layout(content, top: 0).free)
    return layout(content, top: top)
  }

  /// With a number of columns it uses as many rows as it needs, otherwise at most the usual ones.
  private init(
    _ size: Size, _ content: Content, _ symbols: Symbols, columns wanted: Int?, isLarge: Bool,
    top: Int
  ) {
    self.size = size
    ellipsis = symbols.shortEllipsis
    let (columns, all) = (max(size.columns, 1), max(size.rows, 1))
    let most = wanted == nil ? min(all, Self.usualRows) : all
    titleRow = most >= 4 ? top : nil
    progressRow = most >= 10 ? top + 1 : nil
    let first = top + [titleRow, progressRow].count { $0 != nil }
    let below = most >= 7 ? 2 : most >= 3 ? 1 : 0
    let usual = min(max(columns / 2, Self.usualColumns.lowerBound), Self.usualColumns.upperBound)
    let large = Self.largeCells * Self.largeCell + 4
    let width = min(columns - (columns >= 40 ? 4 : 0), wanted ?? (isLarge ? large : usual))
    middle = CellArea(
      column: (columns - width) / 2, row: first, columns: width,
      rows: min(most, all - top) - (first - top) - below)
    if let result = content.result {
      place(result, content)
    } else {
      place(content, isLarge: isLarge)
    }
    let end = middle.row + middle.rows
    messageRow = below > 0 ? end : nil
    keysRow = below > 1 ? end + 1 : nil
  }

  /// The rows of the screen below the block.
  private var free: Int {
    max(size.rows - ((keysRow ?? messageRow).map { $0 + 1 } ?? middle.row + middle.rows), 0)
  }

  /// The columns of the block.
  var text: Range<Int> { middle.column..<middle.column + middle.columns }

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

  private mutating func place(_ content: Content, isLarge: Bool) {
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
    let usual = (isLarge ? largeRows + 4 : usualCardRows) - cardRows
    let isUsual = hasFrame && (usual <= 0 || plan.reserve(usual))
    if isUsual { cardRows += max(usual, 0) }
    hasLargeCard = isLarge && isUsual
    let framed = places.rows.count + (content.hasInput ? 1 : 0)
    hasFramedEntries = plan.reserve(2 * framed, leaving: 1)
    let edge = hasFramedEntries ? 1 : 0
    let entryGap = !hasFramedEntries && plan.reserve(places.rows.count - 1) ? 1 : 0
    // The message, mostly empty, has a gap above it, and so has the card.
    let top = plan.reserve(1) ? 1 : 0
    _ = plan.reserve(1)
    card = middle.rows(top, cardRows)
    placeQuestion(content, heights, inner)
    var row = top + cardRows + gap
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
    middle.rows -= plan.left
  }

  /// With its frame; it grows with the screen.
  private var usualCardRows: Int { min(max(size.rows / 8 * 2, 4), 12) }

  /// The height of large letters.
  private var largeRows: Int { Self.largeCell + (size.rows >= 50 ? 4 : 0) }

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
    let inside = card.columns((middle.columns - inner) / 2, inner)
    // The question stays in the middle, and the pronunciation stands below it.
    var above = (card.rows - heights[0] - heights[1] + 1) / 2
    if hasLargeCard, content.hasLetters, hasOwnRows, heights[0] == 1, heights[1] <= 1,
      !text.isEmpty, text.cells <= min(Self.largeCells, inner / Self.largeCell)
    {
      largeQuestion = inside.rows(1, card.rows - 4)
      above = card.rows - 3
    }
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
      // A short button needs a gap before its neighbor; a longer one ends in blanks.
      let gap = index + 1 < columns && end - start > 1 && end - start < 11 ? 1 : 0
      return area.columns(start, end - start - gap)
    }
  }
}
