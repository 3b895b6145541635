/// The cards of a game in their places, a function of seed, theme, number of pairs and rules.
///
/// Which face lies where is known only inside this module: a `Game` shows it.
package struct Deal: Equatable, Sendable {
  /// The theme as dealt.
  package let theme: Theme
  /// What the deal follows from; a secret for as long as the game is on.
  package let seed: UInt64
  /// The number of pairs asked for, from 2 to the theme's size.
  package let wanted: Int
  /// The version of the rules the cards were dealt by.
  package let rulesVersion: Int

  /// The face of each card.
  let faces: [Face]
  /// The card that matches each card.
  let mates: [Int32]

  /// Deals cards by the rules of today or of an older version.
  ///
  /// - Parameters:
  ///   - theme: The theme, whose order of pairs matters.
  ///   - pairs: The number of pairs, from 2; more than the theme has means all.
  ///   - seed: Any number.
  ///   - rulesVersion: The version of the rules, 1.
  /// - Throws: `DealRefusal` where `pairs` is below 2, fewer than 2 pairs can be dealt together,
  ///   or the version is unknown.
  package init(
    theme: Theme, pairs: Int, seed: UInt64, rulesVersion: Int = RulesVersion.current
  ) throws(DealRefusal) {
    if rulesVersion != RulesVersion.current { throw .unknownRules(rulesVersion) }
    if pairs < Theme.minimumPairs { throw .tooFewPairs(pairs) }
    let wanted = min(pairs, theme.size)
    var generator = DealGenerator(seed: seed)
    let sample = Deal.sample(wanted, of: theme.size, using: &generator) { theme.pairs[$0] }
    if sample.count < Theme.minimumPairs { throw .tooManySharedSides(theme.name) }
    let order = Deal.shuffledCards(2 * sample.count, using: &generator)

    var mates = [Int32](repeating: 0, count: order.count)
    var places = mates
    for (place, card) in order.enumerated() { places[card] = Int32(place) }
    for (place, card) in order.enumerated() { mates[place] = places[card ^ 1] }

    self.theme = theme
    self.seed = seed
    self.wanted = wanted
    self.rulesVersion = rulesVersion
    self.faces = order.map { sample[$0 / 2].sides[$0 % 2] }
    self.mates = mates
  }

  /// The number of pairs dealt; fewer than wanted where the theme's pairs share sides.
  package var pairs: Int { faces.count / 2 }

  /// Draws pairs without repetition, leaving out those that share a side with one drawn.
  ///
  /// - Parameters:
  ///   - wanted: How many are drawn, where there are as many.
  ///   - size: How many there are.
  ///   - generator: What they are drawn by.
  ///   - pair: The pair of a place, or nil where there is none that can be dealt.
  /// - Returns: The pairs, in the order in which they were drawn.
  static func sample(
    _ wanted: Int, of size: Int, using generator: inout DealGenerator, pair: (Int) -> Pair?
  ) -> [Pair] {
    var pool = Array(0..<size)
    var count = size
    var drawn: [Pair] = []
    var sidesDrawn = Set<Face>()
    while drawn.count < min(wanted, count) {
      let next = drawn.count
      pool.swapAt(next, next + generator.below(count - next))
      if let pair = pair(pool[next]), !pair.sides.contains(where: sidesDrawn.contains) {
        drawn.append(pair)
        sidesDrawn.formUnion(pair.sides)
      } else {
        count -= 1
        pool.swapAt(next, count)
      }
    }
    return drawn
  }

  /// Returns the numbers below a count in random order; 2i and 2i + 1 are the cards of pair i.
  private static func shuffledCards(_ count: Int, using generator: inout DealGenerator) -> [Int] {
    var cards = Array(0..<count)
    for last in stride(from: count - 1, to: 0, by: -1) {
      cards.swapAt(last, generator.below(last + 1))
    }
    return cards
  }
}

extension Deal: CustomStringConvertible, CustomReflectable {
  /// Names the theme and the number of pairs, and neither faces nor seed.
  package var description: String { "Deal(\(theme.name), \(pairs) pairs)" }

  /// Shows nothing, so that no log or dump of a game tells its faces.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
