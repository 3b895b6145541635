/// When a card that was answered is asked again.
///
/// Times are microseconds since 1970-01-01 UTC.
package struct Schedule: Hashable, Sendable {
  /// Microseconds of a day of FSRS, which is always 24 hours long.
  package static let day: UInt64 = 86_400_000_000

  /// The memory after the last review.
  package let memory: MemoryState
  /// When the card was answered for the first time.
  package let introducedAt: UInt64
  /// When the card was reviewed last.
  package let reviewedAt: UInt64

  /// Takes a schedule that was kept.
  package init(memory: MemoryState, introducedAt: UInt64, reviewedAt: UInt64) {
    self.memory = memory
    self.introducedAt = introducedAt
    self.reviewedAt = reviewedAt
  }

  /// Schedules a card that was answered for the first time.
  package init(first rating: Rating, at time: UInt64) {
    self.init(memory: FSRS.first(rating), introducedAt: time, reviewedAt: time)
  }

  /// Returns the schedule after a further review.
  package func reviewed(_ rating: Rating, at time: UInt64) -> Schedule {
    Schedule(
      memory: FSRS.next(memory, rating, after: days(until: time)), introducedAt: introducedAt,
      reviewedAt: time)
  }

  /// The days from the last review to the next one.
  package var interval: Int { FSRS.interval(of: memory) }

  /// When the card is to be asked again.
  package var dueAt: UInt64 {
    let (due, isPastTheEnd) = reviewedAt.addingReportingOverflow(UInt64(interval) * Schedule.day)
    return isPastTheEnd ? .max : due
  }

  /// Returns the chance that the card is remembered.
  package func retrievability(at time: UInt64) -> Double {
    FSRS.retrievability(of: memory, after: days(until: time))
  }

  /// Returns by how many stabilities the last review is past: the more, the less is remembered.
  ///
  /// It puts cards in the order of their retrievability, and is had without a power.
  func age(at time: UInt64) -> Double { Double(days(until: time)) / memory.stability }

  /// Returns the whole days since the last review; 0 where the clock was set back.
  package func days(until time: UInt64) -> Int {
    time > reviewedAt ? Int((time - reviewedAt) / Schedule.day) : 0
  }
}
