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

  package init(first rating: Rating, at time: UInt64) {
    self.init(memory: FSRS.first(rating), introducedAt: time, reviewedAt: time)
  }

  package func reviewed(_ rating: Rating, at time: UInt64) -> Schedule {
    Schedule(
      memory: FSRS.next(memory, rating, after: days(until: time)), introducedAt: introducedAt,
      reviewedAt: time)
  }

  package var interval: Int { FSRS.interval(of: memory) }

  package var dueAt: UInt64 {
    let (due, isPastTheEnd) = reviewedAt.addingReportingOverflow(UInt64(interval) * Schedule.day)
    return isPastTheEnd ? .max : due
  }

  package func retrievability(at time: UInt64) -> Double {
    FSRS.retrievability(of: memory, after: days(until: time))
  }

  /// The age of the last review in stabilities: the higher, the less is remembered.
  ///
  /// Sorts cards like their retrievability, without computing a power.
  func age(at time: UInt64) -> Double { Double(days(until: time)) / memory.stability }

  /// Returns the whole days since the last review; 0 if the clock was set back.
  package func days(until time: UInt64) -> Int {
    time > reviewedAt ? Int((time - reviewedAt) / Schedule.day) : 0
  }
}
