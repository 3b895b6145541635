internal import PlainText
import Translation

/// A few lines of text to change, each beside its name.
package struct TextForm: Equatable {
  package struct Field: Equatable {
    package let name: String
    package fileprivate(set) var line: AnswerLine

    package init(_ name: String, _ line: AnswerLine) { (self.name, self.line) = (name, line) }
  }

  /// What a key did.
  package enum Outcome { case none, saved, closed }

  let title: String
  package private(set) var fields: [Field]
  /// Why they could not be saved; empty until then.
  package var fault = ""
  private var chosen = 0

  package init(_ title: String, _ fields: [Field]) { (self.title, self.fields) = (title, fields) }

  private static let columns = 64
  private static let faultRows = 2
  private static var keys: [KeyHint] {
    [
      KeyHint(.enter, tr("save", context: "key")), KeyHint(.escape, tr("cancel", context: "key")),
      KeyHint(.tab, tr("next line", context: "key"), rank: 1),
    ]
  }

  /// A click beside it does not close it: what was typed would be lost.
  package mutating func handle(_ key: Key, in area: CellArea) -> Outcome {
    var key = key
    if case .click(let column, let row) = key {
      let (frame, top) = layout(in: area)
      if row == frame.keysRow, let pressed = frame.keysLine(Self.keys).key(atColumn: column) {
        key = pressed
      } else if frame.content.contains(column: column, row: row) {
        chosen = min(top + row - frame.content.row, fields.count - 1)
      }
    }
    if fields[chosen].line.edit(by: key) { return .none }
    switch key {
    case .enter: return .saved
    case .escape: return .closed
    case .down, .tab: chosen = (chosen + 1) % fields.count
    case .up: chosen = (chosen + fields.count - 1) % fields.count
    default: break
    }
    return .none
  }

  /// The first visible line follows the chosen one.
  private func layout(in area: CellArea) -> (frame: PanelFrame, top: Int) {
    let frame = PanelFrame(
      in: area, content: Size(Self.columns, fields.count + 1 + Self.faultRows))
    return (frame, max(chosen + 1 - max(frame.content.rows, 1), 0))
  }

  /// Returns the caret's cell.
  package func draw(
    in area: CellArea, _ palette: Palette, on canvas: inout Canvas
  ) -> Frame.Cell {
    let palette = palette.onPanel
    let (frame, top) = layout(in: area)
    let content = frame.content
    frame.draw(title: title, note: "", keys: Self.keys, palette, on: &canvas)
    let names = min((fields.map(\.name.cells).max() ?? 0) + 2, content.columns / 2)
    var caret = Frame.Cell(column: content.column, row: content.row)
    for (index, field) in fields.enumerated().dropFirst(top).prefix(max(content.rows, 1)) {
      let row = content.row + index - top
      let isChosen = index == chosen
      canvas.put(
        field.name, column: content.column, row: row, columns: names,
        palette.paint(isChosen ? .strong : .quiet))
      let (text, place) = field.line.window(columns: content.columns - names, canvas.symbols)
      canvas.put(text.harmless, column: content.column + names, row: row, palette.paint(.plain))
      if isChosen { caret = Frame.Cell(column: content.column + names + place, row: row) }
    }
    // Below a gap, if there is room for it.
    let free = content.rows - fields.count
    let rows = min(free, Self.faultRows)
    let lines = fault.wrapped(cells: content.columns, lines: max(rows, 0), canvas.symbols.ellipsis)
    for (index, line) in lines.enumerated() {
      canvas.put(
        line, column: content.column, row: content.row + content.rows - rows + index,
        palette.paint(.strong))
    }
    return caret
  }
}
