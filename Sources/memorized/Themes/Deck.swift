internal import MemoryGame
internal import ThemeFiles

/// A deck that was read: cards to be practised, some of which can be played with.
///
/// A card whose side is too long for a card on a board is left out of games, and a pronunciation
/// that is too long is left out of its pair.
struct Deck {
  /// How many pairs a game has where nobody says how many: all of a deck would be no game.
  private static let usualPairs = 12

  /// What it is called.
  let name: ThemeName
  /// All its cards, in the file's order.
  let cards: [DeckPair]
  /// How many of them can be played with.
  let playable: Int

  init(name: ThemeName, cards: [DeckPair]) {
    self.name = name
    self.cards = cards
    playable = cards.count(where: Self.fits)
  }

  /// How many pairs a game has.
  var rule: PairRule { .fixed(Self.usualPairs) }

  /// The most pairs of a game.
  var gamePairs: Int { min(playable, Theme.maximumPairs) }

  /// Draws the theme of a game; which pairs it has follows from the seed.
  ///
  /// - Throws: `DealRefusal` where there are too few that can be dealt together.
  func theme(drawing count: Int, seed: UInt64) throws(DealRefusal) -> Theme {
    if playable < Theme.minimumPairs {
      let isSmall = cards.count < Theme.minimumPairs
      throw isSmall ? .tooFewInDeck(name.text, cards.count) : .tooFewFit(name.text)
    }
    let places = playable == cards.count ? nil : cards.indices.filter { Self.fits(cards[$0]) }
    return try Theme(drawing: count, of: playable, seed: seed, name: name) { place in
      Self.pair(cards[places?[place] ?? place])
    }
  }

  /// All else that makes a face was asked of a card when it was read.
  private static func fits(_ card: DeckPair) -> Bool {
    card.first.utf8.count <= Face.maximumBytes && card.second.utf8.count <= Face.maximumBytes
  }

  private static func pair(_ card: DeckPair) -> Pair? {
    let said = card.pronunciation.flatMap { $0.utf8.count <= Face.maximumBytes ? $0 : nil }
    return try? Pair(card.first, card.second, pronunciation: said)
  }
}
