package import ThemeFiles

/// A CSV or TSV file written by another program.
///
/// Anki's header lines are understood, those of its “Notes in Plain Text” among them. Sounds are
/// dropped, furigana become the pronunciation, and only the text of `#html:true` fields is kept.
package enum TextImport {
  /// The columns of the file to read, counted from 1; all are valid numbers, and those of the two
  /// sides differ.
  package struct Columns: Hashable, Sendable {
    /// Valid column numbers; columns further right are not read.
    package static let numbers = 1...DelimitedRecords.maximumColumns

    /// The column of the first side; nil: the first that contains text of a card.
    package var front: Int?
    /// The column of the second side; nil: the next such column after the front that most
    /// records have, or else the first such column.
    package var back: Int?
    /// The column of the pronunciation; nil: only furigana give it.
    package var pronunciation: Int?

    package init(front: Int? = nil, back: Int? = nil, pronunciation: Int? = nil) {
      self.front = front
      self.back = back
      self.pronunciation = pronunciation
    }
  }

  /// The arguments override the file's header; without either, the separator is guessed.
  package static func read(
    _ bytes: [UInt8], columns: Columns = Columns(),
    separator chosenSeparator: FieldSeparator? = nil, isHTML: Bool? = nil
  ) throws(LineFault) -> DeckContent {
    if let refusal = LineFault(ofFile: bytes) { throw refusal }
    let header = AnkiHeader(FileLines(bytes))
    let separator = chosenSeparator?.byte ?? header.separator ?? detectedSeparator(bytes)
    // A front chosen without a back may be the last column.
    let isFrontAlone = columns.front != nil && columns.back == nil
    let width = isFrontAlone ? width(of: bytes, separator: separator) : 0
    let (front, back) = sides(columns, header, width: width)
    var builder = DeckBuilder()
    let isHTML = isHTML ?? header.isHTML
    builder.add(
      DelimitedRecords(bytes, separator: separator),
      columns: (front, back, columns.pronunciation, header.guidColumn)
    ) { CleanText($0, isHTML: isHTML) }
    return builder.content(named: header.deck, after: header.faults)
  }

  /// The most common number of fields; the larger one of two that are equally common.
  private static func width(of bytes: [UInt8], separator: UInt8) -> Int {
    var counts: [Int: Int] = [:]
    for record in DelimitedRecords(bytes, separator: separator) {
      if case .success(let fields) = record.fields { counts[fields.count, default: 0] += 1 }
    }
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
  }

  private static func sides(
    _ columns: Columns, _ header: AnkiHeader, width: Int
  ) -> (front: Int, back: Int) {
    let all = Columns.numbers
    let taken = header.metaColumns.union([columns.back, columns.pronunciation].compactMap { $0 })
    let front = columns.front ?? all.first { !taken.contains($0) } ?? 1
    let free = all.filter { $0 != front && !taken.contains($0) }
    let back =
      columns.back ?? free.first { $0 > front && $0 <= width } ?? free.first { $0 <= width }
      ?? free.first ?? 2
    return (front, back)
  }

  /// A tab in the first record decides; otherwise the more frequent one of `;` and `,`, not
  /// counting those before a space, as in prose.
  private static func detectedSeparator(_ bytes: [UInt8]) -> UInt8 {
    guard let first = FileLines(bytes).first(where: { !$0.isBlankOrComment })?.bytes.prefix(8192)
    else {
      return ASCII.tab
    }
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for (byte, next) in zip(first, first.dropFirst() + [ASCII.tab]) {
      if byte == ASCII.quote { isQuoted.toggle() }
      if isQuoted || (next == ASCII.space && byte != ASCII.tab) { continue }
      counts[byte, default: 0] += 1
    }
    // An unpaired quotation mark is part of a field and quotes nothing.
    if counts[ASCII.tab] != nil || (isQuoted && first.contains(ASCII.tab)) { return ASCII.tab }
    return counts[ASCII.semicolon, default: 0] > counts[ASCII.comma, default: 0]
      ? ASCII.semicolon : ASCII.comma
  }
}
