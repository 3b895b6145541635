internal import MemoryGame

// Due cards; days are local ones, counted from 1970-01-01.
extension Reviews {
  /// What is due and new in all decks.
  package func survey(on day: Int) -> CardSurvey {
    var survey = CardSurvey(day: day, fsrs)
    for card in cards { survey.add(card, isAsked: card.isAsked) }
    survey.finish()
    return survey
  }

  /// The number of cards never answered of the decks that offer new ones, as they can be asked today,
  /// up to the rest of the day's allowance.
  package func newCount(_ settings: PracticeSettings, at time: PracticeTime) -> Int {
    newCount(
      in: decks.values.filter { offersNew($0) && $0.canBeAsked }, allowance(settings, at: time)
    ) {
      sentencesTaken(on: time.day)
    }
  }

  /// `taken` are the sentences of which no gap is new today.
  private func newCount(
    in decks: [ReviewedDeck], _ allowance: Int, taken: () -> Set<Int32>
  ) -> Int {
    if allowance == 0 || decks.isEmpty { return 0 }
    let taken = taken()
    // The gaps of a sentence count once, by the first.
    var new: Set<Int32> = []
    for deck in decks {
      for number in deck.numbers where new.count < allowance {
        let card = cards[Int(number)]
        guard card.isNew, !card.isSuspended, !taken.contains(card.sentence) else { continue }
        new.insert(card.sentence >= 0 ? card.sentence : number)
      }
    }
    return new.count
  }

  /// The counts of all decks, in the order in which their new cards are asked.
  package func counts(
    _ settings: PracticeSettings, at time: PracticeTime
  ) -> [(deck: Deck, counts: DeckCounts)] {
    let (allowance, taken) = (allowance(settings, at: time), sentencesTaken(on: time.day))
    return reviewedDecksInOrder.map { reviewed in
      let standing = standing(ofKey: reviewed.deck.deckName.comparisonKey)
      let offersNew = offersNew(reviewed)
      var survey = CardSurvey(day: time.day, fsrs)
      for number in Set(reviewed.numbers) {
        let card = cards[Int(number)]
        survey.add(card, isAsked: !card.isSuspended)
      }
      survey.finish()
      let counts = DeckCounts(
        cards: reviewed.deck.cards.count,
        dueForward: standing.isSuspended ? 0 : survey.dueForward,
        dueBackward: standing.isSuspended ? 0 : survey.dueBackward,
        resting: standing.isSuspended ? 0 : survey.resting,
        new: offersNew && reviewed.canBeAsked ? newCount(in: [reviewed], allowance) { taken } : 0,
        unseen: survey.unseen,
        standing: standing, offersNew: offersNew)
      return (reviewed.deck, counts)
    }
  }

  /// None while due cards wait for another day.
  package func allowance(_ settings: PracticeSettings, at time: PracticeTime) -> Int {
    if waiting(settings, at: time, survey(on: time.day)) > 0 { return 0 }
    return max(settings.newPerDay - introduced(on: time), 0)
  }

  /// How many due cards may still be asked today; nil without a bound.
  func reviewsLeft(_ settings: PracticeSettings, at time: PracticeTime) -> Int? {
    guard settings.mostReviews > 0 else { return nil }
    var reviewed = 0
    for card in cards {
      card.forEach {
        if $0.reviewedOn == time.day, $0.introducedAt < time.startOfDay { reviewed += 1 }
      }
    }
    return max(settings.mostReviews - reviewed, 0)
  }

  /// How many due cards wait for another day, because a day has at most so many reviews.
  package func waiting(
    _ settings: PracticeSettings, at time: PracticeTime, _ survey: @autoclosure () -> CardSurvey
  ) -> Int {
    guard let left = reviewsLeft(settings, at: time) else { return 0 }
    let survey = survey()
    return max(survey.due - survey.resting - left, 0)
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

  /// The number of reviews due on each of some days; the first includes everything that is overdue.
  package func reviewsAhead(from today: Int, days: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: days)
    forEachInDecks { schedule in
      let ahead = max(fsrs.dueDay(of: schedule) - today, 0)
      if ahead < days { counts[ahead] += 1 }
    }
    return counts
  }

  /// Returns the mean chance, from 0 to 1, that an answered card of the decks is remembered; nil
  /// without any.
  package func meanRetrievability(on day: Int) -> Double? {
    var sum = 0.0
    var count = 0
    forEachInDecks { schedule in
      sum += fsrs.retrievability(of: schedule, on: day)
      count += 1
    }
    return count == 0 ? nil : sum / Double(count)
  }

  private func forEachInDecks(_ body: (Schedule) -> Void) {
    for card in cards where card.isAsked { card.forEachAsked { body($1) } }
  }
}

