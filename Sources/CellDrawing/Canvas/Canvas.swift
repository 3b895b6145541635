/// An area of terminal cells, which is painted piece by piece; later pieces cover earlier ones.
package struct Canvas: Sendable {
  /// Larger screens improve no board, and each cell costs time and memory.
  package static let largest = Size(1_000, 500)

  package let columns: Int
  package let rows: Int
  package let symbols: Symbols
  private var cells: [Cell]
  /// Those that the terminal draws, by their names.
  package internal(set) var images: [UInt32: TerminalPicture] = [:]

  private struct Cell {
    /// Nil in the second cell of a wide character.
    var character: Character? = " "
    var paint = Paint.plain
  }

  package init(columns: Int, rows: Int, symbols: Symbols = .unicode) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    self.symbols = symbols
    cells = Array(repeating: Cell(), count: self.columns * self.rows)
  }

  /// Paints text that starts at a cell, cut at the canvas' edges; returns the column after it.
  ///
  /// A paint without a background keeps the one that is there, and without an ink its ink.
  @discardableResult
  package mutating func put(
    _ text: String, column: Int, row: Int, _ paint: Paint = .plain
  ) -> Int {
    guard (0..<rows).contains(row) else { return column }
    var column = column
    for character in text {
      let width = character.isASCII ? 1 : CellWidth.of(character)
      guard width > 0 else { continue }
      set(character, width: width, column: column, row: row, paint)
      column += width
    }
    return column
  }

  /// Paints a character that fills half of its cell; the other half stays if it is filled.
  package mutating func putHalf(_ half: Character, column: Int, row: Int, _ paint: Paint) {
    guard (0..<rows).contains(row), (0..<columns).contains(column) else { return }
    let before = cells[row * columns + column]
    var paint = paint
    if let other = before.character, other != half, "▌▐".contains(other) {
      paint.ground = before.paint.ink
    }
    put(String(half), column: column, row: row, paint)
  }

  /// Paints text within `columns`, with an ellipsis if it is cut.
  @discardableResult
  package mutating func put(
    _ text: String, column: Int, row: Int, columns: Int, _ paint: Paint = .plain
  ) -> Int {
    put(text.clipped(to: columns, symbols.ellipsis), column: column, row: row, paint)
  }

  /// Paints an empty rectangle; without a paint it gets the terminal's own background.
  package mutating func fill(_ area: CellArea, _ paint: Paint?) {
    for row in area.row..<area.row + max(area.rows, 0) where (0..<rows).contains(row) {
      for column in area.column..<area.column + max(area.columns, 0) {
        set(" ", width: 1, column: column, row: row, paint)
      }
    }
  }

  /// Paints an empty rectangle over what is there: numbers and words that it would cut disappear.
  package mutating func cover(_ area: CellArea, _ paint: Paint?) {
    for row in max(area.row, 0)..<max(min(area.row + area.rows, rows), area.row, 0) {
      for (edge, step) in [(area.column, -1), (area.column + area.columns - 1, 1)] {
        var column = edge
        while isWritten(column, row) {
          if column != edge { put(" ", column: column, row: row) }
          column += step
        }
      }
    }
    fill(area, paint)
  }

  /// Whether a cell is part of a text, or the only space between two.
  private func isWritten(_ column: Int, _ row: Int) -> Bool {
    isInked(column, row) || (isInked(column - 1, row) && isInked(column + 1, row))
  }

  private func isInked(_ column: Int, _ row: Int) -> Bool {
    guard (0..<columns).contains(column) else { return false }
    guard let character = cells[row * columns + column].character else { return true }
    return character != " " && character.unicodeScalars.first?.isBlockOrLine == false
  }

  /// Paints the edge of a rectangle, by default that of a panel.
  package mutating func outline(_ area: CellArea, _ paint: Paint, _ border: Border? = nil) {
    let border = border ?? symbols.back
    let (last, right) = (area.row + area.rows - 1, area.column + area.columns - 1)
    put(border.top(width: area.columns), column: area.column, row: area.row, paint)
    for row in area.row + 1..<max(last, area.row + 1) {
      put(String(border.left), column: area.column, row: row, paint)
      put(String(border.right), column: right, row: row, paint)
    }
    put(border.bottom(width: area.columns), column: area.column, row: last, paint)
  }

  /// Removes all colors, as if everything were switched off: everything gets one quiet ink, or is
  /// faint.
  package mutating func dim(_ quiet: Paint = .plain) {
    let paint = quiet == .plain ? Paint(isFaint: true) : quiet
    for place in cells.indices { cells[place].paint = paint }
  }

  mutating func set(
    _ character: Character, width: Int, column: Int, row: Int, _ paint: Paint?
  ) {
    guard column < columns, column + width > 0 else { return }
    // At an edge a wide character leaves a blank.
    let isWhole = column >= 0 && column + width <= columns
    for cell in max(column, 0)..<min(column + width, columns) {
      let place = row * columns + cell
      splitWide(at: cell, row: row)
      var over = paint ?? .plain
      let under = cells[place].paint
      if paint != nil, over.ground == nil, under.ground != nil {
        (over.ground, over.ink) = (under.ground, over.ink ?? under.ink)
      }
      cells[place] = Cell(
        character: isWhole ? (cell == column ? character : nil) : " ", paint: over)
    }
  }

  /// Blanks the other half of a wide character before one half is painted over.
  private mutating func splitWide(at column: Int, row: Int) {
    let place = row * columns + column
    if cells[place].character == nil, column > 0 { cells[place - 1].character = " " }
    if column + 1 < columns, cells[place + 1].character == nil { cells[place + 1].character = " " }
  }

  /// The rows as text with escape sequences, without blanks at their ends.
  ///
  /// With `placesCursor` each character that is not one simple cell is followed by a sequence (CHA)
  /// that places the cursor at the next column: terminals disagree about the width of those.
  package func lines(placesCursor: Bool) -> [String] {
    (0..<rows).map { line($0, placesCursor: placesCursor) }
  }

  private func line(_ row: Int, placesCursor: Bool) -> String {
    let cells = cells[row * columns..<(row + 1) * columns]
    let end = cells.lastIndex { $0.character != " " || !$0.paint.isInvisible }
    guard let end else { return "" }
    var line = ""
    var paint = Paint.plain
    for place in cells.startIndex...end {
      guard let character = cells[place].character else { continue }
      let change = paint.change(to: cells[place].paint, isBlank: character == " ")
      line += change.sequence
      paint = change.paint
      line.append(character)
      guard placesCursor, !character.isASCII else { continue }
      let isWide = place + 1 < cells.endIndex && cells[place + 1].character == nil
      let scalars = character.unicodeScalars
      // A single letter of a flag would join with the next one.
      guard isWide || scalars.count > 1 || scalars.first?.isFlagLetter == true else { continue }
      line += cursorSequence(to: place - cells.startIndex + (isWide ? 2 : 1))
    }
    return paint == .plain ? line : line + "\u{1B}[0m"
  }
}

extension Unicode.Scalar {
  /// Whether two of them are a flag, as 🇩 and 🇪 are 🇩🇪.
  var isFlagLetter: Bool { (0x1F1E6...0x1F1FF).contains(value) }
}

extension Unicode.Scalar {
  /// Whether borders, bars and pictures are made of it, which may be cut.
  fileprivate var isBlockOrLine: Bool {
    (0x2500...0x259F).contains(value) || self == TerminalPicture.placeholder
  }
}

/// The escape sequence (CHA) that places the cursor in a column, counted from 0.
func cursorSequence(to column: Int) -> String { "\u{1B}[\(column + 1)G" }
