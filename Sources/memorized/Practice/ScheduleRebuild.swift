internal import DBus
internal import MemorizeBus
internal import Practice
internal import Store

/// Computes all schedules anew from the log of reviews.
///
/// A call that needs them waits while they are computed, a part in each turn of the loop, so that
/// other clients' calls need not wait.
final class ScheduleRebuild {
  private struct Work {
    let fsrs: FSRS
    /// The log when the work began.
    let extent: ReviewExtent
    var schedules: [CardSchedule] = []
    /// The last card that was computed; nil after all.
    var last: UInt64? = 0
  }

  private let store: Store
  private var work: Work?

  init(store: Store) {
    self.store = store
  }

  /// Whether the schedules are computed; begins to compute them if nothing else is being computed.
  func isReady(for fsrs: FSRS) -> Bool {
    if let work, work.last != nil || work.fsrs.parameters == fsrs.parameters {
      return work.last == nil
    }
    do throws(StoreError) {
      try begin(fsrs)
    } catch {
      // The call reports it.
      return true
    }
    return false
  }

  /// Computes a part; returns false if there is nothing to compute.
  func step() -> Bool {
    guard work?.last != nil else { return false }
    let slice = TimeSlice()
    do throws(StoreError) {
      try goOn(while: { !slice.isOver })
      if work?.last == nil, try !isInLog(), let fsrs = work?.fsrs { try begin(fsrs) }
    } catch {
      work = nil
    }
    return true
  }

  /// The schedules of the present log, by card and direction.
  func take(_ fsrs: FSRS) throws(StoreError) -> [CardSchedule] {
    if work?.fsrs.parameters != fsrs.parameters { try begin(fsrs) }
    if try !isInLog() { try begin(fsrs) }
    try goOn(while: { true })
    guard let done = work else { return [] }
    work = nil
    return try store.use { tables throws(StoreError) in
      let later = Set(try tables.practice.reviews.reviewed(after: done.extent.last))
      if later.isEmpty { return done.schedules }
      var schedules = done.schedules.filter { !later.contains($0.key) }
      for key in later {
        guard let schedule = try tables.practice.schedule(of: key, fsrs) else { continue }
        schedules.append((key, schedule))
      }
      return schedules
    }
  }

  /// Whether all that was computed is still in the log, from which an undone review is missing.
  private func isInLog() throws(StoreError) -> Bool {
    guard let extent = work?.extent else { return true }
    return try store.use { tables throws(StoreError) in
      try tables.practice.reviews.count(upTo: extent.last) == extent.count
    }
  }

  private func begin(_ fsrs: FSRS) throws(StoreError) {
    work = nil
    let extent = try store.use { tables throws(StoreError) in
      try tables.practice.reviews.extent()
    }
    work = Work(fsrs: fsrs, extent: extent)
  }

  private func goOn(while goesOn: () -> Bool) throws(StoreError) {
    guard var now = work, let last = now.last else { return }
    // Held twice, all schedules would be copied in each turn.
    work = nil
    now.last = try store.use { tables throws(StoreError) in
      try tables.practice.reviews.histories(after: last, while: goesOn) {
        card, direction, history in
        guard let schedule = history.schedule(now.fsrs) else { return }
        now.schedules.append((CardDirection(card: card, direction: direction), schedule))
      }
    }
    work = now
  }
}

extension Schedule {
  /// Whether two schedules are the same but for rounding.
  func isNear(_ other: Schedule) -> Bool {
    func isNear(_ one: Double, _ other: Double) -> Bool {
      abs(one - other) <= 1e-9 * max(1, abs(one))
    }
    return introducedAt == other.introducedAt && reviewedAt == other.reviewedAt
      && isNear(memory.stability, other.memory.stability)
      && isNear(memory.difficulty, other.memory.difficulty)
  }
}
