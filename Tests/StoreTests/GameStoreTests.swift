import MemoryGame
import TestSupport
import Testing

@testable import Store

/// Whatever was saved is read again, by another process too.
@Suite struct GameStoreTests {
  private func replayed(_ stored: StoredGame) throws -> Game {
    try Replay.play(stored.log, on: try Game(stored.beginning))
  }

  @Test func savedGamesReadBackAfterEachTransition() throws {
    var random = SeededGenerator(for: "savedGamesReadBackAfterEachTransition")
    let directory = try TemporaryDirectory()
    let path = directory.path("games")
    var table = try Table(Store.Tables(path: path).games, try randomBeginning(using: &random))
    for step in 0..<300 {
      if Int.random(in: 0..<40, using: &random) == 0 {
        try table.begin(try randomBeginning(using: &random))
      }
      let card = Int.random(in: 0..<table.game.cardCount, using: &random)
      let boot = UInt64(step / 100)
      if Int.random(in: 0..<6, using: &random) == 0 {
        try table.conceal(at: moment(step * 700_000, boot: boot))
      } else {
        try table.flip(card, at: moment(step * 700_000, boot: boot))
      }
      // A copy has no more than the file holds.
      let copy = try directory.copy(of: path)
      let stored = try #require(try Store.Tables(path: copy).games.last())
      #expect(stored.record.id == table.id)
      #expect(stored.revision + UInt64(stored.log.count) == table.revision)
      #expect(try replayed(stored) == table.game)
      #expect(stored.record.state == (table.game.isWon ? .won : .playing))
    }
  }

  @Test func theHistoryListsTheNewestFirst() throws {
    var random = SeededGenerator(for: "theHistoryListsTheNewestFirst")
    let directory = try TemporaryDirectory()
    let games = try Store.Tables(path: directory.path("games")).games
    #expect(try games.games(limit: 10).isEmpty)
    #expect(try games.last() == nil)
    var table = try Table(games, try randomBeginning(using: &random))
    var results: [UInt64: GameResult] = [:]
    for _ in 0..<30 {
      if Bool.random(using: &random) { try table.win(using: &random) }
      results[table.id] = table.game.finalResult()
      try table.begin(try randomBeginning(using: &random))
    }
    let records = try games.games(limit: 100)
    #expect(Set(records.map(\.id)) == Set(1...31))
    let order = records.map { ($0.startedAt, $0.id) }
    #expect(zip(order, order.dropFirst()).allSatisfy { $0 > $1 })
    let running = records.first { $0.id == table.id }
    #expect(running?.state == .playing && running?.result == nil)
    for record in records where record.id != table.id {
      let result = try #require(record.result)
      #expect(result == results[record.id])
      #expect(record.state == (result.isWon ? .won : .abandoned))
      let stored = try #require(try games.game(record.id))
      #expect(Replay.verify(result, log: stored.log, on: try Game(stored.beginning)))
    }
    #expect(try games.games(limit: 3, before: records[9].id) == Array(records[10...12]))
    #expect(try games.games(limit: 3, before: records[30].id).isEmpty)
    #expect(try games.games(limit: 100, before: 99) == records)
    #expect(try games.game(99) == nil)
  }

  @Test func aThemeIsStoredOnce() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("games")
    let games = try Store.Tables(path: path).games
    let theme = try #require(Themes.builtIn.theme(named: "Halloween"))
    for seed in 0..<5 {
      let beginning = GameBeginning(
        deal: try Deal(theme: theme, pairs: 4, seed: UInt64(seed)), startedAt: moment(seed))
      _ = try games.begin(Game(beginning), beginning, revision: UInt64(seed + 1))
    }
    let copy = try Database(path: try directory.copy(of: path))
    let count = try copy["SELECT count(*) FROM theme"].first {
      row throws(StoreError) in row.integer(0)
    }
    #expect(count == 1)
  }
}
