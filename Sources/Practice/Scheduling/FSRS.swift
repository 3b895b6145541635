internal import MemoryGame

internal import func Glibc.pow

/// The scheduler FSRS-6.
///
/// There are no steps of learning or relearning and no fuzz. Times are whole days.
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

  let formulas: FSRSFormulas<Double>
  /// The days until a card is due, divided by its stability.
  private let intervalPerStability: Double

  /// The retention and the longest interval must be in their ranges.
  package init(
    parameters: FSRSParameters = .published, retention: Double = 0.9,
    maximumInterval: Int = FSRS.maximumIntervalRange.upperBound
  ) {
    self.parameters = parameters
    self.retention = retention
    self.maximumInterval = maximumInterval
    formulas = FSRSFormulas(parameters.values)
    intervalPerStability = (pow(retention, 1 / formulas.decay) - 1) / formulas.factor
  }

  /// The intervals among which a day may be chosen, as in Anki's `fuzz_bounds`.
  package func intervalRange(of memory: MemoryState) -> ClosedRange<Int> {
    let longest = Double(maximumInterval)
    let exact = min(max(memory.stability * intervalPerStability, 1), longest)
    guard exact >= 2.5 else { return interval(of: memory)...interval(of: memory) }
    let reach =
      1 + 0.15 * min(exact - 2.5, 4.5) + 0.1 * min(max(exact - 7, 0), 13)
      + 0.05 * max(exact - 20, 0)
    let first = min(max((exact - reach).rounded(), 1), longest)
    return Int(first)...Int(min((exact + reach).rounded(), longest))
  }

  /// The days until a card falls due.
  package func interval(of memory: MemoryState) -> Int {
    // Halves are rounded to the even number, as in the reference implementation.
    let whole = (memory.stability * intervalPerStability).rounded(.toNearestOrEven)
    return Int(min(max(whole, 1), Double(maximumInterval)))
  }
}

extension ClosedRange<Int> {
  /// A number of the range, the same for the same seed.
  func drawn(by seed: UInt64) -> Int {
    var generator = SplitMix64(seed: seed)
    return lowerBound + Int(generator.next() % UInt64(count))
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
}
