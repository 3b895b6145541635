internal import MemoryGame

// What is due; times are microseconds since 1970-01-01 UTC.
extension Reviews {
  /// Returns how many schedules of the decks' cards are due, and when the next one falls due.
  ///
  /// A card may count once in each direction.
  package func due(at time: UInt64) -> (count: Int, next: UInt64?) {
    var count = 0
    var next: UInt64?
    forEachInDecks { schedule in
      let dueAt = schedule.dueAt
      if dueAt <= time { count += 1 } else { next = min(next ?? .max, dueAt) }
    }
    return (count, next)
  }

  /// The number of cards never answered, up to the rest of the day's allowance.
  package func newCount(_ settings: PracticeSettings, at time: PracticeTime) -> Int {
    min(cards.count { $0.decks > 0 && $0.isNew }, allowance(settings, at: time))
  }

  package func counts(
    ofDeck name: String, _ settings: PracticeSettings, at time: PracticeTime
  ) -> DeckCounts? {
    guard let reviewed = decks[ThemeName.comparisonKey(of: name)] else { return nil }
    var due = 0
    var new = 0
    for number in Set(reviewed.numbers) {
      let card = cards[Int(number)]
      if card.isNew { new += 1 }
      card.forEach { if $0.dueAt <= time.now { due += 1 } }
    }
    return DeckCounts(
      cards: reviewed.deck.cards.count, due: due, new: min(new, allowance(settings, at: time)))
  }

  package func allowance(_ settings: PracticeSettings, at time: PracticeTime) -> Int {
    max(settings.newPerDay - introduced(on: time), 0)
  }

  package func hasIntroduced(at time: PracticeTime) -> Bool { introduced(on: time) > 0 }

  /// Entries made with a clock far ahead must not use up the allowance of all days until then.
  private func introduced(on time: PracticeTime) -> Int {
    let (lastTime, isPastTheEnd) = time.startOfDay.addingReportingOverflow(Schedule.day - 1)
    // A day may have 25 hours, and setting the clock back a little does not change the day.
    let end = max(isPastTheEnd ? .max : lastTime, time.now)
    var count = 0
    for card in cards {
      card.forEach {
        if $0.introducedAt >= time.startOfDay, $0.introducedAt <= end { count += 1 }
      }
    }
    return count
  }

  /// The number of reviews due in each span of time, given by the spans' ends in order.
  ///
  /// The first span includes everything that is overdue.
  package func reviewsAhead(until ends: [UInt64]) -> [Int] {
    var counts = [Int](repeating: 0, count: ends.count)
    forEachInDecks { schedule in
      let dueAt = schedule.dueAt
      if let place = ends.firstIndex(where: { dueAt < $0 }) { counts[place] += 1 }
    }
    return counts
  }

  /// Returns the mean chance, from 0 to 1, that an answered card of the decks is remembered; nil
  /// without any.
  package func meanRetrievability(at time: UInt64) -> Double? {
    var sum = 0.0
    var count = 0
    forEachInDecks { schedule in
      sum += schedule.retrievability(at: time)
      count += 1
    }
    return count == 0 ? nil : sum / Double(count)
  }

  private func forEachInDecks(_ body: (Schedule) -> Void) {
    for card in cards where card.decks > 0 { card.forEach(body) }
  }

  /// Returns the places of a deck's cards that a due session asks, in its order.
  ///
  /// Due cards come first, beginning with the least remembered one, then new ones in the deck's
  /// order up to the day's allowance.
  func dueCards(
    of deck: Deck, _ direction: Direction, _ settings: PracticeSettings, at time: PracticeTime
  ) -> [Int] {
    var due: [DueCard] = []
    var new: [Int] = []
    let allowed = allowance(settings, at: time)
    // One schedule may belong to several cards with equal first sides; the first one is asked.
    var seen = Set<Int32>()
    let numbers = decks[deck.deckName.comparisonKey]?.numbers ?? []
    for (place, number) in numbers.enumerated() {
      guard let schedule = cards[Int(number)][direction] else {
        if new.count < allowed, seen.insert(number).inserted { new.append(place) }
        continue
      }
      guard schedule.dueAt <= time.now, seen.insert(number).inserted else { continue }
      due.append(
        DueCard(age: schedule.age(at: time.now), dueAt: schedule.dueAt, place: place))
    }
    return due.sorted().map(\.place) + new
  }
}

package struct DeckCounts: Hashable, Sendable {
  package let cards: Int
  /// The number of schedules that are due; a card may count once in each direction.
  package let due: Int
  /// The number of cards never answered, up to the rest of the day's allowance.
  package let new: Int
}

private struct DueCard: Comparable {
  let age: Double
  let dueAt: UInt64
  let place: Int

  static func < (lhs: DueCard, rhs: DueCard) -> Bool {
    (rhs.age, lhs.dueAt, lhs.place) < (lhs.age, rhs.dueAt, rhs.place)
  }
}
