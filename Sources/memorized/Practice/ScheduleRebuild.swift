internal import DBus
internal import MemorizeBus
internal import Practice
internal import Store

/// Computes all schedules anew from the log of reviews.
final class ScheduleRebuild: PreparedWork {
  private let fsrs: FSRS
  private let store: Store
  /// The log when the work began; nil before.
  private var extent: ReviewExtent?
  private var computed: [CardSchedule] = []
  /// The last card that was computed; nil after all.
  private var last: UInt64? = 0
  private var failure: StoreError?

  init(with fsrs: FSRS, _ store: Store) {
    self.fsrs = fsrs
    self.store = store
  }

  var isDone: Bool { last == nil || failure != nil }

  func goOn(while goesOn: () -> Bool) {
    do throws(StoreError) {
      guard let last else { return }
      try store.use { tables throws(StoreError) in
        let reviews = tables.practice.reviews
        if extent == nil { extent = try reviews.extent() }
        self.last = try reviews.histories(after: last, while: goesOn) { card, direction, history in
          guard let schedule = history.schedule(fsrs) else { return }
          computed.append((CardDirection(card: card, direction: direction), schedule))
        }
      }
      try beginAgainIfUndone()
    } catch {
      failure = error
    }
  }

  /// The schedules of the present log, by card and direction.
  func schedules() throws(StoreError) -> [CardSchedule] {
    try beginAgainIfUndone()
    while !isDone { goOn { true } }
    if let failure { throw failure }
    return try store.use { tables throws(StoreError) in
      let reviews = tables.practice.reviews
      let later = Set(try reviews.reviewed(after: extent?.last ?? 0))
      if later.isEmpty { return computed }
      var schedules = computed.filter { !later.contains($0.key) }
      for key in later {
        guard let schedule = try tables.practice.schedule(of: key, fsrs) else { continue }
        schedules.append((key, schedule))
      }
      return schedules
    }
  }

  /// An undone review is missing from the log, but not from what was computed.
  private func beginAgainIfUndone() throws(StoreError) {
    guard last == nil, let extent else { return }
    let count = try store.use { tables throws(StoreError) in
      try tables.practice.reviews.count(upTo: extent.last)
    }
    if count != extent.count { (self.extent, computed, last) = (nil, [], 0) }
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
