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

/// How many cards fall due on each of the days to come.
struct DayLoads: Sendable {
  private static let days = 2 * DayPlan.horizon

  let first: Int
  private var counts = [Int32](repeating: 0, count: days)

  init(from first: Int) { self.first = first }

  /// Whether all days can be counted that are balanced on a day.
  func covers(_ day: Int) -> Bool { (first...first + Self.days - DayPlan.horizon).contains(day) }

  subscript(day: Int) -> Int {
    counts.indices.contains(day - first) ? Int(counts[day - first]) : 0
  }

  mutating func add(_ change: Int32, on day: Int) {
    if counts.indices.contains(day - first) { counts[day - first] += change }
  }
}

extension FSRS {
  /// The local days on which a card may fall due.
  func dayRange(of schedule: Schedule) -> ClosedRange<Int> {
    let range = intervalRange(of: schedule.memory)
    return schedule.reviewedOn + range.lowerBound...schedule.reviewedOn + range.upperBound
  }
}

// The loads of days, and the cards that a break moves.
extension Reviews {
  /// Kept up to date from now on, so that choosing a day does not count all cards.
  mutating func keepLoads(on day: Int) {
    if loads?.covers(day) != true { loads = counted(from: day) }
  }

  /// The loads of the days from one on.
  func dayLoads(on day: Int) -> DayLoads {
    loads.flatMap { $0.covers(day) ? $0 : nil } ?? counted(from: day)
  }

  private func counted(from day: Int) -> DayLoads {
    var loads = DayLoads(from: day)
    for card in cards where card.isAsked {
      card.forEachAsked { loads.add(1, on: fsrs.dueDay(of: $1)) }
    }
    return loads
  }

  /// What a break changes: cards that fall due in it move within their ranges, at most `limit`.
  ///
  /// What cannot move is counted if all others have.
  package func moves(
    by planned: PlannedBreak, _ plan: DayPlan, on today: Int, limit: Int = .max
  ) -> BreakMoves {
    var result = BreakMoves()
    var loads = dayLoads(on: today)
    forEachDue(in: planned.days) { card, direction, schedule in
      let due = fsrs.dueDay(of: schedule)
      let range = fsrs.dayRange(of: schedule).clamped(to: today...Int.max)
      guard due > today, let day = plan.day(within: range, near: due, loads) else {
        result.left += 1
        result.lost +=
          fsrs.retrievability(of: schedule, on: max(due, today))
          - fsrs.retrievability(of: schedule, on: planned.days.upperBound + 1)
        return true
      }
      loads.add(-1, on: due)
      loads.add(1, on: day)
      result.moved.append(
        ScheduleUpdate(card: card, direction: direction, schedule: schedule.moved(to: day)))
      return result.moved.count < limit
    }
    return result
  }

  /// Ends when `body` returns false.
  private func forEachDue(
    in days: ClosedRange<Int>, _ body: (CardIdentity, Direction, Schedule) -> Bool
  ) {
    let found = numbers.filter { _, number in
      let card = cards[Int(number)]
      var isDue = false
      if card.isAsked {
        card.forEachAsked { isDue = isDue || days.contains(fsrs.dueDay(of: $1)) }
      }
      return isDue
    }
    // In a fixed order, so that the same days follow from the same cards.
    for (card, number) in found.sorted(by: { $0.value < $1.value }) {
      var goesOn = true
      cards[Int(number)].forEachAsked { direction, schedule in
        if goesOn, days.contains(fsrs.dueDay(of: schedule)) {
          goesOn = body(card, direction, schedule)
        }
      }
      if !goesOn { return }
    }
  }
}

/// The cards that a break has moved, and what it costs to leave the others until its end.
package struct BreakMoves: Hashable, Sendable {
  package fileprivate(set) var moved: [ScheduleUpdate] = []
  package fileprivate(set) var left = 0
  /// How many fewer of them are likely to be remembered.
  package fileprivate(set) var lost = 0.0

  package init() {}
}
