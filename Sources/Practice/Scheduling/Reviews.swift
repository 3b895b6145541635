internal import MemoryGame

/// The decks, and the schedules of their cards.
///
/// Schedules of cards in no deck stay, and count again when a deck has the card. A suspended card is
/// never due, new or asked, nor is one of which all decks are suspended. Counting due cards walks
/// through all answered ones: a fraction of a millisecond for ten thousand.
package struct Reviews: Sendable {
  /// A card that is in a deck, or was answered.
  struct Card: Sendable {
    /// The number of the first gap of its sentence; −1 for a card with two sides.
    private(set) var sentence: Int32 = -1
    /// The number of decks with this card, and of the suspended ones among them: at most 4,096 files
    /// can share a card.
    var decks: Int16 = 0
    var suspendedDecks: Int16 = 0
    var isSuspended = false
    /// Whether the deck that has it asks its first side, and its second one.
    private var asksForward = true
    private var asksBackward = true
    private var forward: Schedule?
    private var backward: Schedule?

    subscript(direction: Direction) -> Schedule? {
      get { direction == .forward ? forward : backward }
      set { if direction == .forward { forward = newValue } else { backward = newValue } }
    }

    /// Whether sessions ask it.
    var isAsked: Bool { decks > suspendedDecks && !isSuspended }

    /// Whether a session leaves it out; one whose deck was removed is still asked.
    var isLeftOut: Bool { isSuspended || decks > 0 && decks == suspendedDecks }

    var isNew: Bool { forward == nil && backward == nil }

    mutating func setAsked(in deck: CardList, at index: Int, sentence: Int32?) {
      asksForward = deck.isAsked(.forward, at: index)
      asksBackward = deck.isAsked(.backward, at: index)
      self.sentence = sentence ?? -1
    }

    /// Whether it is asked in a direction, if it is asked at all.
    func asks(_ direction: Direction) -> Bool {
      direction == .forward ? asksForward : asksBackward
    }

    /// The direction in which it is introduced.
    var newDirection: Direction { asksForward ? .forward : .backward }

    func forEachAsked(_ body: (Direction, Schedule) -> Void) {
      if asksForward, let forward { body(.forward, forward) }
      if asksBackward, let backward { body(.backward, backward) }
    }

    func isReviewed(on day: Int) -> Bool {
      forward?.reviewedOn == day || backward?.reviewedOn == day
    }

    func forEach(_ body: (Schedule) -> Void) {
      if let forward { body(forward) }
      if let backward { body(backward) }
    }
  }

  struct ReviewedDeck: Sendable {
    let deck: Deck
    /// The number of each card, in the deck's order; cards with equal first sides are one.
    let numbers: [Int32]
    /// Whether the user added it: it came neither with the program nor with the system.
    let isOwn: Bool
    /// Whether it has two different answers, so that its cards can be asked.
    let canBeAsked: Bool
    /// Whether a card was renamed since, so that the numbers may be those of other cards.
    var isRenamed = false
  }

  /// Indexed by their numbers: a dictionary would take twice the memory.
  private(set) var cards: [Card] = []
  private(set) var numbers: [CardIdentity: Int32] = [:]
  /// The numbers of cards that were forgotten.
  private var free: [Int32] = []
  private(set) var decks: [String: ReviewedDeck] = [:]
  /// By comparison key, also of decks that are gone.
  private(set) var standings: [String: DeckStanding] = [:]
  /// The scheduler, with the user's parameters.
  package var fsrs = FSRS() { didSet { if fsrs != oldValue { loads = nil } } }
  /// Nil until a day is to be chosen, and after a change of many cards.
  var loads: DayLoads?

  package init() {}

  private mutating func reserve(_ count: Int) {
    cards.reserveCapacity(count)
    numbers.reserveCapacity(count)
  }

  private mutating func number(of card: CardIdentity) -> Int32 {
    if let number = numbers[card] { return number }
    let number = free.popLast() ?? Int32(cards.count)
    numbers[card] = number
    if number == cards.count { cards.append(Card()) }
    return number
  }

  /// Forgets the cards of a removed deck that are in no other deck and were never answered.
  private mutating func release(_ deck: ReviewedDeck) {
    var seen: Set<Int32> = []
    let key = deck.deck.deckName.comparisonKey
    let isSuspended = standing(ofKey: key).isSuspended
    for (index, number) in deck.numbers.enumerated() where seen.insert(number).inserted {
      cards[Int(number)].decks -= 1
      if isSuspended { cards[Int(number)].suspendedDecks -= 1 }
      let known = cards[Int(number)]
      guard known.decks == 0, known.isNew, !known.isSuspended else { continue }
      let card = deck.deck.cards.identity(at: index, in: key)
      // After a rename it is another card's.
      guard numbers[card] == number else { continue }
      numbers[card] = nil
      free.append(number)
    }
  }
}

