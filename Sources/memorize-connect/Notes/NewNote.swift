internal import PlainText
internal import Practice

/// A note on its way to become a card.
struct NewNote {
  let deck: String
  /// The first side, by which duplicates are found; "" if it has only media.
  let front: String
  private let fields: NoteFields
  private let files: [File]
  private let options: GivenNote.Options?

  private struct File {
    let given: GivenMedia
    let isPicture: Bool
    let fields: [NoteModel.Field]

    var ownName: String { ToolMedia.name(given.filename) }
  }

  /// Throws if its first side is missing; the rest is checked by ``check()``, since tools ask for
  /// duplicates with the first field alone.
  init(_ given: GivenNote) throws(Refusal) {
    try NoteModel.check(given.modelName)
    (deck, options) = (given.deckName, given.options)
    let sounds = (given.audio?.values ?? []) + (given.video?.values ?? [])
    let all = sounds.map { ($0, false) } + (given.picture?.values ?? []).map { ($0, true) }
    var files: [File] = []
    for (media, isPicture) in all {
      let fields = try NoteModel.Field.all(named: media.fields ?? [])
      if !fields.isEmpty { files.append(File(given: media, isPicture: isPicture, fields: fields)) }
    }
    self.files = files
    fields = try NoteFields(given.fields.texts)
    front = fields.front
    if front.isEmpty, marked(\.ownName).isEmpty(.front) { throw .empty }
  }

  /// Throws why it cannot become a card.
  func check() throws(Refusal) {
    for file in files { try ToolMedia.check(file.given) }
    _ = try marked(\.ownName).card()
  }

  /// The card, once its sounds and pictures are in the folder of media.
  func card(_ media: ToolMedia) throws(Refusal) -> WordCard {
    var stored: [String] = []
    for file in files { stored.append(try media.store(file.given)) }
    var rest = stored[...]
    return try marked { _ in rest.popFirst() ?? "" }.card { media.name(of: $0) }
  }

  private func marked(_ name: (File) -> String) -> NoteFields {
    var fields = fields
    for file in files {
      let name = name(file)
      for field in file.fields {
        fields.append(file.isPicture ? "<img src=\"\(name)\">" : "[sound:\(name)]", to: field)
      }
    }
    return fields
  }

  /// Whether a card of a deck with the same first side is a duplicate.
  func isDuplicate(inDeck deck: String) -> Bool {
    guard options?.duplicateScope == "deck" else { return true }
    let scope = options?.duplicateScopeOptions
    let wanted = scope?.deckName ?? self.deck
    return deck == wanted || scope?.checkChildren == true && deck.hasPrefix(wanted + "::")
  }

  var mayBeDuplicate: Bool { options?.allowDuplicate == true }
}
