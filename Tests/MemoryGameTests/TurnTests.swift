import Testing

@testable import MemoryGame

@Suite struct TurnTests {
  @Test func aGameBeginsWithAllCardsDown() throws {
    let game = try makeGame()
    #expect(game.cards.count == 8 && game.cardCount == 8 && game.pairs == 4)
    #expect(game.cards.allSatisfy { $0.state == .down && $0.face.isEmpty })
    #expect((game.flips, game.moves, game.score, game.matchedPairs) == (0, 0, 0, 0))
    #expect(game.firstFlipAt == nil && game.lastFlipAt == nil && game.log.isEmpty)
    #expect(game.regret == 0 && game.luck == 0 && abs(game.par - 622.0 / 105) < 1e-12)
    #expect(game.themeName == "Test" && game.icon == "🎴" && game.colors == Theme.defaultColors)
    #expect(game.result == nil)
  }

  @Test func aMatch() throws {
    var game = try makeGame()
    let (first, second) = game.matches[0]
    let up = try game.flip(second, at: at(1))
    #expect(up.outcome == .turnedUp && up.points == 0 && up.move == nil)
    #expect(game.log.last?.kind == .flip)
    #expect(up.changes.map(\.number) == [second])
    #expect(up.changes[0].card == game.card(second) && game.card(second).state == .up)
    let match = try game.flip(first, at: at(2))
    #expect(match.outcome == .matched && match.points == 2)
    #expect(match.changes.map(\.number) == [first, second].sorted())
    #expect(match.changes.allSatisfy { $0.state == .matched && !$0.face.isEmpty })
    #expect(match.move?.first == second && match.move?.second == first)
    #expect(match.move?.firstFace == game.card(first).face && match.move?.points == 2)
    #expect(match.move?.secondFace == game.card(first).face)
    #expect((game.flips, game.moves, game.score, game.matchedPairs) == (2, 1, 2, 1))
    #expect(game.firstFlipAt == at(1) && game.lastFlipAt == at(2))
  }

  @Test func aMismatchStaysUntilTheNextFlip() throws {
    var game = try makeGame()
    let (one, other, third) = (
      game.matches[0].first, game.matches[1].first, game.matches[2].first
    )
    let mismatch = try game.play(one, other)
    #expect(mismatch.outcome == .mismatched && mismatch.points == 0)
    #expect(mismatch.changes.map(\.number) == [other])
    #expect(game.card(one).state == .up && game.card(other).state == .up)
    let next = try game.flip(third, at: at(9))
    #expect(next.outcome == .turnedUp && next.move == nil)
    #expect(next.changes.map(\.number) == [one, other, third].sorted())
    #expect(next.changes.filter { $0.state == .down }.allSatisfy { $0.face.isEmpty })
    #expect(game.cards.filter { $0.state == .up }.count == 1)
  }

  @Test func conceal() throws {
    var game = try makeGame()
    let (one, other) = (game.matches[0].first, game.matches[1].first)
    try expect(.nothingToConceal, of: &game) { try $0.conceal(at: at(1)) }
    _ = try game.flip(one, at: at(1))
    try expect(.nothingToConceal, of: &game) { try $0.conceal(at: at(1)) }
    _ = try game.flip(other, at: at(2))
    let concealed = try game.conceal(at: at(3))
    #expect(concealed.outcome == nil && concealed.points == 0)
    #expect(concealed.changes.map(\.number) == [one, other].sorted())
    #expect(game.cards.allSatisfy { $0.state == .down })
    #expect(game.flips == 2 && game.log.count == 3 && game.lastFlipAt == at(2))
    #expect(game.log.last == LogEntry(at: at(3), kind: .conceal, card: 0, points: 0, elapsed: 0))
    try expect(.nothingToConceal, of: &game) { try $0.conceal(at: at(4)) }
    #expect(try game.play(one, other).points == -2)
  }

  /// A card of a mismatch on show must not be refused: it begins the next move.
  @Test func aCardOfAMismatchBeginsTheNextMove() throws {
    for isSecond in [false, true] {
      var game = try makeGame()
      let (one, other) = (game.matches[0].first, game.matches[1].first)
      try game.play(one, other)
      let (again, down) = isSecond ? (other, one) : (one, other)
      let before = game
      let begun = try game.flip(again, at: at(3))
      #expect(begun.outcome == .turnedUp && begun.points == 0)
      #expect(begun.changes.map(\.number) == [one, other].sorted())
      #expect(game.cards[again].state == .up && game.cards[down].state == .down)
      #expect(game.flips == 3 && game.moves == 1)
      // Both have been seen by now.
      let after = game
      #expect(game.undoTransition() && game == before)
      game = after
      try expect(.cardFaceUp, of: &game) { try $0.flip(again, at: at(4)) }
      #expect(try game.flip(down, at: at(4)).points == -2)
    }
  }

