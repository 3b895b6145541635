internal import MemorizeBus
internal import PlainText
internal import Practice
internal import ThemeFiles

/// The fields of a note as HTML, and the card that they make.
struct NoteFields {
  private var texts: [NoteModel.Field: String] = [:]
  /// The sounds and pictures that are added to fields, as marks.
  private var marks: [NoteModel.Field: String] = [:]

  init(_ given: [String: String]) throws(Refusal) {
    for (name, text) in given { texts[try NoteModel.Field(named: name)] = text }
  }

  /// Those of a change: without fields of other note types, and without those that the card has already,
  /// which would not all be read as they were written.
  init(changing card: ToolCard, _ given: [String: String]) {
    for (name, text) in given {
      guard let field = try? NoteModel.Field(named: name), text != card.html(field) else {
        continue
      }
      texts[field] = text
    }
  }

  /// The first side as the deck's file has it, but for its media.
  var front: String { clean(.front).text }

  /// Whether a field has neither text nor media.
  func isEmpty(_ field: NoteModel.Field) -> Bool {
    let text = clean(field)
    return text.text.isEmpty && text.media.isEmpty && text.mediaOfGaps.isEmpty
  }

  mutating func append(_ mark: String, to field: NoteModel.Field) {
    marks[field, default: ""] += " " + mark
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
    let isSentence = (try? GapSentence(front.text) == nil) != true
    do throws(LineError) {
      return try WordCard(
        checking: front.text, back.text.cut(toBytes: WordCard.maximumBytes),
        pronunciation: isSentence ? nil : Self.said(pronunciation, front),
        note: Self.shown(note.text, beside: back.text), media: media.renamed { names($0) })
    } catch {
      throw Refusal(error.message)
    }
  }

  /// A note; without one, a second side that is longer than a side may be, as the entries of dictionaries
  /// often are: then only its beginning is asked.
  private static func shown(_ note: String, beside back: String) -> String {
    let isWhole = !note.isEmpty || back.utf8.count <= WordCard.maximumBytes
    return (isWhole ? note : back).cut(toBytes: WordCard.maximumNoteBytes)
  }

  /// What changes of a card that gets these fields; sounds that are added go behind those that it has, and
  /// a picture takes the place of its one.
  func changes(of card: ToolCard, names: (String) -> String) -> CardChangeOptions {
    var changes = CardChangeOptions()
    let (front, back) = (texts[.front].map { Self.clean($0) }, texts[.back].map { Self.clean($0) })
    func side(
      _ field: NoteModel.Field, _ given: CleanText?, _ text: String?, adding more: [SideMedia]
    ) -> String? {
      let added = ([Self.newMedia(marks[field])] + more).map { $0.renamed(names) }
      if given == nil, added.allSatisfy(\.isEmpty) { return nil }
      var media = (given.map { _ in Self.newMedia(texts[field]) } ?? card.media(field))
        .renamed(names)
      for more in added {
        let picture = more.picture ?? media.picture
        media.add(more)
        media = SideMedia(sounds: media.sounds, picture: picture)
      }
      return MediaMarkup.field(text ?? card.plain(field), media)
    }
    changes.front = side(.front, front, front?.text, adding: [newMedia(.pronunciation)])
    // A sentence has neither a second side nor a pronunciation, as when it is added.
    let isSentence = card.summary.gap > 0
    changes.back = side(
      .back, back, isSentence ? "" : back?.text.cut(toBytes: WordCard.maximumBytes),
      adding: [front?.mediaOfGaps ?? SideMedia(), newMedia(.note)])
    if isSentence, changes.back?.isEmpty == true { changes.back = nil }
    let isRead = texts[.pronunciation] != nil || front?.reading != nil
    if isRead, !isSentence {
      changes.pronunciation = Self.said(clean(.pronunciation), clean(.front))
    }
    let (old, second) = (card.plain(.note), back?.text ?? "")
    let new = texts[.note].map { Self.clean($0).text } ?? old
    let note =
      isSentence
      ? WordCard.note(ofSentenceWith: second, new).cut(toBytes: WordCard.maximumNoteBytes)
      : Self.shown(new, beside: second)
    if note != old { changes.note = note }
    return changes
  }

  /// The media of a field that is changed: of several pictures the last, since tools append theirs.
  private func newMedia(_ field: NoteModel.Field) -> SideMedia {
    Self.newMedia((texts[field] ?? "") + (marks[field] ?? ""))
  }

  private static func newMedia(_ html: String?) -> SideMedia {
    let html = html ?? ""
    let media = clean(html).media
    let pictures = MediaMarkup(WrittenText.harmless(html)).all.filter(\.isPicture)
    guard media.picture != nil, let last = pictures.last else { return media }
    return SideMedia(sounds: media.sounds, picture: last.name)
  }

  /// How a card is pronounced: as its field says, or else as its first side does.
  private static func said(_ pronunciation: CleanText, _ front: CleanText) -> String? {
    pronunciation.reading ?? pronunciation.orReading(of: front)
  }

  private func clean(_ field: NoteModel.Field) -> CleanText {
    Self.clean((texts[field] ?? "") + (marks[field] ?? ""))
  }

  /// A field's text without markup and media.
  static func plain(_ html: String) -> String { clean(html).text }

  private static func clean(_ html: String) -> CleanText {
    CleanText(WrittenText.harmless(html), isHTML: true, separator: CleanText.blockSeparator)
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
