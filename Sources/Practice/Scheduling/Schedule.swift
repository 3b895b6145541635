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
  // In few bits, with which a schedule takes no more memory than without.
  private let reviewDay: Int32
  /// 0 for none.
  private let chosenInterval: UInt16
  private let lapseCount: UInt16

  /// The local day of the last review; one that is impossible, as in a damaged store, is moved to the
  /// nearest one that is not.
  package var reviewedOn: Int { Int(reviewDay) }

  /// The day that was chosen for the next review; nil if none was.
  package var chosenDay: Int? { chosenInterval == 0 ? nil : reviewedOn + Int(chosenInterval) }

  /// How often it was forgotten since it was known.
  package var lapses: Int { Int(lapseCount) }

  package init(
    memory: MemoryState, introducedAt: UInt64, reviewedAt: UInt64, reviewedOn: Int,
    chosenDay: Int? = nil, lapses: Int = 0
  ) {
    self.memory = memory
    self.introducedAt = introducedAt
    self.reviewedAt = reviewedAt
    reviewDay = Int32(clamping: reviewedOn)
    chosenInterval = UInt16(
      clamping: chosenDay.map { Self.days(from: reviewedOn, until: $0) } ?? 0)
    lapseCount = UInt16(clamping: lapses)
  }

  /// The same schedule with another day for the next review.
  package func moved(to day: Int?) -> Schedule {
    Schedule(
      memory: memory, introducedAt: introducedAt, reviewedAt: reviewedAt, reviewedOn: reviewedOn,
      chosenDay: day, lapses: lapses)
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
  /// The schedule after a review; `before` is nil if it is the first, `chosenDay` if no day is chosen
  /// for the next one.
  package func schedule(
    after before: Schedule?, _ rating: Rating, at time: UInt64, on day: Int, chosenDay: Int? = nil
  ) -> Schedule {
    let elapsed = before?.days(until: day) ?? 0
    let memory =
      before.map { formulas.next($0.memory, rating, after: elapsed) } ?? formulas.first(rating)
    // As in Anki, a card learned on the same day cannot be forgotten yet.
    let isLapse = elapsed >= 1 && !rating.isRecalled
    return Schedule(
      memory: memory, introducedAt: before?.introducedAt ?? time, reviewedAt: time, reviewedOn: day,
      chosenDay: chosenDay, lapses: (before?.lapses ?? 0) + (isLapse ? 1 : 0))
  }

  /// The local day from whose start on the card is due.
  ///
  /// A chosen day that new parameters, or a review made elsewhere, have moved out of the range is
  /// replaced by one that the review's time draws: the same on every machine.
  package func dueDay(of schedule: Schedule) -> Int {
    guard let chosen = schedule.chosenDay else {
      return schedule.reviewedOn + interval(of: schedule.memory)
    }
    let range = intervalRange(of: schedule.memory)
    if range.contains(chosen - schedule.reviewedOn) { return chosen }
    return schedule.reviewedOn + range.drawn(by: schedule.reviewedAt)
  }

  package func retrievability(of schedule: Schedule, on day: Int) -> Double {
    formulas.retrievability(of: schedule.memory, after: schedule.days(until: day))
  }

  /// What is lost of a card in a day, by which due cards are ordered if not all can be asked.
  package func backlogRank(_ schedule: Schedule, on day: Int) -> Double {
    retrievability(of: schedule, on: day) - retrievability(of: schedule, on: day + 1)
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
