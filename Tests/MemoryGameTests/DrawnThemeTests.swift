import MemoryGame
import Testing

/// The themes of games that are drawn from more pairs than a theme holds.
@Suite struct DrawnThemeTests {
  private func draw(
    _ count: Int, of playable: Int = 2000, among size: Int? = nil, seed: UInt64 = 42,
    pair: (Int) -> Pair?
  ) throws -> Theme {
    try Theme(
      drawing: count, of: playable, among: size ?? playable, seed: seed, name: ThemeName("Deck"),
      pair: pair)
  }

  private func numbered(_ place: Int) -> Pair? { try? Pair("word \(place)", "meaning \(place)") }

  @Test func theSeedSaysWhichPairs() throws {
    let theme = try draw(12, pair: numbered)
    #expect(theme.size == 12 && theme.gameSizes == 12...12 && theme.isTwoSided)
    #expect(try draw(12, pair: numbered) == theme)
    #expect(try draw(12, seed: 43, pair: numbered).pairs != theme.pairs)
  }

  @Test func everyPairMayBeDrawn() throws {
    var drawn = Set<Pair>()
    for seed in 0..<200 {
      drawn.formUnion(try draw(4, of: 40, seed: UInt64(seed), pair: numbered).pairs)
    }
    #expect(drawn.count == 40)
  }

  @Test func thereAreNeverMoreThanAThemeHolds() throws {
    #expect(try draw(.max, pair: numbered).size == 512)
    #expect(try draw(12, of: 3, pair: numbered).size == 3)
  }

  @Test func pairsThatCannotBeDealtAreLeftOut() throws {
    let theme = try draw(100, of: 20) { place in
      place % 2 == 0 ? nil : try? Pair("word \(place)", "meaning \(place / 4)")
    }
    // Of the pairs that share a side one is left.
    #expect(theme.size == 5)
    #expect(Set(theme.pairs.compactMap(\.second)).count == 5)
    let deal = try Deal(theme: theme, pairs: 5, seed: 42)
    #expect(deal.pairs == 5)
  }

  @Test func tooFewAreRefused() throws {
    #expect(throws: DealError.tooFewPairs(1)) { try draw(1, pair: numbered) }
    #expect(throws: DealError.tooFewFit("Deck")) {
      try draw(12, of: 1, among: 2000, pair: numbered)
    }
    #expect(throws: DealError.tooManySharedSides("Deck")) {
      try draw(12) { try? Pair("word \($0)", "the same") }
    }
    #expect(throws: DealError.tooFewInDeck("Deck", 0)) { try draw(12, of: 0, pair: numbered) }
    #expect(throws: DealError.tooFewInDeck("Deck", 1)) { try draw(12, of: 1, pair: numbered) }
  }
}
