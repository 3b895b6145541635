internal import DBus
internal import MemorizeBus
internal import Store

/// What was set, as it counts now; the store has it, and nothing else does.
final class KeptSettings {
  private let game: GameOnBus
  private let keeper: GameKeeper
  private var values: [Setting: String] = [:]
  /// What was set since the start, for a store in which it is not.
  private var chosen: [Setting: String?] = [:]

  /// Names what has the store.
  ///
  /// - Parameters:
  ///   - game: the game, which is taken up where the store can be opened only now.
  ///   - keeper: what has the store, the game's too.
  init(game: GameOnBus, keeper: GameKeeper) {
    self.game = game
    self.keeper = keeper
  }

  /// What a setting was set to; nil where it never was.
  subscript(setting: Setting) -> String? { values[setting] }

  /// Keeps what settings are set to, all of them or none.
  ///
  /// - Parameter new: the values; nil where nothing is to be kept of a setting.
  /// - Throws: `StorageFailed`; then nothing is changed.
  func set(_ new: [Setting: String?]) throws(BusError) {
    game.restore()
    do throws(StoreError) {
      try keeper.use { games throws(StoreError) in try games.set(new) }
    } catch {
      throw BusError(.storageFailed, error.message)
    }
    take(new)
  }

  /// Takes over what somebody else has kept, in one transaction with more.
  func take(_ new: [Setting: String?]) {
    for (setting, value) in new {
      values[setting] = value
      chosen[setting] = .some(value)
    }
  }

  /// Takes over what the store has that was opened just now, and keeps there what it has not.
  ///
  /// - Throws: `StoreError` where that is not to be had; what was known before counts on.
  func storeWasOpened() throws(StoreError) {
    try keeper.use { games throws(StoreError) in
      var kept = try games.allSettings()
      // One that is begun anew has nothing, and gets all; one that was put back has what it has.
      let known = kept.isEmpty ? values.mapValues(Optional.some) : chosen
      let missing = known.filter { kept[$0.key] == nil && $0.value != nil }
      if !missing.isEmpty {
        try games.set(missing)
        for case (let setting, let value?) in missing { kept[setting] = value }
      }
      values = kept
    }
  }
}
