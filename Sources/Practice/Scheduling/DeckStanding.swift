internal import MemoryGame

/// What decides whether, and in which order, sessions over all decks ask the cards of a deck.
package struct DeckStanding: Hashable, Sendable {
  /// Its place in the user's order, from 1; nil for a deck that the order leaves out.
  package var place: Int?
  /// When it was added, or if it is not the user's own, first started by its name, in microseconds
  /// since 1970-01-01 UTC; nil if neither happened.
  package var addedAt: UInt64?
  /// Whether the user started a session of it by its name.
  package var isStarted: Bool
  /// Whether its cards are never due, new or asked, unless another deck has them too.
  package var isSuspended: Bool

  package init(
    place: Int? = nil, addedAt: UInt64? = nil, isStarted: Bool = false, isSuspended: Bool = false
  ) {
    (self.place, self.addedAt) = (place, addedAt)
    (self.isStarted, self.isSuspended) = (isStarted, isSuspended)
  }
}

/// A change of some decks' standings, by comparison key.
package struct StandingChange: Hashable, Sendable {
  let before: [String: DeckStanding]
  package let after: [String: DeckStanding]
}

extension Reviews {
  package func standing(ofDeck name: String) -> DeckStanding {
    standing(ofKey: ThemeName.comparisonKey(of: name))
  }

  func standing(ofKey key: String) -> DeckStanding { standings[key] ?? DeckStanding() }

  /// Returns nil if nothing changes.
  mutating func change(_ after: [String: DeckStanding]) -> StandingChange? {
    let after = after.filter { standing(ofKey: $0.key) != $0.value }
    if after.isEmpty { return nil }
    var before: [String: DeckStanding] = [:]
    for (key, standing) in after {
      before[key] = self.standing(ofKey: key)
      setStanding(standing, ofKey: key)
    }
    return StandingChange(before: before, after: after)
  }

  /// The standings that change if these decks come first, in this order; the others follow by when
  /// they were added.
  package func standings(inOrder keys: [String]) -> [String: DeckStanding] {
    var changed = standings.filter { $0.value.place != nil }
    for key in changed.keys { changed[key]?.place = nil }
    for (index, key) in keys.enumerated() {
      changed[key, default: standing(ofKey: key)].place = index + 1
    }
    return changed
  }

  /// Dates the user's own decks, by their names, of which it is not known when they were added.
  package mutating func dateDecks(_ date: (String) -> UInt64) -> StandingChange? {
    var dated: [String: DeckStanding] = [:]
    for (key, reviewed) in decks where reviewed.isOwn {
      var standing = standing(ofKey: key)
      guard standing.addedAt == nil else { continue }
      standing.addedAt = date(reviewed.deck.name)
      dated[key] = standing
    }
    return change(dated)
  }

  /// First in the user's order, then by when they were added, then by name.
  var reviewedDecksInOrder: [ReviewedDeck] {
    func rank(_ key: String) -> (Int, UInt64, String) {
      let standing = standing(ofKey: key)
      return (standing.place ?? .max, standing.addedAt ?? .max, key)
    }
    return decks.map { (rank: rank($0.key), deck: $0.value) }.sorted { $0.rank < $1.rank }
      .map(\.deck)
  }

  /// Whether sessions over all decks ask its new cards: a deck that is not the user's own is left
  /// alone until it was started, or one of its cards was answered.
  func offersNew(_ reviewed: ReviewedDeck) -> Bool {
    let standing = standing(ofKey: reviewed.deck.deckName.comparisonKey)
    if standing.isSuspended { return false }
    return reviewed.isOwn || standing.isStarted
      || !reviewed.numbers.allSatisfy { cards[Int($0)].isNew }
  }
}
