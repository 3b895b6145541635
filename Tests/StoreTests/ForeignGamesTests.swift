import MemoryGame
import TestSupport
import Testing

@testable import Practice
@testable import Store

/// Games of other machines get larger numbers than own ones, and began at any time.
@Suite struct ForeignGamesTests {
  private static func beginning(_ hour: Int) throws -> GameBeginning {
    let theme = try #require(Themes.builtIn.theme(named: "Halloween"))
    return GameBeginning(
      deal: try Deal(theme: theme, pairs: 4, seed: UInt64(hour)),
      startedAt: moment(hour * 3_600_000_000))
  }

  private static func finished(_ beginning: GameBeginning, flips: Int) throws -> FinishedGame {
    var game = try Game(beginning)
    for card in 0..<flips { _ = try game.flip(card, at: moment(card * 1_000_000)) }
    return try #require(
      FinishedGame(beginning: beginning, log: game.log, result: game.finalResult()))
  }

  private func take(
    _ tables: Store.Tables, _ sequence: UInt64, _ game: FinishedGame
  ) throws -> Bool {
    // Later than all that was written here.
    let event = LogEvent(
      EventID(Machine.numbered(1), sequence), at: 1_900_000_000_000_000 + sequence, .game(game))
    return try tables.database.transaction { () throws(StoreError) in
      let before = try tables.database["SELECT sum(stamp) FROM logged_game"].integer()
      _ = try tables.log.take([event])
      return try tables.database["SELECT sum(stamp) FROM logged_game"].integer() != before
    }
  }

  private func win(_ beginning: GameBeginning) throws -> FinishedGame {
    let other = try Store.Tables(path: ":memory:")
    var random = SeededGenerator(fixed: 1)
    var table = try Table(other.games, beginning)
    try table.win(using: &random)
    let stored = try #require(try other.games.last())
    let result = try #require(stored.record.result)
    return try #require(
      FinishedGame(beginning: beginning, log: stored.log, result: result))
  }

  /// A game that was won elsewhere counted as the last one here: nothing could be resumed, and it stood
  /// first in the history.
  @Test func gamesOfOtherMachinesAreNeitherTheLastNorResumed() throws {
    let directory = try TemporaryDirectory()
    let tables = try Store.Tables(path: directory.path("games"))
    let games = tables.games
    var table = try Table(games, try Self.beginning(2))
    try table.flip(0, at: moment(3 * 3_600_000_000))
    try table.begin(try Self.beginning(4))
    #expect(try take(tables, 1, try win(try Self.beginning(3))))
    #expect(try take(tables, 2, try Self.finished(try Self.beginning(1), flips: 3)))
    #expect(try games.games(limit: 10).map(\.id) == [2, 3, 1, 4])
    #expect(try games.games(limit: 10, before: 3).map(\.id) == [1, 4])
    #expect(try games.last()?.record.id == table.id)
    #expect(try games.resumable(on: DailyDate(day: 1)) == [1])
    #expect(try games.lastWon() == 0 && games.lastAbandoned() == 1)
    var random = SeededGenerator(fixed: 1)
    try table.win(using: &random)
    #expect(try games.resumable(on: DailyDate(day: 1)).isEmpty)
    #expect(try games.lastWon() == 2 && games.statistics(today: DailyDate(day: 1)).games == 4)
  }

  /// The scored daily game of a day that was given up elsewhere was resumed here.
  @Test func aDailyGameOfAnotherMachineIsNotUnfinishedHere() throws {
    let directory = try TemporaryDirectory()
    let tables = try Store.Tables(path: directory.path("games"))
    let date = DailyDate(day: 19_999)
    func daily(_ hour: Int) throws -> GameBeginning {
      GameBeginning(
        deal: try DailyDeal(date: date).deal(), daily: date, startedAt: moment(hour))
    }
    var table = try Table(tables.games, try daily(2))
    try table.begin(try Self.beginning(4))
    #expect(try take(tables, 1, try Self.finished(try daily(1), flips: 3)))
    #expect(try tables.games.unfinishedDaily(of: date)?.record.id == 1)
    #expect(try tables.games.hasDaily(of: date))
  }

  /// A game got another number when a later event told how it ended.
  @Test func aGameThatEndsAgainKeepsItsNumber() throws {
    let directory = try TemporaryDirectory()
    let tables = try Store.Tables(path: directory.path("games"))
    var table = try Table(tables.games, try Self.beginning(2))
    try table.begin(try Self.beginning(4))
    for flips in [3, 5] {
      let game = try Self.finished(try Self.beginning(2), flips: flips)
      #expect(try take(tables, UInt64(flips), game))
      #expect(try !take(tables, UInt64(flips), game))
      #expect(try tables.games.games(limit: 10).map(\.id) == [2, 1])
      #expect(try tables.games.record(1)?.result == game.result)
    }
    // What an older event tells is no news.
    let old = try Self.finished(try Self.beginning(2), flips: 1)
    #expect(try !take(tables, 1, old))
    // Nor is what happened elsewhere to the game that is on.
    #expect(try !take(tables, 9, try Self.finished(try Self.beginning(4), flips: 1)))
    #expect(try tables.games.last()?.record.id == 2)
  }
}
