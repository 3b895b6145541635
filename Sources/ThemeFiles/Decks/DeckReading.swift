internal import PlainText

/// Reads a deck's file step by step.
package struct DeckReading {
  let bytes: [UInt8]
  let header: AnkiHeader
  let layout: DeckLayout
  /// With the places that they have in the file, without git's marks.
  let allRecords: DelimitedRecords
  private let marks: Set<Int>
  private var records: DelimitedRecords
  private var builder: DeckBuilder

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let conflicts = ConflictMarks(in: bytes)
    header = AnkiHeader(FileLines(conflicts.blanked))
    layout = DeckLayout(header)
    allRecords = DelimitedRecords(conflicts.blanked, separator: layout.separator)
    marks = Set(conflicts.faults.map(\.line))
    records = allRecords
    builder = DeckBuilder(after: header)
    for (line, fault) in conflicts.faults { builder.report(line: line, fault) }
    builder.reserve(bytes.count { $0 == ASCII.lineFeed })
  }

  /// Reads a card, then more while the condition holds; returns whether any remain.
  package mutating func advance(while mayContinue: () -> Bool) -> Bool {
    repeat {
      guard let record = records.next() else { return false }
      if !marks.isEmpty, record.lines.count > 1, !marks.isDisjoint(with: record.lines) {
        builder.report(line: record.lines.lowerBound, Self.markInside)
      } else {
        builder.add(record, columns: layout.columns, layout.clean)
      }
    } while mayContinue()
    return true
  }

  private static let markInside = LineError(
    english("A field in quotation marks contains git's marks of a conflict: remove them."))

  /// The content that was read.
  package var content: DeckContent { builder.content }
}
