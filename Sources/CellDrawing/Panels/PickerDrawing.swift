import Translation

extension Picker {
  /// The places of everything on a screen.
  package struct Layout {
    let frame: PanelFrame
    /// The row of the filter above the list; nil if it stands in the title.
    let filterRow: Int?
    package let list: CellArea
    /// At the right of the list; nil on a narrow screen.
    let details: CellArea?
    /// Below the list, on a narrow screen.
    let summary: CellArea
    /// The first visible line of the list.
    let top: Int
    /// The items that the filter leaves.
    let shown: [Int]
  }

  /// A narrower screen has no room for details beside the list.
  private static let wide = 60
  private static let maximumColumns = 96
  /// Of the details and the list.
  private static let rows = 14...30

  package func layout(in area: CellArea) -> Layout {
    let size = area.screen
    let isWide = size.columns >= Self.wide && size.rows >= 12
    let wanted = items.map { Self.width(of: $0) }.max() ?? 0
    let rows = min(max(items.count + 2, Self.rows.lowerBound), Self.rows.upperBound)
    let frame = PanelFrame(
      in: area, content: Size(isWide ? Self.maximumColumns : max(wanted, 48), rows))
    let content = frame.content
    var list = content
    var summary = CellArea(column: content.column, row: 0, columns: content.columns, rows: 0)
    let filterRow = frame.hasFrame ? content.row : nil
    if filterRow != nil {
      list.row += 2
      list.rows -= 2
    }
    if isWide {
      list.columns = min(max(wanted, 18), content.columns * 2 / 5)
    } else {
      summary.rows = list.rows >= 4 + choices.count ? 1 + choices.count : list.rows >= 4 ? 1 : 0
      list.rows -= summary.rows
      summary.row = list.row + list.rows
    }
    let shown = shown
    let place = shown.firstIndex(of: item) ?? 0
    let visible = max(list.rows, 1)
    let left = list.column + list.columns + 3
    return Layout(
      frame: frame, filterRow: filterRow, list: list,
      details: isWide
        ? CellArea(
          column: left, row: content.row,
          columns: max(content.column + content.columns - left, 0), rows: content.rows) : nil,
      summary: summary, top: max(min(place / visible * visible, shown.count - visible), 0),
      shown: shown)
  }

  private static func width(of item: Item) -> Int {
    let icon = item.icon.isEmpty ? 0 : item.icon.cells + 1
    return 4 + icon + item.name.cells + (item.note.isEmpty ? 0 : 2 + item.note.cells)
  }

  private var choiceBlocks: [PanelBlock] {
    choices.enumerated().flatMap { [.choice($1, $0), .gap] }
  }

  /// Handles a click; a click on the chosen line starts it.
  package mutating func click(
    column: Int, row: Int, in area: CellArea, _ symbols: Symbols
  ) -> Outcome {
    let layout = layout(in: area)
    guard layout.frame.area.contains(column: column, row: row) else { return .closed }
    if row == layout.frame.keysRow {
      let line = layout.frame.keysLine(keys)
      return line.key(atColumn: column).map { handle($0, page: layout.list.rows) } ?? .none
    }
    if row == layout.filterRow, column < layout.list.column + layout.list.columns {
      return filter == nil ? handle("/", page: layout.list.rows) : .none
    }
    if layout.list.contains(column: column, row: row) {
      let place = layout.top + row - layout.list.row
      guard layout.shown.indices.contains(place) else { return .none }
      let clicked = layout.shown[place]
      return clicked == chosen ? .chosen(clicked) : choose(clicked)
    }
    if let area = layout.details, area.contains(column: column, row: row) {
      let text = PanelText(columns: area.columns, choiceBlocks, symbols)
      let lines = text.lines(choiceBlocks)
      guard lines.indices.contains(row - area.row),
        case .choose(let choice, let value) = lines[row - area.row].target(
          atColumn: column - area.column)
      else { return .none }
      choose(value, of: choice)
    }
    return .none
  }

