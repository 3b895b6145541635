package import MemoryGame
internal import PlainText
package import Practice

/// The readable content of a file of cards.
package struct DeckContent: Sendable {
  /// The name in the file, if there is one.
  package var name: ThemeName?
  package var languages = SideLanguages.unknown
  /// In the file's order.
  package internal(set) var cards: [WordCard] = []
  /// The line in which each card begins, from 1.
  package internal(set) var lines: [Int32] = []
  /// The lines by digests of both sides, and of guids.
  var linesOfSides: [Int: Int32] = [:]
  var linesOfGuids: [Int: Int32] = [:]
  /// The faults of lines that could not be read, the header's first.
  package var faults: [FileFault] { allFaults.listed }
  package internal(set) var allFaults: FirstFaults<FileFault>
  /// Remarks about lines that were read.
  package internal(set) var notes: FirstFaults<FileFault>
}

/// Collects the cards of a deck and the faults of its file, and enforces the deck's limits.
package struct DeckBuilder {
  package private(set) var content: DeckContent
  /// Nil if equal fronts are not noted.
  private var linesOfFronts: [Int: Int32]?
  /// Each gap of a sentence is a card.
  private var cardCount = 0

  /// For the cards after a header.
  ///
  /// Of an import, each card is noted whose first side an earlier one has, and only the first faults
  /// and notes are kept.
  package init(after header: AnkiHeader? = nil, isImport: Bool = false) {
    linesOfFronts = isImport ? [:] : nil
    let none = FirstFaults<FileFault>(upTo: isImport ? FirstFaults<FileFault>.usual : .max)
    content = DeckContent(
      name: header?.deck, languages: header?.languages ?? .unknown, allFaults: none, notes: none)
    for fault in header?.faults ?? [] { content.allFaults.add(fault) }
  }

  /// Reserves memory for as many cards as a file has lines.
  mutating func reserve(_ lines: Int) {
    let count = min(lines, Deck.maximumCards)
    content.cards.reserveCapacity(count)
    content.lines.reserveCapacity(count)
    content.linesOfSides.reserveCapacity(count)
  }

  /// Adds the card that a reader makes from some lines, or its fault; `number` is the first line.
  package mutating func add(line number: Int, _ read: () throws(LineError) -> WordCard) {
    do throws(LineError) {
      if cardCount == Deck.maximumCards { throw Self.tooMany }
      let card = try read()
      let count = card.cardCount
      if cardCount + count > Deck.maximumCards { throw Self.tooMany }
      let line = Int32(clamping: number)
      let sides = card.digestOfSides
      if let other = content.linesOfSides.updateValue(line, forKey: sides) {
        content.linesOfSides[sides] = other
        let pair = card.frontField
        throw LineError(
          english("The pair “\(pair)” is already in line \(other): remove one of them."))
      }
      if let guid = card.guid {
        let digest = Self.digest(of: guid)
        if let other = content.linesOfGuids.updateValue(line, forKey: digest) {
          content.linesOfGuids[digest] = other
          content.linesOfSides[sides] = nil
          throw LineError(
            english("The guid “\(guid)” is already in line \(other): remove it from one of them."))
        }
      }
      content.cards.append(card)
      cardCount += count
      content.lines.append(line)
      if linesOfFronts != nil { noteFront(of: card, line) }
    } catch {
      report(line: number, error)
    }
  }

  /// Adds the card of each record, from the texts of its columns after `clean`.
  package mutating func add(
    _ records: DelimitedRecords,
    columns: CardColumns, _ clean: (String) -> CleanText
  ) {
    for record in records { add(record, columns: columns, clean) }
  }

  mutating func add(
    _ record: DelimitedRecords.Record, columns: CardColumns, _ clean: (String) -> CleanText
  ) {
    add(line: record.lines.lowerBound) { () throws(LineError) in
      try WordCard(try record.fields.get(), columns, clean)
    }
  }

  private static let tooMany = LineError(
    english("There are more than \(Deck.maximumCards) cards: split the deck in two."))

  package mutating func report(line: Int, _ fault: LineError) {
    content.allFaults.add(FileFault(line: line, fault))
  }

  package mutating func note(line: Int, _ remark: LineError) {
    content.notes.add(FileFault(line: line, remark))
  }

  private mutating func noteFront(of card: WordCard, _ line: Int32) {
    let digest = Self.digest(of: card.first)
    guard let other = linesOfFronts?[digest] else {
      linesOfFronts?[digest] = line
      return
    }
    note(
      line: Int(line),
      LineError(
        english(
          "“\(card.first)” is the first side in line \(other) too: practice asks it once, and "
            + "accepts both answers.")))
  }

  /// A hash instead of the texts' comparison keys, which take four times as long.
  package static func digest(of texts: String...) -> Int {
    var hasher = Hasher()
    for text in texts { hasher.combine(WrittenText.comparisonKey(text)) }
    return hasher.finalize()
  }
}