// Decks; a name is found in any spelling that compares equal.
extension Reviews {
  package mutating func setDeck(_ deck: Deck, isOwn: Bool = true) {
    loads = nil
    let key = deck.deckName.comparisonKey
    let isSuspended = standing(ofKey: key).isSuspended
    let old = decks[key]
    // Of more cards it takes longer to look for each among those of before.
    if let old, old.isOwn == isOwn, !old.isRenamed, deck.cards.count - old.numbers.count <= 1_000,
      old.deck.cards.isBeginning(of: deck.cards)
    {
      return extend(old, to: deck, isSuspended: isSuspended)
    }
    // Most cards of a deck that returns are known: reserving the sum would double the memory.
    reserve(max(cards.count, deck.cards.count))
    let numbers = deck.cards.indices.map { number(of: deck.cards.identity(at: $0, in: key)) }
    for number in Set(numbers) {
      cards[Int(number)].decks += 1
      if isSuspended { cards[Int(number)].suspendedDecks += 1 }
    }
    var sentence: (text: String, first: Int32)?
    for (index, number) in numbers.enumerated() {
      // The gaps of a sentence follow each other.
      let text = deck.cards.sentence(at: index)
      if text != sentence?.text { sentence = text.map { ($0, number) } }
      cards[Int(number)].setAsked(in: deck.cards, at: index, sentence: sentence?.first)
    }
    decks[key] = ReviewedDeck(
      deck: deck, numbers: numbers, isOwn: isOwn, canBeAsked: deck.cards.haveDifferentAnswers)
    // After the new one, with which it shares most cards.
    if let old { release(old) }
  }

  /// Adds the cards that were appended to a deck.
  private mutating func extend(_ old: ReviewedDeck, to deck: Deck, isSuspended: Bool) {
    let key = deck.deckName.comparisonKey
    var (numbers, sentence) = (old.numbers, (text: String, first: Int32)?.none)
    for index in old.numbers.count..<deck.cards.count {
      let number = number(of: deck.cards.identity(at: index, in: key))
      if !numbers.contains(number) {
        cards[Int(number)].decks += 1
        if isSuspended { cards[Int(number)].suspendedDecks += 1 }
      }
      numbers.append(number)
      let text = deck.cards.sentence(at: index)
      if text != sentence?.text { sentence = text.map { ($0, number) } }
      cards[Int(number)].setAsked(in: deck.cards, at: index, sentence: sentence?.first)
    }
    decks[key] = ReviewedDeck(
      deck: deck, numbers: numbers, isOwn: old.isOwn,
      canBeAsked: old.canBeAsked || deck.cards.haveDifferentAnswers)
  }

  /// Removes a deck; the schedules of its cards stay.
  package mutating func removeDeck(named name: String) {
    loads = nil
    if let deck = decks.removeValue(forKey: ThemeName.comparisonKey(of: name)) { release(deck) }
  }

  package func deck(named name: String) -> Deck? {
    decks[ThemeName.comparisonKey(of: name)]?.deck
  }

  /// The first card of a deck that has this identity, and the deck's languages.
  func card(
    _ card: CardIdentity, inDeck name: String
  ) -> (card: WordCard, languages: SideLanguages)? {
    guard let reviewed = decks[ThemeName.comparisonKey(of: name)], let number = numbers[card],
      let index = reviewed.numbers.firstIndex(of: number)
    else { return nil }
    return (reviewed.deck.cards[index], reviewed.deck.languages)
  }

  /// The decks with a card, by their names, and the first of their cards that has this identity.
  package func decks(with card: CardIdentity) -> [(deck: Deck, card: WordCard)] {
    guard let number = numbers[card] else { return [] }
    return decks.values.compactMap { reviewed in
      reviewed.numbers.firstIndex(of: number).map { (reviewed.deck, reviewed.deck.cards[$0]) }
    }.sorted { $0.deck.name < $1.deck.name }
  }

  package var allDecks: [Deck] { decks.values.map(\.deck) }

  package func isInDeck(_ card: CardIdentity) -> Bool {
    numbers[card].map { cards[Int($0)].decks > 0 } ?? false
  }

  /// The cards that are in a deck, were answered or are suspended.
  package var identities: some Sequence<CardIdentity> { numbers.keys }

  package func decks(withAnyOf cards: [CardIdentity]) -> [Deck] {
    let wanted = Set(cards.compactMap { numbers[$0] })
    if wanted.isEmpty { return [] }
    return decks.values.filter { $0.numbers.contains(where: wanted.contains) }.map(\.deck)
      .sorted { $0.name < $1.name }
  }

