internal import MemorizeBus
internal import Practice
internal import Store
internal import UserService

/// Recomputes all schedules from the log of reviews.
final class ScheduleRebuild: Preparation.Need {
  private let scheduler: () -> FSRS
  private let store: Store
  /// The computed schedules and what they follow from; nil before the work begins.
  private var work: Work?
  private var failure: StoreError?

  private struct Work {
    let fsrs: FSRS
    /// The log when the work began.
    let extent: ReviewExtent
    var schedules: [CardSchedule] = []
    /// The last card that was computed; nil after all.
    var last: UInt64? = 0
  }

  /// The scheduler is read again at the end, since a setting may have changed meanwhile.
  init(_ store: Store, with scheduler: @escaping () -> FSRS) {
    self.scheduler = scheduler
    self.store = store
  }

  var isMet: Bool { failure != nil || (work != nil && work?.last == nil) }

  func advance(while mayContinue: () -> Bool) -> Bool {
    do throws(StoreError) {
      try compute(while: mayContinue)
      if isMet { try beginAgainIfOutdated() }
    } catch {
      failure = error
    }
    return !isMet
  }

  private func compute(while mayContinue: () -> Bool) throws(StoreError) {
    try store.use { tables throws(StoreError) in
      let reviews = tables.practice.reviews
      if work == nil { work = Work(fsrs: scheduler(), extent: try reviews.extent()) }
      guard let fsrs = work?.fsrs, let last = work?.last else { return }
      let next = try reviews.histories(after: last, while: mayContinue) {
        card, direction, history in
        guard let schedule = history.schedule(fsrs) else { return }
        work?.schedules.append((CardDirection(card: card, direction: direction), schedule))
      }
      work?.last = next
    }
  }

  /// The schedules that follow from the current log, by card and direction.
  func schedules() throws(StoreError) -> [CardSchedule] {
    try beginAgainIfOutdated()
    meet()
    if let failure { throw failure }
    guard let work else { return [] }
    return try store.use { tables throws(StoreError) in
      let reviews = tables.practice.reviews
      let later = Set(try reviews.reviewed(after: work.extent.last))
      if later.isEmpty { return work.schedules }
      var schedules = work.schedules.filter { !later.contains($0.key) }
      for key in later {
        guard let schedule = try tables.practice.schedule(of: key, work.fsrs) else { continue }
        schedules.append((key, schedule))
      }
      return schedules
    }
  }

  /// Starts over if reviews were undone or imported, or the database or the scheduler has changed;
  /// added reviews do not matter.
  private func beginAgainIfOutdated() throws(StoreError) {
    guard let work else { return }
    let generation = try store.use { tables throws(StoreError) in
      tables.practice.reviews.generation
    }
    if generation != work.extent.generation || scheduler().parameters != work.fsrs.parameters {
      self.work = nil
    }
  }
}

/// Schedules that an older version has left: computed anew, once, before practice reads them.
final class OutdatedSchedules: Preparation.Need {
  private let store: Store
  private let log: Log
  private var rebuild: ScheduleRebuild?
  /// The revision of the settings at which it failed; another one says that the store can be written.
  private var failedAt: Int?

  init(_ store: Store, _ log: Log) {
    self.store = store
    self.log = log
  }

  var isMet: Bool {
    store.settings[.schedulesAreOutdated] == nil || failedAt == store.settingsRevision
  }

  func advance(while mayContinue: () -> Bool) -> Bool {
    guard !isMet else { return false }
    let rebuild = rebuild ?? ScheduleRebuild(store) { [store] in store.userSettings.fsrs }
    self.rebuild = rebuild
    if rebuild.advance(while: mayContinue) { return true }
    do throws(StoreError) {
      let schedules = try rebuild.schedules()
      try store.replace(schedules, settings: [.schedulesAreOutdated: nil])
      log.write(.info, "Schedules computed anew for days that start at \(store.dayStart.text).")
    } catch {
      // The store has logged why. Until it can be written, those that are kept have to do.
      failedAt = store.settingsRevision
    }
    self.rebuild = nil
    return false
  }
}

extension Schedule {
  /// Whether two schedules are the same but for rounding.
  func isNear(_ other: Schedule) -> Bool {
    func isNear(_ one: Double, _ other: Double) -> Bool {
      abs(one - other) <= 1e-9 * max(1, abs(one))
    }
    return introducedAt == other.introducedAt && reviewedAt == other.reviewedAt
      && reviewedOn == other.reviewedOn && chosenDay == other.chosenDay && lapses == other.lapses
      && isNear(memory.stability, other.memory.stability)
      && isNear(memory.difficulty, other.memory.difficulty)
  }
}
