extension Reviews {
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
