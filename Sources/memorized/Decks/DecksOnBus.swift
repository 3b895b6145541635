internal import DBus
internal import EventLoop
internal import MemorizeBus
internal import MemoryGame
internal import PlainText
internal import Practice
internal import Store
internal import UserService

/// The cards of decks on the bus: lists them, and changes the files of the user's own decks.
final class DecksOnBus: DecksService {
  let library: ThemeLibrary
  let store: Store
  let practice: PracticeOnBus
  let searched: SearchedDecks
  private let copies: DeckCopies
  let preparation: Preparation
  let log: Log
  /// The last warning about an incomplete change, which many calls may try again.
  var loggedLeft: String?
  private var bus: Export<DecksContract.Service>?

  init(
    library: ThemeLibrary, store: Store, practice: PracticeOnBus, preparation: Preparation, log: Log
  ) {
    self.library = library
    self.store = store
    self.practice = practice
    searched = SearchedDecks(library: library, practice: practice)
    self.preparation = preparation
    self.log = log
    copies = DeckCopies(library: library, store: store, preparation: preparation, log: log)
    library.onCopies = { [copies] in copies.follow($0) }
    copies.onMerge = { [unowned self] deck, cards, texts in
      log.publishing {
        try bus?.emit(
          DecksContract.merged, deck, UInt32(clamping: cards), UInt32(clamping: texts))
      }
    }
    practice.noted.onUnnamed = { [unowned self] deck in
      library.loop.enqueue { [weak self] in self?.nameCards(ofDeck: deck) }
    }
    practice.noted.isMerging = { [copies] in copies.isMerging }
    practice.finishPendingChanges = { [unowned self] () throws(StoreError) in
      try finishPendingChanges()
    }
  }

  func export(to objects: ObjectServer) {
    bus = objects.export(
      DecksContract.interface, of: self, at: MemorizeContract.path,
      after: preparation.gate(library.files(withDecks: true)))
  }

  /// Publishes changes of decks' files, made here or by others.
  func decksChanged(_ changes: [ThemeChange]) {
    searched.forget()
    for change in changes where change.isDeck { publishChange(of: change.name) }
  }

  func publishChange(of deck: String) {
    log.publishing { try bus?.emit(DecksContract.changed, deck) }
  }
}

// Lists.
extension DecksOnBus {
  func cards(of name: String, offset: UInt32, limit: UInt32, _ reply: Reply<[CardSummary]>) {
    answer(reply) { [self] in
      try practice.ensureLoaded()
      let deck = try deck(named: name, in: practice.reviews)
      let cards = deck.cards.dropFirst(Int(offset))
      return try summaries(
        cards.prefix(Int(min(limit, DecksContract.maximumCards))).map { (deck, $0) })
    }
  }

  func search(_ text: String, limit: UInt32, _ reply: Reply<[CardSummary]>) {
    answer(reply, after: [searched]) { [self] in
      try practice.ensureLoaded()
      let found = searched.cards(
        with: text, limit: Int(min(limit, DecksContract.maximumCards)))
      return try summaries(found.map { ($0.deck, $0.deck.cards[$0.index]) })
    }
  }

  func cards(_ ids: [UInt64], _ reply: Reply<[CardSummary]>) throws {
    let given = ids.count
    guard given <= DecksContract.maximumCards else {
      throw BusError.invalidArguments(
        english("At most \(DecksContract.maximumCards) cards can be found at a time, not \(given).")
      )
    }
    answer(reply) { [self] in try summaries(find(ids).flatMap(\.decks)) }
  }

  func cards(withFronts fronts: [String], _ reply: Reply<[CardSummary]>) throws {
    let given = fronts.count
    guard given <= DecksContract.maximumFronts else {
      throw BusError.invalidArguments(
        english(
          "At most \(DecksContract.maximumFronts) texts can be looked for at a time, not \(given).")
      )
    }
    answer(reply) { [self] in
      try practice.ensureLoaded()
      let limit = Int(DecksContract.maximumCards)
      var found: [(deck: Practice.Deck, card: WordCard)] = []
      for deck in practice.reviews.allDecks where isOwn(deck) {
        let indices = deck.cards.indices(ofFronts: fronts).prefix(limit - found.count)
        found += indices.map { (deck, deck.cards[$0]) }
      }
      return try summaries(found)
    }
  }

