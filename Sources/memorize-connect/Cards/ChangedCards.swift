internal import MemorizeBus
internal import MemoryGame
internal import PlainText
internal import Screens

// Actions that change cards.
extension ToolResponder {
  struct ChangedNote: Decodable {
    struct Note: Decodable {
      let id: ToolNumber
      let fields: GivenFields?
      let tags: [String]?
      let audio: OneOrMore<GivenMedia>?
      let video: OneOrMore<GivenMedia>?
      let picture: OneOrMore<GivenMedia>?
    }

    let note: Note
  }

  struct TaggedNotes: Decodable {
    let notes: [ToolNumber]
    /// With blanks between them.
    let tags: String
  }

  struct MovedCards: Decodable {
    let cards: [ToolNumber]
    let deck: String
  }

  /// With `tags` as well, unless another action changes only fields.
  func update(_ given: ChangedNote, withTags: Bool) throws(Refusal) -> JSON {
    let note = given.note
    guard let card = try notes(inOrder: [note.id]).first else {
      throw Refusal("Note was not found: \(note.id.text)")
    }
    if withTags, note.fields == nil, note.tags == nil {
      throw Refusal("Must provide a \"fields\" or \"tags\" property.")
    }
    if let fields = note.fields {
      let changes = try changes(of: card, note, NoteFields(changing: card, fields.texts))
      try ask { (service) throws(ProgramError) in
        try service.ask(DecksContract.updateCard, card.id, changes.values)
      }
    }
    if withTags, let tags = note.tags { try set(tags, of: card) }
    return .null
  }

  private func changes(
    of card: ToolCard, _ note: ChangedNote.Note, _ given: NoteFields
  ) throws(Refusal) -> CardChangeOptions {
    var fields = given
    let media = try ToolMedia()
    for file in try NoteFile.all(note.audio, note.video, note.picture) {
      fields.append(file, named: try media.store(file.given))
    }
    return fields.changes(of: card) { media.name(of: $0) }
  }

  func addTags(_ given: TaggedNotes) throws(Refusal) -> JSON {
    try changeTags(given, +)
  }

  func removeTags(_ given: TaggedNotes) throws(Refusal) -> JSON {
    try changeTags(given) { old, gone in old.filter { !gone.contains($0) } }
  }

  /// Notes that are not there are passed over.
  private func changeTags(
    _ given: TaggedNotes, _ change: ([String], [String]) -> [String]
  ) throws(Refusal) -> JSON {
    for card in try notes(inOrder: given.notes) {
      try set(change(card.summary.tags, given.tags.asTags), of: card)
    }
    return .null
  }

  private func set(_ tags: [String], of card: ToolCard) throws(Refusal) {
    var known: Set<String> = []
    let tags = tags.flatMap(\.asTags).filter { known.insert($0).inserted }
    if tags == card.summary.tags { return }
    try ask { (service) throws(ProgramError) in
      try service.ask(DecksContract.setTags, card.id, tags)
    }
  }

  func delete(_ given: Notes) throws(Refusal) -> JSON {
    for card in try notes(inOrder: given.notes) {
      try ask { (service) throws(ProgramError) in
        try service.ask(DecksContract.removeCard, card.id)
      }
    }
    return .null
  }

  /// Whether any has changed.
  func suspend(_ given: Cards, _ isSuspended: Bool) throws(Refusal) -> Bool {
    let known = try cards(inOrder: given.cards)
    let numbers = Set(known.map(\.id))
    if let missing = given.cards.first(where: { !numbers.contains($0.key) }) {
      throw Refusal("Card was not found: \(missing.text)")
    }
    let changed = known.filter { $0.summary.isSuspended != isSuspended }
    for card in changed {
      try ask { (service) throws(ProgramError) in
        try service.ask(DecksContract.suspend, card.id, isSuspended)
      }
    }
    return !changed.isEmpty
  }

  func unsuspend(_ given: Cards) throws(Refusal) -> JSON {
    _ = try suspend(given, false)
    return .null
  }

  func changeDeck(_ given: MovedCards) throws(Refusal) -> JSON {
    _ = try createDeck(DeckName(deck: given.deck))
    for card in try cards(inOrder: given.cards) {
      try ask { (service) throws(ProgramError) in
        try service.ask(DecksContract.moveCard, card.id, given.deck)
      }
    }
    return .null
  }
}

extension String {
  /// The words of a list of tags.
  var asTags: [String] { split(whereSeparator: \.isWhitespace).map(String.init) }
}