  /// Gives a card another identity, because its first side was edited; a card that had it gets the
  /// old one.
  package mutating func rename(_ old: CardIdentity, to new: CardIdentity) {
    let (number, other) = (numbers.removeValue(forKey: old), numbers.removeValue(forKey: new))
    numbers[new] = number
    numbers[old] = other
    for key in decks.keys { decks[key]?.isRenamed = true }
  }
}

// Standings of decks.
extension Reviews {
  mutating func setStanding(_ standing: DeckStanding, ofKey key: String) {
    let isChanged = self.standing(ofKey: key).isSuspended != standing.isSuspended
    standings[key] = standing
    guard isChanged, let deck = decks[key] else { return }
    loads = nil
    for number in Set(deck.numbers) {
      cards[Int(number)].suspendedDecks += standing.isSuspended ? 1 : -1
    }
  }

  package mutating func setStandings(_ stored: [String: DeckStanding]) {
    for key in Set(standings.keys).union(stored.keys) {
      setStanding(stored[key] ?? DeckStanding(), ofKey: key)
    }
  }

  /// Forgets which decks were started, and when; the user's own are dated anew.
  mutating func forgetStarts() {
    for (key, standing) in standings where standing.isStarted {
      standings[key]?.isStarted = false
      standings[key]?.addedAt = nil
    }
  }
}

// Suspended cards.
extension Reviews {
  /// Whether a session leaves a card out: it is suspended, or all decks that have it are.
  func isLeftOut(_ card: CardIdentity) -> Bool {
    numbers[card].map { cards[Int($0)].isLeftOut } ?? false
  }

  package func isSuspended(_ card: CardIdentity) -> Bool {
    numbers[card].map { cards[Int($0)].isSuspended } ?? false
  }

  package mutating func setSuspended(_ isSuspended: Bool, _ card: CardIdentity) {
    loads = nil
    cards[Int(number(of: card))].isSuspended = isSuspended
  }

  package mutating func setSuspended(_ suspended: [CardIdentity]) {
    for index in cards.indices { cards[index].isSuspended = false }
    for card in suspended { setSuspended(true, card) }
  }

  package var suspended: [CardIdentity] {
    numbers.filter { cards[Int($0.value)].isSuspended }.map(\.key)
  }
}

// Schedules.
extension Reviews {
  package func schedule(of card: CardIdentity, _ direction: Direction) -> Schedule? {
    numbers[card].flatMap { cards[Int($0)][direction] }
  }

  /// Nil makes the card new again.
  package mutating func setSchedule(
    _ schedule: Schedule?, of card: CardIdentity, _ direction: Direction
  ) {
    let number = Int(number(of: card))
    if loads != nil, cards[number].isAsked, cards[number].asks(direction) {
      if let before = cards[number][direction] { loads?.add(-1, on: fsrs.dueDay(of: before)) }
      if let schedule { loads?.add(1, on: fsrs.dueDay(of: schedule)) }
    }
    cards[number][direction] = schedule
  }

  /// The cards of a deck; nil for all cards.
  package func members(ofDeck name: String?) throws(PracticeError) -> Set<Int32>? {
    guard let name else { return nil }
    guard let deck = decks[ThemeName.comparisonKey(of: name)] else { throw .noSuchDeck(name) }
    return Set(deck.numbers)
  }

  /// Passes the schedules of a card, and whether sessions ask it in that direction.
  package func forEachSchedule(
    of card: CardIdentity, among members: Set<Int32>?,
    _ body: (Direction, Schedule, Bool) -> Void
  ) {
    guard let number = numbers[card], members?.contains(number) != false else { return }
    let card = cards[Int(number)]
    for direction in Direction.allCases {
      if let schedule = card[direction] {
        body(direction, schedule, card.isAsked && card.asks(direction))
      }
    }
  }

  package var schedules: [ScheduleUpdate] {
    numbers.flatMap { card, number in
      Direction.allCases.compactMap { direction in
        cards[Int(number)][direction].map {
          ScheduleUpdate(card: card, direction: direction, schedule: $0)
        }
      }
    }
  }

  /// Replaces all schedules without reading the decks again: they may have 200,000 cards.
  ///
  /// Of two schedules for one card and direction the later one counts.
  package mutating func setSchedules(_ stored: some Sequence<ScheduleUpdate>) {
    loads = nil
    for index in cards.indices {
      for direction in Direction.allCases { cards[index][direction] = nil }
    }
    reserve(max(cards.count, stored.underestimatedCount))
    for update in stored where update.schedule != nil {
      setSchedule(update.schedule, of: update.card, update.direction)
    }
  }
}
