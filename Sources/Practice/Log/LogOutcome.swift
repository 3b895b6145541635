package import MemoryGame

/// What all events together say: the same on every machine that has them.
package struct LogOutcome: Equatable, Sendable {
  package struct Key: Hashable, Sendable {
    package let card: CardIdentity
    package let direction: Direction
  }

  package private(set) var histories: [Key: CardHistory] = [:]
  package private(set) var suspended: Set<CardIdentity> = []
  /// Cards that were removed and not added or reviewed since.
  package private(set) var gone: Set<CardIdentity> = []
  package private(set) var settings: [String: String] = [:]
  /// Of decks, by comparison key.
  package private(set) var standings: [String: DeckStanding] = [:]
  /// The days on which a session was finished on some machine.
  package let practiced: Set<Int>
  package private(set) var machineNames: [String: String] = [:]
  /// In the order in which they began.
  package private(set) var games: [FinishedGame] = []

  package init(_ union: LogUnion) {
    let decided = union.decided
    practiced = union.practicedDays
    /// The last review of each card, which revives one that is gone.
    var last: [CardIdentity: EventOrder] = [:]
    for (card, reviews) in union.reviewsByCard {
      last[card] = reviews.map(\.written).max()
      for (direction, reviews) in Dictionary(grouping: reviews.single, by: \.event.direction) {
        histories[Key(card: card, direction: direction)] = CardHistory(
          reviews.map { review in
            let moved = decided[Fact(dayAfter: review.written.id)]
            return CardHistory.Row(
              review,
              chosenDay: moved.map { $0.value.flatMap { Int($0) } } ?? review.event.chosenDay)
          })
      }
    }
    for (fact, decision) in decided {
      guard let value = decision.value else { continue }
      switch (fact.kind, fact.subject) {
      case (.setting, .name(let name)): settings[name] = value
      case (.machine, .name(let name)): machineNames[name] = value
      case (.suspended, .card(let card)): suspended.insert(card)
      case (.gone, .card(let card)):
        if last[card].map({ $0 < decision.order }) ?? true { gone.insert(card) }
      case (.practiced, _): break
      case (_, .name(let deck)):
        standings[deck, default: DeckStanding()].set(fact.kind, to: value)
      default: break
      }
    }
    games = union.games.values.map(\.game).sorted {
      ($0.key.startedAt, $0.key.seed) < ($1.key.startedAt, $1.key.seed)
    }
  }
}

extension LogUnion {
  /// The decisions that count, about what the subjects are called now.
  fileprivate var decided: [Fact: Decision] {
    var decided: [Fact: Decision] = [:]
    for (fact, decisions) in facts {
      for decision in decisions.values {
        if fact.kind.tellsOfReviews, isForgotten(decision.order.id) { continue }
        var fact = fact
        if case .card(let card) = fact.subject {
          fact = Fact(fact.kind, of: renames.current(card, at: decision.order))
        }
        if decided[fact].map({ $0.order < decision.order }) ?? true { decided[fact] = decision }
      }
    }
    return decided
  }

  /// The days on which a session was finished on some machine: each decides for itself.
  fileprivate var practicedDays: Set<Int> {
    var days: Set<Int> = []
    for (fact, decisions) in facts {
      guard case (.practiced, .name(let name)) = (fact.kind, fact.subject), let day = Int32(name)
      else { continue }
      let known = decisions.values.filter { !isForgotten($0.order.id) }
      let isDone = Dictionary(grouping: known, by: \.order.id.machine).values.contains {
        $0.max { $0.order < $1.order }?.value != nil
      }
      if isDone { days.insert(Int(day)) }
    }
    return days
  }

  /// The reviews that were neither forgotten nor taken back, by the cards that they are of now.
  fileprivate var reviewsByCard: [CardIdentity: [WrittenReview]] {
    var found: [CardIdentity: [WrittenReview]] = [:]
    for (id, review) in reviews where !isForgotten(id) && !undone.contains(id) {
      let card = renames.current(review.event.card, at: review.written)
      found[card, default: []].append(review)
    }
    return found
  }
}

extension DeckStanding {
  /// Follows a decision; nil is none.
  package mutating func set(_ kind: Fact.Kind, to value: String?) {
    switch kind {
    case .place: place = value.flatMap { Int($0) }
    case .added: addedAt = value.flatMap { UInt64($0) }
    case .started: isStarted = value != nil
    case .deckSuspended: isSuspended = value != nil
    default: break
    }
  }
}

extension [WrittenReview] {
  /// Without those that came twice: from two packages, or from a machine and its clone.
  ///
  /// Packages have milliseconds, so a review of the same millisecond is the same. Of two imports the
  /// later one knows the direction.
  package var single: [WrittenReview] {
    var answers: [ReviewMoment: WrittenReview] = [:]
    var imports: [UInt64: WrittenReview] = [:]
    var (seen, rest) = (Set<ReviewMoment>(), [WrittenReview]())
    for review in self {
      let (event, written) = (review.event, review.written)
      switch event.content {
      case .state: rest.append(review)
      case .answer:
        let moment = ReviewMoment(direction: event.direction, at: event.at)
        seen.insert(ReviewMoment(direction: event.direction, at: event.at / 1000))
        if answers[moment].map({ written < $0.written }) ?? true { answers[moment] = review }
      case .imported:
        let known = imports[event.at / 1000]
        if known.map({ $0.written < written }) ?? true { imports[event.at / 1000] = review }
      }
    }
    rest += answers.values
    rest += imports.values.filter {
      !seen.contains(ReviewMoment(direction: $0.event.direction, at: $0.event.at / 1000))
    }
    return rest
  }
}

private struct ReviewMoment: Hashable {
  let direction: Direction
  let at: UInt64
}

extension CardHistory.Row {
  /// `id` is the number of its row in the store.
  package init(_ review: WrittenReview, id: Int64 = 0, chosenDay: Int?) {
    let (event, written) = (review.event, review.written)
    let content: Content =
      switch event.content {
      case .answer(let rating, _), .imported(let rating): .review(rating)
      case .state(let memory, let introducedAt): .state(memory, introducedAt: introducedAt)
      }
    self.init(
      id: id, EventOrder(event.time(writtenAt: written.time), written.id), at: event.at,
      on: event.day,
      content, isImported: event.content.isImported, chosenDay: chosenDay)
  }
}
