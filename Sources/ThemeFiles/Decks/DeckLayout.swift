internal import PlainText
package import Practice

/// How the lines of a deck's file are read and written, as its header says.
struct DeckLayout {
  let separator: UInt8
  let columns: CardColumns
  /// Whether a new card can have a guid: there is a column for it.
  let hasGuids: Bool
  private let isHTML: Bool

  /// With `isShort`, pronunciations and notes of cards are neither read nor written.
  init(_ header: AnkiHeader, isShort: Bool = false) {
    let meta = header.metaColumns
    let texts = (1...DelimitedRecords.maximumColumns).filter { !meta.contains($0) }
    let usualGuid = 4
    let guid = header.guidColumn ?? (meta.isEmpty ? usualGuid : nil)
    let note = meta.isEmpty ? usualGuid + 1 : texts[3]
    columns = CardColumns(
      front: texts[0], back: texts[1], pronunciation: isShort ? nil : texts[2], guid: guid,
      note: isShort ? nil : note, tags: isShort ? nil : header.tagsColumn)
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
      func set(_ column: Int?, _ text: String, _ old: String?, isNeeded: Bool = true) {
        guard let column else { return }
        let isSame = old.map { $0.utf8.elementsEqual(text.utf8) } ?? false
        let isAbsent = (old != nil || !isNeeded) && text.isEmpty && column > fields.count
        if isSame && !rewritesAll || isAbsent { return }
        while fields.count < column { fields.append([]) }
        fields[column - 1] = field(text, isFirst: column == 1)
      }
      func side(_ text: String, _ media: SideMedia) -> String {
        MediaMarkup.field(written(text), media)
      }
      set(
        columns.front, side(card.first, card.media.front),
        old.map { side($0.first, $0.media.front) })
      set(
        columns.back, side(card.second, card.media.back),
        old.map { side($0.second, $0.media.back) })
      set(
        columns.pronunciation, written(card.pronunciation ?? ""),
        old.map { written($0.pronunciation ?? "") })
      set(
        old == nil && !hasGuids ? nil : columns.guid, card.guid ?? "", old.map { $0.guid ?? "" })
      set(columns.note, written(card.note), old.map { written($0.note) }, isNeeded: false)
      set(columns.tags, card.tags, old?.tags, isNeeded: false)
      let line = Array(fields.joined(separator: [separator]))
      if isRead(line, as: card) { return line }
    }
    return nil
  }

  /// A text as a field has it, without media.
  private func written(_ text: String) -> String {
    isHTML ? text.asHTML : text
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
      && note.utf8.elementsEqual(other.note.utf8) && media == other.media
      && tags.utf8.elementsEqual(other.tags.utf8)
      && (pronunciation ?? "").utf8.elementsEqual((other.pronunciation ?? "").utf8)
      && (guid ?? "").utf8.elementsEqual((other.guid ?? "").utf8)
  }
}