  @Test func refusalsInTheirOrder() throws {
    var game = try makeGame()
    let (one, other) = (game.matches[0].first, game.matches[1].first)
    for card in [-1, 8, Int.max, Int.min, Int(UInt32.max)] {
      try expect(.noSuchCard, of: &game) { try $0.flip(card, at: at(1)) }
    }
    _ = try game.flip(one, at: at(1))
    try expect(.cardFaceUp, of: &game) { try $0.flip(one, at: at(2)) }
    _ = try game.flip(other, at: at(2))
    try game.play(game.matches[2].first, game.matches[2].second)
    try expect(.cardMatched, of: &game) { try $0.flip($0.matches[2].first, at: at(3)) }
    try game.playToTheEnd()
    #expect(game.isWon)
    for card in [-1, 0, 8] {
      try expect(.gameOver, of: &game) { try $0.flip(card, at: at(9)) }
    }
    try expect(.gameOver, of: &game) { try $0.conceal(at: at(9)) }
  }

  @Test func theLastPairWins() throws {
    var game = try makeGame(pairs: 2)
    try game.play(game.matches[0].first, game.matches[0].second)
    #expect(game.result == nil)
    let won = try game.play(game.matches[1].first, game.matches[1].second)
    #expect(won.outcome == .won)
    let result = try #require(game.result)
    #expect(result.isWon && result.score == 4 && result.flips == 4 && result.moves == 2)
    #expect(result.seed == 42 && result.pairs == 2 && result.theme == "Test")
    #expect(result.grade == .perfect && result.regret == 0 && result.seconds == 5)
    #expect(result.winners.isEmpty && result.daily == nil && !result.isSeeded)
    #expect(game.finalResult() == result)
  }

  @Test func anAbandonedGameHasItsSeedAndNoGrade() throws {
    var game = try makeGame(players: ["Ann", "Bob"])
    #expect(game.finalResult().seconds == 0)
    try game.play(game.matches[0].first, game.matches[0].second)
    let result = game.finalResult()
    #expect(!result.isWon && result.seed == 42 && result.grade == .none)
    #expect(result.score == 2 && result.winners.isEmpty)
  }

  @Test func everyStepCanBeTakenBack() throws {
    var generator = testGenerator()
    for _ in 0..<200 {
      var game = try makeGame(pairs: 3, seed: generator.next(), players: ["Ann", "Bob"])
      let tookNothing = game.undoTransition()
      #expect(!tookNothing)
      while !game.isWon {
        let before = game
        if generator.below(4) == 0, (try? game.conceal(at: at(1))) != nil {
          #expect(game != before)
        } else if (try? game.flip(generator.below(6), at: at(2))) == nil {
          continue
        }
        let after = game
        let tookBack = game.undoTransition()
        #expect(tookBack && game == before)
        let tookAnother = game.undoTransition()
        #expect(!tookAnother && game == before)
        game = after
      }
    }
  }

  @Test func noDumpOfAGameShowsAFaceOrTheSeed() throws {
    let deal = try Deal(
      theme: makeTheme(["secret-one", "secret-two"]), pairs: 2, seed: 987_654_321)
    var game = try Game(GameBeginning(deal: deal, startedAt: at(0)))
    _ = try game.flip(0, at: at(1))
    for text in ["\(game)", String(reflecting: game), "\(deal)", String(reflecting: deal)] {
      #expect(!text.isEmpty && !text.contains("secret") && !text.contains("987654321"))
    }
    var dumped = ""
    dump(game, to: &dumped)
    #expect(!dumped.contains("secret") && !dumped.contains("987654321"))
  }

  /// Expects a refusal that leaves the whole game as it was.
  private func expect(
    _ refusal: GameError, of game: inout Game,
    _ body: (inout Game) throws -> Transition
  ) throws {
    let before = game
    #expect(throws: refusal) { try body(&game) }
    #expect(game == before)
    #expect(!refusal.message.isEmpty)
  }
}
