/// A game of memory: a deal, what was turned up of it, and what it counts for.
///
/// No member outside this module tells the face of a card that is down, nor, before the game is over, the seed.
/// A flip takes the same time on a board of any size, as long as the game is not copied.
package struct Game: Sendable {
  let beginning: GameBeginning
  let expected: ExpectedMoves
  var position: Position
  var undoRecord: UndoRecord?

  package init(_ beginning: GameBeginning) throws(PlayersFault) {
    let pairs = beginning.deal.pairs
    self.beginning = beginning
    position = Position(
      cards: Array(repeating: CardRecord(), count: 2 * pairs),
      players: try Player.players(named: beginning.players),
      counts: CardCounts(known: KnownCounts(0, 0, pairs)))
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
  package var matchedPairs: Int { position.counts.matchedPairs }

  /// The points of all players.
  package var score: Int { position.counts.score }

  /// The accepted flips.
  package var flips: Int { position.counts.flips }

  /// The completed moves of two cards each.
  package var moves: Int { position.counts.moves }

  /// The moves that perfect play is expected to take.
  package var par: Double { expected.value(single: 0, unseen: pairs) }

  /// The moves lost to choices, as of the last completed move.
  package var regret: Double { position.counts.grading.regret }

  /// The moves lost to chance, as of the last completed move; negative where chance was kind.
  package var luck: Double { position.counts.grading.luck }

  /// The players with their scores; empty in a solo game.
  package var players: [Player] { position.players }

  /// Whose turn it is, a place in `players` from 0.
  package var turn: Int { position.counts.player }

  /// Tells whether all pairs are found.
  package var isWon: Bool { matchedPairs == pairs }

  /// When the first card was turned up, or nil.
  package var firstFlipAt: Moment? { position.counts.firstFlipAt }

  /// When the last card was turned up, or nil.
  package var lastFlipAt: Moment? { position.counts.lastFlipAt }

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
  package static func == (lhs: Game, rhs: Game) -> Bool {
    lhs.position == rhs.position && lhs.beginning == rhs.beginning
  }
}

/// All that a game follows from but its moves: what a log is replayed on.
///
/// It holds the seed, from which all faces follow: a game does not give it back.
package struct GameBeginning: Equatable, Sendable {
  /// The cards.
  package let deal: Deal
  /// How points are counted.
  package let scoring: Scoring
  /// The names of those who play by turns; fewer than 2 for a solo game.
  package let players: [String]
  /// True where the seed was known beforehand: given by the player, or that of a day.
  package let isSeeded: Bool
  /// The day of a daily game, or nil.
  package let daily: DailyDate?
  /// True for a daily game that is not the day's first.
  package let isPractice: Bool
  /// When the cards were dealt.
  package let startedAt: Moment

  package init(
    deal: Deal, scoring: Scoring = .classic, players: [String] = [], isSeeded: Bool = false,
    daily: DailyDate? = nil, isPractice: Bool = false, startedAt: Moment
  ) {
    self.deal = deal
    self.scoring = scoring
    self.players = players
    self.isSeeded = isSeeded || daily != nil
    self.daily = daily
    self.isPractice = isPractice
    self.startedAt = startedAt
  }
}

/// How points are counted.
package enum Scoring: String, Hashable, Sendable, CaseIterable {
  /// A match wins 2, a mismatch loses 1 for each of its cards seen before.
  case classic
  /// The same, times a factor from 10 down to 1 that falls each second.
  case timed

  /// Returns what the points of a move are multiplied by.
  func factor(after elapsed: UInt64) -> Int {
    switch self {
    case .classic: 1
    case .timed: max(10 - Int(min(elapsed / 1_000_000, 10)), 1)
    }
  }
}
