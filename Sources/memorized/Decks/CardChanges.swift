internal import DBus
internal import MemorizeBus
internal import MemorizeFiles
internal import MemoryGame
internal import PlainText
internal import Practice
internal import Store
internal import ThemeFiles

// Cards that are added, suspended or imported.
extension DecksOnBus {
  func addCard(to name: String, _ given: [String: Value], _ reply: Reply<UInt64>) {
    answer(reply, changing: fileToRead(ofDeck: name, for: [given])) { [self] reading in
      var id: UInt64 = 0
      for added in try add([given], to: name, reading) { id = try added.get() }
      return id
    }
  }

  func addCards(
    to name: String, _ given: [[String: Value]], _ reply: Reply<[AddedCard]>
  ) throws {
    guard given.count <= DecksContract.maximumAdded else {
      throw BusError.invalidArguments(
        english(
          "At most \(DecksContract.maximumAdded) cards can be added at a time, not \(given.count).")
      )
    }
    answer(reply, changing: fileToRead(ofDeck: name, for: given)) { [self] reading in
      try add(given, to: name, reading).map { added in
        switch added {
        case .success(let id): AddedCard(id: id)
        case .failure(let error): AddedCard(fault: error.message)
        }
      }
    }
  }

  func setLanguage(
    of name: String, _ front: String, _ back: String, _ reply: Reply<>
  ) throws {
    guard let languages = SideLanguages(front, back) else {
      throw BusError.invalidArguments(
        english(
          "A language is a tag such as en, ja or pt-BR, or empty, not “\(front.printable)” and "
            + "“\(back.printable)”."))
    }
    answer(reply, changing: file(ofDeck: name)) { [self] reading in
      guard let theme = library.theme(named: name), theme.isTwoSided else {
        throw BusError(.noSuchDeck, quoting: PracticeError.noSuchDeck(name).message)
      }
      library.refresh(
        after: try ownFile(of: theme, reading).change { $0.setLanguages(languages) })
    }
  }

  func suspend(_ id: UInt64, _ isSuspended: Bool, _ reply: Reply<>) {
    answer(reply) { [self] in
      let (identity, decks) = try known(id)
      try practice.setSuspended(isSuspended, [identity]) { changed in
        if changed.isEmpty { return }
        for (deck, _) in decks { publishChange(of: deck.name) }
      }
    }
  }

  func importReviews(
    _ reviews: [ForeignReview], suspended: [String], dayStart: ClockTime?, _ reply: Reply<UInt32>
  ) throws {
    let cards = try suspended.map(CardIdentity.init(importedGuid:))
    let work = try adding(reviews, dayStart: dayStart)
    answer(reply, after: [work]) { [self] in
      let count = UInt32(clamping: try work.output())
      if cards.isEmpty { return count }
      var changed: [CardIdentity] = []
      try practice.setSuspended(true, cards) { changed = $0 }
      for deck in practice.reviews.decks(withAnyOf: changed) { publishChange(of: deck.name) }
      return count
    }
  }

  /// Answers a call that changes a file, once a large one is read.
  ///
  /// Meanwhile files may be added and removed, so the library is looked at again.
  func answer<each Output: BusType>(
    _ reply: Reply<repeat each Output>, changing file: ThemePath?,
    with body: @escaping (DeckFileReading?) throws -> (repeat each Output)
  ) {
    let reading = file.flatMap { DeckFileReading($0) }
    let needs: [any Preparation.Need] = [library.files(withDecks: true)]
    preparation.answer(reply, after: needs + (reading.map { [$0] } ?? [])) { [practice] in
      if reading != nil { practice.trimming.restart() }
      return try body(reading)
    }
  }

  /// The file of a deck of the user's own.
  func file(ofDeck name: String) -> ThemePath? {
    library.current.theme(named: name)?.file.flatMap { $0.kind == .decks ? $0 : nil }
  }
}

