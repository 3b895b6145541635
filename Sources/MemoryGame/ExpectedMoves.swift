/// The expected number of moves of perfect play from memory, for all positions of a game.
///
/// Perfect play is that of Velleman and Warrington, "What to expect in a game of memory".
package struct ExpectedMoves: Sendable {
  package let pairs: Int

  /// E(k, u) for k + u ≤ pairs, a row for each u.
  private let values: [Double]

  package init(pairs: Int) {
    self.pairs = pairs
    var table = [Double](repeating: 0, count: (pairs + 1) * (pairs + 2) / 2)
    for unseen in 0...pairs {
      for single in 0...(pairs - unseen) where single + unseen > 0 {
        table[ExpectedMoves.index(single, unseen, in: pairs)] = ExpectedMoves.value(
          single, unseen
        ) { table[ExpectedMoves.index($0, $1, in: pairs)] }
      }
    }
    values = table
  }

  /// Returns E(k, u).
  package func value(single: Int, unseen: Int) -> Double {
    values[ExpectedMoves.index(single, unseen, in: pairs)]
  }

  /// Returns V(p, k, u) = p + E(k, u): each known pair costs a move, whenever it is taken.
  func value(_ counts: KnownCounts) -> Double {
    Double(counts.pairs) + value(single: counts.singles, unseen: counts.unseen)
  }

  private static func index(_ single: Int, _ unseen: Int, in pairs: Int) -> Int {
    unseen * (pairs + 1) - unseen * (unseen - 1) / 2 + single
  }

  private static func value(
    _ single: Int, _ unseen: Int, _ earlier: (Int, Int) -> Double
  ) -> Double {
    let cards = Double(single + 2 * unseen)
    var result = 0.0
    if single > 0 {
      result += Double(single) / cards * (1 + earlier(single - 1, unseen))
    }
    if unseen > 0 {
      let others = cards - 1
      var next = (1 + earlier(single, unseen - 1)) / others
      if single > 0 { next += Double(single) / others * (2 + earlier(single, unseen - 1)) }
      if unseen > 1 {
        next += Double(2 * (unseen - 1)) / others * (1 + earlier(single + 2, unseen - 2))
      }
      result += Double(2 * unseen) / cards * next
    }
    return result
  }
}

/// How much of the unmatched pairs is known: what perfect play depends on.
///
/// A card is known once it was turned up; turning it face down changes nothing.
struct KnownCounts: Equatable, Sendable {
  /// p, the pairs with both cards known.
  var pairs: Int
  /// k, the pairs with one card known.
  var singles: Int
  /// u, the pairs with no card known.
  var unseen: Int

  /// N, the cards not known.
  var unknownCards: Int { singles + 2 * unseen }

  mutating func learn(mateIsKnown: Bool) {
    if mateIsKnown {
      singles -= 1
      pairs += 1
    } else {
      unseen -= 1
      singles += 1
    }
  }
}
