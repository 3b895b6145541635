internal import PlainText
internal import Practice
internal import ThemeFiles

/// The fields of a note as HTML, and the card that they make.
struct NoteFields {
  private var texts: [NoteModel.Field: String] = [:]

  init(_ given: [String: String]) throws(Refusal) {
    for (name, text) in given { texts[try NoteModel.Field(named: name)] = text }
  }

  /// The first side as the deck's file has it, but for its media.
  var front: String { clean(.front).text }

  /// Whether a field has neither text nor media.
  func isEmpty(_ field: NoteModel.Field) -> Bool {
    let text = clean(field)
    return text.text.isEmpty && text.media.isEmpty && text.mediaOfGaps.isEmpty
  }

  mutating func append(_ mark: String, to field: NoteModel.Field) {
    texts[field] = [texts[field] ?? "", mark].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The card, whose media `names` renames; those of a pronunciation belong to the first side, and those
  /// of a note to the second.
  func card(names: (String) -> String = { $0 }) throws(Refusal) -> WordCard {
    let (front, back) = (clean(.front), clean(.back))
    let (pronunciation, note) = (clean(.pronunciation), clean(.note))
    var media = CardMedia(front: front.media, back: front.mediaOfGaps)
    media.front.add(pronunciation.media)
    media.back.add(back.media)
    media.back.add(note.media)
    // The entry of a dictionary is often longer than a side may be; its beginning is asked.
    let isLong = back.text.utf8.count > WordCard.maximumBytes
    let shown = isLong && note.text.isEmpty ? back.text : note.text
    let isSentence = (try? GapSentence(front.text) == nil) != true
    do throws(LineError) {
      return try WordCard(
        checking: front.text, back.text.cut(toBytes: WordCard.maximumBytes),
        pronunciation: isSentence ? nil : pronunciation.orReading(of: front),
        note: shown.cut(toBytes: WordCard.maximumNoteBytes), media: media.renamed { names($0) })
    } catch {
      throw Refusal(error.message)
    }
  }

  private func clean(_ field: NoteModel.Field) -> CleanText {
    CleanText(
      WrittenText.harmless(texts[field] ?? ""), isHTML: true, separator: CleanText.blockSeparator)
  }
}

extension String {
  /// At most so many bytes, cut at a word if there is one, with an ellipsis.
  fileprivate func cut(toBytes limit: Int) -> String {
    if utf8.count <= limit { return self }
    let end = " …"
    var kept = String.UnicodeScalarView()
    var rest = limit - end.utf8.count
    for scalar in unicodeScalars {
      rest -= UTF8.width(scalar)
      if rest < 0 { break }
      kept.append(scalar)
    }
    let text = String(kept)
    let word = text.lastIndex(of: " ").map { text[..<$0] } ?? ""
    return (word.utf8.count > limit / 2 ? String(word) : text) + end
  }
}