// Helpers.
extension DecksOnBus {
  /// Adds the cards that the deck accepts; returns the number or the fault of each.
  private func add(
    _ given: [[String: Value]], to name: String, _ reading: DeckFileReading?
  ) throws -> [Result<UInt64, BusError>] {
    let options = try given.map(NewCardOptions.init)
    let cards = options.map(Self.card)
    var added = cards.map { $0.map { _ in UInt64(0) } }
    guard cards.contains(where: { (try? $0.get()) != nil }) else { return added }
    let (deck, file) = try deckFile(named: name, reading)
    let guids = cards.map { _ in Self.newGuid() }
    // The file is written once more if another program has changed it meanwhile.
    func append(to edit: inout some AppendableDeck, taken: Set<CardIdentity>) throws(BusError) {
      var taken = taken
      var accepted: [(index: Int, cards: [CardIdentity])] = []
      for (index, card) in cards.enumerated() {
        do throws(BusError) {
          let card = try Self.card(try card.get(), hasGuids: edit.hasGuids, withGuid: guids[index])
          let identities = card.identities(in: deck.comparisonKey)
          // A sentence is named by the card of its first gap.
          let identity = identities[0]
          if case .side = identity, taken.contains(identity) { throw Self.sameSide }
          do throws(DeckEditError) { try edit.append(card) } catch { throw BusError(error) }
          taken.insert(identity)
          accepted.append((index, identities))
        } catch {
          added[index] = .failure(error)
        }
      }
      // Before the file is written: its caller could not name a card without a number.
      let ids = try ids(
        of: accepted.map(\.cards), areDated: accepted.map { options[$0.index].isDated == true })
      for ((index, _), id) in zip(accepted, ids) { added[index] = .success(id) }
    }
    let new = cards.compactMap { try? $0.get() }
    if let known = knownCards(of: deck) {
      let change = try file.append(new, to: known) { addition throws(BusError) in
        try append(to: &addition, taken: [])
      }
      if let change {
        library.refresh(after: change)
        return added
      }
    }
    let hasTags = new.contains { !$0.tags.isEmpty }
    let change = try file.change(hasTags: hasTags) { edit throws(BusError) in
      // A file without guids cannot have two cards with the same first side.
      let taken =
        edit.hasGuids
        ? [] : Set(edit.cards.flatMap(\.cards).map { CardIdentity($0, in: deck.comparisonKey) })
      try append(to: &edit, taken: taken)
    }
    library.refresh(after: change)
    return added
  }

  /// The file of a deck if it is to be read before cards are added.
  private func fileToRead(ofDeck name: String, for given: [[String: Value]]) -> ThemePath? {
    guard let theme = library.current.theme(named: name) else { return nil }
    if let known = knownCards(of: theme.themeName) {
      // The first tag may need a column.
      let areTagged = given.contains { (try? NewCardOptions($0))?.tags?.isEmpty == false }
      if !areTagged || known.haveTags, mayBeAppended(to: name, known) { return nil }
    }
    return file(ofDeck: name)
  }

  /// Whether no card of the deck needs a guid before, and its file has a column for a new one's.
  private func mayBeAppended(to deck: String, _ known: CardList) -> Bool {
    if known.haveGuids { return true }
    guard !hasOtherMachines, let bytes = try? file(ofDeck: deck)?.read() else { return false }
    return DeckFile.hasGuids(in: bytes)
  }

  /// The cards of a deck in memory, if they are all that its file has, which has no fault.
  func knownCards(of deck: ThemeName) -> CardList? {
    guard let file = file(ofDeck: deck.text), library.isFaultless(file),
      let deck = practice.readDeck(named: deck.text)
    else { return nil }
    return deck.cards
  }

  private static func card(_ options: NewCardOptions) -> Result<WordCard, BusError> {
    Result { () throws(BusError) in
      let card = try checked { () throws(LineError) in
        try WordCard(
          fields: options.front ?? "", options.back ?? "", pronunciation: options.pronunciation,
          guid: options.guid, note: options.note,
          tags: WordCard.text(ofTags: options.tags ?? []))
      }
      if card.isSentence { try refuseSide(nil, card.pronunciation) }
      return card
    }
  }

  /// Refuses what a sentence with gaps lacks.
  static func refuseSide(_ back: String?, _ pronunciation: String?) throws(BusError) {
    if !(back ?? "").isEmpty {
      throw BusError(
        .invalidCard,
        english("A sentence with gaps has no second side: its note is shown with the answer."))
    }
    if !(pronunciation ?? "").isEmpty {
      throw BusError(
        .invalidCard,
        english("A sentence with gaps has no pronunciation, which would tell the answer."))
    }
  }

