internal import func Glibc.exp
internal import func Glibc.pow

/// The scheduler FSRS-6.
///
/// There are no steps of learning or relearning and no fuzz. Times are whole days; the names of
/// the functions are those of the published formulas.
package struct FSRS: Hashable, Sendable {
  package static let retentionRange = 0.70...0.97
  /// Of the longest interval, in days.
  package static let maximumIntervalRange = 1...36_500

  static let minimumStability = 0.001
  static let difficulties = 1.0...10.0

  package let parameters: FSRSParameters
  /// The chance of remembering a card at which it falls due.
  package let retention: Double
  /// The longest interval in days.
  package let maximumInterval: Int

  private let decay: Double
  /// Makes the retrievability 0.9 after as many days as the stability has.
  private let factor: Double
  /// The days until a card is due, in stabilities.
  private let reach: Double

  /// The retention and the longest interval must be in their ranges.
  package init(
    parameters: FSRSParameters = .published, retention: Double = 0.9,
    maximumInterval: Int = FSRS.maximumIntervalRange.upperBound
  ) {
    self.parameters = parameters
    self.retention = retention
    self.maximumInterval = maximumInterval
    decay = -parameters[20]
    factor = pow(0.9, 1 / decay) - 1
    reach = (pow(retention, 1 / decay) - 1) / factor
  }

  package func retrievability(of memory: MemoryState, after days: Int) -> Double {
    pow(1 + factor * Double(days) / memory.stability, decay)
  }

  /// The days until a card falls due.
  package func interval(of memory: MemoryState) -> Int {
    // Halves are rounded to the even number, as in the reference implementation.
    let whole = (memory.stability * reach).rounded(.toNearestOrEven)
    return Int(min(max(whole, 1), Double(maximumInterval)))
  }

  package func first(_ rating: Rating) -> MemoryState {
    MemoryState(
      clamping: parameters[rating.rawValue - 1], difficulty: initialDifficulty(rating))
  }

  package func next(_ memory: MemoryState, _ rating: Rating, after days: Int) -> MemoryState {
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

  private func initialDifficulty(_ rating: Rating) -> Double {
    parameters[4] - exp(parameters[5] * Double(rating.rawValue - 1)) + 1
  }

  private func nextDifficulty(_ memory: MemoryState, _ rating: Rating) -> Double {
    let change = -parameters[6] * Double(rating.rawValue - 3)
    let damped = memory.difficulty + (10 - memory.difficulty) * change / 9
    return parameters[7] * initialDifficulty(.easy) + (1 - parameters[7]) * damped
  }

  private func recallStability(
    _ memory: MemoryState, _ retrievability: Double, _ rating: Rating
  ) -> Double {
    let hardPenalty = rating == .hard ? parameters[15] : 1
    let easyBonus = rating == .easy ? parameters[16] : 1
    let growth =
      exp(parameters[8]) * (11 - memory.difficulty) * pow(memory.stability, -parameters[9])
      * (exp((1 - retrievability) * parameters[10]) - 1) * hardPenalty * easyBonus
    return memory.stability * (1 + growth)
  }

  private func forgetStability(_ memory: MemoryState, _ retrievability: Double) -> Double {
    let longTerm =
      parameters[11] * pow(memory.difficulty, -parameters[12])
      * (pow(memory.stability + 1, parameters[13]) - 1) * exp((1 - retrievability) * parameters[14])
    let shortTerm = memory.stability / exp(parameters[17] * parameters[18])
    return min(longTerm, shortTerm)
  }

  private func sameDayStability(_ memory: MemoryState, _ rating: Rating) -> Double {
    let increase =
      exp(parameters[17] * (Double(rating.rawValue - 3) + parameters[18]))
      * pow(memory.stability, -parameters[19])
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
