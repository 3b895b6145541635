/// How many pairs a player asks for.
package enum PairsRequest: Hashable, Sendable {
  /// As many as the theme's own rule says.
  case themeRule
  /// This number, from 2, whatever the theme says.
  case exactly(Int)
  /// A number drawn from the first to the second, both included; both from 2.
  case between(Int, Int)
  /// A number drawn from 2 to all.
  case random

  /// Returns the number of pairs to deal.
  ///
  /// - Parameters:
  ///   - theme: The theme, whose pairs bound the number.
  ///   - generator: The source of chance; never the seed of the deal.
  /// - Returns: A number from 2 to the theme's size.
  /// - Throws: `DealRefusal` where the request names a number below 2, or its minimum is above
  ///   its maximum.
  package func number(
    for theme: Theme, using generator: inout some RandomNumberGenerator
  ) throws(DealRefusal) -> Int {
    try number(of: theme.size, by: theme.rule, using: &generator)
  }

  /// Returns the number of pairs to deal, of something that is no theme before it is dealt.
  ///
  /// - Parameters:
  ///   - size: The pairs there are, which bound the number; from 2.
  ///   - rule: How many pairs a game has where nothing else is asked for.
  ///   - generator: The source of chance; never the seed of the deal.
  /// - Returns: A number from 2 to the size.
  /// - Throws: `DealRefusal` where the request names a number below 2, or its minimum is above
  ///   its maximum.
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
