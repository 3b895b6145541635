import Foundation
import MemoryGame
import TestSupport

@testable import Store

extension TemporaryDirectory {
  /// A copy of a database and its log as they are on the disk, as a kill would leave them.
  func copy(of path: String) throws -> String {
    let place = self.path("copy-\(UUID().uuidString)")
    for suffix in ["", "-wal"] where access(path + suffix, F_OK) == 0 {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: place + suffix)
    }
    return place
  }
}

/// Microseconds after some start.
func moment(_ microseconds: Int, boot: UInt64 = 3) -> Moment {
  Moment(
    epoch: 1_700_000_000_000_000 + UInt64(microseconds), boottime: 9_000_000 + UInt64(microseconds),
    boot: boot)
}

/// Plays against a store as the daemon does: saves each transition when it is made.
struct Table {
  let games: GameTable
  private(set) var game: Game
  private(set) var id: UInt64 = 0
  private(set) var revision: UInt64 = 0

  init(_ games: GameTable, _ beginning: GameBeginning) throws {
    self.games = games
    game = try Game(beginning)
    try begin(beginning)
  }

  mutating func begin(_ beginning: GameBeginning) throws {
    let ended: (UInt64, GameResult)? =
      id == 0 || game.isWon ? nil : (id, game.finalResult())
    let next = try Game(beginning)
    id = try games.begin(next, beginning, revision: revision + 1, ending: ended)
    revision += 1
    game = next
  }

  /// Saves a flip unless the rules refuse it.
  mutating func flip(_ card: Int, at time: Moment) throws {
    guard (try? game.flip(card, at: time)) != nil else { return }
    try save()
  }

  mutating func conceal(at time: Moment) throws {
    guard (try? game.conceal(at: time)) != nil else { return }
    try save()
  }

  private mutating func save() throws {
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

func randomBeginning(
  using random: inout SeededGenerator, days: ClosedRange<Int> = 0...30_000
) throws -> GameBeginning {
  let themes = Themes.builtIn
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
    isRepeatedDaily: isDaily && Bool.random(using: &random),
    startedAt: moment(Int.random(in: 0...1_000_000_000, using: &random)))
}

/// A store in a directory, with what opening it found.
final class OpenedStore {
  let store: Store
  private(set) var last: (stored: StoredGame, game: Game)?
  private(set) var isNew = false
  private(set) var logged: [String] = []

  init(_ path: String) throws {
    var lines: (String) -> Void = { _ in }
    store = Store(directory: path, now: { 1_763_732_730_000_000 }) { lines($0) }
    lines = { [unowned self] in logged.append($0) }
    store.onOpen = { [unowned self] opened in
      (last, isNew) = (opened.last, opened.isNew)
    }
    try store.openInTime()
  }

  func use<T>(_ body: (Store.Tables) throws(StoreError) -> T) throws -> T { try store.use(body) }

  /// Where a damaged database was set aside.
  var setAside: String? {
    logged.compactMap { $0.firstMatch(of: /It was moved to (.+), and/).map { String($0.1) } }.first
  }
}
