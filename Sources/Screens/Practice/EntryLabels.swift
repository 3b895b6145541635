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
  /// The cells before the notes that stand beside labels, with a gap.
  private let labelCells: Int

  init(_ entries: [PracticeEntry], _ grid: EntryGrid, in area: CellArea, _ ellipsis: String) {
    (self.entries, self.ellipsis) = (entries, ellipsis)
    let labelCells = entries.filter { !$0.note.isEmpty }.map { $0.label.cells + Self.gap }
      .reduce(Self.usualLabelCells, max)
    self.labelCells = labelCells
    let columns = grid.width(of: area)
    self.columns = columns
    if grid.columns > 1 {
      notes = entries.allSatisfy { $0.note.cells <= Self.room(columns) } ? .below : nil
    } else {
      // There is no row to spare.
      let hasRoom = entries.allSatisfy {
        Self.key($0, columns).cells + max(labelCells, $0.label.cells + Self.gap) + $0.note.cells
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
  /// Of a grade, with the gap after it.
  private static let usualLabelCells = 8
  private static let gap = 2

  /// The fewest columns of a button, but at least `least`, in which a label has a single line.
  static func columns(for label: String, least: Int) -> Int {
    // The key and a blank, beside what the frame needs.
    func isWide(_ columns: Int) -> Bool { room(columns) >= label.cells + keyCells(columns) }
    return (least...max(least, label.cells + 12)).first(where: isWide) ?? least
  }

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
    guard room > key.cells + 1 else { return [entry.shownKey.clipped(to: room, ellipsis)] }
    let hasNote = notes == .beside && !entry.note.isEmpty
    let label = hasNote ? padded(entry.label) + entry.note : entry.label
    let lines = label.wrapped(cells: room - key.cells, lines: rows, ellipsis)
    return [key + (lines.first ?? "")]
      + lines.dropFirst().map { String(repeating: " ", count: key.cells) + $0 }
  }

  /// Aligned with the other grades, for a note after it.
  private func padded(_ label: String) -> String {
    label + String(repeating: " ", count: max(labelCells - label.cells, Self.gap))
  }

  /// The cells for a label; the frame of a button needs one.
  private static func room(_ columns: Int) -> Int {
    let indent = PracticeLayout.indent(columns)
    return max(columns - indent - (indent + 1) / 2, 1)
  }

  private static func key(_ entry: PracticeEntry, _ columns: Int) -> String {
    entry.shownKey + String(repeating: " ", count: keyCells(columns) - 1)
  }

  /// A letter, and the gap after it.
  private static func keyCells(_ columns: Int) -> Int { columns >= 24 ? 3 : 2 }
}
