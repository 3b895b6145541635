import MemoryGame
import TestSupport
import Testing

@testable import Practice

/// More is due than a day may have.
@Suite struct BacklogTests {
  private static let today = newYear.day

  /// 30 cards are due, 10 a day.
  private func trainer() throws -> Trainer {
    var trainer = try makeTrainer(plainCards(60))
    for number in 0..<30 {
      let memory = try #require(MemoryState(stability: Double(number + 1), difficulty: 5))
      trainer.reviews.setSchedule(
        Schedule(
          memory: memory, introducedAt: 1, reviewedAt: newYear - 90 * Schedule.day,
          reviewedOn: Self.today - 90),
        of: .side(deck: "test", first: "q\(number)"), .forward)
    }
    return trainer
  }

  @Test func aDayHasAtMostSoManyAndNewOnesPause() throws {
    var trainer = try trainer()
    var random = SeededGenerator(fixed: 1)
    var settings = PracticeSettings()
    settings.mostReviews = 10
    let due = SessionOptions(deck: nil, questions: 0, direction: nil, isDue: true)
    func counts(_ time: UInt64) -> [Int] {
      let survey = trainer.reviews.survey(on: time.day)
      return [
        survey.due, trainer.reviews.waiting(settings, at: at(time), survey),
        trainer.reviews.newCount(settings, at: at(time)),
      ]
    }
    #expect(counts(newYear) == [30, 20, 0])
    _ = try trainer.start(due, settings, at: at(newYear), using: &random)
    // Those that lose least in a day come first: long known, or forgotten already.
    let losses = (0..<30).map { number in
      let card = CardIdentity.side(deck: "test", first: "q\(number)")
      let schedule = trainer.reviews.schedule(of: card, .forward)
      return (schedule.map { FSRS().backlogRank($0, on: Self.today) } ?? 0, "q\(number)")
    }
    #expect(
      trainer.session?.questions.map(\.text) == losses.sorted { $0.0 < $1.0 }.prefix(10).map(\.1))
    while let question = trainer.question {
      _ = try trainer.answer(question.number, choice: question.rightIndex, settings, at: newYear)
    }
    #expect(counts(newYear) == [20, 20, 0])
    #expect(throws: PracticeError.reviewsDone(waiting: 20)) {
      try trainer.start(due, settings, at: at(newYear + hour), using: &random)
    }
    #expect(counts(newYear + Schedule.day) == [20, 10, 0])
    // The last day of it has new ones again, and so has a day without a bound.
    settings.mostReviews = 30
    #expect(counts(newYear + Schedule.day) == [20, 0, 10])
    settings.mostReviews = 0
    #expect(counts(newYear) == [20, 0, 10])
  }

  @Test func theDayOnWhichNoneWaitsIsThatOfTheSimulation() throws {
    let reviews = try trainer().reviews
    var settings = PracticeSettings()
    settings.mostReviews = 10
    var simulation = reviews.simulation(settings, at: at(newYear))
    let days = (0..<20).map { _ in simulation.next() }
    #expect(days.prefix(2).map(\.reviews) == [10, 10] && days[0].waiting == 20)
    let done = try #require(days.firstIndex { $0.waiting == 0 })
    #expect((3...6).contains(done))
    #expect(!simulation.isOver)
  }

  private typealias Order = @Sendable (FSRS, Schedule, Int) -> Double

  /// With new cards, which pause until a backlog is worked off, the order that loses least in a day
  /// keeps more than the others do.
  @Test func itsOrderKeepsTheMost() {
    let others: [(name: String, order: Order)] = [
      ("due date", { fsrs, schedule, _ in Double(fsrs.dueDay(of: schedule)) }),
      (
        "random",
        { _, schedule, day in
          var mixer = SplitMix64(seed: schedule.reviewedAt &+ UInt64(day))
          return Double(mixer.next() >> 12)
        }
      ),
      ("shortest interval", { fsrs, schedule, _ in Double(fsrs.interval(of: schedule.memory)) }),
      (
        "lowest retrievability",
        { fsrs, schedule, day in fsrs.retrievability(of: schedule, on: day) }
      ),
    ]
    let own = known { $0.backlogRank($1, on: $2) }
    for (name, order) in others {
      let other = known(order)
      #expect(own.known > other.known && own.days <= other.days, "\(name): \(other), own: \(own)")
    }
  }

  /// How many cards are known on average in the 60 days after 30 days without practice, and after how
  /// many days none waits.
  private func known(_ order: @escaping Order) -> (known: Double, days: Int) {
    var sum = (known: 0.0, days: 0)
    for seed in 1...3 as ClosedRange<UInt64> {
      var settings = PracticeSettings()
      settings.newPerDay = 5
      var before = PracticeSimulation(
        [], unseen: 500, from: Self.today - 130, days: 100, FSRS(), settings, seed: seed)
      while !before.isOver { _ = before.next() }
      settings.newPerDay = 10
      settings.mostReviews = 25
      var after = PracticeSimulation(
        before.schedules, unseen: 600, from: Self.today, days: 60, FSRS(), settings, seed: seed,
        rank: order)
      var done: Int?
      while !after.isOver {
        let day = after.next()
        sum.known += after.known
        if day.waiting == 0, done == nil { done = after.today - Self.today }
      }
      sum.days += done ?? 60
    }
    return (sum.known / 180, sum.days)
  }

  @Test func theSameSeedGivesTheSameDays() {
    var settings = PracticeSettings()
    settings.plan.isSpread = true
    func days(_ seed: UInt64) -> [PracticeSimulation.Day] {
      var simulation = PracticeSimulation(
        [], unseen: 100, from: Self.today, days: 200, FSRS(), settings, seed: seed)
      return (0..<200).map { _ in simulation.next() }
    }
    #expect(days(1) == days(1) && days(1) != days(2))
    #expect(days(1).reduce(0) { $0 + $1.new } == 100)
  }

  /// Breaks were practiced, and what was asked today already was asked again.
  @Test func aSimulationKeepsBreaksAndWhatIsDone() throws {
    let reviews = try trainer().reviews
    var settings = PracticeSettings()
    settings.mostReviews = 10
    settings.plan = DayPlan(breaks: ["2026-01-02..2026-01-04"])
    var simulation = reviews.simulation(settings, at: at(newYear))
    let days = (0..<5).map { _ in simulation.next() }
    #expect(days.map(\.reviews) == [10, 0, 0, 0, 10])
    #expect(days[1].waiting >= 20 && days[3].waiting >= days[1].waiting)
    var today = PracticeSimulation(
      reviews.schedules.compactMap(\.schedule), unseen: 50, from: Self.today, days: 2, FSRS(),
      settings, done: (8, 3))
    #expect(today.next().reviews == 2)
  }
}
