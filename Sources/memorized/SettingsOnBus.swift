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
  private var bus: Export<SettingsContract.Service>?
  /// What was set since the start, for a store that is begun anew.
  private var chosenScoring: Scoring?

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

  /// Puts the settings on the bus.
  func export(to objects: ObjectServer) {
    bus = objects.export(SettingsContract.interface, of: self, at: MemorizeBus.path)
  }

  /// Takes over what the store has that was opened just now, and keeps there what it has not.
  func storeWasOpened() {
    do {
      if let chosenScoring {
        try keeper.use { games throws(StoreError) in
          if try games.value(of: .scoring) == nil {
            try games.set(.scoring, to: chosenScoring.rawValue)
          }
        }
      }
      try bus?.publishChanges()
    } catch {
      log.write(.warning, "The settings were not kept anew: it is tried when they are set.")
    }
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
    chosenScoring = scoring
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
