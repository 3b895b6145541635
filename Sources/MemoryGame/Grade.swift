/// How well a solo game was played, by regret per pair.
package enum Grade: String, Hashable, Sendable {
  /// No regret: never better to have chosen otherwise.
  case perfect
  /// At most 0.1 moves a pair.
  case gold
  /// At most 0.35 moves a pair.
  case silver
  /// At most 1 move a pair.
  case bronze
  /// More, or a game that is not graded.
  case none

  /// Grades a solo game that was won.
  ///
  /// - Parameters:
  ///   - regret: The regret of the game, in moves, from 0.
  ///   - pairs: The number of pairs, from 1.
  init(regret: Double, pairs: Int) {
    let each = regret / Double(pairs)
    let tolerance = Grading.tolerance
    switch each {
    case ...tolerance: self = .perfect
    case ...(0.1 + tolerance): self = .gold
    case ...(0.35 + tolerance): self = .silver
    case ...(1 + tolerance): self = .bronze
    default: self = .none
    }
  }
}
