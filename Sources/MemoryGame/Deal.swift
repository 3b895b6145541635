internal import PlainText

/// The cards of a game in their places, determined by seed, theme, number of pairs and rules.
///
/// Only this module knows where each face is; a `Game` shows it.
package struct Deal: Equatable, Sendable {
  package let theme: Theme
  /// Determines the deal; secret until the game is over.
  package let seed: UInt64
  /// The number of pairs asked for, from 2 to the theme's size.
  package let wanted: Int
  package let rulesVersion: Int

  let faces: [Face]
  let mates: [Int32]

  package init(
    theme: Theme, pairs: Int, seed: UInt64, rulesVersion: Int = RulesVersion.current
  ) throws(DealError) {
    if rulesVersion != RulesVersion.current { throw .unknownRules(rulesVersion) }
    if pairs < Theme.minimumPairs { throw .tooFewPairs(pairs) }
    let wanted = min(pairs, theme.size)
    var generator = DealGenerator(seed: seed)
    let sample = Deal.sample(wanted, of: theme.size, using: &generator) { theme.pairs[$0] }
    if sample.count < Theme.minimumPairs { throw .tooManySharedSides(theme.name) }
    let order = Deal.shuffledCards(2 * sample.count, using: &generator)

    var mates = [Int32](repeating: 0, count: order.count)
    var indices = mates
    for (index, card) in order.enumerated() { indices[card] = Int32(index) }
    for (index, card) in order.enumerated() { mates[index] = indices[card ^ 1] }

    self.theme = theme
    self.seed = seed
    self.wanted = wanted
    self.rulesVersion = rulesVersion
    self.faces = order.map { sample[$0 / 2].sides[$0 % 2] }
    self.mates = mates
  }

  /// The number of pairs dealt; fewer than wanted if the theme's pairs share sides.
  package var pairs: Int { faces.count / 2 }

  /// Draws pairs without repetition, leaving out those that share a side with one drawn.
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
  /// Shows neither faces nor seed.
  package var description: String { "Deal(\(theme.name), \(pairs) pairs)" }

  /// Empty, so that no log or dump of a game reveals its faces.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension Theme {
  /// Draws the theme of one game from more pairs than a theme can have, such as those of a deck.
  ///
  /// The theme has only the dealt pairs, so that storing a game of a deck takes no more space than
  /// any other. The seed determines the pairs as well as the deal. `size` also counts cards that do
  /// not make a pair.
  package init(
    drawing count: Int, of playable: Int, among size: Int, seed: UInt64, name: ThemeName,
    pair: (Int) -> Pair?
  ) throws(DealError) {
    if playable < Theme.minimumPairs {
      throw size < Theme.minimumPairs ? .tooFewInDeck(name.text, size) : .tooFewFit(name.text)
    }
    if count < Theme.minimumPairs { throw .tooFewPairs(count) }
    // The deal uses the same seed and must not draw the same numbers.
    var generator = DealGenerator(seed: ~seed)
    let pairs = Deal.sample(
      min(count, Theme.maximumPairs), of: playable, using: &generator, pair: pair)
    if pairs.count < Theme.minimumPairs { throw .tooManySharedSides(name.text) }
    self.init(
      unchecked: name, icon: Theme.defaultIcon, colors: Theme.defaultColors, pairs: pairs,
      rule: .all)
  }
}

package enum DealError: Error, Hashable, Sendable {
  case tooFewPairs(Int)
  case tooManySharedSides(String)
  case tooFewInDeck(String, Int)
  case tooFewFit(String)
  case unknownRules(Int)

  package var message: String {
    switch self {
    case .tooFewPairs(let count):
      english("A game needs at least \(Theme.minimumPairs) pairs, not \(count).")
    case .tooManySharedSides(let name):
      english(
        "The pairs of “\(name)” share too many sides: fewer than \(Theme.minimumPairs) can be "
          + "dealt together.")
    case .tooFewInDeck(let name, let count):
      english(
        "A game needs at least \(Theme.minimumPairs) pairs, but the deck “\(name)” has only "
          + "\(count): add more.")
    case .tooFewFit(let name):
      english(
        "The deck “\(name)” has fewer than \(Theme.minimumPairs) pairs that fit on cards: a side "
          + "can have at most \(Face.maximumBytes) bytes of UTF-8. Shorten some.")
    case .unknownRules(let version):
      english("This version does not know version \(version) of the rules.")
    }
  }
}

/// The version of the rules, which determine deals, scores and the daily deal.
package enum RulesVersion {
  package static let current = 1
}
