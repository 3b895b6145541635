/// The regret per pair of an opponent's simulated solo games, for the table of spans.
package struct SpanSimulation: Sendable {
  /// The spans and numbers of pairs of the table: as many pairs as any theme deals by itself.
  package static let spans = 0...20
  package static let pairs = 2...24
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
