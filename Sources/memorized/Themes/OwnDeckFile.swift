internal import DBus
internal import MemorizeBus
internal import MemorizeFiles
internal import MemoryGame
internal import PlainText
internal import Practice
internal import ThemeFiles
internal import UserFiles

/// The file of one of the user's own decks; a change leaves all other bytes as they are.
struct OwnDeckFile {
  private let file: ThemePath
  /// The name that a new file gets in its header.
  private let newName: ThemeName?
  private let library: ThemeLibrary
  /// The content of a large file, if it was read before.
  private let reading: DeckFileReading?
  /// The deck whose cards get guids with the next change; nil if they stay as they are.
  private let unnamed: ThemeName?

  init(
    _ file: ThemePath, newName: ThemeName? = nil, of library: ThemeLibrary,
    _ reading: DeckFileReading? = nil, naming unnamed: ThemeName? = nil
  ) {
    (self.file, self.newName, self.library, self.reading) = (file, newName, library, reading)
    self.unnamed = unnamed
  }

  /// The file for a new deck: a new file, or one of this name without cards.
  ///
  /// A file that cannot be read may contain the deck; a second file would hide it.
  init(
    begun name: ThemeName, in directory: String, of library: ThemeLibrary
  ) throws(BusError) {
    let start = directory + "/" + DeckFile.fileName(of: name)
    var (suffix, number) = (ThemeDirectory.Kind.decks.suffix, 1)
    while true {
      let path = ThemePath(kind: .decks, path: start + suffix)
      do throws(FileError) {
        let content = DeckFile.read(try path.read())
        if content.name ?? (try? ThemeName(path.stem)) == name {
          self.init(path, of: library)
          return
        }
      } catch {
        self.init(path, newName: name, of: library)
        guard error.isMissing else { throw path.writeFailure(error) }
        return
      }
      number += 1
      suffix = "-\(number)" + ThemeDirectory.Kind.decks.suffix
    }
  }

  /// The file before and after a change, and the new cards if they are known without reading it.
  typealias Change = (before: [UInt8], after: [UInt8], cards: DeckCards?)

  /// With `hasTags` the file gets a column for tags, if it has none.
  @discardableResult
  func change(
    hasTags: Bool = false, _ body: (inout DeckEdit) throws(BusError) -> Void
  ) throws(BusError) -> Change {
    var change: Change = ([], [], nil)
    try file.rewrite { bytes throws(BusError) in
      let (after, edit) = try changed(bytes, hasTags: hasTags, body)
      change = (bytes, after, edit.cardsRead(from: after))
      return after
    }
    return change
  }

  /// Appends cards to a file of which `cards` are known to be all, without reading them again; nil if
  /// they must be appended by a change, which also gives cards guids.
  func append(
    _ new: [WordCard], to cards: CardList, _ body: (inout DeckAddition) throws(BusError) -> Void
  ) throws(BusError) -> Change? {
    if unnamed != nil, !cards.haveGuids { return nil }
    var change: Change?
    try file.rewrite { bytes throws(BusError) in
      // What was made of an earlier content was not written.
      change = nil
      guard library.isFaultless(file, with: bytes),
        var addition = DeckAddition(bytes, with: cards, for: new)
      else {
        return bytes
      }
      try body(&addition)
      let (after, cards) = addition.applied(to: bytes)
      try check(after, longerThan: bytes)
      change = (bytes, after, cards)
      return after
    }
    return change
  }

  /// Undoes a change unless another one has followed.
  func revert(_ change: Change) throws(BusError) {
    try file.rewrite { bytes throws(BusError) in bytes == change.after ? change.before : bytes }
  }

  /// Throws what the change would throw, as far as that can be known before.
  func check(_ body: (inout DeckEdit) throws(BusError) -> Void) throws(BusError) {
    if let failure = FilePath.failureToWrite(file.path) {
      throw file.writeFailure(.system(failure))
    }
    let bytes = try Result(catching: file.read).mapError(file.writeFailure).get()
    _ = try changed(bytes, hasTags: false, body)
  }

  private func changed(
    _ bytes: [UInt8], hasTags: Bool, _ body: (inout DeckEdit) throws(BusError) -> Void
  ) throws(BusError) -> (bytes: [UInt8], edit: DeckEdit) {
    // As in UTF-16: a change would mix two encodings.
    if bytes.contains(0) {
      throw BusError(.invalidCard, english("The file of the deck is not UTF-8: save it as UTF-8."))
    }
    var edit =
      reading?.edit(of: bytes)
      ?? DeckEdit(
        bytes.isEmpty ? Array((newName.map { DeckFile.text(of: [], name: $0) } ?? "").utf8) : bytes)
    // Columns come first: they are added to a file that was not changed yet.
    if hasTags { edit.addTagsColumn() }
    if let unnamed { edit.addGuids(in: unnamed) }
    try body(&edit)
    let changed = try Result(catching: edit.applied).mapError(BusError.init).get()
    try check(changed, longerThan: bytes)
    return (changed, edit)
  }

  private func check(_ changed: [UInt8], longerThan bytes: [UInt8]) throws(BusError) {
    try file.check(changed, .limitsExceeded, advice: english("Begin another deck."))
    if changed.count > bytes.count, let reason = library.refusal(of: changed, in: file) {
      throw BusError(.limitsExceeded, reason)
    }
  }
}

extension BusError {
  init(_ refusal: DeckEditError) {
    let name: ErrorName =
      switch refusal {
      case .exists: .cardExists
      case .full: .limitsExceeded
      case .fault: .invalidCard
      }
    self.init(name, quoting: refusal.message)
  }

  /// An error whose sentence may quote a whole side of a card.
  init(_ name: ErrorName, quoting message: String) {
    self.init(name, message.printable(upTo: WordCard.maximumBytes + 400))
  }
}
