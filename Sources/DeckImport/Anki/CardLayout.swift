internal import PlainText
internal import Practice
internal import ThemeFiles

/// How the notes of a kind become cards: the indices of the fields that may be their texts.
struct CardLayout: Equatable {
  /// The first field with a text counts for each side; for the back preferably one whose text
  /// differs from the front's.
  var front: [Int]
  var back: [Int]
  /// The fields that may have the pronunciation.
  var readings: [Int]
  /// The fields whose sounds and pictures belong to each side.
  var frontMedia: [Int] = []
  var backMedia: [Int] = []
  /// Fields that only the answers of both directions show: on either side, their sounds and pictures
  /// could give an answer away.
  var answersOnly: Set<Int> = []
  /// The fields that may have the note.
  var notes: [Int] = []
  var isNoteChosen = false
  /// Whether the notes were exported from here, so that each field is what it is named.
  var isOurs = false
  /// Whether the user has chosen the field of the pronunciation.
  var isReadingChosen = false

  var all: Set<Int> { Set(front + back + readings + frontMedia + backMedia) }

  /// What a note has that its card lacks.
  struct LeftOut {
    /// Of fields that only the answers show.
    var sounds = 0
    var pictures = 0
    /// Fields that are too long to be the note.
    var notes = 0
  }

  typealias Read = (Int) throws(LineError) -> CleanText

  /// Makes the card of a note, which may be asked backward too; `text` reads one of its fields.
  func card(
    guid: String, isReversed: Bool = false, _ leftOut: inout LeftOut, _ text: Read
  ) throws(LineError) -> WordCard {
    if isOurs { return try ownCard(guid: guid, &leftOut, text) }
    var front: (index: Int, text: CleanText)?
    for index in self.front where front == nil { front = try Self.found(index, text) }
    var back: (index: Int, text: CleanText)?
    for index in self.back where back.map({ $0.text.isSame(as: front?.text) }) ?? true {
      back = try Self.found(index, text) ?? back
    }
    var used = [front?.index, back?.index].compactMap(\.self)
    var pronunciation = isReadingChosen ? nil : front?.text.reading
    for index in readings where pronunciation == nil {
      guard let reading = try Self.found(index, text), let front,
        isReadingChosen || Self.isReading(reading, of: front, not: back)
      else { continue }
      pronunciation = reading.text.reading ?? reading.text.text
      used.append(reading.index)
    }
    let card = try WordCard(
      checking: front?.text.text ?? "", back?.text.text ?? "", pronunciation: pronunciation,
      guid: guid, note: note(without: used, &leftOut, text),
      media: media(
        front?.index, back?.index, without: isReversed ? answersOnly : [], &leftOut, text))
    guard !card.isSentence else {
      throw LineError(
        english("It has a gap, {{c1::…}}, but no note type for gaps: make it a Cloze note."))
    }
    return card
  }

  private func ownCard(
    guid: String, _ leftOut: inout LeftOut, _ text: Read
  ) throws(LineError) -> WordCard {
    let (first, second) = (try text(front[0]), try text(back[0]))
    return try WordCard(
      checking: first.text, second.text, pronunciation: try text(readings[0]).text, guid: guid,
      note: note(without: [], &leftOut, text),
      media: CardMedia(front: first.media, back: second.media))
  }

  /// Makes the line of a sentence with gaps in a field; the other fields are shown after the answer.
  func sentence(
    _ index: Int, guid: String, _ leftOut: inout LeftOut, _ text: Read
  ) throws(LineError) -> WordCard {
    let sentence = try text(index)
    var media = CardMedia(front: sentence.media, back: sentence.mediaOfGaps)
    for other in frontMedia + backMedia where other != index {
      if let other = try? text(other) { media.back.add(other.media) }
    }
    let card = try WordCard(
      checking: sentence.text, "", guid: guid, note: note(without: [index], &leftOut, text),
      media: media)
    guard card.isSentence else {
      throw LineError(english("The sentence has no gap, {{c1::answer}}."))
    }
    return card
  }

  /// A field that nobody has chosen must not cost the card: if it is too long, it is left out.
  private func note(
    without used: [Int], _ leftOut: inout LeftOut, _ text: Read
  ) throws(LineError) -> String? {
    if isNoteChosen {
      return try notes.first.map { index throws(LineError) in try text(index).text }
    }
    for index in notes where !used.contains(index) {
      guard let note = try? text(index).text, note.utf8.count <= WordCard.maximumNoteBytes else {
        leftOut.notes += 1
        continue
      }
      if !note.isEmpty { return note }
    }
    return nil
  }

  private func media(
    _ front: Int?, _ back: Int?, without hidden: Set<Int>,
    _ leftOut: inout LeftOut, _ text: Read
  ) -> CardMedia {
    /// The field of the side's text comes first.
    func ordered(_ fields: [Int], _ first: Int?) -> [Int] {
      fields.filter { $0 == first } + fields.filter { $0 != first }
    }
    var media = CardMedia()
    for index in ordered(frontMedia, front) {
      if let found = try? text(index) { media.front.add(found.media) }
    }
    for index in ordered(backMedia, back) {
      guard let found = try? text(index).media else { continue }
      if hidden.contains(index), index != back {
        leftOut.sounds += found.sounds.count
        leftOut.pictures += found.picture == nil ? 0 : 1
      } else {
        media.back.add(found)
      }
    }
    return media
  }

  private static func found(
    _ index: Int, _ text: (Int) throws(LineError) -> CleanText
  ) throws(LineError) -> (index: Int, text: CleanText)? {
    let text = try text(index)
    return text.text.isEmpty ? nil : (index, text)
  }

  /// Whether a field is the reading of the front, not of the back, which would give the answer
  /// away.
  private static func isReading(
    _ reading: (index: Int, text: CleanText), of front: (index: Int, text: CleanText),
    not back: (index: Int, text: CleanText)?
  ) -> Bool {
    // Furigana belong to their own word.
    if reading.text.reading != nil { return reading.text.isSame(as: front.text) }
    // A word in kana needs no reading: the kana are those of its example sentence.
    if front.text.isKana, reading.text.isForeign { return false }
    guard !reading.text.isSame(as: front.text), let back, !reading.text.isSame(as: back.text) else {
      return false
    }
    let isFrontForeign = front.text.isForeign
    // With one alphabet on both sides, the word to learn comes before its meaning.
    return isFrontForeign == back.text.isForeign ? front.index < back.index : isFrontForeign
  }
}

extension CleanText {
  fileprivate func isSame(as other: CleanText?) -> Bool {
    WrittenText.comparisonKey(text) == WrittenText.comparisonKey(other?.text ?? "")
  }

  /// Whether it has letters of a script that readings explain: ideographs, kana, Hangul and others
  /// beyond the European alphabets.
  fileprivate var isForeign: Bool {
    text.unicodeScalars.contains { $0.value >= 0x590 && $0.properties.isAlphabetic }
  }

  /// Whether it is Japanese without ideographs.
  fileprivate var isKana: Bool {
    text.unicodeScalars.contains { (0x3041...0x30FF).contains($0.value) }
      && !text.unicodeScalars.contains(where: \.properties.isIdeographic)
  }
}
