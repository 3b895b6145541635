import SpanGames
import TestSupport
import Testing

@testable import MemoryGame

/// The memory span that games look like; the games are the same in each run.
@Suite struct SpanEstimateTests {
  /// Wins games of the built-in themes, of the sizes that these deal by themselves.
  private func games(
    _ count: Int, _ span: MemorySpan, using generator: inout DealGenerator
  ) throws -> [SpanEstimate.Played] {
    let themes = Themes.builtIn.filter(\.isOneSided)
    return try (0..<count).map { _ in
      let theme = themes[generator.below(themes.count)]
      let sizes = Array(theme.gameSizes)
      let pairs = sizes[generator.below(sizes.count)]
      let deal = try Deal(theme: theme, pairs: pairs, seed: generator.next())
      var game = try Game(GameBeginning(deal: deal, startedAt: at(0)))
      try game.play([Opponent(span: span, pairs: pairs, players: 1)], at: at(0), using: &generator)
      return try #require(SpanEstimate.Played(pairs: pairs, regret: game.regret))
    }
  }

  @Test(arguments: [2, 3, 5, 7, 12]) func theIntervalHoldsTheTruth(span: Int) throws {
    var generator = DealGenerator(seed: UInt64(span))
    let repetitions = rounds(10, ofAll: 100)
    var (hits, sum) = (0, 0.0)
    for _ in 0..<repetitions {
      let games = try games(SpanEstimate.maximumGames, .cards(span), using: &generator)
      let estimate = try #require(SpanEstimate(games))
      if estimate.low <= Double(span), Double(span) <= estimate.high ?? .infinity { hits += 1 }
      sum += estimate.span
    }
    print("span \(span): \(hits) of \(repetitions), on average \(sum / Double(repetitions))")
    #expect(hits >= repetitions * 85 / 100)
  }

  @Test func perfectGamesHaveNoUpperEnd() throws {
    var generator = DealGenerator(seed: 1)
    let estimate = try #require(SpanEstimate(games(50, .perfect, using: &generator)))
    #expect(estimate.high == nil && estimate.low > 7 && estimate.games == 50)
  }

  @Test func whatNoSpanPlaysIsNearTheEnd() throws {
    let game = try #require(SpanEstimate.Played(pairs: 8, regret: 1000))
    let estimate = try #require(SpanEstimate(Array(repeating: game, count: 20)))
    #expect(estimate.low < 2 && estimate.high != nil && estimate.span < 2)
  }

  @Test func fewGamesSayNothing() throws {
    let game = try #require(SpanEstimate.Played(pairs: 8, regret: 1))
    #expect(SpanEstimate(Array(repeating: game, count: 9)) == nil)
    #expect(SpanEstimate(Array(repeating: game, count: 10))?.games == 10)
    #expect(SpanEstimate(Array(repeating: game, count: 500))?.games == 50)
    for pairs in [0, 1, 25, 512] { #expect(SpanEstimate.Played(pairs: pairs, regret: 1) == nil) }
    #expect(SpanEstimate.Played(pairs: 8, regret: .nan) == nil)
  }

  @Test func theTableHasACellForEachSpanAndSize() throws {
    for values in [SpanTable.means, SpanTable.variances] {
      #expect(values.count == SpanEstimate.pairs.count)
      #expect(values.allSatisfy { $0.count == SpanEstimate.spans.count })
    }
  }

  /// Some cells are simulated again: with all their games, or with fewer and other ones.
  @Test(arguments: [(2, 0), (2, 2), (4, 3), (6, 5), (12, 7), (24, 12)])
  func theTableIsWhatTheSimulationGives(pairs: Int, span: Int) throws {
    let whole = SpanSimulation.games
    let games = span == 2 ? whole : rounds(80, ofAll: pairs == 2 ? whole : 3000)
    let simulation = try SpanSimulation(span: span, pairs: pairs, games: games)
    let (mean, variance) = (
      SpanTable.means[pairs - SpanEstimate.pairs.lowerBound][span],
      SpanTable.variances[pairs - SpanEstimate.pairs.lowerBound][span]
    )
    if games == whole {
      #expect(abs(simulation.mean - mean) < 1e-5 && abs(simulation.variance - variance) < 1e-5)
    } else {
      #expect(abs(simulation.mean - mean) < 5 * (variance / Double(games)).squareRoot())
    }
  }
}
