/// Totals over all games.
package struct Statistics: Sendable {
  /// All games: won, abandoned, and the current one.
  package let games: Int
  /// Counted by whoever adds the games, since most of them are not ranked.
  package var won = 0
  /// The won games that count for the best and the mean: played alone, by a person, with a seed nobody
  /// knew.
  package private(set) var ranked = 0
  package let streak: DailyStreak
  /// The games by turns of people against bots that were won, and those that a person won.
  package private(set) var duels = 0
  package private(set) var duelsWon = 0

  private var regretSum = 0.0
  private var bestByKind: [Kind: BestGame] = [:]
  /// The key of each spelling of a theme's name: making a key takes longer than looking it up.
  private var keys: [String: String] = [:]

  private struct Kind: Hashable {
    let theme: String
    let pairs: Int
    let scoring: Scoring
  }

  package init(games: Int, streak: DailyStreak) {
    self.games = games
    self.streak = streak
  }

  /// Adds a game by turns in which a bot played, if a person did as well.
  package mutating func add(duelOf bots: Bots, won winners: [String]) {
    if bots.people.isEmpty { return }
    duels += 1
    if bots.people.contains(where: winners.contains) { duelsWon += 1 }
  }

  /// Adds a ranked game; among equal games the one added first stays the best.
  package mutating func add(_ game: BestGame) {
    ranked += 1
    regretSum += game.regret
    let key = keys[game.theme] ?? ThemeName.comparisonKey(of: game.theme)
    keys[game.theme] = key
    let kind = Kind(theme: key, pairs: game.pairs, scoring: game.scoring)
    if let best = bestByKind[kind], !game.isBetter(than: best) { return }
    bestByKind[kind] = game
  }

  /// The best game of each theme, number of pairs and scoring, in that order.
  package var best: [BestGame] {
    bestByKind.sorted { one, other in
      (one.key.theme, one.key.pairs, one.key.scoring.rawValue)
        < (other.key.theme, other.key.pairs, other.key.scoring.rawValue)
    }.map(\.value)
  }

  package var meanRegret: Double { ranked == 0 ? 0 : regretSum / Double(ranked) }
}

package struct BestGame: Hashable, Sendable {
  /// The theme's name as it was when the game was dealt.
  package let theme: String
  package let pairs: Int
  package let scoring: Scoring
  package let score: Int
  package let regret: Double
  package let seconds: Double

  package init(
    theme: String, pairs: Int, scoring: Scoring, score: Int, regret: Double, seconds: Double
  ) {
    self.theme = theme
    self.pairs = pairs
    self.scoring = scoring
    self.score = score
    self.regret = regret
    self.seconds = seconds
  }

  /// By score, then by less regret, then by less time.
  func isBetter(than other: BestGame) -> Bool {
    if score != other.score { return score > other.score }
    // The sums of equal choices may differ by rounding errors.
    if abs(regret - other.regret) >= Grading.tolerance { return regret < other.regret }
    return seconds < other.seconds
  }
}
