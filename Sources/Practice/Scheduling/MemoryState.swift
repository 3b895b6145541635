/// What FSRS knows of the memory of a card.
package struct MemoryState: Hashable, Sendable {
  /// The days after which the card is remembered with a chance of 90 %.
  package let stability: Double
  /// How hard the card is, from 1 to 10.
  package let difficulty: Double

  /// Takes a state that was kept.
  ///
  /// - Parameters:
  ///   - stability: Days, from 0.001.
  ///   - difficulty: From 1 to 10; nil is returned for numbers that no review leaves.
  package init?(stability: Double, difficulty: Double) {
    guard stability.isFinite, stability >= FSRS.minimumStability,
      FSRS.difficulties.contains(difficulty)
    else { return nil }
    self.init(clamping: stability, difficulty: difficulty)
  }

  /// Takes what a formula gives, moved to the nearest allowed numbers.
  init(clamping stability: Double, difficulty: Double) {
    self.stability = max(stability, FSRS.minimumStability)
    self.difficulty = min(
      max(difficulty, FSRS.difficulties.lowerBound), FSRS.difficulties.upperBound)
  }
}
