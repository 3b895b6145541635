/// Splits the cost of a move into the part of choices and the part of chance.
package struct Grading: Equatable, Sendable {
  /// Smaller differences are rounding errors.
  package static let tolerance = 1e-9

  private(set) var regret = 0.0
  private(set) var luck = 0.0

  mutating func judge(first: FirstCard, choices: MoveChoices) {
    let chosen = choices.cost(ofFirst: first)
    regret += Grading.difference(chosen, choices.leastCostOfFirst())
    luck += Grading.difference(choices.leastCost(after: first), chosen)
  }

  /// Judges the second card of a move; the outcome is V after it.
  mutating func judge(
    second: SecondCard, after first: FirstCard, choices: MoveChoices, outcome: Double
  ) {
    let least = choices.leastCost(after: first)
    let chosen = choices.cost(of: second, after: first) ?? least
    regret += Grading.difference(chosen, least)
    luck += Grading.difference(1 + outcome, chosen)
  }

  private static func difference(_ minuend: Double, _ subtrahend: Double) -> Double {
    let difference = minuend - subtrahend
    return abs(difference) < tolerance ? 0 : difference
  }
}

/// How well a solo game was played, by regret per pair.
package enum Grade: String, Hashable, Sendable, CaseIterable {
  /// No regret: no other choice was ever better.
  case perfect
  case gold
  case silver
  case bronze
  /// More, or a game that is not graded.
  case none

  /// The most regret of a grade, in moves a pair.
  package static let bounds = (gold: 0.1, silver: 0.35, bronze: 1.0)

  init(regret: Double, pairs: Int) {
    let each = regret / Double(pairs)
    let tolerance = Grading.tolerance
    switch each {
    case ...tolerance: self = .perfect
    case ...(Self.bounds.gold + tolerance): self = .gold
    case ...(Self.bounds.silver + tolerance): self = .silver
    case ...(Self.bounds.bronze + tolerance): self = .bronze
    default: self = .none
    }
  }
}
