internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import Store
internal import UserService

/// The settings as the bus sees them; the store has them, and nothing else does.
final class SettingsOnBus: SettingsService {
  private let game: GameOnBus
  private let keeper: GameKeeper
  private let log: Log

  /// Makes the settings.
  ///
  /// - Parameters:
  ///   - game: the game, which is taken up where the store can be opened only now.
  ///   - keeper: what has the store, the game's too.
  ///   - log: where it is said what is set.
  init(game: GameOnBus, keeper: GameKeeper, log: Log) {
    self.game = game
    self.keeper = keeper
    self.log = log
  }

  var scoring: String { keeper.defaultScoring.rawValue }

  func setScoring(_ name: String) throws {
    let scoring = try Scoring(onBus: name)
    game.restore()
    do {
      try keeper.use { games throws(StoreError) in
        try games.set(.scoring, to: scoring.rawValue)
      }
    } catch {
      throw BusError(.storageFailed, error.message)
    }
    log.write(.info, "A new game that says nothing of it is \(scoring.rawValue).")
  }
}

extension GameKeeper {
  /// How points are counted in a new game that says nothing of it.
  var defaultScoring: Scoring {
    let kept = try? use { games throws(StoreError) in try games.value(of: .scoring) }
    return kept.flatMap(Scoring.init(rawValue:)) ?? .classic
  }
}

extension Scoring {
  /// Reads the name that the contract gives it.
  ///
  /// - Throws: `InvalidArgs`.
  init(onBus name: String) throws(BusError) {
    guard let scoring = Scoring(rawValue: name) else {
      throw .invalidArguments("There is no scoring “\(name.printable)”: it is classic or timed.")
    }
    self = scoring
  }
}
