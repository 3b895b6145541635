import CellDrawing
import PlainText

struct PracticeButton: Equatable {
  var area: CellArea
  var lines: [String] = []
  /// The cells before each line.
  var start = 0
}

/// The texts on the buttons of a grid, in their middle: key and label, and the note if there is room.
struct EntryLabels {
  private enum NotePlace { case below, beside }

  private let entries: [PracticeEntry]
  /// Of a button.
  private let columns: Int
  private let ellipsis: String
  /// Nil without room for all notes; then none is shown.
  private let notes: NotePlace?
  /// If buttons stand below each other, the cells of the longest label: all begin in one column.
  private var longest: Int?

  init(_ entries: [PracticeEntry], _ grid: EntryGrid, in area: CellArea, _ ellipsis: String) {
    (self.entries, self.ellipsis) = (entries, ellipsis)
    let columns = grid.width(of: area)
    self.columns = columns
    if grid.columns > 1 {
      notes = entries.allSatisfy { $0.note.cells <= Self.room(columns) } ? .below : nil
    } else {
      // There is no row to spare.
      let hasRoom = entries.allSatisfy {
        Self.key($0, columns).count + Self.padded($0.label).cells + $0.note.cells
          <= Self.room(columns)
      }
      notes = columns >= PracticeLayout.minimumCellsBeside.command && hasRoom ? .beside : nil
    }
    guard grid.rows.count > 1 else { return }
    // Short ones begin in the same column for all questions.
    longest = entries.indices.flatMap { labelLines(of: $0, columns) }.map(\.cells).reduce(
      Self.usualLabel, max)
  }

  private static let usualLabel = 16

  /// The rows of the highest button in a row of buttons.
  func rows(of members: [Int]) -> Int {
    members.map { labelLines(of: $0, columns).count + (note(of: $0) == nil ? 0 : 1) }.max() ?? 1
  }

  /// Long labels begin at the left.
  func button(of index: Int, in area: CellArea, rows: Int) -> PracticeButton {
    let lines = labelLines(of: index, area.columns, rows: rows)
    let note = note(of: index)
    let width = longest ?? (lines.map(\.cells) + [note?.cells ?? 0]).max() ?? 0
    let start = max((area.columns - width) / 2, PracticeLayout.indent(area.columns))
    var button = PracticeButton(area: area, lines: lines, start: start)
    if let note, lines.count < rows { button.lines.append(note) }
    return button
  }

  /// For a row of its own.
  private func note(of index: Int) -> String? {
    let note = entries[index].note
    return notes == .below && !note.isEmpty ? note : nil
  }

  /// Further lines are aligned with the label.
  private func labelLines(
    of index: Int, _ columns: Int, rows: Int = PracticeLayout.maximumRows
  ) -> [String] {
    let entry = entries[index]
    let room = Self.room(columns)
    let key = Self.key(entry, columns)
    guard room > key.count + 1 else { return [entry.shownKey.clipped(to: room, ellipsis)] }
    let hasNote = notes == .beside && !entry.note.isEmpty
    let label = hasNote ? Self.padded(entry.label) + entry.note : entry.label
    let lines = label.wrapped(cells: room - key.count, lines: rows, ellipsis)
    return [key + (lines.first ?? "")]
      + lines.dropFirst().map { String(repeating: " ", count: key.count) + $0 }
  }

  /// Aligned with the other grades, for a note after it.
  private static func padded(_ label: String) -> String {
    label + String(repeating: " ", count: max(8 - label.cells, 2))
  }

  /// The cells for a label; the frame of a button needs one.
  private static func room(_ columns: Int) -> Int {
    let indent = PracticeLayout.indent(columns)
    return max(columns - indent - (indent + 1) / 2, 1)
  }

  private static func key(_ entry: PracticeEntry, _ columns: Int) -> String {
    entry.shownKey + (columns >= 24 ? "  " : " ")
  }
}
