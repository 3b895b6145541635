internal import MemoryGame

/// Practice on days to come, played with cards that are remembered as FSRS says.
///
/// The same cards, settings and seed give the same days.
package struct PracticeSimulation: Sendable {
  package struct Day: Hashable, Sendable {
    package var reviews = 0
    /// How many cards were new.
    package var new = 0
    package var milliseconds = 0.0
    /// How many cards wait for another day.
    package var waiting = 0
  }

  package private(set) var today: Int
  private let fsrs: FSRS
  private let settings: PracticeSettings
  private let habits: PracticeHabits
  private let rank: @Sendable (FSRS, Schedule, Int) -> Double
  private var generator: SplitMix64
  package private(set) var schedules: [Schedule]
  private var unseen: Int
  /// The cards that fall due on each day from the first on; those of days later than that are not asked.
  private var dueOn: [[Int32]]
  private let start: Int
  private var waiting: [Int32] = []
  /// What was asked today already.
  private let done: (reviews: Int, new: Int)
  private var loads: DayLoads

  /// `schedules` are those of the cards that are known, `unseen` the number of the others.
  ///
  /// `rank` orders the due cards when not all can be asked: the least comes first.
  package init(
    _ schedules: [Schedule], unseen: Int, from today: Int, days: Int, _ fsrs: FSRS,
    _ settings: PracticeSettings, _ habits: PracticeHabits = PracticeHabits(), seed: UInt64 = 1,
    done: (reviews: Int, new: Int) = (0, 0),
    rank: @escaping @Sendable (FSRS, Schedule, Int) -> Double = { $0.backlogRank($1, on: $2) }
  ) {
    (self.fsrs, self.settings, self.habits, self.rank) = (fsrs, settings, habits, rank)
    (self.schedules, self.unseen, self.today, start) = (schedules, unseen, today, today)
    self.done = done
    generator = SplitMix64(seed: seed)
    dueOn = Array(repeating: [], count: days)
    loads = DayLoads(from: today)
    for index in schedules.indices { enter(index) }
  }

  private mutating func enter(_ index: Int) {
    let due = fsrs.dueDay(of: schedules[index])
    loads.add(1, on: due)
    let place = max(due - start, today - start)
    if dueOn.indices.contains(place) { dueOn[place].append(Int32(index)) }
  }

  /// Plays the next day.
  package mutating func next() -> Day {
    if !loads.covers(today) {
      loads = DayLoads(from: today)
      for schedule in schedules { loads.add(1, on: fsrs.dueDay(of: schedule)) }
    }
    var day = Day()
    var due = waiting + dueOn[today - start]
    dueOn[today - start] = []
    defer { today += 1 }
    if settings.plan.breakEnd(on: today) != nil {
      waiting = due
      day.waiting = due.count
      return day
    }
    let done: (reviews: Int, new: Int) = today == start ? self.done : (0, 0)
    let most = max(settings.mostReviews - done.reviews, 0)
    if settings.mostReviews > 0, due.count > most {
      due = due.map { (rank: rank(fsrs, schedules[Int($0)], today), index: $0) }
        .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.index)
      waiting = Array(due[most...])
      due.removeSubrange(most...)
    } else {
      waiting = []
    }
    for index in due { answer(Int(index), &day) }
    if waiting.isEmpty {
      for _ in 0..<min(max(settings.newPerDay - done.new, 0), unseen) { introduce(&day) }
    }
    day.waiting = waiting.count
    return day
  }

  private mutating func answer(_ index: Int, _ day: inout Day) {
    let chance = fsrs.retrievability(of: schedules[index], on: today)
    let rating = habits.later(chance, &generator)
    day.reviews += 1
    loads.add(-1, on: fsrs.dueDay(of: schedules[index]))
    schedules[index] = scheduled(after: schedules[index], rating, &day)
    enter(index)
  }

  private mutating func introduce(_ day: inout Day) {
    unseen -= 1
    day.new += 1
    let rating = habits.first(&generator)
    schedules.append(scheduled(after: nil, rating, &day))
    enter(schedules.count - 1)
  }

  private mutating func scheduled(
    after before: Schedule?, _ rating: Rating, _ day: inout Day
  ) -> Schedule {
    // A card that is missed is asked once more in the same session.
    day.milliseconds += habits.took(rating) + (rating.isRecalled ? 0 : habits.took(.good))
    // The time draws the days beyond the horizon.
    let after = fsrs.schedule(after: before, rating, at: generator.next() >> 1, on: today)
    guard settings.plan.choosesDays else { return after }
    return after.moved(to: settings.plan.day(for: after, fsrs, loads))
  }

  /// Whether all days were played.
  package var isOver: Bool { today - start == dueOn.count }

  /// How many cards are likely to be remembered at the beginning of the next day.
  package var known: Double {
    schedules.reduce(0) { $0 + fsrs.retrievability(of: $1, on: today) }
  }
}

extension Reviews {
  /// A year from now on, with the cards of all decks, and no new ones.
  package func simulation(
    _ settings: PracticeSettings, at time: PracticeTime
  ) -> PracticeSimulation {
    var schedules: [Schedule] = []
    for card in cards where card.isAsked { card.forEachAsked { schedules.append($1) } }
    let left = reviewsLeft(settings, at: time) ?? 0
    return PracticeSimulation(
      schedules, unseen: 0, from: time.day, days: 365, fsrs, settings,
      done: (max(settings.mostReviews - left, 0), 0))
  }
}
