/// A game of memory: a deal, what was turned up of it, and what it counts for.
///
/// No member outside this module tells the face of a card that is down, nor, before the game is over, the seed.
/// A flip takes the same time on a board of any size, as long as the game is not copied.
package struct Game: Sendable {
  let beginning: GameBeginning
  let expected: ExpectedMoves
  var position: Position
  var overwritten: Overwritten?

  /// Begins a game with all cards down.
  ///
  /// - Parameter beginning: What it follows from.
  /// - Throws: `PlayersFault` where there are too many names, or one is bad or stands there twice.
  package init(_ beginning: GameBeginning) throws(PlayersFault) {
    let pairs = beginning.deal.pairs
    self.beginning = beginning
    position = Position(
      cards: Array(repeating: CardRecord(), count: 2 * pairs),
      players: try Player.players(named: beginning.players),
      tally: Tally(known: KnownCounts(0, 0, pairs)))
    expected = ExpectedMoves(pairs: pairs)
  }
}

extension Game {
  var deal: Deal { beginning.deal }

  /// How points are counted.
  package var scoring: Scoring { beginning.scoring }

  /// True where the seed was known beforehand: given by the player, or that of a day.
  package var isSeeded: Bool { beginning.isSeeded }

  /// The day of a daily game, or nil.
  package var daily: DailyDate? { beginning.daily }

  /// True for a daily game that is not the day's first.
  package var isPractice: Bool { beginning.isPractice }

  /// When the cards were dealt.
  package var startedAt: Moment { beginning.startedAt }
}

extension Game {
  /// Returns a card as everybody may see it.
  ///
  /// - Parameter number: The card's number, from 0 to `cardCount` − 1.
  /// - Returns: The state, and the face of a card that is not down.
  package func card(_ number: Int) -> VisibleCard {
    VisibleCard(state: position.cards[number].state, hiding: deal.faces[number])
  }

  /// All cards as everybody may see them, by their numbers.
  package var cards: [VisibleCard] { position.cards.indices.map(card) }

  /// The number of cards.
  package var cardCount: Int { position.cards.count }

  /// The number of pairs dealt.
  package var pairs: Int { deal.pairs }

  /// The number of pairs found.
  package var matchedPairs: Int { position.tally.matchedPairs }

  /// The points of all players.
  package var score: Int { position.tally.score }

  /// The accepted flips.
  package var flips: Int { position.tally.flips }

  /// The completed moves of two cards each.
  package var moves: Int { position.tally.moves }

  /// The moves that perfect play is expected to take.
  package var par: Double { expected.value(single: 0, unseen: pairs) }

  /// The moves lost to choices, as of the last completed move.
  package var regret: Double { position.tally.grading.regret }

  /// The moves lost to chance, as of the last completed move; negative where chance was kind.
  package var luck: Double { position.tally.grading.luck }

  /// The players with their scores; empty in a solo game.
  package var players: [Player] { position.players }

  /// Whose turn it is, a place in `players` from 0.
  package var turn: Int { position.tally.player }

  /// Tells whether all pairs are found.
  package var isWon: Bool { matchedPairs == pairs }

  /// When the first card was turned up, or nil.
  package var firstFlipAt: Moment? { position.tally.firstFlipAt }

  /// When the last card was turned up, or nil.
  package var lastFlipAt: Moment? { position.tally.lastFlipAt }

  /// The name of the theme.
  package var themeName: String { deal.theme.name }

  /// The icon of the theme.
  package var icon: String { deal.theme.icon }

  /// The colours of the theme as `#rrggbb`.
  package var colors: [String] { deal.theme.colors }

  /// The accepted transitions in their order.
  package var log: [LogEntry] { position.log }
}

extension Game: Equatable {
  /// Tells whether two games are the same in all that they tell, hide and will do.
  ///
  /// - Parameters:
  ///   - lhs: One game.
  ///   - rhs: Another game.
  /// - Returns: True where they are equal; whether a step can be taken back does not count.
  package static func == (lhs: Game, rhs: Game) -> Bool {
    lhs.position == rhs.position && lhs.beginning == rhs.beginning
  }
}
