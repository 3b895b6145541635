import Foundation
import MemoryGame
import Store
import TestSupport

/// A directory of its own, which goes with the value.
final class TemporaryDirectory {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "memorize-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit {
    chmod(path, 0o700)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The place of a file in it.
  func file(_ name: String) -> String { path + "/" + name }
}

/// Microseconds after some start.
func moment(_ microseconds: Int, boot: UInt64 = 3) -> Moment {
  Moment(
    epoch: 1_700_000_000_000_000 + UInt64(microseconds), boottime: 9_000_000 + UInt64(microseconds),
    boot: boot)
}

/// Plays against a store as the daemon does: each transition is kept when it has been made.
struct Table {
  let games: GameStore
  private(set) var game: Game
  private(set) var id: UInt64 = 0
  private(set) var revision: UInt64 = 0

  init(_ games: GameStore, _ beginning: GameBeginning) throws {
    self.games = games
    game = try Game(beginning)
    try begin(beginning)
  }

  mutating func begin(_ beginning: GameBeginning) throws {
    let ended: (UInt64, GameResult)? =
      id == 0 || game.isWon ? nil : (id, game.abandoned())
    let next = try Game(beginning)
    id = try games.begin(beginning, pairs: next.pairs, revision: revision + 1, ending: ended)
    revision += 1
    game = next
  }

  /// Does what the rules allow; what they refuse is not kept.
  mutating func flip(_ card: Int, at time: Moment) throws {
    guard (try? game.flip(card, at: time)) != nil else { return }
    try keep()
  }

  mutating func conceal(at time: Moment) throws {
    guard (try? game.conceal(at: time)) != nil else { return }
    try keep()
  }

  private mutating func keep() throws {
    let entry = game.log[game.log.count - 1]
    try games.add(entry, at: game.log.count - 1, to: id, winning: game.result)
    revision += 1
  }

  /// Plays at random until the game is won.
  mutating func win(using random: inout SeededGenerator) throws {
    var time = 0
    while !game.isWon {
      time += Int.random(in: 1...3_000_000, using: &random)
      if Int.random(in: 0..<8, using: &random) == 0 {
        try conceal(at: moment(time))
      } else {
        try flip(Int.random(in: 0..<game.cardCount, using: &random), at: moment(time))
      }
    }
  }
}

/// A beginning of any kind.
func randomBeginning(
  using random: inout SeededGenerator, days: ClosedRange<Int> = 0...30_000
) throws -> GameBeginning {
  let themes = Themes.builtIn.all
  let theme = themes[Int.random(in: 0..<themes.count, using: &random)]
  let isByTurns = Bool.random(using: &random)
  let isDaily = Int.random(in: 0..<4, using: &random) == 0
  return GameBeginning(
    deal: try Deal(
      theme: theme, pairs: Int.random(in: 2...6, using: &random),
      seed: UInt64.random(in: 0 ... .max, using: &random)),
    scoring: Bool.random(using: &random) ? .classic : .timed,
    players: isByTurns && !isDaily ? ["Ann", "Bob\u{2019}s 👧🏽", "いち"] : [],
    isSeeded: Bool.random(using: &random),
    daily: isDaily ? DailyDate(day: Int.random(in: days, using: &random)) : nil,
    isPractice: isDaily && Bool.random(using: &random),
    startedAt: moment(Int.random(in: 0...1_000_000_000, using: &random)))
}
