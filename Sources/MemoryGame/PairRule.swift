/// How many pairs a game of a theme has where the player asks for nothing else.
package enum PairRule: Hashable, Sendable {
  /// All pairs of the theme.
  case all
  /// Always this number, from 2; a number above the theme's pairs means all.
  case fixed(Int)
  /// A number drawn from a range, from 2; its ends are clamped to the theme's pairs.
  case range(ClosedRange<Int>)
  /// A number drawn from 2 to all.
  case random

  /// Makes a rule of the two numbers that a theme may tell.
  ///
  /// - Parameters:
  ///   - minimum: The fewest pairs, from 2; nil means the maximum.
  ///   - maximum: The most pairs, from 2; nil means all.
  /// - Throws: `ThemeFault` where a number is below 2 or the minimum is above the maximum.
  package init(minimum: Int?, maximum: Int?) throws(ThemeFault) {
    if minimum == nil && maximum == nil {
      self = .all
      return
    }
    let upper = maximum ?? Theme.maximumPairs
    let lower = minimum ?? upper
    for end in [lower, upper] where end < Theme.minimumPairs { throw .gameTooSmall(end) }
    if lower > upper && maximum != nil { throw .minimumAboveMaximum(lower, upper) }
    self = lower >= upper ? .fixed(upper) : .range(lower...upper)
  }

  /// Returns the numbers of pairs a game may have.
  ///
  /// - Parameter size: The pairs of the theme, from 2.
  /// - Returns: A range inside 2...size.
  package func gameSizes(of size: Int) -> ClosedRange<Int> {
    switch self {
    case .all: size...size
    case .fixed(let count): min(count, size)...min(count, size)
    case .range(let range): min(range.lowerBound, size)...min(range.upperBound, size)
    case .random: min(Theme.minimumPairs, size)...size
    }
  }

  /// The fewest pairs the rule ever asks for, before clamping; nil where it names no number.
  var leastAsked: Int? {
    switch self {
    case .all, .random: nil
    case .fixed(let count): count
    case .range(let range): range.lowerBound
    }
  }
}