  /// The card with the guid, unless it has one or the file has no column for it.
  private static func card(
    _ card: WordCard, hasGuids: Bool, withGuid guid: String
  ) throws(BusError) -> WordCard {
    guard hasGuids || card.guid == nil else {
      throw BusError(
        .invalidCard,
        english(
          "The file of the deck has no column for a guid: add the line “#guid column:” with its "
            + "number."))
    }
    return hasGuids && card.guid == nil ? card.with(guid: guid) : card
  }

  /// A card's identity, and the decks that contain it.
  typealias KnownCard = (identity: CardIdentity, decks: [(deck: Practice.Deck, card: WordCard)])

  /// The cards with these numbers, in this order; those in no deck are left out.
  func find(_ ids: [UInt64]) throws -> [KnownCard] {
    let found = try refusing {
      try practice.ensureLoaded()
      return try store.use { tables throws(StoreError) in
        try tables.practice.cards.find(ids, among: practice.reviews.identities)
      }
    }
    return ids.compactMap { id in
      guard let card = found[id] else { return nil }
      let decks = practice.reviews.decks(with: card)
      return decks.isEmpty ? nil : (card, decks)
    }
  }

  func known(_ id: UInt64) throws -> KnownCard {
    guard let card = try find([id]).first else { throw Self.noSuchCard(id) }
    return card
  }

  static func noSuchCard(_ id: UInt64) -> BusError {
    BusError(.noSuchCard, english("No deck has a card with the number \(id)."))
  }

  /// The numbers of added lines, each of which has the cards of its gaps.
  @discardableResult
  func ids(
    of lines: [[CardIdentity]], areDated: [Bool]? = nil
  ) throws(BusError) -> [UInt64] {
    do throws(StoreError) {
      return try store.change { tables throws(StoreError) in
        try tables.log.set(gone: false, lines.flatMap { $0 })
        return try lines.enumerated().map { index, cards throws(StoreError) in
          try tables.practice.cards.record(
            of: cards[0], at: practice.now, isDated: areDated?[index] == true
          ).id
        }
      }
    } catch {
      throw BusError(.storageFailed, error.message)
    }
  }

  /// The file in which a card is added to a deck; a new one if there is no such deck.
  func deckFile(
    named name: String, _ reading: DeckFileReading?
  ) throws -> (ThemeName, OwnDeckFile) {
    // A new deck must not get the name of one in a file that was not read yet.
    if library.theme(named: name) == nil { library.refresh() }
    if let theme = library.theme(named: name) {
      return (theme.themeName, try ownFile(of: theme, reading))
    }
    let deck = try Result { () throws(ThemeError) in try ThemeName(name) }.mapError {
      BusError.invalidArguments(english("This cannot be the name of a deck. \($0.message)"))
    }.get()
    guard let directory = library.directory(of: .decks) else {
      throw BusError(
        .storageFailed, english("No directory for decks: neither XDG_DATA_HOME nor HOME names one.")
      )
    }
    return (deck, try OwnDeckFile(begun: deck, in: directory, of: library))
  }

  func ownFile(
    of theme: LibraryTheme, _ reading: DeckFileReading?
  ) throws(BusError) -> OwnDeckFile {
    if let file = theme.file, file.kind == .decks {
      return OwnDeckFile(
        file, of: library, reading, naming: hasOtherMachines ? theme.themeName : nil)
    }
    let place = theme.location.clause(about: theme.name.printable)
    throw BusError(
      .deckBuiltIn,
      // Translators: {place} is as “DECK is in FILE”.
      english("Only cards of decks in files of your own can be changed: \(place)."))
  }

  /// Whether another machine may change a deck at the same time.
  var hasOtherMachines: Bool {
    (try? store.use { tables throws(StoreError) in try tables.log.hasOthers() }) == true
  }

  static let sameSide = BusError(
    .cardExists,
    english(
      "The deck already has a card with this first side, and without guids it can have only one."))

  static func checked(
    _ card: () throws(LineError) -> WordCard
  ) throws(BusError) -> WordCard {
    try Result(catching: card).mapError { BusError(.invalidCard, quoting: $0.message) }.get()
  }

  /// As long as Anki's.
  private static func newGuid() -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    return String((0..<10).compactMap { _ in letters.randomElement() })
  }
}
