internal import MemoryGame
internal import Practice

/// A note on its way to become a card.
struct NewNote {
  let deck: String
  /// The first side, by which duplicates are found; "" if it has only media.
  let front: String
  private let fields: NoteFields
  private let files: [NoteFile]
  private let options: GivenNote.Options?
  private let tags: String

  /// Throws if its first side is missing; the rest is checked by ``check()``, since tools ask for
  /// duplicates with the first field alone.
  init(_ given: GivenNote) throws(Refusal) {
    try NoteModel.check(given.modelName)
    (deck, options) = (given.deckName, given.options)
    tags = (given.tags ?? []).flatMap(\.asTags).joined(separator: " ")
    files = try NoteFile.all(given.audio, given.video, given.picture)
    fields = try NoteFields(given.fields.texts)
    front = fields.front
    if front.isEmpty, marked(\.ownName).isEmpty(.front) { throw .empty }
  }

  /// Throws why it cannot become a card.
  func check() throws(Refusal) {
    _ = try ThemeName(ofDeck: deck)
    for file in files { try ToolMedia.check(file.given) }
    _ = try marked(\.ownName).card()
  }

  /// The card, once its sounds and pictures are in the folder of media.
  func card(_ media: ToolMedia) throws(Refusal) -> WordCard {
    var fields = fields
    for file in files { fields.append(file, named: try media.store(file.given)) }
    return try fields.card { media.name(of: $0) }.with(tags: tags)
  }

  private func marked(_ name: (NoteFile) -> String) -> NoteFields {
    var fields = fields
    for file in files { fields.append(file, named: name(file)) }
    return fields
  }

  /// Whether a card of a deck with the same first side is a duplicate.
  func isDuplicate(inDeck deck: String) -> Bool {
    guard options?.duplicateScope == "deck" else { return true }
    let scope = options?.duplicateScopeOptions
    let wanted = ThemeName.comparisonKey(of: scope?.deckName ?? self.deck)
    let key = ThemeName.comparisonKey(of: deck)
    return key == wanted || scope?.checkChildren == true && key.hasPrefix(wanted + "::")
  }

  var mayBeDuplicate: Bool { options?.allowDuplicate == true }
}
