internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import PlainText
internal import Store
internal import UserService

/// The history on the bus: the store's finished games.
final class HistoryOnBus: HistoryService {
  private let game: GameOnBus
  private let store: Store
  private let log: Log
  /// The damaged games that have been logged.
  private var damaged: Set<StoreError> = []

  init(game: GameOnBus, store: Store, log: Log) {
    self.game = game
    self.store = store
    self.log = log
  }

  private var today: DailyDate { DailyDate(epoch: store.now()) }

  var daily: String { today.text }

  /// A property cannot fail, and reading one does not open the store: while it is closed, no deal
  /// counts as started.
  var dailyPlayed: Bool {
    guard store.isOpen else { return false }
    let today = today
    let played = try? store.use { tables throws(StoreError) in try tables.games.hasDaily(of: today)
    }
    return played ?? false
  }

  func games(_ given: [String: Value]) throws -> [PastGame] {
    let options = try GamesOptions(given)
    let limit = options.limit ?? HistoryContract.usualGames
    guard limit <= HistoryContract.maximumGames else {
      throw BusError.invalidArguments(
        english(
          "Games returns at most \(HistoryContract.maximumGames) games, not \(limit). Use before "
            + "to get the rest."))
    }
    return try refusing {
      let records = try store.use { tables throws(StoreError) in
        if let id = options.id { return try tables.games.record(id).map { [$0] } ?? [] }
        return try tables.games.games(
          limit: Int(limit), before: options.before, onDamage: { skipped($0) },
          isRunning: { $0 == game.idInProgress })
      }
      return records.map { PastGame($0, isOn: $0.id == game.idInProgress) }
    }
  }

  private func skipped(_ error: StoreError) {
    if damaged.insert(error).inserted { log.write(.error, error.message) }
  }

  func log(_ id: UInt64) throws -> [LoggedTransition] {
    try refusing {
      _ = try finished(id)
      try refuseLongLog(id)
      return try store.use { tables throws(StoreError) in try tables.games.log(of: id) }
        .map(LoggedTransition.init)
    }
  }

  func beginning(_ id: UInt64) throws -> Beginning {
    try refusing {
      _ = try finished(id)
      let beginning = try store.use { tables throws(StoreError) in try tables.games.beginning(id) }
      // Names of players are sent as stored: only making a game of them checks them.
      guard let beginning, (try? Game(beginning)) != nil else { throw StoreError.damagedGame(id) }
      return Beginning(beginning)
    }
  }

  func verify(_ id: UInt64) throws -> Bool {
    try refusing {
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
    return try refusing {
      GameStatistics(
        try store.use { tables throws(StoreError) in try tables.games.statistics(today: today) })
    }
  }
}

// Helpers for all calls.
extension HistoryOnBus {
  /// The record of a game that is over; anything about the current game could reveal cards.
  private func finished(_ id: UInt64) throws -> GameRecord {
    let record = try store.use { tables throws(StoreError) in try tables.games.record(id) }
    // The game in memory is in progress, whatever the store says.
    guard id != game.idInProgress else {
      throw BusError(
        .gameInProgress,
        english(
          "Game \(id) is in progress; data that reveals its cards is available once it is won or "
            + "abandoned."))
    }
    guard let record else { throw BusError(.noSuchGame, english("There is no game \(id).")) }
    // It was ignored when the store was opened.
    if record.state == .playing { throw StoreError.damagedGame(id) }
    return record
  }

  private func refuseLongLog(_ id: UInt64) throws {
    let count = try store.use { tables throws(StoreError) in try tables.games.logCount(of: id) }
    guard count <= HistoryContract.maximumTransitions else {
      throw BusError(
        .limitsExceeded,
        english(
          "Game \(id) has \(count) transitions; at most \(HistoryContract.maximumTransitions) can "
            + "be sent or replayed."))
    }
  }
}

extension PastGame {
  /// Without a result if the game is still in progress.
  fileprivate init(_ record: GameRecord, isOn: Bool) {
    self.init()
    let state = isOn ? .playing : record.state
    id = record.id
    theme = record.theme
    pairs = UInt32(clamping: record.pairs)
    self.state = Word(text: state.rawValue)
    startedAt = record.startedAt
    result = state == .playing ? nil : record.result.map(FinalResult.init)
  }
}
