internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import PlainText
internal import Practice
internal import Store
internal import ThemeFiles
internal import UserService

// Changes of a card in the files of all decks that contain it, and in the store.
extension DecksOnBus {
  func updateCard(_ id: UInt64, _ given: [String: Value], _ reply: Reply<>) throws {
    let options = try CardChangeOptions(given)
    answer(reply, changing: id) { [self] in try update(id, options, $0) }
  }

  func removeCard(_ id: UInt64, _ reply: Reply<>) {
    answer(reply, changing: id) { [self] reading in
      let (identity, decks) = try known(id)
      let made = try perform(
        CardChange(of: id, from: identity, to: identity, removedFrom: decks.count),
        in: decks.map(\.deck), reading, removing: Self.cards(ofLines: decks))
      library.refresh(after: made)
    }
  }

  /// The cards of the whole lines: with a gap its sentence is removed.
  private static func cards(
    ofLines decks: [(deck: Practice.Deck, card: WordCard)]
  ) -> [CardIdentity] {
    decks.flatMap { deck, card in card.line.identities(in: deck.deckName.comparisonKey) }
  }

  /// Answers a call that changes a card, once all decks and, if it is large, the first file with the
  /// card are read.
  func answer(
    _ reply: Reply<>, changing id: UInt64,
    with body: @escaping (DeckFileReading?) throws -> Void
  ) {
    practice.whenRead { [self] in
      name(id)
      practice.whenRead { [self] in
        let deck = (try? known(id))?.decks.first?.deck
        answer(reply, changing: deck.flatMap { file(ofDeck: $0.name) }, with: body)
      }
    }
  }

  /// Gives a card without a guid one, which must follow from its first side before that is changed.
  ///
  /// If that fails, so does the change, or the card stays without one.
  private func name(_ id: UInt64) {
    guard hasOtherMachines, let (card, decks) = try? known(id), case .side = card,
      // With a row it keeps its number.
      (try? ids(of: [[card]])) != nil
    else { return }
    nameCards(ofDeck: decks[0].deck.name)
  }

  func nameCards(ofDeck name: String) {
    guard let theme = library.theme(named: name), let file = try? ownFile(of: theme, nil),
      let change = try? file.change({ _ in })
    else { return }
    library.refresh(after: change)
  }

  private func update(
    _ id: UInt64, _ options: CardChangeOptions, _ reading: DeckFileReading?
  ) throws {
    let (identity, decks) = try known(id)
    // Only a card with a guid can be in several decks.
    let (first, card) = decks[0]
    let line = card.line
    if card.gap != nil {
      try Self.refuseSide(options.back.map { MediaMarkup($0).text }, options.pronunciation)
    }
    func change(to other: CardIdentity) -> CardChange {
      CardChange(
        of: id, from: identity, to: other, front: options.front, back: options.back,
        pronunciation: options.pronunciation, note: options.note)
    }
    let changed = try Self.changed(line, by: change(to: identity))
    guard let same = changed.cards.first(where: { $0.gap?.number == card.gap?.number }) else {
      throw BusError(
        .invalidCard,
        card.gap.map {
          english("The sentence has no gap \($0.number) then: remove the card instead.")
        }
          ?? english(
            "A card with two sides cannot become a sentence with gaps: add that, and remove this."))
    }
    let new = CardIdentity(same, in: first.deckName.comparisonKey)
    if new != identity, line.cards.count > 1 {
      throw BusError(
        .invalidCard,
        english(
          "Without a guid the other gaps of the sentence would lose their reviews: edit the deck's "
            + "file.")
      )
    }
    let made = try perform(change(to: new), in: decks.map(\.deck), reading)
    library.refresh(after: made)
  }

  /// Completes or undoes each interrupted change, depending on the decks' files, which have all been
  /// read; returns whether any remain.
  func finishPendingChanges() throws(StoreError) -> Bool {
    let pending = try store.use { tables throws(StoreError) in
      try tables.practice.changes.pending()
    }
    var isLeft = false
    for change in pending {
      let decks = practice.reviews.decks(with: change.old)
      if change.old != change.new {
        // Its deck is missing, so nothing is known of the card.
        if decks.isEmpty, practice.reviews.decks(with: change.new).isEmpty { continue }
        try end(change, isDone: decks.isEmpty)
      } else {
        let missing = decks.filter { !Self.has(change, $0.card) }.map(\.deck)
        let isBegun = missing.count < change.removedFrom ?? decks.count
        if !isBegun || complete(change, in: missing) {
          try end(
            change, isDone: isBegun, removing: change.isRemoval ? Self.cards(ofLines: decks) : [])
        } else {
          isLeft = true
        }
      }
    }
    if !isLeft { loggedLeft = nil }
    return isLeft
  }
}

