internal import PlainText

/// A card of a deck: two sides, one of which is the question and the other the answer, or one gap of a
/// sentence.
package struct WordCard: Hashable, Sendable {
  /// The most bytes of UTF-8 of a side, a pronunciation, a guid or a typed answer.
  package static let maximumBytes = 1024
  package static let maximumNoteBytes = 4096

  /// Empty if the side has only sounds or a picture; of a gap, the sentence without its answer.
  package let first: String
  package let second: String
  /// How the first side is pronounced, if known.
  package let pronunciation: String?
  /// Identifies the card when its deck is imported again.
  package var guid: String?
  /// What few cards have.
  private let extras: Boxed<Extras>?

  private struct Extras: Hashable {
    let note: String
    let media: CardMedia
    let gap: Gap?
    let tags: String
  }

  /// The gap that a card asks, and its sentence as the deck's file has it.
  package struct Gap: Hashable, Sendable {
    package let number: Int
    package let sentence: String

    package init(number: Int, sentence: String) {
      (self.number, self.sentence) = (number, sentence)
    }
  }

  /// Unchecked: the readers of files apply the rules for faces.
  package init(
    _ first: String, _ second: String, pronunciation: String? = nil, guid: String? = nil,
    note: String? = nil, media: CardMedia = CardMedia(), gap: Gap? = nil, tags: String = ""
  ) {
    self.first = first
    self.second = second
    self.pronunciation = pronunciation.flatMap { $0.isEmpty ? nil : $0 }
    self.guid = guid.flatMap { $0.isEmpty ? nil : $0 }
    let note = note ?? ""
    extras =
      note.isEmpty && media.isEmpty && gap == nil && tags.isEmpty
      ? nil : .value(Extras(note: note, media: media, gap: gap, tags: tags))
  }

  /// What is shown after the answer only; "" for most cards.
  package var note: String { extras?.value.note ?? "" }
  package var media: CardMedia { extras?.value.media ?? CardMedia() }
  /// Words with a space between them, for other programs; "" for most cards.
  package var tags: String { extras?.value.tags ?? "" }
  package var tagList: [String] { tags.split(separator: " ").map(String.init) }
  /// Nil for a card with two sides.
  package var gap: Gap? { extras?.value.gap }
  var hasExtras: Bool { extras != nil }

  /// The first side as the deck's file has it, but for its media.
  package var writtenFirst: String { gap?.sentence ?? first }

  package func with(guid: String?) -> WordCard {
    var card = self
    card.guid = guid
    return card
  }

  package func with(media: CardMedia) -> WordCard {
    WordCard(
      first, second, pronunciation: pronunciation, guid: guid, note: note, media: media, gap: gap,
      tags: tags)
  }

  package func with(tags: String) -> WordCard {
    WordCard(
      first, second, pronunciation: pronunciation, guid: guid, note: note, media: media, gap: gap,
      tags: tags)
  }

  /// Whether it is asked in a direction: an answer needs text, and a sentence is never the answer.
  package func isAsked(_ direction: Direction) -> Bool {
    !answer(direction).isEmpty && (gap == nil || direction == .forward)
  }

  /// What tells its question from those of other cards.
  func questionKey(_ direction: Direction) -> String {
    let (text, media) = (question(direction), questionMedia(direction))
    let seen = [text] + [media.picture].compactMap { $0 } + (text.isEmpty ? media.sounds : [])
    return seen.map(WrittenText.comparisonKey).joined(separator: "\t")
  }

  package func question(_ direction: Direction) -> String {
    direction == .forward ? first : second
  }

  package func answer(_ direction: Direction) -> String {
    direction == .forward ? second : first
  }

  package func questionMedia(_ direction: Direction) -> SideMedia {
    direction == .forward ? media.front : media.back
  }

  package func answerMedia(_ direction: Direction) -> SideMedia {
    direction == .forward ? media.back : media.front
  }

  /// How the question is pronounced; "" if that would reveal the answer: of the first side when it is
  /// the answer, and of a sentence with its gap.
  package func pronunciation(_ direction: Direction) -> String {
    direction == .forward ? reading : ""
  }

  /// How the card is read, as it is told with its answer; "" for a gap, or if unknown.
  package var reading: String { gap == nil ? pronunciation ?? "" : "" }
}

package enum Direction: String, Hashable, Sendable, CaseIterable {
  /// The first side is asked, the second is the answer.
  case forward
  case backward
}
