extension Theme {
  /// Draws the theme of one game from more pairs than a theme holds, such as those of a deck.
  ///
  /// The theme holds just the pairs that are dealt, so that a game of a deck is kept as cheaply as
  /// any other. Which they are follows from the seed, as the deal does.
  ///
  /// - Parameters:
  ///   - count: The number of pairs, from 2; more than 512 means 512.
  ///   - size: How many there are to draw from.
  ///   - seed: The seed of the deal.
  ///   - name: What the theme is called.
  ///   - pair: The pair of a place, or nil where it cannot be dealt.
  /// - Throws: `DealRefusal` where fewer than 2 pairs are asked for, or can be dealt together.
  package init(
    drawing count: Int, of size: Int, seed: UInt64, name: ThemeName, pair: (Int) -> Pair?
  ) throws(DealRefusal) {
    if count < Theme.minimumPairs { throw .tooFewPairs(count) }
    // The deal draws from the same seed, and its numbers are not to be used twice.
    var generator = DealGenerator(seed: ~seed)
    // Where fewer than 2 are drawn, all have been looked at.
    var fitting = 0
    let pairs = Deal.sample(min(count, Theme.maximumPairs), of: size, using: &generator) { place in
      let found = pair(place)
      if found != nil { fitting += 1 }
      return found
    }
    if pairs.count < Theme.minimumPairs {
      if size < Theme.minimumPairs { throw .tooFewInDeck(name.text, size) }
      throw fitting < Theme.minimumPairs ? .tooFewFit(name.text) : .tooManySharedSides(name.text)
    }
    self.init(
      trusted: name, icon: Theme.defaultIcon, colors: [Theme.defaultColor], pairs: pairs,
      rule: .all)
  }
}
