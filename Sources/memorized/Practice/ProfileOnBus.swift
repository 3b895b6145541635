internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import Store

/// Who practises, as the bus sees it.
final class ProfileOnBus: ProfileService {
  private static let minimumCharacters = 3

  private let game: GameOnBus
  private let kept: KeptSettings
  private let keeper: GameKeeper
  private var bus: Export<ProfileContract.Service>?
  /// The name that is not to be remembered.
  private var passing: String?
  /// Called when all reviews have been forgotten in the store.
  var onForgottenReviews: (() -> Void)?
  /// Called when something has been forgotten in the store.
  var onForgotten: (() -> Void)?

  /// Makes the profile.
  ///
  /// - Parameters:
  ///   - game: the game, which is taken up where the store can be opened only now.
  ///   - kept: what was set, the name among it.
  ///   - keeper: what has the store, the game's too.
  init(game: GameOnBus, kept: KeptSettings, keeper: GameKeeper) {
    self.game = game
    self.kept = kept
    self.keeper = keeper
  }

  /// Puts the profile on the bus.
  func export(to objects: ObjectServer) {
    bus = objects.export(ProfileContract.interface, of: self, at: MemorizeBus.path)
  }

  /// Tells what is different in a store that was opened just now.
  func storeWasOpened() {
    try? bus?.publishChanges()
  }

  var userName: String { passing ?? rememberedName ?? "" }

  var registered: Bool { !userName.isEmpty }

  var remembered: Bool { passing == nil && rememberedName != nil }

  func register(_ name: String, remember: Bool) throws {
    guard let name = Self.usable(name) else {
      throw BusError(
        .invalidName,
        "A name has \(Self.minimumCharacters) to \(ThemeName.maximumCharacters) characters that can be seen, and no control characters."
      )
    }
    if remember {
      try kept.set([.userName: name])
      passing = nil
    } else {
      if kept[.userName] != nil { try forgetInStore(reviewsToo: false) }
      passing = name
    }
    try bus?.publishChanges()
  }

  func forget(reviewsToo: Bool) throws {
    game.restore()
    // What a store holds that was not read is not known, and may be the name.
    if reviewsToo || kept[.userName] != nil || !keeper.isOpen {
      try forgetInStore(reviewsToo: reviewsToo)
    }
    passing = nil
    try bus?.publishChanges()
  }

  /// The name as it was kept; one that somebody has made unusable is none.
  private var rememberedName: String? { kept[.userName].flatMap(Self.usable) }

  private static func usable(_ name: String) -> String? {
    guard let name = try? ThemeName(name).text, name.count >= minimumCharacters else { return nil }
    return name
  }

  private func forgetInStore(reviewsToo: Bool) throws(BusError) {
    game.restore()
    do throws(StoreError) {
      try keeper.use { games throws(StoreError) in try games.forgetUser(reviewsToo: reviewsToo) }
    } catch {
      throw BusError(.storageFailed, error.message)
    }
    kept.take([.userName: nil])
    onForgotten?()
    guard reviewsToo else { return }
    kept.take([.sessionsDone: nil, .remindedOn: nil])
    onForgottenReviews?()
  }
}
