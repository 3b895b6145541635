internal import MemoryGame

/// The decks, and the schedules of their cards.
///
/// Schedules of cards in no deck stay, and count again when a deck has the card. What is due is counted
/// by walking through all answered cards: a fraction of a millisecond for ten thousand.
package struct Reviews: Sendable {
  /// A card that was answered in at least one direction.
  struct AnsweredCard: Sendable {
    /// In how many decks the card is.
    var decks: Int32
    private var forward: Schedule?
    private var backward: Schedule?

    init(decks: Int32) {
      self.decks = decks
    }

    subscript(direction: Direction) -> Schedule? {
      get { direction == .forward ? forward : backward }
      set { if direction == .forward { forward = newValue } else { backward = newValue } }
    }

    var isNew: Bool { forward == nil && backward == nil }

    func forEach(_ body: (Schedule) -> Void) {
      if let forward { body(forward) }
      if let backward { body(backward) }
    }
  }

  /// A deck with its cards, each once.
  struct ReviewedDeck: Sendable {
    let deck: Deck
    let cards: [CardIdentity]
  }

  private(set) var answered: [CardIdentity: AnsweredCard] = [:]
  /// In how many decks each card is that was never answered.
  private(set) var new: [CardIdentity: Int32] = [:]
  private(set) var decks: [String: ReviewedDeck] = [:]

  /// Makes reviews without decks; of two schedules of one card and direction the later one counts.
  package init(_ stored: some Sequence<ScheduleUpdate> = []) {
    answered.reserveCapacity(stored.underestimatedCount)
    for update in stored where update.schedule != nil {
      answered[update.card, default: AnsweredCard(decks: 0)][update.direction] = update.schedule
    }
  }
}

// Decks; a name is found in any spelling that compares equal.
extension Reviews {
  /// Adds a deck, or puts it in place of the one of the same name.
  package mutating func setDeck(_ deck: Deck) {
    removeDeck(named: deck.name)
    let key = deck.deckName.comparisonKey
    let cards = Set(deck.cards.lazy.map { CardIdentity($0, in: key) })
    // Most cards of a deck that comes back are known: room for their sum would be twice what is used.
    new.reserveCapacity(max(new.count, cards.count))
    for card in cards where (answered[card]?.decks += 1) == nil { new[card, default: 0] += 1 }
    decks[key] = ReviewedDeck(deck: deck, cards: Array(cards))
  }

  /// Removes a deck; the schedules of its cards stay.
  package mutating func removeDeck(named name: String) {
    guard let removed = decks.removeValue(forKey: ThemeName.comparisonKey(of: name)) else { return }
    for card in removed.cards where (answered[card]?.decks -= 1) == nil {
      if let count = new[card] { new[card] = count > 1 ? count - 1 : nil }
    }
  }

  /// All decks, in any order.
  package var allDecks: [Deck] { decks.values.map(\.deck) }

  package func deck(named name: String) -> Deck? {
    decks[ThemeName.comparisonKey(of: name)]?.deck
  }
}

// Schedules.
extension Reviews {
  /// Returns the schedule of a card in one direction, or nil if it was never answered.
  package func schedule(of card: CardIdentity, _ direction: Direction) -> Schedule? {
    answered[card]?[direction]
  }

  /// Puts a schedule in place of the one there was; nil makes the card new again.
  package mutating func setSchedule(
    _ schedule: Schedule?, of card: CardIdentity, _ direction: Direction
  ) {
    var changed = answered[card] ?? AnsweredCard(decks: new[card] ?? 0)
    changed[direction] = schedule
    answered[card] = changed.isNew ? nil : changed
    new[card] = changed.isNew && changed.decks > 0 ? changed.decks : nil
  }

  /// All schedules there are, in any order.
  package var schedules: [ScheduleUpdate] {
    answered.flatMap { card, reviews in
      Direction.allCases.compactMap { direction in
        reviews[direction].map { ScheduleUpdate(card: card, direction: direction, schedule: $0) }
      }
    }
  }

  /// Forgets all schedules; every card is new again.
  package mutating func forgetSchedules() {
    let decks = allDecks
    self = Reviews()
    for deck in decks { setDeck(deck) }
  }
}
