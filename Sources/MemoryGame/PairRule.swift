internal import PlainText

/// The number of pairs in a game: the theme's default, or the player's request.
package enum PairRule: Hashable, Sendable {
  case all
  /// Always this number, from 2; a number above the theme's pairs means all.
  case fixed(Int)
  /// A number drawn from a range, from 2; its ends are clamped to the theme's pairs.
  case range(ClosedRange<Int>)
  /// A number drawn from 2 to all.
  case random

  package init(minimum: Int?, maximum: Int?) throws(ThemeError) {
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

  package func gameSizes(of size: Int) -> ClosedRange<Int> {
    switch self {
    case .all: size...size
    case .fixed(let count): min(count, size)...min(count, size)
    case .range(let range): min(range.lowerBound, size)...min(range.upperBound, size)
    case .random: min(Theme.minimumPairs, size)...size
    }
  }

  /// Draws the number of pairs to deal from the available ones.
  package func number(
    of size: Int, using generator: inout some RandomNumberGenerator
  ) throws(DealError) -> Int {
    if let least = minimumRequested, least < Theme.minimumPairs { throw .tooFewPairs(least) }
    return Int.random(in: gameSizes(of: size), using: &generator)
  }

  /// The fewest pairs the rule ever asks for, before clamping; nil if it names no number.
  package var minimumRequested: Int? {
    switch self {
    case .all, .random: nil
    case .fixed(let count): count
    case .range(let range): range.lowerBound
    }
  }
}

extension PairRule: CustomStringConvertible {
  /// Reads `all`, `8`, `4-9` or `random`; nil if the text is none of these.
  package init?(_ text: String) throws(ThemeError) {
    switch text {
    case "all": self = .all
    case "random": self = .random
    default:
      let ends = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
      let numbers = ends.compactMap(Int.init(digits:))
      guard numbers.count == ends.count, numbers.count <= 2, let lower = numbers.first,
        let upper = numbers.last
      else { return nil }
      guard lower <= upper else { throw .minimumAboveMaximum(lower, upper) }
      self = numbers.count == 1 ? .fixed(lower) : .range(lower...upper)
    }
  }

  /// The text from which it is read.
  package var description: String {
    switch self {
    case .all: "all"
    case .fixed(let count): "\(count)"
    case .range(let range): "\(range.lowerBound)-\(range.upperBound)"
    case .random: "random"
    }
  }
}
