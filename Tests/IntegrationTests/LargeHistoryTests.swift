import DBus
import Foundation
import MemorizeBus
import MemoryGame
import Store
import TestSupport
import Testing

/// The history of somebody who has played ten thousand games.
@Suite(.timeLimit(.minutes(30))) struct LargeHistoryTests {
  private static let count = 10_000

  /// Won and abandoned games, played once and stored many times with other numbers.
  private func store(in path: String) throws -> [Game] {
    var random = SeededGenerator(for: "tenThousandGamesAreTold")
    let store = Store(directory: path, now: { 0 }, lockTimeout: .patience)
    defer { store.close() }
    var played: [(GameBeginning, Game)] = []
    for theme in Themes.builtIn where !theme.isTwoSided {
      let beginning = GameBeginning(
        deal: try Deal(
          theme: theme, pairs: 2, seed: .random(in: 0 ... .max, using: &random)),
        startedAt: Moment(epoch: 1, boottime: 1))
      var game = try Game(beginning)
      var time: UInt64 = 1
      while !game.isWon {
        time += .random(in: 1...3_000_000, using: &random)
        let card = Int.random(in: 0..<game.cardCount, using: &random)
        _ = try? game.flip(card, at: Moment(epoch: time, boottime: time))
      }
      played.append((beginning, game))
    }
    var all: [Game] = []
    for id in 1...Self.count {
      let (beginning, game) = played[id % played.count]
      _ = try store.use { tables throws(StoreError) in
        try tables.games.begin(game, beginning, revision: UInt64(id), id: UInt64(id))
      }
      all.append(game)
    }
    return all
  }

  @Test func tenThousandGamesAreTold() throws {
    var stored: [Game] = []
    let desk = try HistoryDesk { stored = try store(in: $0.path + "/state/memorize") }
    // Page by page, each once and in order.
    var ids: [UInt64] = []
    while true {
      var options: [String: Value] = ["limit": .uint32(500)]
      if let last = ids.last { options["before"] = .uint64(last) }
      let page = try desk.games(options)
      if page.isEmpty { break }
      for game in page {
        let id = try #require(game["id"]?.get(UInt64.self))
        #expect(game["score"] == .int32(Int32(stored[Int(id) - 1].score)))
        ids.append(id)
      }
    }
    #expect(ids == (1...UInt64(Self.count)).reversed())

    let statistics = try desk.statistics()
    #expect(statistics["games"] == .uint32(UInt32(Self.count)))
    #expect(statistics["won"] == .uint32(UInt32(Self.count)))
    let best = try #require(statistics["best"]?.get([[String: Value]].self))
    #expect(best.count == Set(stored.map(\.themeName)).count)
    #expect(
      best.allSatisfy {
        $0.types == [
          "theme": "s", "pairs": "u", "scoring": "s", "score": "i", "regret": "d", "seconds": "d",
        ]
      })
    let mean = try #require(statistics["mean-regret"]?.get(Double.self))
    #expect(abs(mean - stored.reduce(0) { $0 + $1.regret } / Double(Self.count)) < 1e-6)
    #expect(try desk.verify(5000))
    // The last game is on the table, and the next one gets the next number.
    #expect(try desk.newGame() == UInt64(Self.count) + 1)
  }

  @Test func statisticsTellTheirKeysWhereNothingWasPlayed() throws {
    let desk = try HistoryDesk()
    let statistics = try desk.statistics()
    #expect(
      statistics.types == [
        "games": "u", "won": "u", "best": "aa{sv}", "mean-regret": "d", "daily-streak": "u",
        "longest-daily-streak": "u",
      ])
    #expect(statistics["best"] == Value([[String: Value]]()))
    // A running game counts as one of the games, and as nothing else.
    try desk.newGame(["theme": .string("Sea"), "pairs": .uint32(4)])
    #expect(try desk.statistics()["games"] == .uint32(1))
    #expect(try desk.statistics()["won"] == .uint32(0))
    try desk.win()
    let best = try #require(
      try desk.statistics()["best"]?.get([[String: Value]].self)?.first)
    let game = try #require(try desk.games().first)
    for key in ["theme", "pairs", "score", "regret", "seconds"] {
      #expect(best[key] == game[key])
    }
    #expect(best["scoring"] == .string("classic"))
    // Games with a known seed, or by turns, are not among the best.
    try desk.newGame(["theme": .string("Sky"), "pairs": .uint32(4), "seed": .uint64(5)])
    try desk.win()
    try desk.newGame(
      ["theme": .string("Food"), "pairs": .uint32(4), "players": Value(["Ann", "Bob"])])
    try desk.win()
    let after = try desk.statistics()
    #expect(after["games"] == .uint32(3) && after["won"] == .uint32(2))
    #expect(after["best"]?.get([[String: Value]].self) == [best])
    #expect(after["mean-regret"] == game["regret"])
  }
}
