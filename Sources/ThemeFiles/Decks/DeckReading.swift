/// Reads a deck's file step by step.
package struct DeckReading {
  let bytes: [UInt8]
  let header: AnkiHeader
  let layout: DeckLayout
  private var records: DelimitedRecords
  private var builder: DeckBuilder

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    header = AnkiHeader(FileLines(bytes))
    layout = DeckLayout(header)
    records = DelimitedRecords(bytes, separator: layout.separator)
    builder = DeckBuilder(after: header)
    builder.reserve(bytes.count { $0 == ASCII.lineFeed })
  }

  /// Reads a card, then more while the condition holds; returns whether any remain.
  package mutating func advance(while mayContinue: () -> Bool) -> Bool {
    repeat {
      guard let record = records.next() else { return false }
      builder.add(record, columns: layout.columns, layout.clean)
    } while mayContinue()
    return true
  }

  /// The content that was read.
  package var content: DeckContent { builder.content }
}
