/// How many pairs a game of a theme has by default.
package enum PairRule: Hashable, Sendable {
  case all
  /// Always this number, from 2; a number above the theme's pairs means all.
  case fixed(Int)
  /// A number drawn from a range, from 2; its ends are clamped to the theme's pairs.
  case range(ClosedRange<Int>)
  /// A number drawn from 2 to all.
  case random

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

  package func gameSizes(of size: Int) -> ClosedRange<Int> {
    switch self {
    case .all: size...size
    case .fixed(let count): min(count, size)...min(count, size)
    case .range(let range): min(range.lowerBound, size)...min(range.upperBound, size)
    case .random: min(Theme.minimumPairs, size)...size
    }
  }

  /// The fewest pairs the rule ever asks for, before clamping; nil if it names no number.
  var leastAsked: Int? {
    switch self {
    case .all, .random: nil
    case .fixed(let count): count
    case .range(let range): range.lowerBound
    }
  }
}

package enum PairsRequest: Hashable, Sendable {
  /// As many as the theme's own rule says.
  case themeRule
  /// This number, from 2, whatever the theme says.
  case exactly(Int)
  /// A number drawn from the first to the second, both included; both from 2.
  case between(Int, Int)
  /// A number drawn from 2 to all.
  case random

  package func number(
    for theme: Theme, using generator: inout some RandomNumberGenerator
  ) throws(DealRefusal) -> Int {
    try number(of: theme.size, by: theme.rule, using: &generator)
  }

  /// The number of pairs to deal; for a deck, too, which becomes a theme only when it is dealt.
  package func number(
    of size: Int, by rule: PairRule, using generator: inout some RandomNumberGenerator
  ) throws(DealRefusal) -> Int {
    let sizes: ClosedRange<Int>
    switch self {
    case .themeRule: sizes = rule.gameSizes(of: size)
    case .random: sizes = PairRule.random.gameSizes(of: size)
    case .exactly(let count):
      if count < Theme.minimumPairs { throw .tooFewPairs(count) }
      sizes = PairRule.fixed(count).gameSizes(of: size)
    case .between(let minimum, let maximum):
      for end in [minimum, maximum] where end < Theme.minimumPairs { throw .tooFewPairs(end) }
      if minimum > maximum { throw .minimumAboveMaximum(minimum, maximum) }
      sizes = PairRule.range(minimum...maximum).gameSizes(of: size)
    }
    return Int.random(in: sizes, using: &generator)
  }
}
