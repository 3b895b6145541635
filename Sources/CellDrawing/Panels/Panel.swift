import Translation

/// A text over the middle of a screen, until a key closes it.
package struct Panel {
  let title: String
  /// Shown above the rest if there is room for all of it, and a frame.
  let heading: [PanelBlock]
  let blocks: [PanelBlock]
  let keys: [KeyHint]
  /// How many lines have been scrolled out of sight.
  private var scrolled = 0

  /// Longer lines are hard to read.
  private static let maximumColumns = 64

  package init(
    _ title: String, heading: [PanelBlock] = [], _ blocks: [PanelBlock], keys: [KeyHint]
  ) {
    (self.title, self.heading, self.blocks, self.keys) = (title, heading, blocks, keys)
  }

  /// Its place on a screen, and its lines.
  struct Layout {
    let frame: PanelFrame
    let lines: [PanelLine]
    let top: Int

    var isScrollable: Bool { lines.count > frame.content.rows }
    var last: Int { min(top + frame.content.rows, lines.count) }

    /// With the one that scrolls, if there is more, and room for it.
    func keys(_ keys: [KeyHint], _ symbols: Symbols) -> [KeyHint] {
      isScrollable ? keys + [KeyHint.more(symbols, rank: 9)] : keys
    }
  }

  func layout(in area: CellArea, _ symbols: Symbols) -> Layout {
    let whole = layout(of: heading + blocks, in: area, symbols)
    return whole.frame.hasFrame && !whole.isScrollable || heading.isEmpty
      ? whole : layout(of: blocks, in: area, symbols)
  }

  private func layout(
    of blocks: [PanelBlock], in area: CellArea, _ symbols: Symbols
  ) -> Layout {
    let keys = keys.reduce(0) { $0 + $1.label.cells + $1.does.cells + 4 } - 3
    let wanted = max(PanelText.width(of: blocks), title.cells + 2, keys)
    // At maximum width first, to find the height.
    let trial = PanelFrame(
      in: area, content: Size(min(wanted, Self.maximumColumns), area.screen.rows))
    var blocks = blocks
    // Keys without room at the bottom can be scrolled to.
    let hidden = trial.keysLine(self.keys).hidden
    if !hidden.isEmpty { blocks += [.gap] + hidden.map { .row($0.label, $0.does, $0.key) } }
    let text = PanelText(columns: trial.content.columns, blocks, symbols)
    let lines = text.lines(blocks)
    let frame = PanelFrame(in: area, content: Size(min(wanted, Self.maximumColumns), lines.count))
    let top = min(scrolled, max(lines.count - max(frame.content.rows, 1), 0))
    return Layout(frame: frame, lines: lines, top: top)
  }

  /// Whether nothing of it need be scrolled to.
  package func fits(in area: CellArea, _ symbols: Symbols) -> Bool {
    !layout(in: area, symbols).isScrollable
  }

  /// Scrolls if the key does so and there is anything to scroll to; otherwise returns false.
  private mutating func scroll(by key: Key, in layout: Layout) -> Bool {
    guard layout.isScrollable, let move = CursorMove.keys[key] else { return false }
    let tops = layout.lines.count - layout.frame.content.rows + 1
    scrolled = move.index(
      from: layout.top, count: tops, columns: 1, page: layout.frame.content.rows)
    return true
  }

  /// The key, or the one that a click presses, `.escape` beside the panel; nil if the key only
  /// scrolled, or the click hit nothing.
  package mutating func pressed(_ key: Key, in area: CellArea, _ symbols: Symbols) -> Key? {
    let layout = layout(in: area, symbols)
    if scroll(by: key, in: layout) { return nil }
    guard case .click(let column, let row) = key else { return key }
    let (frame, content) = (layout.frame, layout.frame.content)
    guard frame.area.contains(column: column, row: row) else { return .escape }
    if row == frame.keysRow {
      guard let key = frame.keysLine(layout.keys(keys, symbols)).key(atColumn: column) else {
        return nil
      }
      return scroll(by: key, in: layout) ? nil : key
    }
    guard content.contains(column: column, row: row) else { return nil }
    let line = layout.top + row - content.row
    guard layout.lines.indices.contains(line) else { return nil }
    return layout.lines[line].target(atColumn: column - content.column)?.key
  }

  /// Returns the cursor's cell: the key of the first choice.
  package func draw(
    in area: CellArea, _ palette: Palette, on canvas: inout Canvas
  ) -> Frame.Cell {
    let palette = palette.onPanel
    let layout = layout(in: area, canvas.symbols)
    let keys = layout.keys(keys, canvas.symbols)
    let (frame, shown) = (layout.frame, "\(layout.top + 1)-\(layout.last)")
    var (title, note) = (title, "")
    if layout.isScrollable, frame.hasFrame {
      // Translators: the lines in sight of a text; {lines} is “1-12”.
      note = tr("{lines} of {count}", ["lines": shown, "count": layout.lines.count])
    } else if layout.isScrollable {
      // Otherwise nobody would know that there is more.
      note = "\(shown)/\(layout.lines.count)"
      title = title.clipped(to: frame.area.columns - note.cells - 2, canvas.symbols.ellipsis)
    }
    frame.draw(title: title, note: note, keys: keys, palette, on: &canvas)
    canvas.put(layout.lines[layout.top..<layout.last], in: layout.frame.content, palette)
    let choice = (layout.top..<layout.last).first {
      layout.lines[$0].target(atColumn: 0)?.key != nil
    }
    if let choice {
      return Frame.Cell(
        column: frame.content.column, row: frame.content.row + choice - layout.top)
    }
    let first = frame.keysLine(keys).first ?? frame.content.column
    return Frame.Cell(column: first, row: frame.keysRow ?? frame.content.row)
  }
}

extension PanelLine {
  /// What a click does; beside its parts a line does what its first part does.
  func target(atColumn column: Int) -> PanelTarget? {
    let part = parts.first { ($0.column..<$0.column + $0.text.cells).contains(column) }
    guard part == nil else { return part?.target }
    if case .key? = parts.first?.target { return parts.first?.target }
    return nil
  }
}

extension PanelTarget {
  var key: Key? {
    if case .key(let key) = self { key } else { nil }
  }
}
