internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import Store

/// The history as the bus sees it: what the store has of games that are over.
final class HistoryOnBus: HistoryService {
  /// The longest log that is told or replayed, so that nobody else waits for long.
  private static let longestLog = 100_000

  private let game: GameOnBus
  private let store: Store
  private let now: () -> Moment

  /// Makes the history.
  init(game: GameOnBus, store: Store, now: @escaping () -> Moment = { SystemClock.now }) {
    self.game = game
    self.store = store
    self.now = now
  }

  private var today: DailyDate { DailyDate(epoch: now().epoch) }

  var daily: String { today.text }

  /// A property cannot fail: where the store does, no deal is known to have been begun.
  var dailyPlayed: Bool {
    let today = today
    let played = try? store.use { tables throws(StoreError) in try tables.games.hasDaily(of: today)
    }
    return played ?? false
  }

  func games(_ options: [String: Value]) throws -> [PastGame] {
    let request = try GamesRequest(options: options)
    return try answering {
      let records = try store.use { tables throws(StoreError) in
        try tables.games.games(limit: Int(request.limit), before: request.before)
      }
      let idOfGameOn = game.idOfGameOn
      return records.map { PastGame($0, isOn: $0.id == idOfGameOn) }
    }
  }

  func log(_ id: UInt64) throws -> [LoggedTransition] {
    try answering {
      _ = try finished(id)
      try refuseLongLog(id)
      return try store.use { tables throws(StoreError) in try tables.games.log(of: id) }
        .map(LoggedTransition.init)
    }
  }

  func beginning(_ id: UInt64) throws -> Beginning {
    try answering {
      _ = try finished(id)
      let beginning = try store.use { tables throws(StoreError) in try tables.games.beginning(id) }
      // The names of players come out as they are stored, and the game alone checks them.
      guard let beginning, (try? Game(beginning)) != nil else { throw StoreError.damagedGame(id) }
      return Beginning(beginning)
    }
  }

  func verify(_ id: UInt64) throws -> Bool {
    try answering {
      do {
        let record = try finished(id)
        try refuseLongLog(id)
        let stored = try store.use { tables throws(StoreError) in try tables.games.game(id) }
        guard let stored, let result = record.result, let begun = try? Game(stored.beginning) else {
          return false
        }
        return Replay.verify(result, log: stored.log, on: begun)
      } catch StoreError.damagedGame {
        return false
      }
    }
  }

  func statistics() throws -> GameStatistics {
    let today = today
    return try answering {
      GameStatistics(
        try store.use { tables throws(StoreError) in try tables.games.statistics(today: today) })
    }
  }
}

// What all calls have in common.
extension HistoryOnBus {
  /// The record of a game, which has to be over: all else of one that is on tells its cards.
  private func finished(_ id: UInt64) throws -> GameRecord {
    let record = try store.use { tables throws(StoreError) in try tables.games.record(id) }
    // Whatever became of what is stored, the game that is played is on.
    guard id != game.idOfGameOn, record?.state != .playing else {
      throw BusError(
        .gameInProgress,
        "Game \(id) is on: what would tell its cards is told when it is won or abandoned.")
    }
    guard let record else { throw BusError(.noSuchGame, "There is no game \(id).") }
    return record
  }

  private func refuseLongLog(_ id: UInt64) throws {
    let count = try store.use { tables throws(StoreError) in try tables.games.logCount(of: id) }
    guard count <= Self.longestLog else {
      throw BusError(
        .limitsExceeded,
        "Game \(id) has \(count) transitions; up to \(Self.longestLog) are told or replayed.")
    }
  }

  /// Gives the store's errors their name on the bus.
  private func answering<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as StoreError {
      throw BusError(.storageFailed, error.message)
    }
  }
}