/// The columns of a table, from 1, that contain the texts of a card.
package struct CardColumns {
  package var front: Int
  package var back: Int
  package var pronunciation: Int?
  package var guid: Int?
  package var note: Int?
  package var tags: Int?
  /// Columns with the name of a file, or with Anki's mark of one.
  package var sound: Int?
  package var picture: Int?

  package init(
    front: Int, back: Int, pronunciation: Int?, guid: Int?, note: Int?, tags: Int? = nil,
    sound: Int? = nil, picture: Int? = nil
  ) {
    (self.front, self.back, self.pronunciation) = (front, back, pronunciation)
    (self.guid, self.note, self.tags) = (guid, note, tags)
    (self.sound, self.picture) = (sound, picture)
  }
}

extension WordCard {
  /// Reads the columns of a record.
  init(
    _ fields: [String], _ columns: CardColumns, _ clean: (String) -> CleanText
  ) throws(LineError) {
    func text(_ column: Int?) -> String {
      guard let column, column <= fields.count else { return "" }
      return fields[column - 1]
    }
    let (first, second) = (clean(text(columns.front)), clean(text(columns.back)))
    var media = CardMedia(front: first.media, back: first.mediaOfGaps)
    media.back.add(second.media)
    if let column = columns.sound {
      let sound = clean(text(column))
      media.front.sounds += sound.media.sounds + (sound.text.isEmpty ? [] : [sound.text])
    }
    if let column = columns.picture {
      let picture = clean(text(column))
      let shown = SideMedia(
        picture: picture.media.picture ?? (picture.text.isEmpty ? nil : picture.text))
      // Beside the word that is asked, a picture would tell what it means.
      if first.text.isEmpty { media.front.add(shown) } else { media.back.add(shown) }
    }
    let note = text(columns.note)
    try self.init(
      checking: first.text, second.text,
      pronunciation: clean(text(columns.pronunciation)).orReading(of: first),
      guid: text(columns.guid), note: note.isEmpty ? nil : clean(note).text, media: media,
      tags: Self.readable(tags: text(columns.tags)))
  }

  /// Tags that break a rule are none: other programs wrote them, and the card is whole without them.
  private static func readable(tags: String) -> String {
    let tags = CleanText.spaced(tags)
    return areTags(tags) ? tags : ""
  }

