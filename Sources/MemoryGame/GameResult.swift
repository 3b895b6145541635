/// The result of a game that is won or abandoned.
package struct GameResult: Hashable, Sendable {
  package let isWon: Bool
  package let score: Int
  package let flips: Int
  package let moves: Int
  package private(set) var par: Double
  package private(set) var regret: Double
  package private(set) var luck: Double
  /// The grade; none for an abandoned game or one with several players.
  package let grade: Grade
  /// Seconds from the first to the last flip.
  package private(set) var seconds: Double
  package let theme: String
  package let pairs: Int
  package let seed: UInt64
  /// True if the seed was known beforehand, so that the score is not among the best.
  package let isSeeded: Bool
  package let daily: DailyDate?
  package let isRepeatedDaily: Bool
  /// The players with the highest score; empty in a solo or abandoned game.
  package let winners: [String]
  package private(set) var bots: Bots

  package init(
    isWon: Bool, score: Int, flips: Int, moves: Int, par: Double, regret: Double, luck: Double,
    grade: Grade, seconds: Double, theme: String, pairs: Int, seed: UInt64, isSeeded: Bool,
    daily: DailyDate?, isRepeatedDaily: Bool, winners: [String], bots: Bots
  ) {
    self.isWon = isWon
    self.score = score
    self.flips = flips
    self.moves = moves
    self.par = par
    self.regret = regret
    self.luck = luck
    self.grade = grade
    self.seconds = seconds
    self.theme = theme
    self.pairs = pairs
    self.seed = seed
    self.isSeeded = isSeeded
    self.daily = daily
    self.isRepeatedDaily = isRepeatedDaily
    self.winners = winners
    self.bots = bots
  }

  /// Whether the results agree, but for rounding errors and what a log does not record.
  package func agrees(with other: GameResult) -> Bool {
    var rounded = self
    rounded.bots = other.bots
    func round(_ path: WritableKeyPath<GameResult, Double>, by tolerance: Double) {
      let number = other[keyPath: path]
      if abs(rounded[keyPath: path] - number) < tolerance { rounded[keyPath: path] = number }
    }
    for path in [\GameResult.par, \.regret, \.luck] { round(path, by: Grading.tolerance) }
    round(\.seconds, by: 1e-6)
    return rounded == other
  }
}

extension Game {
  package var result: GameResult? { isWon ? finalResult() : nil }

  /// The result if the game is given up now, or that of a game already won.
  ///
  /// It contains the seed, which determines all faces: call it only when the game ends.
  package func finalResult() -> GameResult {
    let highest = players.map(\.score).max()
    return GameResult(
      isWon: isWon, score: score, flips: flips, moves: moves, par: par, regret: regret, luck: luck,
      grade: isWon && players.isEmpty ? Grade(regret: regret, pairs: pairs) : .none,
      seconds: seconds, theme: themeName, pairs: pairs, seed: deal.seed, isSeeded: isSeeded,
      daily: daily, isRepeatedDaily: isRepeatedDaily,
      winners: isWon ? players.filter { $0.score == highest }.map(\.name) : [],
      bots: bots)
  }

  private var seconds: Double {
    guard let firstFlipAt, let lastFlipAt else { return 0 }
    return Double(lastFlipAt.microseconds(since: firstFlipAt)) / 1_000_000
  }
}
