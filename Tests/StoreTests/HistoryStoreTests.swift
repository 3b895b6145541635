import MemoryGame
import TestSupport
import Testing

@testable import Store

/// The store's history of finished games.
@Suite struct HistoryStoreTests {
  /// Plays games of all kinds, some of them daily ones of few days.
  private func play(
    _ count: Int, in games: GameTable, using random: inout SeededGenerator
  ) throws -> [UInt64: Game] {
    var played: [UInt64: Game] = [:]
    var table = try Table(games, try randomBeginning(using: &random))
    for _ in 0..<count {
      if Int.random(in: 0..<3, using: &random) > 0 { try table.win(using: &random) }
      played[table.id] = table.game
      try table.begin(try randomBeginning(using: &random, days: 19_990...20_000))
    }
    played[table.id] = table.game
    return played
  }

  @Test func statisticsAreThoseOfAllGames() throws {
    var random = SeededGenerator(for: "statisticsAreThoseOfAllGames")
    let directory = try TemporaryDirectory()
    let games = try Store.Tables(path: directory.path("games")).games
    let today = DailyDate(day: 19_996)
    let none = try games.statistics(today: today)
    #expect(none.games == 0 && none.won == 0 && none.best.isEmpty && none.meanRegret == 0)

    let played = try play(150, in: games, using: &random)
    let statistics = try games.statistics(today: today)
    let won = played.sorted { $0.key < $1.key }.map(\.value).filter(\.isWon)
    // Games by turns and those with a known deal are won, but neither the best nor in the mean.
    let solo = won.filter { $0.players.isEmpty && !$0.isSeeded }
    #expect(statistics.games == played.count)
    #expect(statistics.won == won.count && statistics.ranked == solo.count)
    #expect(solo.count < won.count)
    #expect(
      abs(statistics.meanRegret * Double(solo.count) - solo.reduce(0) { $0 + $1.regret }) < 1e-6)
    for game in solo {
      let best = try #require(
        statistics.best.first {
          ($0.theme, $0.pairs, $0.scoring) == (game.themeName, game.pairs, game.scoring)
        })
      #expect(best.score >= game.score)
    }
    #expect(
      Set(statistics.best.map { [$0.theme, "\($0.pairs)", $0.scoring.rawValue] })
        == Set(solo.map { [$0.themeName, "\($0.pairs)", $0.scoring.rawValue] }))
    let days = played.values.filter { $0.isWon && !$0.isRepeatedDaily }.compactMap(\.daily)
    #expect(statistics.streak == DailyStreak(of: days, today: today))
  }

  @Test func aGameIsFoundByItsNumber() throws {
    var random = SeededGenerator(for: "aGameIsFoundByItsNumber")
    let directory = try TemporaryDirectory()
    let games = try Store.Tables(path: directory.path("games")).games
    let played = try play(20, in: games, using: &random)
    for (id, game) in played {
      let record = try #require(try games.record(id))
      #expect(try games.games(limit: 100).contains(record))
      #expect(try games.log(of: id) == game.log)
      #expect(try games.logCount(of: id) == game.log.count)
      #expect(try games.beginning(id).flatMap { try Game($0) }?.pairs == game.pairs)
    }
    for id in [0, 99, UInt64(Int64.max), .max] {
      #expect(try games.record(id) == nil && games.beginning(id) == nil)
      #expect(try games.log(of: id).isEmpty && games.logCount(of: id) == 0)
    }
  }

  /// An invalid row must not count as a damaged database.
  @Test(arguments: [
    "state = 'lost'", "grade = 'good'", "theme_name = 'a' || char(10) || 'b'",
    "winners = 'a' || char(0) || 'b'", "wanted = 1", "theme = 77", "scoring = 'none'", "rules = 0",
  ])
  func aDamagedGameIsReportedByItsNumber(change: String) throws {
    var random = SeededGenerator(for: "aDamagedGameIsReportedByItsNumber")
    let directory = try TemporaryDirectory()
    let path = directory.path("games")
    _ = try play(5, in: Store.Tables(path: path).games, using: &random)
    try Database(path: path).execute("UPDATE game SET \(change) WHERE id = 3")
    let games = try Store.Tables(path: path).games
    #expect(throws: StoreError.damagedGame(3)) { _ = try games.game(3) }
    for id in [1, 2, 4, 5] as [UInt64] { #expect(try games.game(id)?.record.id == id) }
    #expect(StoreError.damagedGame(3).message.contains("game 3"))
    // It must not hide the others, and is reported if it is left out.
    var left: [StoreError] = []
    let listed = try games.games(limit: 10) { left.append($0) }.map(\.id).sorted(by: >)
    #expect(listed == (left.isEmpty ? [6, 5, 4, 3, 2, 1] : [6, 5, 4, 2, 1]))
    #expect(left.isEmpty || left == [.damagedGame(3)])
    // All together are summed up nevertheless.
    #expect(try games.statistics(today: DailyDate(day: 1)).games == 6)
  }

  @Test func aGameOfLaterRulesIsNoDamage() throws {
    var random = SeededGenerator(for: "aGameOfLaterRulesIsNoDamage")
    let directory = try TemporaryDirectory()
    let path = directory.path("memorize")
    let opened = try OpenedStore(path)
    _ = try opened.use { tables throws(StoreError) in
      (try? play(3, in: tables.games, using: &random))?.count
    }
    opened.store.close()
    let file = path + "/memorize.sqlite"
    try Database(path: file).execute("UPDATE game SET rules = 2")
    do {
      let games = try Store.Tables(path: file).games
      #expect(throws: StoreError.laterRules(2, version: 2)) { _ = try games.game(2) }
      #expect(try games.record(2)?.id == 2)
      #expect(try !games.games(limit: 10).isEmpty)
    }
    // Nor is such a database set aside.
    #expect(throws: StoreError.laterRules(4, version: 2)) {
      _ = try OpenedStore(path)
    }
    #expect(try Store.Tables(path: file).games.games(limit: 10).count == 4)
  }
}
