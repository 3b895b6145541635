internal import MemoryGame

/// When a card that was answered is asked again.
///
/// Times are microseconds since 1970-01-01 UTC; days are local ones, counted from 1970-01-01.
package struct Schedule: Hashable, Sendable {
  /// The microseconds in a day of 24 hours.
  package static let day = DailyDate.microseconds

  package let memory: MemoryState
  package let introducedAt: UInt64
  package let reviewedAt: UInt64
  /// In 32 bits, with which a schedule takes no more memory than without.
  private let reviewDay: Int32

  /// The local day of the last review; one that is impossible, as in a damaged store, is moved to the
  /// nearest one that is not.
  package var reviewedOn: Int { Int(reviewDay) }

  package init(memory: MemoryState, introducedAt: UInt64, reviewedAt: UInt64, reviewedOn: Int) {
    self.memory = memory
    self.introducedAt = introducedAt
    self.reviewedAt = reviewedAt
    reviewDay = Int32(clamping: reviewedOn)
  }

  /// Returns the days since the last review; 0 if the clock was set back.
  package func days(until day: Int) -> Int { Self.days(from: reviewedOn, until: day) }

  static func days(from start: Int, until end: Int) -> Int {
    // A damaged store may have any day.
    max(Int(Int32(clamping: end)) - Int(Int32(clamping: start)), 0)
  }
}

// The schedules of FSRS.
extension FSRS {
  /// The schedule after a review; `before` is nil if it is the first.
  package func schedule(
    after before: Schedule?, _ rating: Rating, at time: UInt64, on day: Int
  ) -> Schedule {
    let memory =
      before.map { formulas.next($0.memory, rating, after: $0.days(until: day)) }
      ?? formulas.first(rating)
    return Schedule(
      memory: memory, introducedAt: before?.introducedAt ?? time, reviewedAt: time, reviewedOn: day)
  }

  /// The local day from whose start on the card is due.
  package func dueDay(of schedule: Schedule) -> Int {
    schedule.reviewedOn + interval(of: schedule.memory)
  }

  package func retrievability(of schedule: Schedule, on day: Int) -> Double {
    formulas.retrievability(of: schedule.memory, after: schedule.days(until: day))
  }
}

extension Schedule {
  /// The age of the last review in stabilities: the higher, the less is remembered.
  ///
  /// Sorts cards like their retrievability, without computing a power.
  func age(on day: Int) -> Double { Double(days(until: day)) / memory.stability }
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
