internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import PlainText
internal import Store
internal import UserService

/// The user's name on the bus.
final class ProfileOnBus: ProfileService {
  private let store: Store
  private let practice: PracticeOnBus
  private let sync: Sync?
  private let preparation: Preparation
  private let log: Log
  private var bus: Export<ProfileContract.Service>?
  /// The name for this run only, which is not remembered.
  private var sessionOnlyName: String?

  init(
    store: Store, practice: PracticeOnBus, sync: Sync?, preparation: Preparation, log: Log
  ) {
    self.store = store
    self.practice = practice
    self.sync = sync
    self.preparation = preparation
    self.log = log
  }

  func export(to objects: ObjectServer) {
    bus = objects.export(
      ProfileContract.interface, of: self, at: MemorizeContract.path, after: preparation.gate())
  }

  func publishChanges() {
    log.publishing { try bus?.publishChanges() }
  }

  var profile: Profile {
    let remembered = rememberedName
    return Profile(
      name: sessionOnlyName ?? remembered ?? "",
      isRemembered: sessionOnlyName == nil && remembered != nil)
  }

  func register(_ name: String, remember: Bool) throws {
    let name = try ThemeName.given(name)
    try refusing {
      if remember {
        try store.set([.userName: name])
      } else {
        try forgetInStore(reviewsToo: false)
      }
    }
    sessionOnlyName = remember ? nil : name
    publishChanges()
    if !remember {
      try removeTraces(
        else: english(
          "The name is not remembered any more, but traces are left beside the database until it "
            + "can be written again."))
    }
  }

  func forget(reviewsToo: Bool, _ reply: Reply<>) throws {
    try refusing { try forgetInStore(reviewsToo: reviewsToo) }
    sessionOnlyName = nil
    publishChanges()
    // An earlier call may have failed at this point.
    try removeTraces(
      else: reviewsToo
        ? english(
          "The name and all reviews are deleted, but traces are left beside the database until it "
            + "can be written again.")
        : english(
          "The name is deleted, but traces are left beside the database until it can be written "
            + "again."))
    preparation.answer(reply, after: sync.map { [$0.writing()] } ?? []) { [sync] in
      if let fault = sync?.own.eraseFault, !fault.isEmpty {
        throw BusError(.storageFailed, fault)
      }
    }
  }

  /// Removes deleted data from the database's log; if that fails, it is deleted all the same.
  private func removeTraces(else failure: String) throws(BusError) {
    do throws(StoreError) {
      try store.emptyLog()
    } catch {
      throw BusError(.storageFailed, failure + " " + error.message)
    }
  }

  /// The stored name; nil if it is unusable.
  private var rememberedName: String? { store.settings[.userName].flatMap(Self.usable) }

  private static func usable(_ name: String) -> String? {
    try? ThemeName(name).text
  }

  private func forgetInStore(reviewsToo: Bool) throws(StoreError) {
    // Open first: an unread store may contain the name.
    try store.open()
    if reviewsToo || store.settings[.userName] != nil {
      try store.forgetUser(reviewsToo: reviewsToo)
    }
    if reviewsToo { practice.forgetReviews() }
  }
}

extension ThemeName {
  /// The name of a user or a machine that a call gives.
  static func given(_ name: String) throws(BusError) -> String {
    guard let name = try? ThemeName(name) else {
      throw BusError(
        .invalidName,
        english(
          "A name must have 1 to \(maximumCharacters) characters, at least one of them visible, "
            + "and no control characters."))
    }
    return name.text
  }
}
