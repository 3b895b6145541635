// What is told of a game that is over.
extension Game {
  /// The result of a game that is won, or nil while it is on.
  package var result: GameResult? { isWon ? summary() : nil }

  /// Returns the result of a game that is given up, or that of one already won.
  ///
  /// It tells the seed, from which all faces follow: call it only as the game leaves play.
  ///
  /// - Returns: The result, as of the last completed move.
  package func abandoned() -> GameResult { summary() }

  private func summary() -> GameResult {
    let highest = players.map(\.score).max()
    return GameResult(
      isWon: isWon, score: score, flips: flips, moves: moves, par: par, regret: regret, luck: luck,
      grade: isWon && players.isEmpty ? Grade(regret: regret, pairs: pairs) : .none,
      seconds: seconds, theme: themeName, pairs: pairs, seed: deal.seed, isSeeded: isSeeded,
      daily: daily, isPractice: isPractice,
      winners: isWon ? players.filter { $0.score == highest }.map(\.name) : [])
  }

  /// Seconds from the first to the last flip, 0 where there was none.
  private var seconds: Double {
    guard let firstFlipAt, let lastFlipAt else { return 0 }
    return Double(lastFlipAt.microseconds(since: firstFlipAt)) / 1_000_000
  }
}
