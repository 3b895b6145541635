package import MemoryGame
internal import PlainText
package import Practice

/// A deck's file, `*.tsv`: one card per line.
///
/// The fields are first side, second side, pronunciation, guid and note, separated by tabs. A side may
/// have `[sound:NAME]` and `<img src="NAME">`, and a first side may be a sentence with gaps, which is
/// one card for each. Lines that begin with `#` are Anki's header lines or comments; columns that they assign to Anki's own data
/// (guid, note type, deck, tags) are not counted, and the guid is then read only from the column
/// named by `#guid column:`.
package enum DeckFile {
  /// The first row of an exported table.
  package static let tableColumns = ["Front", "Back", "Pronunciation", "GUID", "Note"]

  /// Reads a whole file as UTF-8.
  package static func read(_ bytes: [UInt8]) -> DeckContent {
    var reading = DeckReading(bytes)
    _ = reading.advance { true }
    return reading.content
  }

  /// The faults of comments, in a text whose lines should all be cards or header lines.
  package static func faultsOfComments(in bytes: [UInt8]) -> [FileFault] {
    let separator = DeckLayout(AnkiHeader(FileLines(bytes))).separator
    var records = Set<Int>()
    for record in DelimitedRecords(bytes, separator: separator) { records.formUnion(record.lines) }
    return FileLines(bytes).filter {
      $0.isComment && !records.contains($0.number) && !AnkiHeader.has($0)
    }.map {
      FileFault(
        line: $0.number,
        LineError(
          english(
            "This line begins with # and would be a comment: write a first side that begins so in "
              + "quotation marks.")))
    }
  }

  /// In bytes; the file name it is part of may have 255.
  private static let maximumNameBytes = 200

  /// A deck's name as a file's: no directory, not hidden, no option, of limited length.
  package static func fileName(of name: ThemeName) -> String {
    var text = String.UnicodeScalarView()
    var bytes = 0
    for scalar in name.text.unicodeScalars {
      let isBad = scalar == "/" || scalar.isHarmful
      let isBadFirst = text.isEmpty && (scalar == "." || scalar == "-")
      let kept = isBad || isBadFirst ? "_" : scalar
      bytes += UTF8.width(kept)
      guard bytes <= maximumNameBytes else { break }
      text.append(kept)
    }
    return String(text)
  }

  /// Whether a file has a column for the guids of cards that are added to it.
  package static func hasGuids(in bytes: [UInt8]) -> Bool {
    DeckLayout(AnkiHeader(FileLines(bytes))).hasGuids
  }

  /// All sounds and pictures that a file names, wherever they stand, in cards or not.
  package static func media(in bytes: [UInt8]) -> (sounds: Set<String>, pictures: Set<String>) {
    var media: (sounds: Set<String>, pictures: Set<String>) = ([], [])
    let separator = DeckLayout(AnkiHeader(FileLines(bytes))).separator
    for record in DelimitedRecords(bytes, separator: separator) {
      guard let fields = try? record.fields.get() else { continue }
      for (name, isPicture) in fields.flatMap({ MediaMarkup($0).all }) {
        if isPicture { media.pictures.insert(name) } else { media.sounds.insert(name) }
      }
    }
    return media
  }

  /// An upper bound of the cards in a file, without reading them.
  package static func maximumCards(in bytes: [UInt8]) -> Int {
    var count = FileLines(bytes).count { !$0.isBlankOrComment }
    // Each gap of a sentence is a card.
    for index in bytes.indices.dropLast(2) where bytes[index] == UInt8(ascii: "{") {
      if bytes[index + 1] == UInt8(ascii: "{"), bytes[index + 2] == UInt8(ascii: "c") { count += 1 }
    }
    return min(count, Deck.maximumCards)
  }

  /// The file of a deck, which reads back as equal cards; without a name, the file name counts.
  package static func text(of cards: [WordCard], name: ThemeName? = nil) -> String {
    let title = name.map { ["#deck:\($0.text)"] } ?? []
    let note = cards.contains { !$0.note.isEmpty } ? "\tNote" : ""
    return text(
      of: cards,
      header: ["#separator:tab", "#html:false"] + title + [
        "#columns:First\tSecond\tPronunciation\tGUID\(note)", "#guid column:4",
      ] + (cards.contains { !$0.tags.isEmpty } ? ["#tags column:6"] : []))
  }

  /// The file of a deck with these lines before its cards.
  package static func text(
    of cards: [WordCard], header: [String], isShort: Bool = false
  ) -> String {
    var lines = header
    let layout = DeckLayout(
      AnkiHeader(FileLines(Array(lines.joined(separator: "\n").utf8))),
      isShort: isShort)
    for card in cards {
      let written =
        isShort ? WordCard(card.first, card.second, guid: card.guid, media: card.media) : card
      lines.append(String(decoding: layout.line(of: written), as: UTF8.self))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The content of a deck's file for those who only read it.
package struct DeckCards: Sendable {
  /// The name in the file, if there is one.
  let name: ThemeName?
  package let cards: CardList
  package let languages: SideLanguages
  package let faults: [FileFault]

  package init(_ content: DeckContent) {
    self.init(
      name: content.name, cards: content.cards, languages: content.languages,
      faults: content.faults)
  }

  init(
    name: ThemeName?, cards: [WordCard], languages: SideLanguages, faults: [FileFault] = []
  ) {
    self.init(name: name, cards: CardList(cards), languages: languages, faults: faults)
  }

  init(
    name: ThemeName?, cards: CardList, languages: SideLanguages, faults: [FileFault] = []
  ) {
    (self.name, self.cards, self.faults) = (name, cards, faults)
    self.languages = languages
  }

  /// The deck's name: from its header, or else the file name; without a card there is no deck.
  package func deckName(ofFile stem: String) throws(LineError) -> ThemeName {
    if cards.isEmpty { throw LineError(english("It contains no cards, so it is not a deck.")) }
    if let name { return name }
    do throws(ThemeError) {
      return try ThemeName(stem)
    } catch {
      throw LineError(
        english(
          "The file's name is not a valid name for a deck. \(error.message) Rename the file, or "
            + "begin it with a line “#deck:” and a name."))
    }
  }
}
