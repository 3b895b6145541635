import Testing

@testable import MemoryGame

@Suite struct GradingTests {
  /// The cost of the best first flip must equal the table's V everywhere.
  @Test func theBestChoiceCostsWhatTheTableExpects() {
    let table = ExpectedMoves(pairs: 12)
    for p in 0...12 {
      for k in 0...(12 - p) {
        for u in 0...(12 - p - k) where p + k + u > 0 {
          let counts = KnownCounts(pairs: p, singles: k, unseen: u)
          let choices = MoveChoices(table: table, counts: counts)
          #expect(abs(choices.leastCostOfFirst() - table.value(counts)) < 1e-9)
        }
      }
    }
  }

  @Test func perfectPlayHasNoRegret() throws {
    var generator = testGenerator()
    var moves = 0
    var par = 0.0
    for _ in 0..<1500 {
      var game = try makeGame(pairs: 2 + generator.below(8), seed: generator.next())
      while !game.isWon { try playPerfectly(&game, using: &generator) }
      #expect(game.regret == 0)
      #expect(game.result?.grade == .perfect)
      #expect(abs(Double(game.moves) - game.par - game.luck) < 1e-9)
      moves += game.moves
      par += game.par
    }
    // Luck evens out: its spread is below 2 moves a game.
    #expect(abs(Double(moves) - par) / 1500 < 0.3)
  }

  @Test func regretAndLuckArePublishedOnlyWhenAMoveCompletes() throws {
    var game = try makeGame(pairs: 8)
    let (one, other) = (game.matches[0].first, game.matches[1].first)
    try game.play(one, other)
    let (regret, luck) = (game.regret, game.luck)
    _ = try game.flip(game.matches[0].second, at: at(20))
    #expect(game.regret == regret && game.luck == luck && game.moves == 1)
    // Turning up another card than the known mate costs a whole move.
    _ = try game.flip(other, at: at(21))
    #expect(game.regret > regret + 0.5)
  }

  @Test(arguments: [
    (0.0, Grade.perfect), (0.01, .gold), (0.8, .gold), (0.81, .silver), (2.8, .silver),
    (2.81, .bronze), (8.0, .bronze), (8.01, .none), (1000, .none),
  ])
  func grades(_ regret: Double, _ grade: Grade) {
    #expect(Grade(regret: regret, pairs: 8) == grade)
  }

  @Test func theLargestGameStaysExact() throws {
    var generator = testGenerator()
    var game = try makeGame(pairs: Theme.maximumPairs, seed: generator.next())
    while !game.isWon { try playPerfectly(&game, using: &generator) }
    #expect(game.regret == 0)
    #expect(abs(Double(game.moves) - game.par - game.luck) < 1e-6)
  }

  /// Plays one move with the best of all choices.
  private func playPerfectly(_ game: inout Game, using generator: inout DealGenerator) throws {
    let cards = game.position.cards
    let mates = game.deal.mates
    func isKnown(_ card: Int) -> Bool { cards[card].isKnown }
    let unmatched = cards.indices.filter { cards[$0].state != .matched }
    if game.position.counts.state != .nothingUp { _ = try game.conceal(at: at(0)) }
    let choices = MoveChoices(table: game.expected, counts: game.position.counts.known)
    func kind(_ card: Int) -> FirstCard {
      FirstCard(isKnown: isKnown(card), mateIsKnown: isKnown(Int(mates[card])))
    }
    func cost(_ card: Int) -> Double {
      choices.cost(ofFirst: isKnown(card) ? kind(card) : .fresh)
    }
    let start = generator.below(unmatched.count)
    let order = unmatched[start...] + unmatched[..<start]
    let first = try #require(order.min { cost($0) < cost($1) - 1e-9 })
    func secondKind(_ card: Int) -> SecondCard {
      if !isKnown(card) { return .unseen }
      return Int(mates[first]) == card ? .mate : .known
    }
    let firstKind = kind(first)
    func secondCost(_ card: Int) -> Double {
      choices.cost(of: secondKind(card), after: firstKind) ?? .infinity
    }
    let second = try #require(
      order.filter { $0 != first }.min { secondCost($0) < secondCost($1) - 1e-9 })
    try game.play(first, second)
  }
}
