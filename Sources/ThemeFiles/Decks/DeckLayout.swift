internal import PlainText
package import Practice

/// How the lines of a deck's file are read and written, as its header says.
struct DeckLayout {
  let separator: UInt8
  let columns: CardColumns
  /// Whether a new card can have a guid: there is a column for it.
  let hasGuids: Bool
  private let isHTML: Bool

  /// Without pronunciations, those of cards are neither read nor written.
  init(_ header: AnkiHeader, hasPronunciations: Bool = true) {
    let meta = header.metaColumns
    let texts = (1...DelimitedRecords.maximumColumns).filter { !meta.contains($0) }
    let usualGuid = 4
    let guid = header.guidColumn ?? (meta.isEmpty ? usualGuid : nil)
    columns = (texts[0], texts[1], hasPronunciations ? texts[2] : nil, guid)
    hasGuids =
      header.guidColumn != nil || meta.isEmpty && header.namedColumns ?? usualGuid >= usualGuid
    separator = header.separator ?? ASCII.tab
    isHTML = header.isHTML
  }

  func clean(_ field: String) -> CleanText {
    isHTML ? CleanText(field, isHTML: true) : CleanText(unchanged: field)
  }

  /// The line of a new card, without its end.
  func line(of card: WordCard) -> [UInt8] {
    line(of: card, replacing: nil, in: []) ?? []
  }

  /// The line of a card with a record's other columns, or nil if it would not be read back.
  ///
  /// Columns that still have the card's texts stay as they are, with their markup.
  func line(of card: WordCard, replacing old: WordCard?, in record: [UInt8]) -> [UInt8]? {
    for rewritesAll in [false, true] {
      var fields = rawFields(of: record)
      func set(_ column: Int?, _ text: String, _ oldText: String?, isText: Bool = true) {
        guard let column else { return }
        let isSame = oldText.map { $0.utf8.elementsEqual(text.utf8) } ?? false
        let isAbsent = old != nil && text.isEmpty && column > fields.count
        if isSame && !rewritesAll || isAbsent { return }
        while fields.count < column { fields.append([]) }
        let isMarkup = isText && isHTML
        fields[column - 1] = field(
          isMarkup ? text.replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;"]) : text,
          isFirst: column == 1)
      }
      set(columns.front, card.first, old?.first)
      set(columns.back, card.second, old?.second)
      set(columns.pronunciation, card.pronunciation ?? "", old.map { $0.pronunciation ?? "" })
      set(
        old == nil && !hasGuids ? nil : columns.guid, card.guid ?? "", old.map { $0.guid ?? "" },
        isText: false)
      let line = Array(fields.joined(separator: [separator]))
      if isRead(line, as: card) { return line }
    }
    return nil
  }

  private func isRead(_ line: [UInt8], as card: WordCard) -> Bool {
    var records = DelimitedRecords(line, separator: separator)
    guard let fields = try? records.next()?.fields.get(), records.next() == nil,
      let read = try? WordCard(fields, columns, clean)
    else { return false }
    return read.isSpelled(like: card)
  }

  /// A field in quotation marks, if it would be misread without them.
  private func field(_ text: String, isFirst: Bool) -> [UInt8] {
    let bytes = Array(text.utf8)
    let isPlain =
      bytes.first != ASCII.quote && !bytes.contains(separator)
      && !(isFirst && (bytes.first == ASCII.hash || bytes.starts(with: FileLines.byteOrderMark)))
    if isPlain { return bytes }
    return [ASCII.quote] + bytes.flatMap { $0 == ASCII.quote ? [$0, $0] : [$0] } + [ASCII.quote]
  }

  /// The fields of a record as they are written, with their quotation marks.
  private func rawFields(of record: [UInt8]) -> [[UInt8]] {
    if record.isEmpty { return [] }
    var fields: [[UInt8]] = [[]]
    var isQuoted = false
    for byte in record {
      let last = fields.count - 1
      if byte == separator, !isQuoted {
        fields.append([])
        continue
      }
      if byte == ASCII.quote { isQuoted = !isQuoted && fields[last].first ?? byte == byte }
      fields[last].append(byte)
    }
    return fields
  }
}

extension WordCard {
  /// Whether all texts are equal to the byte: `==` takes canonically equivalent ones for one.
  package func isSpelled(like other: WordCard) -> Bool {
    first.utf8.elementsEqual(other.first.utf8) && second.utf8.elementsEqual(other.second.utf8)
      && (pronunciation ?? "").utf8.elementsEqual((other.pronunciation ?? "").utf8)
      && (guid ?? "").utf8.elementsEqual((other.guid ?? "").utf8)
  }
}