  /// Returns the cursor's cell.
  package func draw(
    in area: CellArea, details: [PanelBlock], _ palette: Palette, on canvas: inout Canvas
  ) -> Frame.Cell {
    let palette = palette.onPanel
    let layout = layout(in: area)
    let typed = filter.map { "/\($0)" }
    let place = layout.shown.firstIndex(of: item).map { $0 + 1 } ?? 0
    layout.frame.draw(
      title: layout.filterRow == nil ? [title, typed ?? ""].joined(separator: " ") : title,
      // Translators: the place of the chosen line in a list.
      note: tr("{place} of {count}", ["place": place, "count": layout.shown.count]), keys: keys,
      palette, on: &canvas)
    var caret: Frame.Cell?
    if let row = layout.filterRow {
      let text = typed ?? tr("/ to filter")
      let end = canvas.put(
        text, column: layout.list.column, row: row, columns: layout.list.columns - 1,
        palette.paint(typed == nil ? .quiet : .strong))
      if typed != nil { caret = Frame.Cell(column: end, row: row) }
    } else if let typed {
      caret = Frame.Cell(
        column: title.cells + 1 + typed.cells, row: layout.frame.area.row)
    }
    drawList(layout, palette, on: &canvas)
    drawDetails(details, layout, palette, on: &canvas)
    let row = layout.list.row + max(place - 1 - layout.top, 0)
    return caret ?? Frame.Cell(column: layout.list.column, row: row)
  }

  private func drawList(_ layout: Layout, _ palette: Palette, on canvas: inout Canvas) {
    let area = layout.list
    guard !layout.shown.isEmpty else {
      canvas.put(
        tr("Nothing matches."), column: area.column, row: area.row, columns: area.columns,
        palette.quiet)
      return
    }
    for (index, shown) in layout.shown.dropFirst(layout.top).prefix(area.rows).enumerated() {
      let (row, item) = (area.row + index, items[shown])
      let isChosen = shown == self.item
      if isChosen {
        canvas.put(canvas.symbols.mark, column: area.column, row: row, palette.accent)
      }
      let end = area.column + area.columns - 1
      var room = end - area.column - 2
      if !item.note.isEmpty, item.note.cells + 2 + item.name.cells / 2 < room {
        room -= item.note.cells + 2
        canvas.put(item.note, column: end - item.note.cells, row: row, palette.quiet)
      }
      let icon = item.icon.isEmpty ? "" : item.icon + " "
      canvas.put(
        icon + item.name, column: area.column + 2, row: row, columns: room,
        palette.paint(isChosen ? .strong : .plain))
    }
    drawRest(layout, palette, on: &canvas)
  }

  /// Tells below the list how many lines are above and below the visible ones.
  private func drawRest(_ layout: Layout, _ palette: Palette, on canvas: inout Canvas) {
    guard layout.details != nil else { return }
    let below = max(layout.shown.count - layout.top - layout.list.rows, 0)
    // Translators: lines of a list that are out of sight.
    let (aboveText, belowText) = (
      tr(layout.top, "1 above", "{n} above"), tr(below, "1 more", "{n} more")
    )
    let texts = [
      layout.top > 0 ? canvas.symbols.above + aboveText : "",
      below > 0 ? canvas.symbols.below + belowText : "",
    ]
    canvas.put(
      texts.filter { !$0.isEmpty }.joined(separator: "  "), column: layout.list.column + 2,
      row: layout.list.row + layout.list.rows, palette.quiet)
  }

  private func drawDetails(
    _ details: [PanelBlock], _ layout: Layout, _ palette: Palette, on canvas: inout Canvas
  ) {
    guard let area = layout.details else {
      var lines = [chosen.map { items[$0].summary } ?? ""]
      lines += choices.map { choice in
        // Translators: what is chosen of several, and the key for it, as “Mode: Typed (Tab)”.
        tr(
          "{name}: {choice} ({key})",
          ["name": choice.name, "choice": choice.values[choice.chosen], "key": choice.key])
      }
      for (index, line) in lines.prefix(max(layout.summary.rows, 0)).enumerated() {
        canvas.put(
          line, column: layout.summary.column, row: layout.summary.row + index,
          columns: layout.summary.columns)
      }
      return
    }
    for row in area.row..<area.row + max(area.rows, 0) {
      canvas.put(canvas.symbols.line, column: area.column - 2, row: row, palette.quiet)
    }
    let blocks = choiceBlocks + (chosen == nil ? [] : details)
    let text = PanelText(columns: area.columns, rows: area.rows, blocks, canvas.symbols)
    canvas.put(text.lines(blocks), in: area, palette)
  }
}