  func cards(addedSince time: UInt64, _ reply: Reply<[CardSummary]>) {
    answer(reply) { [self] in
      try practice.ensureLoaded()
      let added = try store.use { tables throws(StoreError) in
        try tables.practice.cards.dated(since: time, limit: Int(DecksContract.maximumCards))
      }
      return try summaries(
        added.compactMap { card in
          practice.reviews.decks(with: card).first { isOwn($0.deck) }
        })
    }
  }

  private func isOwn(_ deck: Practice.Deck) -> Bool {
    library.current.theme(named: deck.name)?.isOwn == true
  }

  func hardCards(_ reply: Reply<[CardSummary]>) {
    answer(reply) { [self] in
      let hard = try practice.hardCards(ofDeck: nil)
      return try summaries(
        hard.prefix(Int(DecksContract.maximumCards)).map { ($0.deck, $0.card) })
    }
  }

  /// Answers a call once all decks, and whatever else it needs, are read.
  func answer<each Output: BusType>(
    _ reply: Reply<repeat each Output>, after needs: [any Preparation.Need] = [],
    with body: @escaping () throws -> (repeat each Output)
  ) {
    practice.whenRead { [self] in
      preparation.answer(reply, after: needs) { try refusing(body) }
    }
  }

  /// The id of the card at an index of its deck, as “deck show” prints it.
  func id(of index: Int, in deck: Practice.Deck) throws -> UInt64 {
    let card = CardIdentity(deck.cards[index], in: deck.deckName.comparisonKey)
    return try refusing {
      try store.use { tables throws(StoreError) in
        try tables.practice.cards.number(of: card)
      }
    }
  }

  private func summaries(_ cards: [(deck: Practice.Deck, card: WordCard)]) throws -> [CardSummary] {
    let (reviews, calendar) = (practice.reviews, practice.clock.calendar())
    return try store.use { tables throws(StoreError) in
      try cards.map { deck, card throws(StoreError) in
        let identity = CardIdentity(card, in: deck.deckName.comparisonKey)
        var summary = CardSummary(card, of: deck.name)
        guard let record = try tables.practice.cards.record(of: identity) else {
          summary.id = try tables.practice.cards.freeNumber(for: identity)
          return summary
        }
        (summary.id, summary.addedAt) = (record.id, record.addedAt)
        summary.isSuspended = record.isSuspended
        summary.forward = try memory(.forward)
        summary.backward = try memory(.backward)
        return summary

        func memory(_ direction: Direction) throws(StoreError) -> CardMemory? {
          guard let schedule = reviews.schedule(of: identity, direction) else { return nil }
          let counts = try tables.practice.reviews.counts(of: record.id, direction)
          let due = calendar.start(of: reviews.fsrs.dueDay(of: schedule))
          return CardMemory(schedule, due: due, counts)
        }
      }
    }
  }
}

extension CardSummary {
  fileprivate init(_ card: WordCard, of deck: String) {
    self.init()
    (self.deck, front, back) = (deck, card.first, card.second)
    (pronunciation, guid) = (card.pronunciation ?? "", card.guid ?? "")
    note = card.note
    tags = card.tagList
    (gap, sentence) = (UInt32(card.gap?.number ?? 0), card.gap?.sentence ?? "")
    let (front, back) = (MediaPaths(card.media.front), MediaPaths(card.media.back))
    (frontSounds, frontPicture) = (front?.sounds ?? [], front?.picture ?? "")
    (backSounds, backPicture) = (back?.sounds ?? [], back?.picture ?? "")
  }
}

extension CardMemory {
  fileprivate init(_ schedule: Schedule, due: UInt64, _ counts: (reviews: Int, lapses: Int)) {
    self.init()
    self.due = due
    (stability, difficulty) = (schedule.memory.stability, schedule.memory.difficulty)
    reviewedAt = schedule.reviewedAt
    (reviews, lapses) = (UInt32(clamping: counts.reviews), UInt32(clamping: counts.lapses))
  }
}
