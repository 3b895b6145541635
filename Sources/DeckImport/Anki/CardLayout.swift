internal import PlainText
internal import Practice
internal import ThemeFiles

/// How the notes of a kind become cards: the indices of the fields that may be their texts.
struct CardLayout: Equatable {
  /// Between the lines of a field.
  static let separator = " / "

  /// The first field with a text counts for each side; for the back preferably one whose text
  /// differs from the front's.
  var front: [Int]
  var back: [Int]
  /// The fields that may have the pronunciation.
  var readings: [Int]
  /// The fields whose sounds and pictures belong to each side.
  var frontMedia: [Int] = []
  var backMedia: [Int] = []
  /// Fields of the answer whose sounds would tell it when the other side is asked.
  var spokenFirst: Set<Int> = []
  /// The fields that may have the note.
  var notes: [Int] = []
  var isNoteChosen = false
  /// Whether the user has chosen the field of the pronunciation.
  var isReadingChosen = false

  var all: Set<Int> { Set(front + back + readings + frontMedia + backMedia) }

  typealias Read = (Int) throws(LineError) -> CleanText

  /// Makes the card of a note; `text` reads one of its fields.
  func card(guid: String, _ text: Read) throws(LineError) -> WordCard {
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
    return try WordCard(
      checking: front?.text.text ?? "", back?.text.text ?? "", pronunciation: pronunciation,
      guid: guid, note: note(without: used, text), media: media(front?.index, back?.index, text))
  }

  /// Makes the line of a sentence with gaps in a field; the other fields are shown after the answer.
  func sentence(_ index: Int, guid: String, _ text: Read) throws(LineError) -> WordCard {
    let sentence = try text(index)
    var media = CardMedia(front: sentence.media, back: sentence.mediaOfGaps)
    for other in frontMedia + backMedia where other != index {
      media.back.add(try text(other).media)
    }
    let card = try WordCard(
      checking: sentence.text, "", guid: guid, note: note(without: [index], text), media: media)
    guard card.cards.allSatisfy({ $0.gap != nil }) else {
      throw LineError("The sentence has no gap, {{c1::answer}}.")
    }
    return card
  }

  private func note(without used: [Int], _ text: Read) throws(LineError) -> String? {
    for index in notes where isNoteChosen || !used.contains(index) {
      let note = try text(index).text
      let fits = isNoteChosen || note.utf8.count <= WordCard.maximumNoteBytes
      if !note.isEmpty, fits { return note }
    }
    return nil
  }

  private func media(
    _ front: Int?, _ back: Int?, _ text: Read
  ) throws(LineError) -> CardMedia {
    /// The field of the side's text comes first.
    func ordered(_ fields: [Int], _ first: Int?) -> [Int] {
      fields.filter { $0 == first } + fields.filter { $0 != first }
    }
    var media = CardMedia()
    for index in ordered(frontMedia, front) { media.front.add(try text(index).media) }
    for index in ordered(backMedia, back) {
      var found = try text(index)
      if spokenFirst.contains(index), found.text.isEmpty {
        media.front.sounds += found.media.sounds
        found.media.sounds = []
      }
      media.back.add(found.media)
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
