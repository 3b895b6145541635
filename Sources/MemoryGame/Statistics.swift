/// What all games together have come to.
///
/// Seeded games, the daily deal among them, count in the number of games only, and the scored daily
/// ones in the streak. A game by turns is won by several memories and its score is a sum: it counts
/// as won, and neither among the best nor in the mean.
package struct Statistics: Sendable {
  /// All games: won, abandoned, and the one that is on.
  package let games: Int
  /// The games won whose deal nobody could know.
  package private(set) var won = 0
  /// The days in a row.
  package let streak: DailyStreak

  private var regretSum = 0.0
  private var solos = 0
  /// The best so far, by a number for each theme.
  private var bestByKind: [Kind: BestGame] = [:]
  private var themes = NumberedNames()

  private struct Kind: Hashable {
    let theme: Int
    let pairs: Int
    let scoring: Scoring
  }

  /// Begins to sum up.
  package init(games: Int, streak: DailyStreak) {
    self.games = games
    self.streak = streak
  }

  /// Counts a game that was won and whose seed nobody knew beforehand.
  ///
  /// Of equal games the one that is added first stays the best.
  package mutating func add(_ game: BestGame, isSolo: Bool) {
    won += 1
    guard isSolo else { return }
    solos += 1
    regretSum += game.regret
    let kind = Kind(
      theme: themes.number(of: game.theme), pairs: game.pairs, scoring: game.scoring)
    if let best = bestByKind[kind], !game.isBetter(than: best) { return }
    bestByKind[kind] = game
  }

  /// The best game of each theme, number of pairs and scoring, in that order.
  package var best: [BestGame] {
    bestByKind.sorted { one, other in
      let names = (themes.keys[one.key.theme], themes.keys[other.key.theme])
      if names.0 != names.1 { return names.0 < names.1 }
      if one.key.pairs != other.key.pairs { return one.key.pairs < other.key.pairs }
      return one.key.scoring.rawValue < other.key.scoring.rawValue
    }.map(\.value)
  }

  /// The regret of a solo game on average; 0 where none was won.
  package var meanRegret: Double { solos == 0 ? 0 : regretSum / Double(solos) }
}

/// Gives one number to all spellings of a theme's name.
private struct NumberedNames {
  private(set) var keys: [String] = []
  private var numbersByKey: [String: Int] = [:]
  /// To make a key takes longer than to look up a spelling, and few are used.
  private var numbersBySpelling: [String: Int] = [:]

  mutating func number(of name: String) -> Int {
    if let known = numbersBySpelling[name] { return known }
    let key = ThemeName.comparisonKey(of: name)
    let number = numbersByKey[key] ?? keys.count
    if number == keys.count { keys.append(key) }
    numbersByKey[key] = number
    numbersBySpelling[name] = number
    return number
  }
}

/// A game that may be the best of its theme, number of pairs and scoring.
package struct BestGame: Hashable, Sendable {
  /// The theme's name as it was when the game was dealt.
  package let theme: String
  /// The number of pairs dealt.
  package let pairs: Int
  /// How points were counted.
  package let scoring: Scoring
  /// The points.
  package let score: Int
  /// The moves lost to choices.
  package let regret: Double
  /// Seconds from the first to the last flip.
  package let seconds: Double

  /// Makes a game, as one that was stored.
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

  /// By the score; then the one with less regret is better, then the quicker one.
  func isBetter(than other: BestGame) -> Bool {
    if score != other.score { return score > other.score }
    // The sums of equal choices may differ by errors of rounding.
    if abs(regret - other.regret) >= Grading.tolerance { return regret < other.regret }
    return seconds < other.seconds
  }
}
