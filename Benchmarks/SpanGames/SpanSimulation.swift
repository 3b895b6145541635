package import MemoryGame

/// The regret per pair of an opponent's simulated solo games, for the table of spans.
package struct SpanSimulation: Sendable {
  /// The simulated games of each cell.
  package static let games = 100_000

  package private(set) var mean = 0.0
  /// The variance of a single game.
  package private(set) var variance = 0.0

  /// Plays games of one cell, which has random numbers of its own.
  package init(span: Int, pairs: Int, games: Int = Self.games) throws {
    var generator = DealGenerator(seed: UInt64(1000 * pairs + span))
    let theme = try Theme(name: "Span", icon: "🎴", pairs: (0..<pairs).map { try Pair("\($0)") })
    let opponent = Opponent(span: .cards(span), pairs: pairs, players: 1)
    let moment = Moment(epoch: 0, boottime: 0)
    var (sum, squares) = (0.0, 0.0)
    for _ in 0..<games {
      let deal = try Deal(theme: theme, pairs: pairs, seed: generator.next())
      var game = try Game(GameBeginning(deal: deal, startedAt: moment))
      try game.play([opponent], at: moment, using: &generator)
      let regret = game.regret / Double(pairs)
      sum += regret
      squares += regret * regret
    }
    mean = sum / Double(games)
    variance = max(squares / Double(games) - mean * mean, 0)
  }
}

extension Game {
  /// Plays to the end with an opponent for each player, or with one in a solo game.
  package mutating func play(
    _ opponents: [Opponent], at moment: Moment, using generator: inout DealGenerator
  ) throws(GameError) {
    var opponents = opponents
    while let card = opponents[turn].choice(using: &generator) {
      let changes = try flip(card, at: moment).changes
      for index in opponents.indices { opponents[index].see(changes) }
    }
  }
}
