internal import func Glibc.exp
internal import func Glibc.log
internal import func Glibc.pow

/// A number that the formulas of FSRS compute with: a `Double`, or a `Dual` while they are trained.
package protocol FSRSNumber: Comparable, ExpressibleByFloatLiteral, Sendable
where FloatLiteralType == Double {
  init(_ number: Double)
  static func + (left: Self, right: Self) -> Self
  static func - (left: Self, right: Self) -> Self
  static func * (left: Self, right: Self) -> Self
  static func / (left: Self, right: Self) -> Self
  static prefix func - (number: Self) -> Self
  static func exp(_ exponent: Self) -> Self
  static func log(_ number: Self) -> Self
  static func pow(_ base: Self, _ exponent: Self) -> Self
}

extension Double: FSRSNumber {
  package static func exp(_ exponent: Double) -> Double { Glibc.exp(exponent) }
  package static func log(_ number: Double) -> Double { Glibc.log(number) }
  package static func pow(_ base: Double, _ exponent: Double) -> Double {
    Glibc.pow(base, exponent)
  }
}

/// The memory of a card, as FSRS models it.
package typealias MemoryState = FSRSMemory<Double>

package struct FSRSMemory<Number: FSRSNumber>: Sendable {
  /// The days after which the card is remembered with a chance of 90%.
  package let stability: Number
  /// How hard the card is, from 1 to 10.
  package let difficulty: Number

  /// Clamps the results of a formula to the allowed ranges.
  init(clamping stability: Number, difficulty: Number) {
    self.stability = max(Number(FSRS.minimumStability), stability)
    self.difficulty = max(
      Number(FSRS.difficulties.lowerBound),
      min(difficulty, Number(FSRS.difficulties.upperBound)))
  }
}

extension FSRSMemory: Equatable {}
extension FSRSMemory: Hashable where Number: Hashable {}

extension FSRSMemory<Double> {
  /// Nil unless both numbers are in their ranges.
  package init?(stability: Double, difficulty: Double) {
    guard stability.isFinite, stability >= FSRS.minimumStability,
      FSRS.difficulties.contains(difficulty)
    else { return nil }
    self.init(clamping: stability, difficulty: difficulty)
  }
}

/// The formulas of FSRS-6, for scheduling cards and training parameters.
///
/// Times are whole days; the names of the functions are those of the published formulas.
struct FSRSFormulas<Number: FSRSNumber>: Sendable {
  /// The parameters w₀ to w₂₀.
  private let w: [Number]
  let decay: Number
  /// Makes the retrievability 0.9 after as many days as the stability has.
  let factor: Number
  private let growth: Number
  private let easyDifficulty: Number
  private let shortTermLoss: Number

  init(_ parameters: [Number]) {
    w = parameters
    decay = -w[20]
    factor = Number.pow(0.9, 1.0 / decay) - 1.0
    growth = Number.exp(w[8])
    easyDifficulty = Self.initialDifficulty(.easy, w)
    shortTermLoss = Number.exp(w[17] * w[18])
  }

  func retrievability(of memory: FSRSMemory<Number>, after days: Int) -> Number {
    Number.pow(1.0 + factor * Number(Double(days)) / memory.stability, decay)
  }

  func first(_ rating: Rating) -> FSRSMemory<Number> {
    FSRSMemory(
      clamping: w[rating.rawValue - 1], difficulty: Self.initialDifficulty(rating, w))
  }

  func next(_ memory: FSRSMemory<Number>, _ rating: Rating, after days: Int) -> FSRSMemory<Number> {
    next(memory, rating, days < 1 ? nil : retrievability(of: memory, after: days))
  }

  /// The retrievability is nil on the day of the last review.
  func next(
    _ memory: FSRSMemory<Number>, _ rating: Rating, _ retrievability: Number?
  ) -> FSRSMemory<Number> {
    let stability: Number
    if let retrievability {
      stability =
        rating == .again
        ? forgetStability(memory, retrievability)
        : recallStability(memory, retrievability, rating)
    } else {
      stability = sameDayStability(memory, rating)
    }
    return FSRSMemory(clamping: stability, difficulty: nextDifficulty(memory, rating))
  }

  private static func initialDifficulty(_ rating: Rating, _ w: [Number]) -> Number {
    w[4] - Number.exp(w[5] * Number(Double(rating.rawValue - 1))) + 1.0
  }

  private func nextDifficulty(_ memory: FSRSMemory<Number>, _ rating: Rating) -> Number {
    let change = w[6] * Number(Double(3 - rating.rawValue))
    let damped = memory.difficulty + (10.0 - memory.difficulty) * change / 9.0
    return w[7] * easyDifficulty + (1.0 - w[7]) * damped
  }

  private func recallStability(
    _ memory: FSRSMemory<Number>, _ retrievability: Number, _ rating: Rating
  ) -> Number {
    var increase =
      growth * (11.0 - memory.difficulty) * Number.pow(memory.stability, -w[9])
      * (Number.exp((1.0 - retrievability) * w[10]) - 1.0)
    if rating == .hard { increase = increase * w[15] }
    if rating == .easy { increase = increase * w[16] }
    return memory.stability * (1.0 + increase)
  }

  private func forgetStability(_ memory: FSRSMemory<Number>, _ retrievability: Number) -> Number {
    let longTerm =
      w[11] * Number.pow(memory.difficulty, -w[12])
      * (Number.pow(memory.stability + 1.0, w[13]) - 1.0)
      * Number.exp((1.0 - retrievability) * w[14])
    return min(longTerm, memory.stability / shortTermLoss)
  }

  private func sameDayStability(_ memory: FSRSMemory<Number>, _ rating: Rating) -> Number {
    let increase =
      Number.exp(w[17] * (Number(Double(rating.rawValue - 3)) + w[18]))
      * Number.pow(memory.stability, -w[19])
    return memory.stability * (rating == .again ? increase : max(increase, 1.0))
  }
}

extension FSRSFormulas: Equatable {}
extension FSRSFormulas: Hashable where Number: Hashable {}
