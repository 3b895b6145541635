import BoardLayout

/// Draws a scene as a frame; the same scene on the same screen is always the same frame.
struct SceneDrawing {
  /// The colours to use; attributes are used in any case.
  let depth: ColorDepth
  /// Whether to keep to ASCII, and to name emoji.
  let isASCII: Bool
  /// Whether the places of matched cards are empty.
  let hidesMatched: Bool

  /// Where everything stands.
  func layout(_ scene: Scene, size: (columns: Int, rows: Int)) -> SceneLayout {
    SceneLayout(size, chosen: scene.chosen) { area in
      guard let game = scene.game, area.rows > 0 else { return [] }
      return BoardDrawing(
        size: area, colors: game.colors, depth: scene.isOnline ? depth : .none,
        faces: isASCII ? .names : .emoji, marked: game.marked, chosen: scene.chosen,
        hidesMatched: hidesMatched, placesCursor: true, width: CellWidth.of
      ).walkablePages(game.cards)
    }
  }

  /// The frame of a scene.
  func frame(_ scene: Scene, _ layout: SceneLayout) -> Frame {
    let (middle, cursor) = middle(scene, layout)
    let room = max(layout.boardRows - middle.count, 0)
    // A long message takes rows that are empty, so that the board stays where it is.
    let message =
      layout.size.rows < 2
      ? []
      : MessageLines.of(
        scene.message, columns: layout.size.columns, rows: 1 + min(room, 2), isASCII: isASCII)
    let padding = Array(repeating: "", count: max(room + 1 - max(message.count, 1), 0))
    let lines = header(scene, layout) + middle.prefix(layout.boardRows) + padding
    let isAsking = if case .asking = scene.mode { true } else { false }
    let end = Frame.Cell(column: (message.last?.cells ?? 0) + 1, row: layout.size.rows - 1)
    return Frame(
      lines + message.map { $0.placingCursor() }, cursor: isAsking ? end : cursor,
      size: layout.size)
  }

  private func header(_ scene: Scene, _ layout: SceneLayout) -> [String] {
    guard let game = scene.game else {
      return Array(repeating: "", count: layout.headerRows)
    }
    let page = layout.pages.count > 1 ? layout.page?.index : nil
    let header = Header(
      game: game, isASCII: isASCII, page: page.map { ($0 + 1, layout.pages.count) })
    let lines = header.lines(columns: layout.size.columns, rows: layout.headerRows)
    return lines.enumerated().map { index, line in
      let line = line.placingCursor()
      return index == 0 ? Style.bold.of(line) : line
    }
  }

  /// What stands between header and message, and where the cursor does.
  private func middle(_ scene: Scene, _ layout: SceneLayout) -> ([String], Frame.Cell) {
    switch scene.mode {
    case .reading(let panel), .choosing(let panel, _):
      let (lines, cursor) = PanelDrawing(
        columns: layout.size.columns, rows: layout.boardRows, isASCII: isASCII
      ).drawn(panel)
      return (lines, Frame.Cell(column: cursor.column, row: layout.headerRows + cursor.row))
    case .board, .asking:
      let cell = Frame.Cell(column: 0, row: layout.headerRows)
      guard let page = layout.page?.page, let number = page.number(of: scene.chosen) else {
        return ([], cell)
      }
      // A style around a whole line is kept: without colours nothing in the line ends it.
      let lines = scene.isOnline ? page.lines : page.lines.map(Style.faint.of)
      return (lines, Frame.Cell(column: number.column, row: layout.headerRows + number.row))
    }
  }
}