// Steps of a change.
extension DecksOnBus {
  /// Changes a card in all decks that contain it, or in none if one of their files refuses; returns
  /// the last file's change.
  private func perform(
    _ change: CardChange, in decks: [Practice.Deck], _ reading: DeckFileReading?,
    removing removed: [CardIdentity] = []
  ) throws(BusError) -> OwnDeckFile.Change? {
    var files: [(deck: Practice.Deck, file: OwnDeckFile)] = []
    for deck in decks { files.append((deck, try file(of: deck, with: change.card, reading))) }
    if files.count > 1 {
      for (deck, file) in files {
        try file.check { edit throws(BusError) in try Self.make(change, in: &edit, deck.deckName) }
      }
    }
    // A change of a single file is atomic by itself, but a removal is one of the log too.
    let isNoted = files.count > 1 || change.old != change.new || change.isRemoval
    /// Nil until the change is noted.
    var isRenamed: Bool?
    var changed: [(file: OwnDeckFile, change: OwnDeckFile.Change)] = []
    do throws(BusError) {
      for (deck, file) in files {
        let done = try file.change { edit throws(BusError) in
          try Self.make(change, in: &edit, deck.deckName)
          if isNoted, isRenamed == nil { isRenamed = try begin(change, removing: removed) }
        }
        changed.append((file, done))
      }
    } catch {
      if isRenamed == nil || revert(change, in: changed, removing: removed) { throw error }
      throw BusError(
        error.name,
        quoting: error.message + " "
          + english(
            "The card is changed in another deck: this one follows when its file can be written."))
    }
    guard let isRenamed else { return changed.last?.change }
    // If this fails, the next daemon finds the change complete.
    try? end(change, isDone: true)
    if isRenamed {
      practice.rename(change.old, to: change.new)
    } else if change.old != change.new {
      practice.reload()
    }
    return changed.last?.change
  }

  /// Records a change durably; returns whether the card was renamed.
  private func begin(
    _ change: CardChange, removing removed: [CardIdentity]
  ) throws(BusError) -> Bool {
    do throws(StoreError) {
      return try store.change(isDurable: true) { tables throws(StoreError) in
        try tables.log.set(gone: true, removed)
        return try tables.practice.changes.begin(change, at: practice.now)
      }
    } catch {
      throw BusError(.storageFailed, error.message)
    }
  }

  /// `removed` are the cards that an undone change would have removed.
  private func end(
    _ change: CardChange, isDone: Bool, removing removed: [CardIdentity] = []
  ) throws(StoreError) {
    try store.change { tables throws(StoreError) in
      let changes = tables.practice.changes
      if isDone { return try changes.finish(change) }
      try changes.revert(change)
      try tables.log.set(gone: false, removed)
    }
  }

  /// Undoes a change, and returns whether no file has it; a change that cannot be undone stays
  /// recorded, and is completed later.
  private func revert(
    _ change: CardChange, in files: [(file: OwnDeckFile, change: OwnDeckFile.Change)],
    removing removed: [CardIdentity]
  ) -> Bool {
    do throws(BusError) {
      for (file, change) in files.reversed() { try file.revert(change) }
    } catch {
      practice.reload()
      return false
    }
    if (try? end(change, isDone: false, removing: removed)) == nil { practice.reload() }
    return true
  }

  /// Completes a change in the files that lack it; returns whether all have it now.
  private func complete(_ change: CardChange, in decks: [Practice.Deck]) -> Bool {
    for deck in decks {
      do throws(BusError) {
        try file(of: deck, with: change.card).change { edit throws(BusError) in
          try Self.make(change, in: &edit, deck.deckName)
        }
      } catch {
        let left =
          "A change of card \(change.card) is not in all of its decks yet: \(error.message)"
        if left != loggedLeft { log.write(.warning, left) }
        loggedLeft = left
        return false
      }
    }
    return true
  }

  func file(
    of deck: Practice.Deck, with card: UInt64, _ reading: DeckFileReading? = nil
  ) throws(BusError) -> OwnDeckFile {
    guard let theme = library.theme(named: deck.name) else { throw Self.noSuchCard(card) }
    return try ownFile(of: theme, reading)
  }

  private static func make(
    _ change: CardChange, in edit: inout DeckEdit, _ deck: ThemeName
  ) throws(BusError) {
    let index = try index(of: change, in: edit, deck)
    if change.isRemoval { return edit.remove(index) }
    if change.old != change.new { try refuse(change.new, in: edit, deck) }
    let card = try changed(edit.cards[index], by: change)
    do throws(DeckEditError) { try edit.replace([index: card]) } catch { throw BusError(error) }
  }

  private static func changed(
    _ card: WordCard, by change: CardChange
  ) throws(BusError) -> WordCard {
    try checked { () throws(LineError) in
      try WordCard(
        fields: change.front ?? card.first, change.back ?? card.second,
        pronunciation: change.pronunciation ?? card.pronunciation, guid: card.guid,
        note: change.note ?? card.note, tags: card.tags, old: card.media)
    }
  }

  /// Whether a card already has a change.
  private static func has(_ change: CardChange, _ card: WordCard) -> Bool {
    !change.isRemoval && (try? changed(card.line, by: change).isSpelled(like: card.line)) == true
  }

  private static func index(
    of change: CardChange, in edit: DeckEdit, _ deck: ThemeName
  ) throws(BusError) -> Int {
    let indices = edit.cards.indices.filter { change.old.isOf(edit.cards[$0], in: deck) }
    guard let index = indices.first else { throw noSuchCard(change.card) }
    let count = indices.count
    guard count == 1 else {
      throw BusError(
        .invalidCard,
        english(
          "\(count) cards of the deck have this first side and no guid, and so one number: edit "
            + "the deck's file."))
    }
    return index
  }

  /// Refuses a second card that only a guid could tell from the first.
  private static func refuse(
    _ card: CardIdentity, in edit: DeckEdit, _ deck: ThemeName
  ) throws(BusError) {
    guard case .side = card, edit.cards.contains(where: { card.isOf($0, in: deck) }) else { return }
    throw sameSide
  }
}
