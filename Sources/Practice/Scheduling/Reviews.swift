internal import MemoryGame

/// The decks, and the schedules of their cards.
///
/// Numbers of cards due come from sorted times, so that they cost next to nothing to ask. Schedules
/// of cards in no deck are kept, and count again when a deck has the card.
package struct Reviews: Sendable {
  /// A number for each card that is in a deck or has a schedule.
  private var numbers: [CardIdentity: Int32] = [:]
  private var freeNumbers: [Int32] = []
  /// How many decks have a card, by its number.
  private(set) var holders: [Int32] = []
  /// The schedules by the numbers of their cards; shorter where the last ones have none.
  private(set) var forward: [Schedule?] = []
  private(set) var backward: [Schedule?] = []
  private(set) var decks: [String: ReviewedDeck] = [:]
  /// When cards that some deck has fall due.
  private(set) var due = SortedTimes()
  /// When cards were answered for the first time.
  private(set) var introductions = SortedTimes()
  /// The cards that some deck has and that were never answered.
  private(set) var newCards = 0

  /// Makes reviews without decks.
  ///
  /// - Parameter kept: The schedules that were kept, in any order; of two of one card and direction
  ///   the later one counts.
  package init(_ kept: some Sequence<ScheduleUpdate> = []) {
    numbers.reserveCapacity(kept.underestimatedCount)
    for update in kept {
      guard let schedule = update.schedule else { continue }
      setColumn(update.direction, of: number(of: update.card), to: schedule)
    }
    introductions = SortedTimes(
      forward.compactMap { $0?.introducedAt } + backward.compactMap { $0?.introducedAt })
  }
}

// Decks.
extension Reviews {
  /// Adds a deck, or takes it in place of the one of the same name.
  ///
  /// - Parameter deck: The deck.
  package mutating func setDeck(_ deck: Deck) {
    removeDeck(named: deck.name)
    let key = deck.deckName.comparisonKey
    // Most cards of a deck that comes back are known: room for their sum would be twice what is used.
    numbers.reserveCapacity(max(numbers.count, deck.cards.count))
    let cards = deck.cards.map { number(of: CardIdentity($0, in: key)) }
    var reviewed = ReviewedDeck(deck, cards)
    var ownTimes: [UInt64] = []
    var falling: [UInt64] = []
    for card in reviewed.members {
      let isFirst = holders[Int(card)] == 0
      holders[Int(card)] += 1
      appendDueTimes(of: card, to: &ownTimes)
      if isFirst { appendDueTimes(of: card, to: &falling) }
      if !isNew(card) { continue }
      reviewed.newCards += 1
      if isFirst { newCards += 1 }
    }
    reviewed.dueTimes = SortedTimes(ownTimes)
    due.insert(contentsOf: falling)
    decks[key] = reviewed
  }

  /// Removes the deck of a name, and keeps the schedules of its cards.
  ///
  /// - Parameter name: The name in any spelling that compares equal.
  package mutating func removeDeck(named name: String) {
    let key = ThemeName.comparisonKey(of: name)
    guard let reviewed = decks.removeValue(forKey: key) else { return }
    var gone: [UInt64] = []
    for card in reviewed.members {
      holders[Int(card)] -= 1
      if holders[Int(card)] > 0 { continue }
      if isNew(card) { newCards -= 1 }
      appendDueTimes(of: card, to: &gone)
    }
    due.remove(contentsOf: gone)
    for card in reviewed.deck.cards { release(CardIdentity(card, in: key)) }
  }

  /// All decks, in any order.
  package var allDecks: [Deck] { decks.values.map(\.deck) }

  /// Returns the deck of a name, or nil where there is none.
  ///
  /// - Parameter name: The name in any spelling that compares equal.
  /// - Returns: The deck.
  package func deck(named name: String) -> Deck? {
    decks[ThemeName.comparisonKey(of: name)]?.deck
  }
}

