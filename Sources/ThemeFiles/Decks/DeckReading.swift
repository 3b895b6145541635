internal import MemoryGame

/// The reading of a deck's file, which can be done a part at a time: the largest takes its time.
package struct DeckReading {
  private let header: AnkiHeader
  /// Those of the first side, the second, and the pronunciation.
  private let columns: [Int]
  private let guid: Int?
  private var records: DelimitedRecords
  private var builder = DeckBuilder()

  /// Begins to read; only the file's lines are found, and its header.
  ///
  /// - Parameter bytes: What the file holds, meant as UTF-8.
  package init(_ bytes: [UInt8]) {
    let lines = Array(FileLines(bytes))
    header = AnkiHeader(lines)
    let meta = header.metaColumns
    columns = (1...DelimitedRecords.maximumColumns).filter { !meta.contains($0) }.prefix(3).map(
      \.self)
    guid = header.guidColumn ?? (meta.isEmpty ? 4 : nil)
    records = DelimitedRecords(lines, separator: header.separator ?? ASCII.tab)
  }

  /// Reads on.
  ///
  /// - Parameter most: How many records are read at most.
  /// - Returns: True where the end has been reached.
  package mutating func read(most: Int) -> Bool {
    for _ in 0..<most {
      guard let record = records.next() else { return true }
      builder.add(lines: record.lines) { () throws(LineFault) in
        let fields = try record.fields.get()
        let texts = columns.map { column in
          let field = DelimitedRecords.Record.text(column, of: fields) ?? ""
          return header.isHTML ? CleanText(field, isHTML: true) : CleanText(asWritten: field)
        }
        return try .read(
          texts[0].text, texts[1].text, pronunciation: texts[2].orReading(of: texts[0]),
          guid: DelimitedRecords.Record.text(guid, of: fields))
      }
    }
    return false
  }

  /// What was read so far.
  package var file: DeckFile {
    DeckFile(
      name: header.deck, entries: builder.entries, faults: header.faults + builder.faults)
  }
}
