import TestSupport
import Testing

@testable import MemoryGame

/// The moves that forgetting cost, and what was known.
@Suite struct CostlyMoveTests {
  /// A game at its start, and its log.
  typealias Played = (start: Game, log: [LogEntry])

  /// 300 games: the boards of the grades, the frozen games, and random ones of the vectors' deals, by
  /// bots that forget and by chance, alone and by turns.
  private func games() throws -> [Played] {
    var games: [Played] = []
    for entry in (try fixture("grades", of: .module) as VectorTests.Grades).games {
      let start = try makeGame(pairs: entry.board.count / 2, seed: 3)
      var game = start
      let numbers = VectorTests.numbers(of: entry.board, in: game)
      for move in entry.moves { try game.play(numbers[move[0]], numbers[move[1]]) }
      games.append((start, game.log))
    }
    let frozen: FrozenGames = try fixture("games", in: "Frozen", of: .module)
    let themes = try frozen.themes.map { try $0.theme() }
    for entry in frozen.games {
      games.append((try entry.fresh(themes[entry.theme]), try entry.entries()))
    }
    let vectors: VectorTests.Deals = try fixture("deals", of: .module)
    let theme = try makeTheme(vectors.faces)
    var generator = testGenerator()
    while games.count < 300 {
      let entry = vectors.deals[generator.below(vectors.deals.count)]
      let deal = try Deal(theme: theme, pairs: entry.pairs, seed: #require(UInt64(entry.seed)))
      let players = [[], ["Ann", "Bob"], ["Ann", "Bob", "Cy"]][generator.below(3)]
      let start = try Game(GameBeginning(deal: deal, players: players, startedAt: at(0)))
      games.append((start, try Self.log(of: start, using: &generator)))
    }
    return games
  }

  private static func log(
    of start: Game, using generator: inout DealGenerator
  ) throws -> [LogEntry] {
    var game = start
    let span = [MemorySpan("0"), MemorySpan("3"), MemorySpan("perfect")][generator.below(3)]
    var bot = Opponent(
      span: try #require(span), pairs: game.pairs, players: game.players.count)
    bot.see(game.cards.enumerated().map { BoardCard($0, $1) })
    while !game.isWon {
      let now = at(Double(game.flips))
      let wild = generator.below(game.cardCount)
      let isWild = generator.below(4) == 0 && game.refusal(toFlip: wild) == nil
      let card = isWild ? wild : try #require(bot.choice(using: &generator))
      bot.see(try game.flip(card, at: now).changes)
      if generator.below(5) == 0, let concealed = try? game.conceal(at: now) {
        bot.see(concealed.changes)
      }
    }
    return game.log
  }

  @Test func exactlyTheMovesWithRegretAreMarked() throws {
    let games = try games()
    #expect(games.count == 300)
    var mates = 0
    var repeated = 0
    for (start, log) in games {
      let costly = try Replay.costlyMoves(in: log, on: start)
      var game = start
      var lost: [(number: Int, regret: Double, player: String?, end: Int)] = []
      /// The moves in which each card was up.
      var seen: [Int: [Int]] = [:]
      for (index, entry) in log.enumerated() {
        let (before, turn) = (game.regret, game.turn)
        guard let move = try Replay.step(entry, at: index, in: &game).move else { continue }
        if game.regret > before {
          let player = game.players.isEmpty ? nil : game.players[turn].name
          lost.append((game.moves, game.regret - before, player, index + 1))
        }
        for card in [move.first, move.second] { seen[card, default: []].append(game.moves) }
      }
      try #require(costly.map(\.number) == lost.map(\.number))
      #expect(costly.map(\.player) == lost.map(\.player) && costly.map(\.end) == lost.map(\.end))
      #expect(zip(costly, lost).allSatisfy { abs($0.regret - $1.regret) < 1e-9 })
      #expect(abs(costly.reduce(0) { $0 + $1.regret } - game.regret) < 1e-6)
      for move in costly {
        #expect((1...2).contains(move.known.count))
        for known in move.known {
          #expect(known.face == start.deal.faces[known.card].text)
          // The last time before this move.
          let last = seen[known.card]?.last { $0 < move.number }
          #expect(last == move.number - known.age)
          if known.isMate {
            mates += 1
            #expect(Int(start.deal.mates[move.first]) == known.card && known.card != move.second)
          } else {
            repeated += 1
            #expect([move.first, move.second].contains(known.card))
          }
        }
      }
    }
    #expect(mates > 100 && repeated > 100)
  }

  /// That no other choice costs anything is what the two reasons rest on.
  @Test func onlyKnownCardsAreEverALoss() {
    let table = ExpectedMoves(pairs: 14)
    for p in 0...14 {
      for k in 0...(14 - p) {
        for u in 0...(14 - p - k) where p + k + u > 0 {
          let choices = MoveChoices(
            table: table, counts: KnownCounts(pairs: p, singles: k, unseen: u))
          let least = choices.leastCostOfFirst() + 1e-9
          if p > 0 { #expect(choices.cost(ofFirst: .ofKnownPair) < least) }
          if k + u > 0 { #expect(choices.cost(ofFirst: .fresh) < least) }
          for first in [FirstCard.knownSingle, .fresh]
          where first == .fresh ? u > 0 : k > 0 {
            let unseen = choices.cost(of: .unseen, after: first) ?? .infinity
            #expect(unseen < choices.leastCost(after: first) + 1e-9)
          }
          for first in [FirstCard.ofKnownPair, .completing]
          where first == .completing ? k > 0 : p > 0 {
            let mate = choices.cost(of: .mate, after: first) ?? .infinity
            #expect(mate < choices.leastCost(after: first) + 1e-9)
          }
        }
      }
    }
  }

  @Test func aForgottenMateAndACardTurnedUpInVainAreNamed() throws {
    let start = try makeGame(pairs: 4)
    var game = start
    let pairs = game.matches
    try game.play(pairs[0].first, pairs[1].first)
    try game.play(pairs[2].first, pairs[3].first)
    // Its mate was up two moves before.
    try game.play(pairs[0].second, pairs[2].first)
    let costly = try Replay.costlyMoves(in: game.log, on: start)
    #expect(costly.map(\.number) == [3])
    let face = game.card(pairs[0].first).face
    #expect(face.isEmpty)
    #expect(
      costly.first?.known == [
        .init(
          card: pairs[0].first, face: start.deal.faces[pairs[0].first].text, age: 2, isMate: true)
      ])
    // Two known cards whose mates are not: both in vain.
    var vain = start
    try vain.play(pairs[0].first, pairs[1].first)
    try vain.play(pairs[0].first, pairs[1].first)
    let known = try Replay.costlyMoves(in: vain.log, on: start).first?.known ?? []
    #expect(known.map(\.card) == [pairs[0].first, pairs[1].first])
    #expect(known.allSatisfy { !$0.isMate && $0.age == 1 })
  }
}