// What a due session asks, of one deck or of all.
extension Reviews {
  /// Returns the due cards, starting with the least remembered; a card may come several times, in
  /// each deck and direction.
  ///
  /// Cards of which a sibling was answered today rest, whatever the direction.
  ///
  /// With a backlog those come first that lose least in a day: it is worked off soonest, and new cards
  /// come back soonest.
  func dueCards(
    ofDeck name: String?, _ direction: Direction?, at time: PracticeTime, hasBacklog: Bool = false
  ) -> [AskedCard] {
    let asked = askedDecks(name)
    let answered = sentencesAnswered(on: time.day)
    var due: [RankedCard] = []
    for (deckIndex, reviewed) in asked.enumerated() {
      for (index, number) in reviewed.numbers.enumerated() {
        let card = cards[Int(number)]
        if card.isSuspended || card.isReviewed(on: time.day) || answered.contains(card.sentence) {
          continue
        }
        card.forEachAsked { side, schedule in
          guard direction == nil || side == direction else { return }
          let dueDay = fsrs.dueDay(of: schedule)
          if dueDay > time.day { return }
          due.append(
            RankedCard(
              rank: hasBacklog
                ? fsrs.backlogRank(schedule, on: time.day) : -schedule.age(on: time.day),
              dueDay: dueDay, deck: deckIndex, index: index,
              direction: side))
        }
      }
    }
    return due.sorted().map {
      AskedCard(deck: asked[$0.deck].deck, direction: $0.direction, index: $0.index)
    }
  }

  /// Passes the cards never answered to `body`, deck by deck, until it returns false; of all decks, only
  /// of those that offer them.
  ///
  /// Without a direction, a card is asked forward where that is possible.
  func forEachNew(
    ofDeck name: String?, _ direction: Direction?, at time: PracticeTime,
    _ body: (AskedCard) -> Bool
  ) {
    let taken = sentencesTaken(on: time.day)
    for reviewed in askedDecks(name)
    where name != nil || (offersNew(reviewed) && reviewed.canBeAsked) {
      for (index, number) in reviewed.numbers.enumerated() {
        let card = cards[Int(number)]
        let side = direction ?? card.newDirection
        let isNew = direction == nil ? card.isNew : card[side] == nil
        guard isNew, !card.isSuspended, card.asks(side), !card.isReviewed(on: time.day),
          !taken.contains(card.sentence)
        else { continue }
        guard body(AskedCard(deck: reviewed.deck, direction: side, index: index)) else { return }
      }
    }
  }

  /// By their first gaps.
  private func sentencesAnswered(on day: Int) -> Set<Int32> {
    Set(cards.lazy.filter { $0.sentence >= 0 && $0.isReviewed(on: day) }.map(\.sentence))
  }

  /// Those of which a gap was answered today, or is due.
  private func sentencesTaken(on day: Int) -> Set<Int32> {
    var taken: Set<Int32> = []
    for card in cards where card.sentence >= 0 {
      var isDue = false
      if card.isAsked { card.forEachAsked { isDue = isDue || fsrs.dueDay(of: $1) <= day } }
      if isDue || card.isReviewed(on: day) { taken.insert(card.sentence) }
    }
    return taken
  }

  func askedDecks(_ name: String?) -> [ReviewedDeck] {
    name.map { decks[ThemeName.comparisonKey(of: $0)].map { [$0] } ?? [] }
      ?? reviewedDecksInOrder.filter { !standing(ofDeck: $0.deck.name).isSuspended }
  }
}

/// A card that a session of due or hard cards asks.
package struct AskedCard {
  package let deck: Deck
  let direction: Direction
  let index: Int

  package var card: WordCard { deck.cards[index] }
}

package struct DeckCounts: Hashable, Sendable {
  package let cards: Int
  package let dueForward: Int
  package let dueBackward: Int
  /// How many of the due ones rest until the next day.
  package let resting: Int
  /// A card counts once in each direction.
  package var due: Int { dueForward + dueBackward }
  /// The number of cards never answered that a session over all decks may ask, up to the rest of the
  /// day's allowance.
  package let new: Int
  /// The number of all cards never answered.
  package let unseen: Int
  package let standing: DeckStanding
  /// Whether sessions over all decks ask its new cards.
  package let offersNew: Bool
}

/// Small, because there may be many.
private struct RankedCard: Comparable {
  let rank: Double
  let dueDay: Int
  let deck: Int
  let index: Int
  let direction: Direction

  static func < (lhs: RankedCard, rhs: RankedCard) -> Bool {
    (lhs.rank, lhs.dueDay, lhs.deck, lhs.index) < (rhs.rank, rhs.dueDay, rhs.deck, rhs.index)
  }
}
