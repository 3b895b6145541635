import TestSupport
import Testing

@testable import MemoryGame

/// What must hold in every game, over thousands of them.
@Suite struct RandomGameTests {
  @Test func thousandsOfGames() throws {
    var generator = testGenerator()
    for _ in 0..<rounds(2000, ofAll: 10_000) {
      var game = try begin(using: &generator)
      let fresh = game
      while !game.isWon {
        let flipsBefore = game.flips
        try step(&game, using: &generator)
        if game.flips != flipsBefore, game.flips.isMultiple(of: 2) { expectBalance(game) }
      }
      expectEnd(game)
      #expect(try Replay.play(game.log, on: fresh) == game)
    }
  }

  private func begin(using generator: inout DealGenerator) throws -> Game {
    let themes = Themes.builtIn
    let theme = themes[generator.below(themes.count)]
    let names = ["Ann", "Bob", "Cid", "Dot"].prefix(generator.below(5))
    return try Game(
      GameBeginning(
        deal: Deal(theme: theme, pairs: 2 + generator.below(4), seed: generator.next()),
        scoring: generator.below(2) == 0 ? .classic : .timed, players: Array(names),
        startedAt: at(0)))
  }

  /// Tries any card at all, now and then a conceal or a number off the board.
  private func step(_ game: inout Game, using generator: inout DealGenerator) throws {
    let moment = at(Double(game.log.count) * 1.7)
    let card = generator.below(game.cardCount + 1)
    if generator.below(8) == 0 {
      try attempt(&game) { game throws(GameError) in try game.conceal(at: moment) }
    } else {
      try attempt(&game, turning: card) { game throws(GameError) in
        try game.flip(card, at: moment)
      }
    }
  }

  private func attempt(
    _ game: inout Game, turning card: Int? = nil,
    _ body: (inout Game) throws(GameError) -> Transition
  ) throws {
    let before = game
    let transition: Transition
    do { transition = try body(&game) } catch {
      check(game == before, "a refused step changes nothing")
      return
    }
    let (cards, cardsBefore) = (game.cards, before.cards)
    // A card of a mismatch that begins the next move was up before.
    let changed = cards.indices.filter { cards[$0] != cardsBefore[$0] || $0 == card }
    check(transition.changes.map(\.number) == changed, "the changes are those of the board")
    for change in transition.changes {
      check(change.card == cards[change.number], "a change shows the card of the board")
    }
    for card in cards {
      check((card.state == .down) == card.face.isEmpty, "a card that is face down shows no face")
    }
    check(game.log.count == before.log.count + 1, "each step is logged")
    check(game.score == before.score + transition.points, "points are published")
    if transition.move == nil {
      check(game.regret == before.regret, "regret waits for the end of a move")
      check(game.luck == before.luck, "luck waits for the end of a move")
    } else {
      check(game.regret >= before.regret, "regret never falls")
    }
  }

  /// Like `#expect`, but much faster if nothing is wrong.
  private func check(
    _ holds: Bool, _ rule: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if !holds { Issue.record(rule, sourceLocation: sourceLocation) }
  }

  /// moves + V = par + regret + luck.
  private func expectBalance(_ game: Game) {
    let left = Double(game.moves) + game.expectedMovesLeft
    let right = game.par + game.regret + game.luck
    check(abs(left - right) < 1e-9, "moves + V = par + regret + luck")
  }

  private func expectEnd(_ game: Game) {
    #expect(game.flips == 2 * game.moves)
    #expect(game.expectedMovesLeft == 0)
    #expect(game.players.isEmpty || game.players.map(\.score).reduce(0, +) == game.score)
    #expect(game.log.map(\.points).reduce(0, +) == game.score)
    #expect(game.cards.allSatisfy { $0.state == .matched })
  }
}
