import Foundation
import MemoryGame
import Practice
import Testing

@testable import Store

/// Every later version reads a database that an earlier one has written.
///
/// `version-1.sqlite` was written once by version 0.1.0, from games played at random, and closed in
/// order; `version-1.json` holds what it read from that. `version-2.sqlite` has the same games, and
/// practice that `version-2-practice.json` describes. The programs that wrote them are not kept:
/// they are never written again. A later version of the schema gets files of its own, beside these.
@Suite struct FrozenStoreTests {
  private func file(_ name: String) throws -> URL {
    let directory = try #require(Bundle.module.resourceURL)
    return directory.appendingPathComponent("Stored").appendingPathComponent(name)
  }

  /// The database, copied so that it stays as it is.
  private func copy(_ version: Int = 1, to directory: TemporaryDirectory) throws -> String {
    let path = directory.file("memorize")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try Data(contentsOf: file("version-\(version).sqlite")).write(
      to: URL(fileURLWithPath: path + "/memorize.sqlite"))
    return path
  }

  private func expected() throws -> [FrozenGame] {
    try JSONDecoder().decode([FrozenGame].self, from: Data(contentsOf: file("version-1.json")))
  }

  @Test(arguments: [1, 2])
  func everyGameReadsBackAndFollowsFromItsLog(version: Int) throws {
    let directory = try TemporaryDirectory()
    let opened = try OpenedStore(try copy(version, to: directory))
    #expect(opened.setAside == nil && !opened.isNew)
    let games = try opened.use { tables throws(StoreError) in tables.games }
    let expected = try expected()
    #expect(expected.count == 14)
    let records = try games.games(limit: 500)
    #expect(records.map(\.id) == expected.map(\.id).reversed())
    for game in expected {
      let stored = try #require(try games.game(game.id))
      #expect(try FrozenGame(stored) == game)
      #expect(records.contains(stored.record))
      guard let result = stored.record.result else { continue }
      #expect(Replay.verify(result, log: stored.log, on: try Game(stored.beginning)))
    }
    #expect(opened.last?.stored.id == expected.last?.id)
    #expect(opened.last?.game.isWon == false)
  }

  @Test func allKindsOfGamesAreAmongThem() throws {
    let games = try expected()
    #expect(Set(games.map(\.state)) == ["won", "abandoned", "playing"])
    #expect(Set(games.map(\.scoring)) == ["classic", "timed"])
    #expect(Set(games.map { $0.players.count }) == [0, 2, 3])
    #expect(Set(games.map { [$0.daily == nil, $0.isPractice, $0.isSeeded] }).count == 4)
    #expect(Set(games.map { $0.themePairs[0][1].isEmpty }) == [true, false])
    #expect(games.contains { $0.log.contains { $0.hasPrefix("conceal") } })
  }

  @Test func aGameGoesOnInIt() throws {
    let directory = try TemporaryDirectory()
    let opened = try OpenedStore(try copy(to: directory))
    let games = try opened.use { tables throws(StoreError) in tables.games }
    let (stored, left) = try #require(opened.last)
    var game = left
    let card = try #require(game.cards.indices.first { game.card($0).state == .down })
    _ = try game.flip(card, at: moment(100_000_000))
    try games.add(try #require(game.log.last), at: game.log.count - 1, to: stored.id)
    let again = try #require(try games.last())
    #expect(try Replay.play(again.log, on: try Game(again.beginning)) == game)
    let statistics = try games.statistics(today: DailyDate(day: 20_001))
    #expect(opened.store.settings["scoring"] == "timed")
    #expect(statistics.games == 14 && statistics.streak.current == 2)
  }

  @Test func whatWasPractisedReadsBackAndGoesOn() throws {
    let directory = try TemporaryDirectory()
    let path = try copy(2, to: directory) + "/memorize.sqlite"
    let expected = try JSONDecoder().decode(
      FrozenPractice.self, from: Data(contentsOf: file("version-2-practice.json")))
    let tables = try Store.Tables(path: path)
    #expect(try FrozenPractice(tables) == expected)
    #expect(expected.schedules.count == 15 && expected.reviews.count == 18)
    // Its session is restored: an answer was revealed and awaits its grade.
    let stored = try tables.practice.load()
    var trainer = Trainer(reviews: Reviews(stored.schedules))
    trainer.resume(try #require(stored.session), isRevealed: stored.isRevealed)
    let number = try #require(trainer.question?.number)
    let step = try trainer.grade(number, .good, PracticeSettings(), at: 1_701_400_000_000_000)
    #expect(step.given?.isCorrect == true && step.schedule != nil)
  }

  @Test(arguments: [1, 2])
  func itsSchemaIsThatOfToday(version: Int) throws {
    func schema(_ path: String) throws -> [[String]] {
      let database = try Database(path: path)
      var rows: [[String]] = []
      try database["SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"].rows {
        row throws(StoreError) in rows.append((0..<4).map { row.text($0) })
      }
      for pragma in [database["PRAGMA user_version"], database["PRAGMA application_id"]] {
        try pragma.rows { row throws(StoreError) in rows.append([row.text(0)]) }
      }
      return rows
    }
    let directory = try TemporaryDirectory()
    let path = try copy(version, to: directory) + "/memorize.sqlite"
    _ = try Store.Tables(path: directory.file("new"))
    let today = try schema(directory.file("new"))
    #expect(today.count > 5)
    // As it was written, and after opening: a migrated database equals a new one.
    if Schema.version == version { #expect(try schema(path) == today) }
    _ = try Store.Tables(path: path)
    #expect(try schema(path) == today)
  }
}
