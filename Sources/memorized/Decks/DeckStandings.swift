internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import PlainText
internal import Practice

// Whole decks: suspended or resumed, and their order.
extension DecksOnBus {
  func suspendDeck(_ name: String, _ isSuspended: Bool, _ reply: Reply<>) {
    answer(reply) { [self] in
      try practice.setStandings { [self] reviews in
        let deck = try deck(named: name, in: reviews)
        var standing = reviews.standing(ofDeck: name)
        standing.isSuspended = isSuspended
        return [deck.deckName.comparisonKey: standing]
      } then: { [self] in
        if let deck = practice.reviews.deck(named: name) { publishChange(of: deck.name) }
      }
    }
  }

  func setOrder(_ names: [String], _ reply: Reply<>) {
    answer(reply) { [self] in
      try practice.setStandings { [self] reviews in
        var keys: [String] = []
        for name in names {
          let key = try deck(named: name, in: reviews).deckName.comparisonKey
          guard !keys.contains(key) else {
            let deck = name.printable
            throw BusError.invalidArguments(
              english("The order names the deck “\(deck)” more than once."))
          }
          keys.append(key)
        }
        return reviews.standings(inOrder: keys)
      }
    }
  }

  func deck(named name: String, in reviews: Reviews) throws -> Practice.Deck {
    guard let deck = reviews.deck(named: name) else { throw PracticeError.noSuchDeck(name) }
    return deck
  }
}
