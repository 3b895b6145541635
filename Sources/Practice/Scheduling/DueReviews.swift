internal import MemoryGame

// What is due.
extension Reviews {
  /// Returns the number of schedules that are due, of the cards of all decks.
  ///
  /// - Parameter time: The time in microseconds since 1970-01-01 UTC.
  /// - Returns: A number; a card may count once in each direction.
  package func dueCount(at time: UInt64) -> Int { due.count(until: time) }

  /// Returns when the next schedule falls due, or nil where none does.
  ///
  /// - Parameter time: The time after which to look.
  /// - Returns: Microseconds since 1970-01-01 UTC.
  package func nextDue(after time: UInt64) -> UInt64? { due.first(after: time) }

  /// Returns the number of cards never answered, up to what is left of the day's allowance.
  ///
  /// - Parameters:
  ///   - settings: What the allowance is.
  ///   - time: The time.
  /// - Returns: A number.
  package func newCount(_ settings: PracticeSettings, at time: PracticeTime) -> Int {
    min(newCards, allowance(settings, at: time))
  }

  /// Returns what is due and new of one deck; nil where there is none of the name.
  ///
  /// - Parameters:
  ///   - name: The deck's name in any spelling that compares equal.
  ///   - settings: What the allowance of new cards is.
  ///   - time: The time.
  /// - Returns: The deck's counts.
  package func counts(
    ofDeck name: String, _ settings: PracticeSettings, at time: PracticeTime
  ) -> DeckCounts? {
    guard let reviewed = decks[ThemeName.comparisonKey(of: name)] else { return nil }
    return DeckCounts(
      cards: reviewed.deck.cards.count, due: reviewed.dueTimes.count(until: time.now),
      new: min(reviewed.newCards, allowance(settings, at: time)))
  }

  /// Returns how many cards may still be answered for the first time today.
  ///
  /// - Parameters:
  ///   - settings: What the allowance of a day is.
  ///   - time: The time.
  /// - Returns: From 0.
  package func allowance(_ settings: PracticeSettings, at time: PracticeTime) -> Int {
    max(settings.newPerDay - introduced(on: time), 0)
  }

  /// Tells whether a card was answered for the first time on the day of a time.
  ///
  /// - Parameter time: The time.
  /// - Returns: True where one was.
  package func hasIntroduced(at time: PracticeTime) -> Bool { introduced(on: time) > 0 }

  /// What a clock that was far ahead has noted must not take the allowance of all days until then.
  private func introduced(on time: PracticeTime) -> Int {
    let (lastTime, isPastTheEnd) = time.startOfDay.addingReportingOverflow(Schedule.day - 1)
    // A day may have 25 hours, and a clock that was set back a little leaves it the same day.
    let end = max(isPastTheEnd ? .max : lastTime, time.now)
    return introductions.count(until: end) - introductions.count(before: time.startOfDay)
  }

  /// Returns how many reviews fall into each of some spans of time.
  ///
  /// - Parameter ends: When the spans end, in order; the first one takes in all that is due before.
  /// - Returns: A number for each end.
  package func reviewsAhead(until ends: [UInt64]) -> [Int] {
    var before = 0
    return ends.map { end in
      let count = due.count(before: end)
      defer { before = max(count, before) }
      return max(count - before, 0)
    }
  }

  /// Returns the mean chance that an answered card of the decks is remembered.
  ///
  /// - Parameter time: The time.
  /// - Returns: From 0 to 1; nil where no card was answered.
  package func meanRetrievability(at time: UInt64) -> Double? {
    var sum = 0.0
    var count = 0
    for column in [forward, backward] {
      for (card, schedule) in column.enumerated() where holders[card] > 0 {
        guard let schedule else { continue }
        sum += schedule.retrievability(at: time)
        count += 1
      }
    }
    return count == 0 ? nil : sum / Double(count)
  }

  /// Returns the places of a deck's cards that a due session asks, in its order.
  ///
  /// Cards that are due come first, the one remembered least of all at the head, then new ones in
  /// the deck's order up to the day's allowance.
  func dueCards(
    of deck: Deck, _ direction: Direction, _ settings: PracticeSettings, at time: PracticeTime
  ) -> [Int] {
    guard let reviewed = decks[deck.deckName.comparisonKey] else { return [] }
    var due: [DueCard] = []
    var new: [Int] = []
    let allowed = allowance(settings, at: time)
    // One schedule may stand for several cards of equal first sides; the first one is asked.
    var seen = Set<Int32>()
    for (place, card) in reviewed.cards.enumerated() {
      guard let schedule = schedule(card, direction) else {
        if new.count < allowed, seen.insert(card).inserted { new.append(place) }
        continue
      }
      guard schedule.dueAt <= time.now, seen.insert(card).inserted else { continue }
      due.append(
        DueCard(
          age: schedule.age(at: time.now), dueAt: schedule.dueAt, place: place))
    }
    return due.sorted().map(\.place) + new
  }
}

/// What a deck's cards are up to.
package struct DeckCounts: Hashable, Sendable {
  /// The number of cards.
  package let cards: Int
  /// The number of schedules that are due; a card may count once in each direction.
  package let due: Int
  /// The number of cards never answered, up to what is left of the day's allowance.
  package let new: Int
}

/// A card that is due, ordered by how little it is remembered.
private struct DueCard: Comparable {
  let age: Double
  let dueAt: UInt64
  let place: Int

  static func < (lhs: DueCard, rhs: DueCard) -> Bool {
    (rhs.age, lhs.dueAt, lhs.place) < (lhs.age, rhs.dueAt, rhs.place)
  }
}
