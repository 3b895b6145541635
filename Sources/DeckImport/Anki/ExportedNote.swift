package import Practice
internal import ThemeFiles
internal import UserFiles

/// A line of a deck with what is known of its cards, for a package.
package struct ExportedNote {
  package struct Memory {
    /// In microseconds since 1970.
    package let due: UInt64
    package let stability: Double
    package let difficulty: Double
    package let lapses: Int

    package init(due: UInt64, stability: Double, difficulty: Double, lapses: Int) {
      (self.due, self.stability, self.difficulty) = (due, stability, difficulty)
      self.lapses = lapses
    }
  }

  /// One of Anki's cards: a direction, or a gap of a sentence.
  package struct Card {
    /// From 0: of a gap its number less 1.
    package let template: Int
    package let isSuspended: Bool
    package let memory: Memory?
    /// In their order.
    package let reviews: [Review<UInt64>]

    package init(
      template: Int, isSuspended: Bool, memory: Memory?, reviews: [Review<UInt64>]
    ) {
      (self.template, self.isSuspended) = (template, isSuspended)
      (self.memory, self.reviews) = (memory, reviews)
    }
  }

  package let line: WordCard
  package let cards: [Card]

  package init(line: WordCard, cards: [Card]) { (self.line, self.cards) = (line, cards) }

  var isSentence: Bool { line.isSentence }

  /// A card without a guid gets the same one each time, so that Anki never has it twice; that of
  /// cards with the same texts differs by their `place` among those.
  func guid(in deck: String, place: Int) -> String {
    let places = place == 0 ? "" : "\t\(place)"
    let texts = "\(deck)\t\(line.ownTexts)" + places
    return line.guid ?? String(SHA256.hex(Array(texts.utf8)).prefix(20))
  }

  var fields: [String] {
    let media = line.media
    let note = line.note.asHTML
    let front = MediaMarkup.field(line.first.asHTML, media.front)
    if isSentence { return [front, MediaMarkup.field(note, media.back)] }
    return [
      front, MediaMarkup.field(line.second.asHTML, media.back),
      (line.pronunciation ?? "").asHTML, note, cards.contains { $0.template == 1 } ? "y" : "",
    ]
  }
}
