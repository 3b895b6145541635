internal import PlainText

/// A game of memory: its deal, its moves and its score.
///
/// Outside this module nothing reveals the face of a card that is face down, or the seed before the
/// game is over.
///
/// A flip takes the same time on a board of any size, as long as the game is not copied.
package struct Game: Sendable {
  let beginning: GameBeginning
  let expected: ExpectedMoves
  var position: Position
  var undoRecord: UndoRecord?

  package init(_ beginning: GameBeginning) throws(PlayersError) {
    let pairs = beginning.deal.pairs
    self.beginning = beginning
    position = Position(
      cards: Array(repeating: CardRecord(), count: 2 * pairs),
      players: try Player.players(named: beginning.players),
      counts: CardCounts(known: KnownCounts(pairs: 0, singles: 0, unseen: pairs)))
    expected = ExpectedMoves(pairs: pairs)
  }
}

extension Game {
  var deal: Deal { beginning.deal }

  package var scoring: Scoring { beginning.scoring }

  /// True if the seed was known beforehand: given by the player, or a day's.
  package var isSeeded: Bool { beginning.isSeeded }

  package var daily: DailyDate? { beginning.daily }

  /// True for a daily game that is not the day's first.
  package var isRepeatedDaily: Bool { beginning.isRepeatedDaily }

  package var startedAt: Moment { beginning.startedAt }
}

extension Game {
  package func card(_ number: Int) -> VisibleCard {
    VisibleCard(position.cards[number].state, deal.faces[number].text)
  }

  package var cards: [VisibleCard] { position.cards.indices.map(card) }

  package var cardCount: Int { position.cards.count }

  package var pairs: Int { deal.pairs }

  package var matchedPairs: Int { position.counts.matchedPairs }

  /// The points of all players.
  package var score: Int { position.counts.score }

  package var flips: Int { position.counts.flips }

  package var moves: Int { position.counts.moves }

  /// The expected number of moves of perfect play.
  package var par: Double { expected.value(single: 0, unseen: pairs) }

  /// The moves lost to choices, as of the last completed move.
  package var regret: Double { position.counts.grading.regret }

  /// The moves lost to chance, as of the last completed move; negative if chance helped.
  package var luck: Double { position.counts.grading.luck }

  /// The players with their scores; empty in a solo game.
  package var players: [Player] { position.players }

  /// Whose turn it is: an index into `players`.
  package var turn: Int { position.counts.player }

  /// The players for whom a bot played; a log does not record it.
  package var bots: Bots {
    get { Bots(indices: position.counts.bots, of: players.map(\.name)) }
    set { position.counts.bots = newValue.indices }
  }

  package var isWon: Bool { matchedPairs == pairs }

  package var firstFlipAt: Moment? { position.counts.firstFlipAt }

  package var lastFlipAt: Moment? { position.counts.lastFlipAt }

  package var themeName: String { deal.theme.name }

  package var icon: String { deal.theme.icon }

  package var colors: [String] { deal.theme.colors }

  /// The cells of the theme's widest face, dealt or not.
  package var faceWidth: Int {
    deal.theme.pairs.lazy.flatMap(\.sides).map { WrittenText.cells($0.text) }.max() ?? 0
  }

  package var log: [LogEntry] { position.log }
}

extension Game: Equatable {
  package static func == (lhs: Game, rhs: Game) -> Bool {
    lhs.position == rhs.position && lhs.beginning == rhs.beginning
  }
}

/// Everything that determines a game except its moves; a log is replayed on it.
///
/// It contains the seed, which determines all faces: a game does not return it.
package struct GameBeginning: Equatable, Sendable {
  package let deal: Deal
  package let scoring: Scoring
  /// The players' names; fewer than 2 for a solo game.
  package let players: [String]
  package let isSeeded: Bool
  package let daily: DailyDate?
  package let isRepeatedDaily: Bool
  package let startedAt: Moment

  package init(
    deal: Deal, scoring: Scoring = .classic, players: [String] = [], isSeeded: Bool = false,
    daily: DailyDate? = nil, isRepeatedDaily: Bool = false, startedAt: Moment
  ) {
    self.deal = deal
    self.scoring = scoring
    self.players = players
    self.isSeeded = isSeeded || daily != nil
    self.daily = daily
    self.isRepeatedDaily = isRepeatedDaily
    self.startedAt = startedAt
  }

  /// The same game for a player who may know the seed: an abandoned game's is in the history.
  package var revealed: GameBeginning {
    GameBeginning(
      deal: deal, scoring: scoring, players: players, isSeeded: true, daily: daily,
      isRepeatedDaily: isRepeatedDaily, startedAt: startedAt)
  }
}

package enum Scoring: String, Hashable, Sendable, CaseIterable {
  /// A match wins 2, a mismatch loses 1 for each of its cards seen before.
  case classic
  /// The same, multiplied by a factor that falls from 10 to 1 with each second.
  case timed

  func factor(after elapsed: UInt64) -> Int {
    switch self {
    case .classic: 1
    case .timed: max(10 - Int(min(elapsed / 1_000_000, 10)), 1)
    }
  }
}
