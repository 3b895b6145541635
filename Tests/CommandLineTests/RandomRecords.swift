import Foundation
import MemorizeBus
import MemoryGame
import TestSupport

@testable import Screens
@testable import memorize

/// Games played at random, recorded as the service publishes them.
struct RandomRecords {
  private var generator: SeededGenerator
  private var clock: UInt64 = 1_790_000_000_000_000

  init(for test: String) {
    generator = SeededGenerator(for: test)
  }

  /// A game of any theme, scoring, players and seed, or a daily one; won, or abandoned at any time.
  mutating func next(id: UInt64 = 7) throws -> RecordedGame {
    let beginning = try beginning()
    var game = try Game(beginning)
    let isAbandoned = Int.random(in: 0..<4, using: &generator) == 0
    var left = isAbandoned ? Int.random(in: 0..<3 * game.cardCount, using: &generator) : .max
    while !game.isWon, left > 0 {
      let now = moment()
      if Bool.random(using: &generator), (try? game.conceal(at: now)) != nil {
        left -= 1
      } else if (try? game.flip(card(of: game), at: now)) != nil {
        left -= 1
      }
    }
    return Self.record(of: game, beginning, id: id)
  }

  /// A whole daily game of a day, its moves at random.
  mutating func daily(_ date: DailyDate, id: UInt64 = 7) throws -> RecordedGame {
    let beginning = GameBeginning(
      deal: try DailyDeal(date: date).deal(), daily: date,
      startedAt: Moment(epoch: UInt64(date.day) * 86_400_000_000 + 1, boottime: 1))
    var game = try Game(beginning)
    while !game.isWon { _ = try? game.flip(card(of: game), at: moment()) }
    return Self.record(of: game, beginning, id: id)
  }

  private mutating func beginning() throws -> GameBeginning {
    let now = moment()
    let scoring: Scoring = Bool.random(using: &generator) ? .timed : .classic
    guard Int.random(in: 0..<5, using: &generator) > 0 else {
      let date = DailyDate(day: Int.random(in: 20_000..<22_000, using: &generator))
      return GameBeginning(
        deal: try DailyDeal(date: date).deal(), scoring: scoring, daily: date,
        isRepeatedDaily: Bool.random(using: &generator), startedAt: now)
    }
    let themes = Themes.builtIn
    let theme = themes[Int.random(in: 0..<themes.count, using: &generator)]
    let pairs = Int.random(in: 2...min(theme.size, 24), using: &generator)
    let players = [[], [], ["Ann", "Bob \"\\\" 👻"], ["日本", "Ünal", "c"]]
    return GameBeginning(
      deal: try Deal(theme: theme, pairs: pairs, seed: generator.next()), scoring: scoring,
      players: players[Int.random(in: 0..<players.count, using: &generator)],
      isSeeded: Bool.random(using: &generator), startedAt: now)
  }

  private mutating func card(of game: Game) -> Int {
    Int.random(in: 0..<game.cardCount, using: &generator)
  }

  private mutating func moment() -> Moment {
    clock += UInt64.random(in: 1...12_000_000, using: &generator)
    // Wall time may be set back, time since boot may not.
    let jump = Int.random(in: 0..<50, using: &generator) == 0 ? UInt64(3_600_000_000) : 0
    return Moment(epoch: clock - jump, boottime: clock)
  }

  /// A game as the service publishes it.
  static func record(of game: Game, _ beginning: GameBeginning, id: UInt64) -> RecordedGame {
    var record = RecordedGame()
    (record.memorized, record.id) = (MemorizeContract.version, id)
    record.state = game.isWon ? "won" : "abandoned"
    record.beginning = Beginning(beginning)
    record.transitions = game.log.map { LoggedTransition($0) }
    record.result = FinalResult(game.finalResult())
    return record
  }
}

extension Desk {
  /// A desk of a test that needs no service: nothing listens on its bus but the bus.
  static func offline() throws -> Desk { try Desk(runs: false) }

  /// Writes a game to a file, as `log --json` would have.
  func file(of record: RecordedGame, named name: String = "game.json") throws -> String {
    try file(holding: record.json.text + "\n", named: name)
  }

  /// Writes a text to a file.
  func file(holding text: String, named name: String = "game.json") throws -> String {
    try bus.files.write(name, text)
  }
}
