internal import MemorizeBus
internal import PlainText
internal import Practice
internal import Screens
internal import ThemeFiles

/// A card as tools see it: of a note that has it alone, or, of a sentence, one for each gap.
struct ToolCard {
  let summary: CardSummary
  /// The numbers of the note's cards; the first is the note's.
  let siblings: [UInt64]

  var id: UInt64 { summary.id }
  var note: UInt64 { siblings.first ?? summary.id }
  /// Whether its number is that of its note: of a sentence, only the first gap's is.
  var isNote: Bool { note == id }
  var deck: String { summary.deck }

  /// In milliseconds since 1970; nil if the number is no time.
  var addedAt: UInt64? { note < 100_000_000_000_000 && note > 10_000_000_000 ? note : nil }

  private var memories: [CardMemory] { [summary.forward, summary.backward].compactMap(\.self) }

  var isNew: Bool { memories.isEmpty }
  var reviews: UInt32 { memories.reduce(0) { $0 &+ $1.reviews } }
  var lapses: UInt32 { memories.reduce(0) { $0 &+ $1.lapses } }
  /// In days; 0 for a new card.
  var interval: Int { Int(memories.map(\.stability).min()?.rounded() ?? 0) }
  /// In milliseconds; nil for a new card.
  var due: UInt64? { memories.map(\.due).min().map { $0 / 1000 } }

  func isDue(at now: UInt64) -> Bool { !summary.isSuspended && due.map { $0 <= now } ?? false }

  /// When it was added or last reviewed, in seconds.
  var changedAt: UInt64 {
    ([summary.addedAt] + memories.map(\.reviewedAt)).reduce(0, max) / 1_000_000
  }

  /// The text of a field, without media.
  func plain(_ field: NoteModel.Field) -> String {
    switch field {
    case .front: summary.gap > 0 ? summary.sentence : summary.front
    case .back: summary.gap > 0 ? "" : summary.back
    case .pronunciation: summary.pronunciation
    case .note: summary.note
    }
  }

  /// A field in HTML, as a tool may send it again.
  func html(_ field: NoteModel.Field) -> String {
    MediaMarkup.field(plain(field).asHTML, media(field))
  }

  func media(_ field: NoteModel.Field) -> SideMedia {
    switch field {
    case .front: Self.media(summary.frontSounds, summary.frontPicture)
    case .back: Self.media(summary.backSounds, summary.backPicture)
    case .pronunciation, .note: SideMedia()
    }
  }

  private static func media(_ sounds: [String], _ picture: String) -> SideMedia {
    SideMedia(
      sounds: sounds.map { ToolMedia.name($0) },
      picture: picture.isEmpty ? nil : ToolMedia.name(picture))
  }

  var fields: JSON {
    .object(
      NoteModel.Field.allCases.enumerated().map { order, field in
        (field.rawValue, ["value": .string(html(field)), "order": .integer(order)])
      })
  }

  var noteInfo: JSON {
    [
      "noteId": .integer(note), "modelName": .string(NoteModel.name),
      "tags": .array(summary.tags.map { .string($0) }), "fields": fields,
      "mod": .integer(changedAt), "cards": .array(siblings.map { .integer($0) }),
    ]
  }

  var cardInfo: JSON {
    let isSuspended = summary.isSuspended
    return [
      "cardId": .integer(id), "note": .integer(note), "deckName": .string(deck),
      "modelName": .string(NoteModel.name), "fields": fields, "fieldOrder": .integer(0),
      "question": .string(summary.front.asHTML), "answer": .string(summary.back.asHTML),
      "css": .string(""), "ord": .integer(max(Int(summary.gap) - 1, 0)),
      "type": .integer(isNew ? 0 : 2), "queue": .integer(isSuspended ? -1 : isNew ? 0 : 2),
      "due": .integer((due ?? 0) / 86_400_000), "interval": .integer(interval),
      "factor": .integer(isNew ? 0 : 2500), "reps": .integer(reviews), "lapses": .integer(lapses),
      "left": .integer(0), "flags": .integer(0), "mod": .integer(changedAt),
    ]
  }
}

// Cards by their numbers.
extension ToolResponder {
  /// The cards with these numbers, each once; those that no deck has are left out.
  func summaries(_ numbers: [UInt64]) throws(Refusal) -> [CardSummary] {
    let found = try ask { (service) throws(ProgramError) in
      try service.cards(Array(Set(numbers)))
    }
    return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }.map(\.value)
  }

  /// The cards of the sentences that some cards belong to.
  func gaps(of cards: [CardSummary]) throws(Refusal) -> [CardSummary] {
    let sentences = Set(cards.lazy.filter { $0.gap > 0 }.map(\.sentence))
    return try ask { (service) throws(ProgramError) in
      try service.cards(withFronts: sentences).filter { $0.gap > 0 }
    }
  }

  /// The cards with their notes, in the order of their numbers.
  func toolCards(_ cards: [CardSummary]) throws(Refusal) -> [ToolCard] {
    // A sentence's other gaps need not be among them.
    let gaps = Dictionary(grouping: try gaps(of: cards), by: \.sentence)
    return cards.map { card in
      let others = gaps[card.sentence]?.filter { $0.deck == card.deck && $0.guid == card.guid }
      let siblings = others?.sorted { $0.gap < $1.gap }.map(\.id) ?? []
      return ToolCard(summary: card, siblings: siblings.isEmpty ? [card.id] : siblings)
    }.sorted { $0.id < $1.id }
  }

  /// The cards with these numbers, by them.
  func cards(numbered numbers: [ToolNumber]) throws(Refusal) -> [UInt64: ToolCard] {
    let cards = try toolCards(summaries(numbers.compactMap(\.card)))
    return Dictionary(cards.map { ($0.id, $0) }) { first, _ in first }
  }

  /// The same in the order of the numbers.
  func cards(inOrder numbers: [ToolNumber]) throws(Refusal) -> [ToolCard] {
    var known = try cards(numbered: numbers)
    return numbers.compactMap { known.removeValue(forKey: $0.key) }
  }

  /// The notes with these numbers, in their order.
  func notes(inOrder numbers: [ToolNumber]) throws(Refusal) -> [ToolCard] {
    try cards(inOrder: numbers).filter(\.isNote)
  }
}

/// A number of a card or a note; that of none may be any.
struct ToolNumber: Decodable {
  private let number: Double

  /// Some tools write it as a text.
  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let number = (try? value.decode(String.self)).flatMap(Double.init) {
      self.number = number
    } else {
      number = try value.decode(Double.self)
    }
  }

  var card: UInt64? { UInt64(exactly: number) }
  var key: UInt64 { card ?? 0 }
  /// As the tool wrote it.
  var text: String { Int64(exactly: number).map { "\($0)" } ?? "\(number)" }
}