  /// Tags as they stand in a deck's file, each of them once.
  package static func text(ofTags tags: [String]) throws(LineError) -> String {
    var seen: Set<String> = []
    let tags = tags.filter { seen.insert($0).inserted }
    let text = tags.joined(separator: " ")
    let areWords = tags.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isWhitespace) }
    if areWords, areTags(text) { return text }
    throw LineError(
      english(
        "A tag is a word without spaces, and all of them have at most \(maximumBytes - 1) bytes."))
  }

  private static func areTags(_ text: String) -> Bool {
    WrittenText.fault(in: "-" + text, maximumBytes: maximumBytes) == nil
  }

  /// What is told with the answers of a sentence that was given a second side and a note.
  package static func note(ofSentenceWith second: String, _ note: String) -> String {
    let separator = " · "
    let isTold = note == second || note.hasPrefix(second + separator)
    return [isTold ? "" : second, note].filter { !WrittenText.trimmed($0).isEmpty }
      .joined(separator: separator)
  }

  /// Checks texts from outside against the rules for faces, except for length.
  ///
  /// The first side may be a sentence with gaps; its second side is then shown like a note.
  package init(
    checking first: String, _ second: String, pronunciation: String? = nil, guid: String? = nil,
    note: String? = nil, media: CardMedia = CardMedia(), tags: String = ""
  ) throws(LineError) {
    let first = try Self.checked(first, english("The first side"), mayBeEmpty: !media.front.isEmpty)
    let isSentence = try Self.isSentence(first)
    let second = try Self.checked(
      second, english("The second side"), mayBeEmpty: isSentence || !media.back.isEmpty)
    var note = note
    if isSentence { note = Self.note(ofSentenceWith: second, note ?? "") }
    self.init(
      first, isSentence ? "" : second,
      pronunciation: try Self.optional(pronunciation, english("The pronunciation")),
      guid: try Self.optional(guid, english("The guid")),
      note: try Self.optional(note, english("The note"), upTo: Self.maximumNoteBytes), media: media,
      tags: try Self.optional(CleanText.spaced(tags), english("The list of tags")) ?? "")
    if first.isEmpty, second.isEmpty {
      throw LineError(
        english("Neither side has text: one of them is the answer, which needs some."))
    }
    if !first.isEmpty, WrittenText.comparisonKey(first) == WrittenText.comparisonKey(second) {
      throw LineError(english("Both sides of the pair “\(first)” are equal: change one of them."))
    }
  }

  /// The same with the media that the sides name; a side that names none has those of `old`.
  package init(
    fields first: String, _ second: String, pronunciation: String?, guid: String?, note: String?,
    tags: String = "", old: CardMedia = CardMedia()
  ) throws(LineError) {
    let (first, second) = (MediaMarkup(first), MediaMarkup(second))
    var media = CardMedia(front: first.media, back: first.mediaOfGaps)
    media.back.add(second.media)
    if media.front.isEmpty { media.front = old.front }
    if media.back.isEmpty { media.back = old.back }
    // As they are read beside marks.
    func text(_ side: MediaMarkup, _ media: SideMedia) -> String {
      media.isEmpty ? side.text : CleanText.spaced(side.text)
    }
    try self.init(
      checking: text(first, media.front), text(second, media.back), pronunciation: pronunciation,
      guid: guid, note: note.map { MediaMarkup($0).text }, media: media, tags: tags)
  }

  /// The side's field in a file, with its media.
  package var frontField: String { MediaMarkup.field(first, media.front) }
  package var backField: String { MediaMarkup.field(second, media.back) }

  private static func isSentence(_ text: String) throws(LineError) -> Bool {
    do throws(GapSentence.Fault) {
      return try GapSentence(text) != nil
    } catch {
      throw LineError(error.message)
    }
  }

  private static func optional(
    _ text: String?, _ what: String, upTo maximumBytes: Int = maximumBytes
  ) throws(LineError) -> String? {
    guard let text, !text.isEmpty else { return nil }
    let trimmed = WrittenText.trimmed(text)
    return trimmed.isEmpty ? nil : try checked(trimmed, what, upTo: maximumBytes)
  }

  private static func checked(
    _ text: String, _ what: String, upTo maximumBytes: Int = maximumBytes, mayBeEmpty: Bool = false
  ) throws(LineError) -> String {
    if WrittenText.isPlain(text), text.utf8.count <= maximumBytes { return text }
    let text = WrittenText.trimmed(text)
    if text.isEmpty, mayBeEmpty { return "" }
    switch WrittenText.fault(in: text, maximumBytes: maximumBytes) {
    case .tooLong:
      // Translators: {what} is as “The first side”.
      throw LineError(english("\(what) has more than \(maximumBytes) bytes of UTF-8: shorten it."))
    case .control:
      throw LineError(
        // Translators: {what} is as “The first side”.
        english(
          "\(what) contains a control character, a line break or a text direction override: remove "
            + "it.")
      )
    case .empty:
      // Translators: {what} is as “The first side”.
      throw LineError(english("\(what) is empty: it needs at least one visible character."))
    case nil: return text
    }
  }
}
