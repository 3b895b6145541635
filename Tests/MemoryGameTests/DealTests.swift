import TestSupport
import Testing

@testable import MemoryGame

@Suite struct DealTests {
  /// Published first outputs of SplitMix64 with seed 0.
  @Test func splitMix64() {
    var mixer = SplitMix64(seed: 0)
    #expect(mixer.next() == 0xE220_A839_7B1D_CDAF)
    #expect(mixer.next() == 0x6E78_9E6A_A1B9_65F4)
  }

  @Test func belowStaysBelowAndReachesAll() {
    var generator = testGenerator()
    for bound in 1...20 {
      var drawn = Set<Int>()
      for _ in 0..<1000 { drawn.insert(generator.below(bound)) }
      #expect(drawn == Set(0..<bound))
    }
  }

  @Test func refusals() throws {
    let theme = try makeTheme(size: 4)
    #expect(throws: DealError.tooFewPairs(1)) { try Deal(theme: theme, pairs: 1, seed: 1) }
    #expect(throws: DealError.tooFewPairs(0)) { try Deal(theme: theme, pairs: 0, seed: 1) }
    #expect(throws: DealError.unknownRules(2)) {
      try Deal(theme: theme, pairs: 4, seed: 1, rulesVersion: 2)
    }
    let clamped = try Deal(theme: theme, pairs: 99, seed: 1)
    #expect(clamped.pairs == 4 && clamped.wanted == 4)
    #expect(try Deal(theme: theme, pairs: 4, seed: 1) == clamped)
    #expect(try Deal(theme: theme, pairs: 4, seed: 2) != clamped)
  }

  @Test func matesAreMutualAndFacesAreTheirs() throws {
    var generator = testGenerator()
    for theme in Themes.builtIn {
      let deal = try Deal(theme: theme, pairs: theme.size, seed: generator.next())
      let pairs = Set(theme.pairs.map { Set($0.sides) })
      for card in deal.faces.indices {
        let mate = Int(deal.mates[card])
        #expect(mate != card && Int(deal.mates[mate]) == card)
        #expect(pairs.contains([deal.faces[card], deal.faces[mate]]))
      }
      #expect(Set(deal.faces).count == (theme.isTwoSided ? 2 : 1) * theme.size)
    }
  }

  @Test func noFaceIsDead() throws {
    var generator = testGenerator()
    for theme in Themes.builtIn {
      var dealt = Set<Face>()
      for _ in 0..<500 {
        // At least one pair of eight a deal: a face is left out of all with odds of e⁻⁶⁶.
        let pairs = max(2, theme.size / 8)
        dealt.formUnion(try Deal(theme: theme, pairs: pairs, seed: generator.next()).faces)
      }
      let dead = Set(theme.pairs.flatMap(\.sides)).subtracting(dealt).map(\.text)
      #expect(dead.isEmpty, "\(theme.name)")
    }
  }

  @Test func everyOrderIsEquallyLikely() throws {
    var generator = testGenerator()
    let theme = try makeTheme(sides: [("a", "b"), ("c", "d")])
    var counts: [String: Int] = [:]
    for _ in 0..<12_000 {
      let deal = try Deal(theme: theme, pairs: 2, seed: generator.next())
      counts[deal.faces.map(\.text).joined(), default: 0] += 1
    }
    #expect(counts.count == 24)
    #expect(chiSquare(counts.values) < 90)  // 23 degrees of freedom
  }

  @Test func pairsThatShareASideAreNotDealtTogether() throws {
    var generator = testGenerator()
    let theme = try makeTheme(sides: [
      ("hello", "hola"), ("hello", "salut"), ("hi", "hola"), ("bye", "adiós"), ("one", "bye"),
      ("two", "dos"),
    ])
    var sizes = Set<Int>()
    for _ in 0..<2000 {
      let deal = try Deal(theme: theme, pairs: 6, seed: generator.next())
      #expect(Set(deal.faces).count == 2 * deal.pairs)
      sizes.insert(deal.pairs)
      let small = try Deal(theme: theme, pairs: 2, seed: generator.next())
      #expect(small.pairs == 2 && Set(small.faces).count == 4)
    }
    // Two of the three greetings, if neither is the one that shares sides with both.
    #expect(sizes == [3, 4])
  }

  @Test func themesOfWhichNoTwoPairsGoTogetherAreRefused() throws {
    let theme = try makeTheme(sides: [("a", "b"), ("b", "c"), ("c", "a"), ("b", "a")])
    #expect(throws: DealError.tooManySharedSides("Two-sided")) {
      try Deal(theme: theme, pairs: 4, seed: 1)
    }
  }
}
