internal import func Glibc.exp
internal import func Glibc.pow

/// The scheduler FSRS-6 with its published default parameters and a retention of 0.9.
///
/// There are no steps of learning or relearning and no fuzz. Times are whole days; the names of
/// the functions are those of the published formulas.
package enum FSRS {
  /// The longest interval in days.
  package static let maximumInterval = 36_500
  /// The chance of remembering a card at which it falls due.
  static let desiredRetention = 0.9

  static let minimumStability = 0.001
  static let difficulties = 1.0...10.0

  /// The parameters w₀ to w₂₀.
  private static let weights = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
    0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
  ]
  private static let decay = -weights[20]
  /// Makes the retrievability 0.9 after as many days as the stability has.
  private static let factor = pow(0.9, 1 / decay) - 1
  /// `factor` for the desired retention.
  private static let reach = pow(desiredRetention, 1 / decay) - 1

  package static func retrievability(of memory: MemoryState, after days: Int) -> Double {
    pow(1 + factor * Double(days) / memory.stability, decay)
  }

  package static func interval(of memory: MemoryState) -> Int {
    let days = memory.stability / factor * reach
    // Halves are rounded to the even number, as in the reference implementation.
    let whole = days.rounded(.toNearestOrEven)
    return Int(min(max(whole, 1), Double(maximumInterval)))
  }

  package static func first(_ rating: Rating) -> MemoryState {
    MemoryState(
      clamping: weights[rating.rawValue - 1], difficulty: initialDifficulty(rating))
  }

  package static func next(_ memory: MemoryState, _ rating: Rating, after days: Int) -> MemoryState
  {
    let stability: Double
    if days < 1 {
      stability = sameDayStability(memory, rating)
    } else {
      let retrievability = retrievability(of: memory, after: days)
      stability =
        rating == .again
        ? forgetStability(memory, retrievability)
        : recallStability(memory, retrievability, rating)
    }
    return MemoryState(clamping: stability, difficulty: nextDifficulty(memory, rating))
  }

  private static func initialDifficulty(_ rating: Rating) -> Double {
    weights[4] - exp(weights[5] * Double(rating.rawValue - 1)) + 1
  }

  private static func nextDifficulty(_ memory: MemoryState, _ rating: Rating) -> Double {
    let change = -weights[6] * Double(rating.rawValue - 3)
    let damped = memory.difficulty + (10 - memory.difficulty) * change / 9
    return weights[7] * initialDifficulty(.easy) + (1 - weights[7]) * damped
  }

  private static func recallStability(
    _ memory: MemoryState, _ retrievability: Double, _ rating: Rating
  ) -> Double {
    let hardPenalty = rating == .hard ? weights[15] : 1
    let easyBonus = rating == .easy ? weights[16] : 1
    let growth =
      exp(weights[8]) * (11 - memory.difficulty) * pow(memory.stability, -weights[9])
      * (exp((1 - retrievability) * weights[10]) - 1) * hardPenalty * easyBonus
    return memory.stability * (1 + growth)
  }

  private static func forgetStability(_ memory: MemoryState, _ retrievability: Double) -> Double {
    let longTerm =
      weights[11] * pow(memory.difficulty, -weights[12])
      * (pow(memory.stability + 1, weights[13]) - 1) * exp((1 - retrievability) * weights[14])
    let shortTerm = memory.stability / exp(weights[17] * weights[18])
    return min(longTerm, shortTerm)
  }

  private static func sameDayStability(_ memory: MemoryState, _ rating: Rating) -> Double {
    let increase =
      exp(weights[17] * (Double(rating.rawValue - 3) + weights[18]))
      * pow(memory.stability, -weights[19])
    return memory.stability * (rating == .again ? increase : max(increase, 1))
  }
}

/// What FSRS knows about the memory of a card.
package struct MemoryState: Hashable, Sendable {
  /// The days after which the card is remembered with a chance of 90 %.
  package let stability: Double
  /// How hard the card is, from 1 to 10.
  package let difficulty: Double

  package init?(stability: Double, difficulty: Double) {
    guard stability.isFinite, stability >= FSRS.minimumStability,
      FSRS.difficulties.contains(difficulty)
    else { return nil }
    self.init(clamping: stability, difficulty: difficulty)
  }

  /// Clamps the results of a formula to the allowed ranges.
  init(clamping stability: Double, difficulty: Double) {
    self.stability = max(stability, FSRS.minimumStability)
    self.difficulty = min(
      max(difficulty, FSRS.difficulties.lowerBound), FSRS.difficulties.upperBound)
  }
}

/// How well a card was remembered, as numbered by FSRS.
package enum Rating: Int, Hashable, Sendable, CaseIterable {
  case again = 1
  case hard = 2
  case good = 3
  case easy = 4

  package var isRecalled: Bool { self != .again }

  /// As people type it: `good`.
  package var name: String { "\(self)" }

  /// As every view shows it: `Good`.
  package var label: String { name.prefix(1).uppercased() + name.dropFirst() }

  /// `3 Good`.
  package var title: String { "\(rawValue) \(label)" }
}
