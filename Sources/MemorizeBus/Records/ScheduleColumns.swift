package import Practice

/// The schedules of cards by columns, which take less time than as many structures.
package struct ScheduleColumns {
  package typealias Wire = (
    [UInt64], [Bool], [Double], [Double], [Int32], [Int32], [Bool], UInt64
  )

  package struct Row {
    package let key: CardDirection
    package let schedule: Schedule
    /// Whether sessions ask the card.
    package let isAsked: Bool

    package init(key: CardDirection, schedule: Schedule, isAsked: Bool) {
      (self.key, self.schedule, self.isAsked) = (key, schedule, isAsked)
    }
  }

  package let wire: Wire

  package init(_ wire: Wire) { self.wire = wire }

  /// `next` is the last card that was looked at, 0 after all.
  package init(_ rows: [Row], next: UInt64, _ fsrs: FSRS) {
    wire = (
      rows.map(\.key.card), rows.map { $0.key.direction == .backward },
      rows.map(\.schedule.memory.stability), rows.map(\.schedule.memory.difficulty),
      rows.map { Int32(clamping: $0.schedule.reviewedOn) },
      rows.map { Int32(clamping: fsrs.dueDay(of: $0.schedule)) }, rows.map(\.isAsked), next
    )
  }

  package var next: UInt64 { wire.7 }

  /// The day on which a card is due is as if it had been chosen, and its number stands for the time of
  /// its review, which would draw another day.
  package var rows: [Row] {
    let (cards, backward, stabilities, difficulties, reviewed, due, asked, _) = wire
    let count =
      [
        cards.count, backward.count, stabilities.count, difficulties.count, reviewed.count,
        due.count,
        asked.count,
      ].min() ?? 0
    return (0..<count).compactMap { row in
      MemoryState(stability: stabilities[row], difficulty: difficulties[row]).map {
        Row(
          key: CardDirection(card: cards[row], direction: backward[row] ? .backward : .forward),
          schedule: Schedule(
            memory: $0, introducedAt: 0, reviewedAt: cards[row], reviewedOn: Int(reviewed[row]),
            chosenDay: Int(due[row])),
          isAsked: asked[row])
      }
    }
  }
}