// Schedules.
extension Reviews {
  /// Returns the schedule of a card in one direction, or nil where it was never answered.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - direction: Which side is the question.
  /// - Returns: The schedule.
  package func schedule(of card: CardIdentity, _ direction: Direction) -> Schedule? {
    numbers[card].flatMap { schedule($0, direction) }
  }

  /// Puts a schedule in place of the one there was.
  ///
  /// - Parameters:
  ///   - schedule: The new schedule; nil makes the card new again.
  ///   - card: The card.
  ///   - direction: Which side is the question.
  package mutating func setSchedule(
    _ schedule: Schedule?, of card: CardIdentity, _ direction: Direction
  ) {
    if schedule == nil && numbers[card] == nil { return }
    let number = number(of: card)
    let before = self.schedule(number, direction)
    let wasNew = isNew(number)
    setColumn(direction, of: number, to: schedule)
    let isNew = isNew(number)

    if let before { introductions.remove(before.introducedAt) }
    if let schedule { introductions.insert(schedule.introducedAt) }
    if holders[Int(number)] > 0 {
      if let before { due.remove(before.dueAt) }
      if let schedule { due.insert(schedule.dueAt) }
      newCards += (isNew ? 1 : 0) - (wasNew ? 1 : 0)
      // Gathered first: a dictionary that is walked through is copied where it changes.
      for key in decks.compactMap({ $0.value.has(number) ? $0.key : nil }) {
        decks[key]?.change(before?.dueAt, to: schedule?.dueAt)
        decks[key]?.newCards += (isNew ? 1 : 0) - (wasNew ? 1 : 0)
      }
    }
    if schedule == nil { release(card) }
  }

  /// All schedules there are, in any order.
  package var schedules: [ScheduleUpdate] {
    numbers.flatMap { card, number in
      Direction.allCases.compactMap { direction in
        schedule(number, direction).map {
          ScheduleUpdate(card: card, direction: direction, schedule: $0)
        }
      }
    }
  }

  /// Forgets all schedules; every card is new again.
  package mutating func forgetSchedules() {
    let kept = decks.values.map(\.deck)
    self = Reviews()
    for deck in kept { setDeck(deck) }
  }

  private mutating func setColumn(
    _ direction: Direction, of card: Int32, to schedule: Schedule?
  ) {
    switch direction {
    case .forward: Self.set(schedule, Int(card), in: &forward)
    case .backward: Self.set(schedule, Int(card), in: &backward)
    }
  }

  private static func set(_ schedule: Schedule?, _ card: Int, in column: inout [Schedule?]) {
    while column.count <= card { column.append(nil) }
    column[card] = schedule
  }

  func schedule(_ card: Int32, _ direction: Direction) -> Schedule? {
    let column = direction == .forward ? forward : backward
    return card < column.count ? column[Int(card)] : nil
  }

  /// Tells whether a card was never answered in any direction.
  private func isNew(_ card: Int32) -> Bool {
    schedule(card, .forward) == nil && schedule(card, .backward) == nil
  }

  /// Adds when a card falls due, in the directions in which it was answered.
  private func appendDueTimes(of card: Int32, to times: inout [UInt64]) {
    if let schedule = schedule(card, .forward) { times.append(schedule.dueAt) }
    if let schedule = schedule(card, .backward) { times.append(schedule.dueAt) }
  }

  private mutating func number(of card: CardIdentity) -> Int32 {
    if let number = numbers[card] { return number }
    let number: Int32
    if let free = freeNumbers.popLast() {
      number = free
    } else {
      number = Int32(holders.count)
      holders.append(0)
    }
    numbers[card] = number
    return number
  }

  /// Gives back the number of a card that is in no deck and has no schedule.
  private mutating func release(_ card: CardIdentity) {
    guard let number = numbers[card], holders[Int(number)] == 0, isNew(number) else {
      return
    }
    numbers[card] = nil
    freeNumbers.append(number)
  }
}
