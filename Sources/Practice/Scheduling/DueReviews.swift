internal import MemoryGame

// Due cards; times are microseconds since 1970-01-01 UTC.
extension Reviews {
  /// Returns how many schedules of the decks' cards are due, and when the next one falls due.
  ///
  /// A card may count once in each direction.
  package func due(at time: UInt64) -> (count: Int, next: UInt64?) {
    var count = 0
    var next: UInt64?
    forEachInDecks { schedule in
      let dueAt = fsrs.dueAt(schedule)
      if dueAt <= time { count += 1 } else { next = min(next ?? .max, dueAt) }
    }
    return (count, next)
  }

  /// The number of cards never answered, up to the rest of the day's allowance.
  package func newCount(_ settings: PracticeSettings, at time: PracticeTime) -> Int {
    min(cards.count { $0.isAsked && $0.isNew }, allowance(settings, at: time))
  }

  package func counts(
    ofDeck name: String, _ settings: PracticeSettings, at time: PracticeTime
  ) -> DeckCounts? {
    guard let reviewed = decks[ThemeName.comparisonKey(of: name)] else { return nil }
    var due: [Direction: Int] = [:]
    var unseen = 0
    for number in Set(reviewed.numbers) {
      let card = cards[Int(number)]
      if card.isSuspended { continue }
      if card.isNew { unseen += 1 }
      for direction in Direction.allCases {
        if card.asks(direction), let schedule = card[direction], fsrs.dueAt(schedule) <= time.now {
          due[direction, default: 0] += 1
        }
      }
    }
    return DeckCounts(
      cards: reviewed.deck.cards.count, dueForward: due[.forward] ?? 0,
      dueBackward: due[.backward] ?? 0, new: min(unseen, allowance(settings, at: time)),
      unseen: unseen)
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
      let dueAt = fsrs.dueAt(schedule)
      if let index = ends.firstIndex(where: { dueAt < $0 }) { counts[index] += 1 }
    }
    return counts
  }

  /// Returns the mean chance, from 0 to 1, that an answered card of the decks is remembered; nil
  /// without any.
  package func meanRetrievability(at time: UInt64) -> Double? {
    var sum = 0.0
    var count = 0
    forEachInDecks { schedule in
      sum += fsrs.retrievability(of: schedule, at: time)
      count += 1
    }
    return count == 0 ? nil : sum / Double(count)
  }

  private func forEachInDecks(_ body: (Schedule) -> Void) {
    for card in cards where card.isAsked { card.forEachAsked(body) }
  }

  /// Returns the cards that a due session asks, in its order, of one deck or of all.
  ///
  /// Due cards come first, starting with the least remembered, then new ones in their deck's order
  /// up to the day's allowance, starting with decks already practiced. Without a direction both
  /// count, and new cards are asked forward, where that is possible.
  func dueCards(
    ofDeck name: String?, _ direction: Direction?, _ settings: PracticeSettings,
    at time: PracticeTime
  ) -> [DueCard] {
    let key = name.map(ThemeName.comparisonKey(of:))
    let found = decks.filter { key == nil || $0.key == key }.map { name, deck in
      (name: name, isUntouched: deck.numbers.allSatisfy { cards[Int($0)].isNew }, deck: deck)
    }
    // New cards of decks that are being practiced come first.
    let asked = found.sorted {
      $0.isUntouched == $1.isUntouched ? $0.name < $1.name : $1.isUntouched
    }.map(\.deck)
    var due: [RankedCard] = []
    var new: [DueCard] = []
    let allowed = allowance(settings, at: time)
    let sides = direction.map { [$0] } ?? Direction.allCases
    // One schedule may stand for several cards of equal first sides, also in several decks; the first
    // one is asked.
    var seen: [Direction: Set<Int32>] = [:]
    for (deckIndex, reviewed) in asked.enumerated() {
      for (index, number) in reviewed.numbers.enumerated() {
        let card = cards[Int(number)]
        if card.isSuspended { continue }
        for side in sides where card.asks(side) {
          guard let schedule = card[side] else {
            let isNew = direction == nil ? side == card.newDirection && card.isNew : true
            if isNew, new.count < allowed, seen[side, default: []].insert(number).inserted {
              new.append(DueCard(deck: reviewed.deck, direction: side, index: index))
            }
            continue
          }
          let dueAt = fsrs.dueAt(schedule)
          guard dueAt <= time.now, seen[side, default: []].insert(number).inserted else {
            continue
          }
          due.append(
            RankedCard(
              age: schedule.age(at: time.now), dueAt: dueAt, deck: deckIndex, index: index,
              direction: side))
        }
      }
    }
    return due.sorted().map {
      DueCard(deck: asked[$0.deck].deck, direction: $0.direction, index: $0.index)
    } + new
  }
}

/// A card that a due session asks.
struct DueCard {
  let deck: Deck
  let direction: Direction
  let index: Int
}

package struct DeckCounts: Hashable, Sendable {
  package let cards: Int
  package let dueForward: Int
  package let dueBackward: Int
  /// A card counts once in each direction.
  package var due: Int { dueForward + dueBackward }
  /// The number of cards never answered, up to the rest of the day's allowance.
  package let new: Int
  /// The number of all cards never answered.
  package let unseen: Int
}

/// Small, because there may be many: the most overdue card sorts first.
private struct RankedCard: Comparable {
  let age: Double
  let dueAt: UInt64
  let deck: Int
  let index: Int
  let direction: Direction

  static func < (lhs: RankedCard, rhs: RankedCard) -> Bool {
    (rhs.age, lhs.dueAt, lhs.deck, lhs.index) < (lhs.age, rhs.dueAt, rhs.deck, rhs.index)
  }
}
