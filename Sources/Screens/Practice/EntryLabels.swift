import CellDrawing
import PlainText

/// The texts on the buttons of a grid: key and label, and the note if there is room.
struct EntryLabels {
  private let entries: [PracticeEntry]
  /// Of a button.
  private let columns: Int
  private let ellipsis: String
  /// Whether there is room for all notes; otherwise none is shown.
  private let showsNotes: Bool

  init(_ entries: [PracticeEntry], _ grid: EntryGrid, in area: CellArea, _ ellipsis: String) {
    (self.entries, self.ellipsis) = (entries, ellipsis)
    let columns = grid.width(of: area)
    self.columns = columns
    let isBeside = columns >= PracticeLayout.minimumCellsBeside.command
    // Below each other there is no row to spare.
    showsNotes =
      (isBeside || grid.columns > 1)
      && entries.allSatisfy {
        let used = isBeside ? Self.key($0, columns).count + max($0.label.cells + 2, 8) : 0
        return used + $0.note.cells <= Self.room(columns)
      }
  }

  /// The rows of the highest button in a row of buttons.
  func rows(of members: [Int]) -> Int { members.map { lines(of: $0, columns).count }.max() ?? 1 }

  /// Further lines are aligned with the label; a note has its own line in a narrow button.
  func lines(
    of index: Int, _ columns: Int, rows: Int = PracticeLayout.maximumRows
  ) -> [String] {
    let entry = entries[index]
    let room = Self.room(columns)
    let key = Self.key(entry, columns)
    guard room > key.count + 1 else { return [entry.shownKey.clipped(to: room, ellipsis)] }
    var label = entry.label
    let hasNote = showsNotes && !entry.note.isEmpty
    let isBeside = columns >= PracticeLayout.minimumCellsBeside.command
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

  /// The cells for a label; the frame of a button needs one.
  private static func room(_ columns: Int) -> Int {
    let indent = PracticeLayout.indent(columns)
    return max(columns - indent - (indent + 1) / 2, 1)
  }

  private static func key(_ entry: PracticeEntry, _ columns: Int) -> String {
    entry.shownKey + (columns >= 24 ? "  " : " ")
  }
}
