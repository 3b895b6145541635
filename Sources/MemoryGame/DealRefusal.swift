/// Why no cards were dealt.
package enum DealRefusal: Error, Hashable, Sendable {
  /// A game was asked for with fewer than 2 pairs.
  case tooFewPairs(Int)
  /// The smallest number of pairs is above the largest.
  case minimumAboveMaximum(Int, Int)
  /// The pairs of the theme share sides, so that fewer than 2 can lie on one board.
  case tooManySharedSides(String)
  /// A deck has fewer than 2 pairs at all.
  case tooFewInDeck(String, Int)
  /// Fewer than 2 pairs of a deck are short enough for cards.
  case tooFewFit(String)
  /// The deal was made by rules that this version does not know.
  case unknownRules(Int)

  /// A sentence that says what to ask for instead.
  package var message: String {
    switch self {
    case .tooFewPairs(let count): "A game needs at least 2 pairs, not \(count)."
    case .minimumAboveMaximum(let minimum, let maximum):
      "The smallest number of pairs, \(minimum), is above the largest, \(maximum)."
    case .tooManySharedSides(let name):
      "The pairs of “\(name)” share so many sides that no 2 can be dealt together."
    case .tooFewInDeck(let name, let count):
      "A game needs at least 2 pairs, and the deck “\(name)” has \(count): give it more."
    case .tooFewFit(let name):
      "The deck “\(name)” has fewer than 2 pairs that fit on cards, where a side takes at most "
        + "\(Face.maximumBytes) bytes of UTF-8: shorten some."
    case .unknownRules(let version): "The rules version \(version) is not known here."
    }
  }
}
