/// How the day of the next review is chosen among those on which FSRS would have it.
package struct DayPlan: Hashable, Sendable {
  /// The longest interval whose days are balanced, as in Anki's load balancer.
  package static let horizon = 90

  /// Whether reviews are spread evenly over days.
  package var isSpread = false
  package var easyDays = EasyDays()
  /// By their days; none shares a day with another.
  package private(set) var breaks: [PlannedBreak] = []

  package init() {}

  /// Breaks that are unreadable, as in a damaged store, are left out.
  package init(breaks texts: [String]) {
    for text in texts {
      if let planned = try? PlannedBreak(text) { try? plan(planned, on: .min) }
    }
  }

  /// The last day of the break that a day lies in; nil if it lies in none.
  package func breakEnd(on day: Int) -> Int? {
    breaks.first { $0.days.contains(day) }?.days.upperBound
  }

  /// Adds a break, unless it is planned already, and forgets those that are over.
  package mutating func plan(_ planned: PlannedBreak, on today: Int) throws(DayPlanError) {
    if breaks.contains(planned) { return }
    if planned.days.upperBound < today { throw .isOver(planned) }
    if let other = breaks.first(where: { $0.days.overlaps(planned.days) }) {
      throw .overlaps(other)
    }
    let current = breaks.filter { $0.days.upperBound >= today }
    if current.count == PlannedBreak.maximumCount { throw .tooManyBreaks }
    breaks = (current + [planned]).sorted { $0.days.lowerBound < $1.days.lowerBound }
  }

  package mutating func remove(_ planned: PlannedBreak) throws(DayPlanError) {
    guard breaks.contains(planned) else { throw .noSuchBreak(planned.text) }
    breaks.removeAll { $0 == planned }
  }

  /// Whether a schedule may get another day than the one that FSRS gives it.
  var choosesDays: Bool { isSpread || !breaks.isEmpty }

  /// The day for the next review; nil if none is to be chosen.
  ///
  /// Without a day out of all breaks it is the one that FSRS gives.
  func day(for schedule: Schedule, _ fsrs: FSRS, _ loads: DayLoads) -> Int? {
    let interval = fsrs.interval(of: schedule.memory)
    let exact = schedule.reviewedOn + interval
    guard isSpread || breakEnd(on: exact) != nil else { return nil }
    if isSpread, interval > Self.horizon {
      let drawn =
        schedule.reviewedOn
        + fsrs.intervalRange(of: schedule.memory).drawn(by: schedule.reviewedAt)
      if breakEnd(on: drawn) == nil { return drawn }
    }
    return day(within: fsrs.dayRange(of: schedule), near: exact, loads) ?? (isSpread ? exact : nil)
  }

  /// The day with the least load for its share, out of all breaks; of equal ones the nearest.
  func day(within range: ClosedRange<Int>, near exact: Int, _ loads: DayLoads) -> Int? {
    var best: (cost: Double, distance: Int, day: Int)?
    for day in range where breakEnd(on: day) == nil {
      let share = easyDays[day]
      let candidate = (
        cost: share > 0 ? Double(loads[day] + 1) / share : .infinity, distance: abs(day - exact),
        day: day
      )
      if best.map({ candidate < $0 }) ?? true { best = candidate }
    }
    return best?.day
  }
}

extension FSRS {
  /// The local days on which a card may fall due.
  func dayRange(of schedule: Schedule) -> ClosedRange<Int> {
    let range = intervalRange(of: schedule.memory)
    return schedule.reviewedOn + range.lowerBound...schedule.reviewedOn + range.upperBound
  }
}
