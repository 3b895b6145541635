internal import PlainText
package import ThemeFiles

/// A CSV or TSV file written by another program, as UTF-8.
///
/// Anki's header lines are understood, those of its “Notes in Plain Text” among them. Furigana become the pronunciation, and only the text of `#html:true` fields is kept. A
/// table whose first row is that of an exported deck has its columns, the guids among them.
package struct TextImport {
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
    package var note: Int?
    package var sound: Int?
    package var picture: Int?

    package init(
      front: Int? = nil, back: Int? = nil, pronunciation: Int? = nil, note: Int? = nil,
      sound: Int? = nil, picture: Int? = nil
    ) {
      (self.front, self.back, self.pronunciation) = (front, back, pronunciation)
      (self.note, self.sound, self.picture) = (note, sound, picture)
    }

    /// The columns that are no sides.
    fileprivate var others: [Int] { [pronunciation, note, sound, picture].compactMap(\.self) }
  }

  /// The texts of the first row, which may name the columns.
  package let firstRow: [String]

  private let bytes: [UInt8]
  private let header: AnkiHeader
  private let separator: UInt8
  private let isHTML: Bool

  /// The arguments override the file's header; without either, the separator is guessed.
  package init(
    _ bytes: [UInt8], separator chosenSeparator: FieldSeparator? = nil, isHTML: Bool? = nil
  ) throws(LineError) {
    if bytes.dropLast().contains(ASCII.carriageReturn), !bytes.contains(ASCII.lineFeed) {
      throw LineError(
        english(
          "The lines of this file end with CR alone, so it would be read as one line: save it with "
            + "the line endings of Unix or Windows, then import it."))
    }
    self.bytes = bytes
    header = AnkiHeader(FileLines(bytes))
    separator = chosenSeparator?.byte ?? header.separator ?? Self.detectedSeparator(bytes)
    let isHTML = isHTML ?? header.isHTML
    self.isHTML = isHTML
    var records = DelimitedRecords(bytes, separator: separator)
    let fields = (try? records.next()?.fields.get()) ?? []
    firstRow = fields.map { CleanText($0, isHTML: isHTML).text }
  }

  /// The cards in these columns; a row of column names at the beginning is not one.
  package func content(
    columns chosen: Columns = Columns(), hasHeaderRow: Bool = false
  ) -> DeckContent {
    let table = DeckFile.tableColumns
    // Tables of earlier versions had no notes.
    let isExport = [table, Array(table.dropLast())].contains(firstRow)
    let columns =
      isExport && chosen == Columns() ? Columns(front: 1, back: 2, pronunciation: 3) : chosen
    // A front chosen without a back may be the last column.
    let isFrontAlone = columns.front != nil && columns.back == nil
    let width = isFrontAlone ? Self.width(of: bytes, separator: separator) : 0
    let (front, back) = Self.sides(columns, header, width: width)
    var records = DelimitedRecords(bytes, separator: separator)
    var builder = DeckBuilder(after: header, isImport: true)
    if hasHeaderRow || isExport {
      _ = records.next()
    } else if let line = headerLine(front, back) {
      builder.note(
        line: line,
        LineError(
          english(
            "This row, “\(firstRow[front - 1])” and “\(firstRow[back - 1])”, looks like a header, "
              + "but counts as a card: --header leaves it out.")))
    }
    let guid = header.guidColumn ?? (isExport ? table.firstIndex(of: "GUID").map { $0 + 1 } : nil)
    let note =
      isExport && firstRow.count == table.count ? table.firstIndex(of: "Note").map { $0 + 1 } : nil
    builder.add(
      records,
      columns: CardColumns(
        front: front, back: back, pronunciation: columns.pronunciation, guid: guid,
        note: columns.note ?? note, sound: columns.sound, picture: columns.picture)
    ) {
      CleanText($0, isHTML: isHTML, separator: CleanText.blockSeparator)
    }
    return builder.content
  }

  /// The line of the first row if that looks like the names of these columns.
  private func headerLine(_ front: Int, _ back: Int) -> Int? {
    guard firstRow.count >= max(front, back) else { return nil }
    let names = [front, back].map { WrittenText.caselessKey(firstRow[$0 - 1]) }
    guard names[0] != names[1], names.allSatisfy(Self.usualNames.contains) else { return nil }
    var records = DelimitedRecords(bytes, separator: separator)
    return records.next()?.lines.lowerBound
  }

  /// What tables call the columns of a card's sides.
  private static let usualNames: Set = [
    "front", "back", "question", "answer", "term", "definition", "word", "meaning", "translation",
    "expression", "vocabulary", "side 1", "side 2", "first", "second", "native", "foreign",
    "source",
    "target", "kanji", "kana", "reading", "english", "german", "deutsch", "french", "français",
    "spanish", "español", "italian", "italiano", "portuguese", "português", "dutch", "nederlands",
    "swedish", "polish", "polski", "russian", "русский", "japanese", "日本語", "chinese", "中文",
    "korean", "한국어", "latin", "greek", "arabic", "turkish",
  ]

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
    let taken = header.metaColumns.union(columns.others + [columns.back].compactMap(\.self))
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
