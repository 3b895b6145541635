package import MemoryGame
internal import PlainText
package import Practice

/// Changes of a deck's file that leave all other bytes as they are.
///
/// The cards stay at their indices until the changes are applied.
package struct DeckEdit: AppendableDeck {
  /// The cards of the file, in its order.
  package let cards: [WordCard]
  /// Whether the file has a column for the guid of a card that is appended.
  package var hasGuids: Bool { layout.hasGuids }

  /// The file before the changes.
  package let bytes: [UInt8]
  private let lineEnd: [UInt8]
  private let header: AnkiHeader
  private let layout: DeckLayout
  package let content: DeckContent
  private let records: DelimitedRecords
  /// The new cards by the indices of the old ones; nil for those that are removed.
  private var changes: [Int: WordCard?] = [:]
  /// Lines of changed cards that were written already: those of a whole deck take long.
  private var writtenLines: [Int: [UInt8]] = [:]
  private var appended: [WordCard] = []
  /// Nil if the header's stay.
  private var newLanguages: SideLanguages?
  /// Their lines with ends.
  private var appendedLines: [UInt8] = []
  /// The number of cards after the changes; each gap of a sentence is one.
  private var count: Int
  /// The lines of present cards by digests of their guids, and of their sides.
  private var guids: [Int: Int32]
  private var sides: [Int: Int32]

  package init(_ bytes: [UInt8]) {
    var reading = DeckReading(bytes)
    _ = reading.advance { true }
    self.init(reading)
  }

  /// Begins changes of a file that was read to its end.
  package init(_ read: DeckReading) {
    (bytes, header, layout, content) = (read.bytes, read.header, read.layout, read.content)
    records = read.allRecords
    lineEnd = Self.lineEnd(of: bytes)
    cards = content.cards
    count = cards.reduce(0) { $0 + $1.cardCount }
    (guids, sides) = (content.linesOfGuids, content.linesOfSides)
  }

  /// Adds a card at the end of the file, without its guid if the file has no column for one.
  package mutating func append(_ card: WordCard) throws(DeckEditError) {
    let card =
      hasGuids
      ? card : card.with(guid: nil)
    if count + card.cardCount > Deck.maximumCards { throw .full }
    try refuse(card)
    appendedLines += try line(of: card, replacing: nil, in: []) + lineEnd
    appended.append(card)
    enter(card)
    count += card.cardCount
  }

  /// Gives cards other texts, which they may exchange: all of them or none.
  ///
  /// Columns with equal texts stay as they are.
  package mutating func replace(_ new: [Int: WordCard]) throws(DeckEditError) {
    let old = new.keys.compactMap { changes[$0] ?? cards[$0] }
    func total(_ cards: some Sequence<WordCard>) -> Int { cards.reduce(0) { $0 + $1.cardCount } }
    let changed = count - total(old) + total(new.values)
    if changed > max(count, Deck.maximumCards) { throw .full }
    for card in old { leave(card) }
    var entered: [WordCard] = []
    do throws(DeckEditError) {
      for card in new.values {
        try refuse(card)
        enter(card)
        entered.append(card)
      }
    } catch {
      for card in entered { leave(card) }
      for card in old { enter(card) }
      throw error
    }
    for (index, card) in new {
      changes.updateValue(card, forKey: index)
      writtenLines[index] = nil
    }
    count = changed
  }

  package mutating func remove(_ index: Int) {
    guard let old = changes[index] ?? cards[index] else { return }
    leave(old)
    changes.updateValue(nil, forKey: index)
    count -= old.cardCount
  }

  /// Gives a file that was not changed yet a column for guids, after all others.
  mutating func addGuidColumn() {
    if hasGuids { return }
    name(layout.columns.guid ?? nextColumn, AnkiHeader.guidKey)
  }

  /// Gives a file that was not changed yet a column for tags, after all others.
  package mutating func addTagsColumn() {
    if header.tagsColumn != nil { return }
    // Once one column is named, the guids are only where the header says.
    if header.metaColumns.isEmpty, hasGuids, let guid = layout.columns.guid {
      name(guid, AnkiHeader.guidKey)
    }
    name(nextColumn, AnkiHeader.tagsKey)
  }

  /// The column after all others.
  private var nextColumn: Int {
    let known = [layout.columns.note, layout.columns.guid, header.namedColumns].compactMap(\.self)
    let last = header.metaColumns.union(known).max() ?? 0
    return records.reduce(last) { max($0, (try? $1.fields.get())?.count ?? 0) } + 1
  }

  private mutating func name(_ column: Int, _ key: String) {
    if column > DelimitedRecords.maximumColumns { return }
    self = DeckEdit(AnkiHeader.file(bytes, with: "\(column)", of: key, lineEnd: lineEnd))
  }

  /// Gives the cards of a file that was not changed yet guids, if all can have one.
  package mutating func addGuids(in deck: ThemeName) {
    if cards.allSatisfy({ $0.guid != nil }) { return }
    var edit = self
    edit.addGuidColumn()
    guard edit.hasGuids else { return }
    let named = edit.cards.named(in: deck.comparisonKey)
    for (index, card) in named.enumerated() where edit.cards[index].guid != card.guid {
      edit.changes.updateValue(card, forKey: index)
      edit.enter(card)
    }
    if (try? edit.writeLines()) != nil, (try? edit.applied()) != nil { self = edit }
  }

  package mutating func setLanguages(_ languages: SideLanguages) { newLanguages = languages }

  var languages: SideLanguages { newLanguages ?? content.languages }

  /// The changed file, which reads back as exactly the cards after the changes.
  package func applied() throws(DeckEditError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 256)
    var end = 0
    for (index, record) in changedRecords {
      result += bytes[end..<record.lowerBound]
      end = record.upperBound
      guard let card = changes[index] ?? nil else { continue }
      let (old, lineEnd) = Self.split(bytes[record])
      let new =
        if let written = writtenLines[index] { written } else {
          try line(of: card, replacing: cards[index], in: old)
        }
      result += new + lineEnd
    }
    result += bytes[end...]
    append(to: &result)
    if let newLanguages {
      result = AnkiHeader.file(
        result, with: newLanguages.written, of: AnkiHeader.languageKey, lineEnd: lineEnd)
    }
    try check(result)
    return result
  }

  private mutating func writeLines() throws(DeckEditError) {
    for (index, record) in changedRecords {
      guard let card = changes[index] ?? nil else { continue }
      writtenLines[index] = try line(
        of: card, replacing: cards[index], in: Self.split(bytes[record]).0)
    }
  }

  /// The places of the lines that change, in their order.
  private var changedRecords: [(index: Int, record: Range<Int>)] {
    var changed: [(Int, Range<Int>)] = []
    var indices = changes.keys.sorted()[...]
    var records = records
    while let index = indices.first, let record = records.next() {
      guard record.lines.lowerBound == content.lines[index] else { continue }
      indices.removeFirst()
      changed.append((index, record.range))
    }
    return changed
  }

  /// The content of the changed file; nil if faulty lines make reading it necessary.
  package func cardsRead(from result: [UInt8]) -> DeckCards? {
    isReadAsBefore(result)
      ? DeckCards(
        name: content.name, cards: changedCards, languages: languages) : nil
  }

  private var changedCards: [WordCard] {
    var changed = cards
    var removed: Set<Int> = []
    for (index, card) in changes {
      if let card { changed[index] = card } else { removed.insert(index) }
    }
    if !removed.isEmpty {
      changed = changed.indices.filter { !removed.contains($0) }.map { changed[$0] }
    }
    return changed + appended
  }

  private func append(to result: inout [UInt8]) {
    if !appended.isEmpty { Self.append(appendedLines, to: &result, lineEnd) }
  }

  /// Adds lines to a file whose last line may have no end.
  static func append(_ lines: [UInt8], to result: inout [UInt8], _ lineEnd: [UInt8]) {
    if let last = result.last, last != ASCII.lineFeed, result != FileLines.byteOrderMark {
      result += last == ASCII.carriageReturn ? [ASCII.lineFeed] : lineEnd
    }
    result += lines
  }

  /// The end of the last line that has one.
  static func lineEnd(of bytes: [UInt8]) -> [UInt8] {
    guard let last = bytes.lastIndex(of: ASCII.lineFeed), last > 0,
      bytes[last - 1] == ASCII.carriageReturn
    else { return [ASCII.lineFeed] }
    return [ASCII.carriageReturn, ASCII.lineFeed]
  }

  private func line(
    of card: WordCard, replacing old: WordCard?, in record: ArraySlice<UInt8>
  ) throws(DeckEditError) -> [UInt8] {
    if let line = layout.line(of: card, replacing: old, in: Array(record)) { return line }
    throw Self.unwritable(card, header)
  }

  static func unwritable(_ card: WordCard, _ header: AnkiHeader) -> DeckEditError {
    let reason =
      header.isHTML
      ? english(
        "HTML would change its text (spaces in a row, a reading in brackets), and the header has "
          + "#html:true")
      : english(
        "its text would be read as a sound or a picture, or the header has no column for a guid")
    return .fault(
      LineError(
        english(
          "The card “\(card.first)” cannot be written to this file: \(reason). Use another deck.")))
  }

  /// Faulty lines may depend on others, so that a change could add or remove cards.
  private func check(_ result: [UInt8]) throws(DeckEditError) {
    if isReadAsBefore(result) { return }
    let read = DeckFile.read(result)
    if read.languages == languages,
      read.cards.elementsEqual(changedCards, by: { $0.isSpelled(like: $1) })
    {
      return
    }
    throw .fault(
      LineError(
        english(
          "Other lines of the deck's file would be read differently then: correct its faults first."
        )))
  }

  /// Whether each line that was not changed is certainly read as before.
  private func isReadAsBefore(_ result: [UInt8]) -> Bool {
    let mark = FileLines.byteOrderMark
    return content.faults.isEmpty && result.starts(with: mark) == bytes.starts(with: mark)
      && AnkiHeader(FileLines(result)) == header
  }

  /// A line, and its end.
  private static func split(_ line: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, ArraySlice<UInt8>) {
    var end = line.endIndex
    if line.last == ASCII.lineFeed { end -= 1 }
    if end > line.startIndex, line[end - 1] == ASCII.carriageReturn { end -= 1 }
    return (line[..<end], line[end...])
  }
}

// Cards that compare equal.
extension DeckEdit {
  private func refuse(_ card: WordCard) throws(DeckEditError) {
    let other = guid(card).flatMap { guids[$0] } ?? sides[card.digestOfSides]
    guard let other else { return }
    throw .exists(content.lines.firstIndex(of: other).map { cards[$0] } ?? card)
  }

  private mutating func enter(_ card: WordCard) {
    sides[card.digestOfSides] = 0
    if let guid = guid(card) { guids[guid] = 0 }
  }

  private mutating func leave(_ card: WordCard) {
    sides[card.digestOfSides] = nil
    if let guid = guid(card) { guids[guid] = nil }
  }

  private func guid(_ card: WordCard) -> Int? { card.guid.map { DeckBuilder.digest(of: $0) } }
}

/// Why a deck's file cannot be changed in this way.
package enum DeckEditError: Error {
  /// This card has the same guid or the same two sides.
  case exists(WordCard)
  case full
  case fault(LineError)

  package var message: String {
    switch self {
    case .exists(let card): english("The card “\(card.first)” is already in the deck.")
    case .full: english("The deck already has \(Deck.maximumCards) cards: begin another one.")
    case .fault(let fault): fault.message
    }
  }
}
