import CellDrawing
import MemorizeText
import Practice

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
    /// What is told after the answer.
    var note = ""
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
    /// Whether the card has a picture instead, whatever the length of its text.
    var hasPicture = false
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

  let size: Size
  /// Nil without room for it, as are the next three.
  let titleRow: Int?
  let progressRow: Int?
  private(set) var messageRow: Int?
  private(set) var keysRow: Int?
  /// Everything between them.
  var middle: CellArea
  var card = CellArea.none
  var hasFrame = false
  /// Whether the cells around the card are free, for the edge of a light one.
  private(set) var hasEdge = false
  /// With its pronunciation, if that has no row of its own.
  private(set) var question = TextBlock()
  private(set) var pronunciation = TextBlock()
  /// For the letters of a short question, whose text then stands below it; nil if the question is
  /// long or the screen small.
  private(set) var largeQuestion: CellArea?
  /// In the card, if there is room for it.
  private(set) var note = TextBlock()
  private(set) var answer = TextBlock()
  /// The typed line or the answer.
  private(set) var input = CellArea.none
  /// Around it, if there is room.
  private(set) var inputFrame: CellArea?
  /// Below it, what was typed before.
  private(set) var notes = CellArea.none
  private(set) var entries: [PracticeButton] = []
  var hasFramedEntries = false
  var result: Result?
  /// Whether a text is not shown as a whole.
  var isCut = false
  /// Whether the card has rows for large letters, even if its question is too long for them.
  private var hasLargeCard = false

  let ellipsis: String
  private static let usualRows = 34
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
  /// With this many cells, a grade can stand beside the others, and a command beside another one,
  /// unless its label is longer than most.
  static let minimumCellsBeside = (grade: 12, command: 24)
  /// The missed cards scroll within no fewer rows.
  static let minimumListRows = 3
  /// No text has more rows.
  static let maximumRows = 200

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
    // A single row is left free above the title, unless an answer may need it.
    let odd = content.hasAnswer || content.hasInput ? 0 : 1
    let top = min(
      (layout(content.usual, top: 0).free + odd) / 2, layout(content, top: 0).free)
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
    let most = wanted == nil ? min(all, max(Self.usualRows, all * 3 / 4)) : all
    titleRow = most >= 4 ? top : nil
    progressRow = most >= 10 ? top + 1 : nil
    let first = top + [titleRow, progressRow].count { $0 != nil }
    let below = most >= 7 ? 2 : most >= 3 ? 1 : 0
    let usual = min(max(columns / 2, Self.usualColumns.lowerBound), Self.usualColumns.upperBound)
    let large = max(Self.largeCells * Self.largeCell + 4, columns * 2 / 3)
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

  private mutating func place(_ content: Content, isLarge: Bool) {
    let inner = middle.columns >= 24 ? middle.columns - 4 : middle.columns
    let indent = Self.indent(middle.columns)
    let field = max(middle.columns - 2 * indent, 1)
    let answerRows = 1 + (content.hasAnswer || content.hasInput ? 1 : 0)
    let grid = entryGrid(content.entries.count, rows: middle.rows - answerRows)
    let places = entryGrid(
      max(content.maximumEntries, content.entries.count), rows: middle.rows - answerRows)
    let texts = EntryLabels(content.entries, grid, in: middle, ellipsis)
    // Grades beside each other have two rows, kept free from the beginning.
    let hasGrades = content.hasAnswer && places.columns > 1
    let labels = grid.rows.map { max(texts.rows(of: $0), hasGrades ? 2 : 1) }
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
    let usual = (isLarge ? largeRows + lettersGap + 4 : usualCardRows) - cardRows
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
    hasEdge = hasFrame && top > 0 && gap > 0 && middle.column > 0
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
  private var largeRows: Int { Self.largeCell + min(max(size.rows - 30, 0) / 3, 10) }

  /// Between them and their text, if the screen has room for all else.
  private var lettersGap: Int { size.rows >= 30 ? 1 : 0 }

  /// Places the rows of buttons below each other.
  mutating func placeEntries(
    _ content: Content, _ grid: EntryGrid, heights: [Int], from row: Int, gap: Int = 0
  ) {
    let frame = hasFramedEntries ? 2 : 0
    let texts = EntryLabels(content.entries, grid, in: middle, ellipsis)
    var row = row
    for (members, height) in zip(grid.rows, heights) {
      let shown = min(texts.rows(of: members), height)
      for (column, entry) in members.enumerated() {
        let part = grid.part(column, of: middle.rows(row, shown + frame))
        let isHidden = part.isEmpty || shown <= 0
        entries.append(
          isHidden
            ? PracticeButton(area: part) : texts.button(of: entry, in: part, rows: shown))
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
    let texts = heights[0] + heights[1]
    let pictureRows = min(largeRows, card.rows - 2 - texts)
    if hasLargeCard, content.hasPicture, pictureRows >= 3 {
      largeQuestion = inside.rows(1, pictureRows)
      above = min(pictureRows + 1 + lettersGap, card.rows - 1 - texts)
    } else if hasLargeCard, content.hasLetters, hasOwnRows, heights[0] == 1, heights[1] <= 1,
      !text.isEmpty, text.cells <= min(Self.largeCells, inner / Self.largeCell)
    {
      largeQuestion = inside.rows(1, largeRows)
      above = card.rows - 3
    }
    let noteRows = placeNote(
      content.note, below: &above, texts, inside, isFixed: content.hasPicture)
    question = block(text, inside.rows(above, heights[0]))
    pronunciation = block(content.pronunciation, inside.rows(above + heights[0], heights[1]))
    let gap = noteRows > lines(content.note, inside.columns).count ? 1 : 0
    note = block(content.note, inside.rows(above + texts + gap, noteRows - gap))
  }

  /// Moves the texts up to make room for the note below them, unless a picture is above; returns its
  /// rows.
  private mutating func placeNote(
    _ text: String, below above: inout Int, _ rows: Int, _ inside: CellArea, isFixed: Bool
  ) -> Int {
    if text.isEmpty { return 0 }
    let frame = hasFrame ? 1 : 0
    let room = card.rows - 2 * frame - rows
    let needed = lines(text, inside.columns).count
    // A row between them, if there is room.
    let wanted = min(needed + 1, max(room, 0))
    let missing = wanted - (card.rows - frame - above - rows)
    guard missing > 0 else { return wanted }
    if isFixed { return max(wanted - missing, 0) }
    if largeQuestion != nil {
      // The note is read now, and the letters were.
      largeQuestion = nil
      above = (card.rows - rows - wanted) / 2
    } else {
      above -= missing
    }
    return wanted
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

  func lines(_ text: String, _ columns: Int) -> [String] {
    guard columns > 0 else { return [] }
    let lines = text.wrapped(cells: columns, lines: Self.maximumRows, ellipsis)
    return lines.isEmpty ? [""] : lines
  }

  func entryGrid(_ count: Int, rows: Int, minimum: Int? = nil) -> EntryGrid {
    EntryGrid(
      count: count, columns: middle.columns, rows: rows,
      minimum: minimum ?? (count > 3 ? Self.gradeCells : nil))
  }

  /// The same before the grades appear.
  private static var gradeCells: Int {
    Rating.allCases.reduce(minimumCellsBeside.grade) {
      EntryLabels.columns(for: $1.label, least: $0)
    }
  }
}
