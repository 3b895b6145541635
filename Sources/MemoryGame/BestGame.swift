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
  ///
  /// - Parameters:
  ///   - theme: The theme's name.
  ///   - pairs: The number of pairs dealt.
  ///   - scoring: How points were counted.
  ///   - score: The points.
  ///   - regret: The moves lost to choices.
  ///   - seconds: From the first to the last flip.
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
