/// The place of a panel in the middle of a screen, below its first rows, or beside something, where
/// it is as wide as its place; on a small screen it takes everything, without a frame.
struct PanelFrame {
  /// With its frame, if it has one.
  let area: CellArea
  let hasFrame: Bool
  /// The rows and columns of its content.
  let content: CellArea
  /// Nil without room for it.
  let keysRow: Int?

  /// Smaller screens have no room for a frame.
  private static let smallest = Size(44, 12)

  /// `content` is the size that its content would like to have.
  init(in place: CellArea, content: Size) {
    let size = place.screen
    let isBeside = place.column > 0
    hasFrame =
      isBeside || (size.columns >= Self.smallest.columns && size.rows >= Self.smallest.rows)
    guard hasFrame else {
      area = CellArea(size)
      // The title is dropped first, then the keys: the text needs the room.
      let title = size.rows >= 3 ? 1 : 0
      keysRow = size.rows >= 5 ? size.rows - 1 : nil
      let last = keysRow ?? size.rows
      self.content = CellArea(
        column: 0, row: title, columns: size.columns, rows: max(last - title, 0))
      return
    }
    // The frame and two cells on each side; the frame, a gap and the keys.
    let columns = isBeside ? place.columns : min(content.columns + 6, size.columns - 4)
    let rows = min(content.rows + 5, isBeside ? place.rows : size.rows - max(place.row, 2))
    area = CellArea(
      column: place.column + (size.columns - columns) / 2,
      row: isBeside
        ? place.row + (place.rows - rows) / 2 : max((size.rows - rows) / 2, place.row),
      columns: columns, rows: rows)
    self.content = CellArea(
      column: area.column + 3, row: area.row + 2, columns: columns - 6, rows: rows - 5)
    keysRow = area.row + rows - 2
  }

  /// The columns of title and keys.
  var text: Range<Int> { content.column..<content.column + content.columns }

  func keysLine(_ hints: [KeyHint]) -> KeysLine { KeysLine(hints, columns: text) }

  /// Draws the panel without its content; the note stands beside the title.
  func draw(
    title: String, note: String, keys: [KeyHint], _ palette: Palette, on canvas: inout Canvas
  ) {
    canvas.coverForPanel(area, palette)
    if hasFrame { canvas.outline(area, palette.quiet) }
    let title = hasFrame ? " \(title) " : title
    if hasFrame || content.row > 0 {
      let room = text.upperBound - content.column
      let column = canvas.put(
        title, column: hasFrame ? area.column + 2 : 0, row: area.row, columns: room,
        palette.paint(.strong))
      let end = area.column + area.columns - (hasFrame ? 2 : 0)
      let shown = hasFrame && !note.isEmpty ? " \(note) " : note
      if end - column > shown.cells {
        canvas.put(shown, column: end - shown.cells, row: area.row, palette.quiet)
      }
    }
    guard let keysRow else { return }
    keysLine(keys).draw(row: keysRow, on: &canvas)
  }
}

extension Palette {
  /// The paint of a text, which keeps the ground of its panel.
  func paint(_ tone: PanelTone) -> Paint {
    let ink = isOnPanel ? panel.ink : nil
    return switch tone {
    case .plain: Paint(ink: ink)
    case .strong: Paint(ink: ink, isBold: true)
    case .quiet: quiet
    case .chosen: accent
    case .paint(let paint): paint
    }
  }
}

extension Canvas {
  /// Without a ground of its own, a gap separates a panel from the cards around it.
  mutating func coverForPanel(_ area: CellArea, _ palette: Palette) {
    let around = palette.panel == .plain ? area.grown(by: 1) : area
    // Fewer cells beside it show nothing of the scene.
    let isWide = columns - area.columns < 8
    cover(
      isWide
        ? CellArea(column: 0, row: around.row, columns: columns, rows: around.rows) : around, nil)
    if palette.panel != .plain { fill(area, palette.panel) }
  }

  /// Draws lines from the top of an area on.
  mutating func put(_ lines: some Collection<PanelLine>, in area: CellArea, _ palette: Palette) {
    for (row, line) in lines.prefix(max(area.rows, 0)).enumerated() {
      for slice in line.slices {
        put(
          slice.picture, rows: slice.row..<slice.row + 1, column: area.column + slice.column,
          row: area.row + row)
      }
      for part in line.parts {
        put(
          part.text, column: area.column + part.column, row: area.row + row,
          columns: area.columns - part.column, palette.paint(part.tone))
      }
    }
  }
}
