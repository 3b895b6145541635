internal import MemoryGame

/// When a card that was answered is asked again.
///
/// Times are microseconds since 1970-01-01 UTC.
package struct Schedule: Hashable, Sendable {
  /// The microseconds in a day of FSRS, which is always 24 hours long.
  package static let day = DailyDate.microseconds

  package let memory: MemoryState
  package let introducedAt: UInt64
  package let reviewedAt: UInt64

  package init(memory: MemoryState, introducedAt: UInt64, reviewedAt: UInt64) {
    self.memory = memory
    self.introducedAt = introducedAt
    self.reviewedAt = reviewedAt
  }

  /// Returns the whole days since the last review; 0 if the clock was set back.
  package func days(until time: UInt64) -> Int { Self.days(from: reviewedAt, until: time) }

  static func days(from start: UInt64, until end: UInt64) -> Int {
    end > start ? Int((end - start) / day) : 0
  }
}

// The schedules of FSRS.
extension FSRS {
  /// The schedule after a review; `before` is nil if it is the first.
  package func schedule(
    after before: Schedule?, _ rating: Rating, at time: UInt64
  ) -> Schedule {
    guard let before else {
      return Schedule(memory: formulas.first(rating), introducedAt: time, reviewedAt: time)
    }
    return Schedule(
      memory: formulas.next(before.memory, rating, after: before.days(until: time)),
      introducedAt: before.introducedAt, reviewedAt: time)
  }

  package func dueAt(_ schedule: Schedule) -> UInt64 {
    let days = UInt64(interval(of: schedule.memory))
    let (due, isPastTheEnd) = schedule.reviewedAt.addingReportingOverflow(days * Schedule.day)
    return isPastTheEnd ? .max : due
  }

  package func retrievability(of schedule: Schedule, at time: UInt64) -> Double {
    formulas.retrievability(of: schedule.memory, after: schedule.days(until: time))
  }
}

extension Schedule {
  /// The age of the last review in stabilities: the higher, the less is remembered.
  ///
  /// Sorts cards like their retrievability, without computing a power.
  func age(at time: UInt64) -> Double { Double(days(until: time)) / memory.stability }
}

package struct ScheduleUpdate: Hashable, Sendable {
  package let card: CardIdentity
  package let direction: Direction
  /// The schedule; nil if the card is new again.
  package let schedule: Schedule?

  package init(card: CardIdentity, direction: Direction, schedule: Schedule?) {
    self.card = card
    self.direction = direction
    self.schedule = schedule
  }
}
