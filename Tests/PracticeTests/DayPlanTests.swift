import MemoryGame
import TestSupport
import Testing

@testable import Practice

/// On which day a card is asked again: spread over days, fewer on easy days, none in breaks.
@Suite struct DayPlanTests {
  private static let today = newYear.day

  private struct Vectors: Decodable { let ranges: [[Int]] }

  /// The vectors are those that Anki's scheduler keeps to.
  @Test func theRangesAreAnkis() throws {
    let vectors: Vectors = try fixture("ranges", of: .module)
    for row in vectors.ranges {
      let memory = try #require(MemoryState(stability: Double(row[0]), difficulty: 5))
      #expect(FSRS().interval(of: memory) == row[0])
      #expect(FSRS().intervalRange(of: memory) == row[1]...row[2])
    }
    #expect(vectors.ranges.count > 10)
  }

  @Test func noDayIsBeyondTheLongestInterval() throws {
    var random = SeededGenerator(for: "noDayIsBeyondTheLongestInterval")
    for _ in 0..<2000 {
      let longest = Int.random(in: 1...400, using: &random)
      let fsrs = FSRS(maximumInterval: longest)
      let memory = try #require(
        MemoryState(stability: .random(in: 0.01...2000, using: &random), difficulty: 5))
      let range = fsrs.intervalRange(of: memory)
      #expect(range.lowerBound >= 1 && range.upperBound <= longest)
      #expect(range.contains(fsrs.interval(of: memory)))
    }
  }

  /// 2,000 cards are learned at random over a month, on some days many.
  ///
  /// Few of their first reviews, a week later, can move; the days of the third month are even.
  @Test func loadsAreEvenAndNoDayIsOutOfItsRange() throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      let (plain, even) = (try variation(false, seed: seed), try variation(true, seed: seed))
      #expect(even <= plain / 2, "\(seed): \(even) \(plain)")
    }
  }

  /// The coefficient of variation of the numbers of reviews on 30 days.
  private func variation(_ isSpread: Bool, seed: UInt64) throws -> Double {
    var generator = SplitMix64(seed: seed)
    let (fsrs, habits) = (FSRS(), PracticeHabits())
    var plan = DayPlan()
    plan.isSpread = isSpread
    var due: [Int: [Schedule?]] = [:]
    let busy = (0..<30).filter { _ in Int.random(in: 0..<10, using: &generator) < 3 } + [3]
    for card in 0..<2000 {
      let day =
        card.isMultiple(of: 4)
        ? Int.random(in: 0..<30, using: &generator)
        : busy.randomElement(using: &generator) ?? 0
      due[Self.today + day, default: []].append(nil)
    }
    var loads = DayLoads(from: Self.today)
    for day in Self.today..<Self.today + 90 {
      if !loads.covers(day) {
        loads = DayLoads(from: day)
        for (day, cards) in due { loads.add(Int32(cards.count), on: day) }
      }
      for before in due[day] ?? [] {
        let rating =
          before.map { habits.later(fsrs.retrievability(of: $0, on: day), &generator) }
          ?? habits.first(&generator)
        var after = fsrs.schedule(after: before, rating, at: generator.next() >> 1, on: day)
        after = after.moved(to: plan.day(for: after, fsrs, loads))
        let next = fsrs.dueDay(of: after)
        let range = fsrs.intervalRange(of: after.memory)
        #expect(
          isSpread ? range.contains(next - day) : next - day == fsrs.interval(of: after.memory))
        loads.add(1, on: next)
        due[next, default: []].append(after)
      }
    }
    let counts = (60..<90).map { Double(due[Self.today + $0]?.count ?? 0) }
    let mean = counts.reduce(0, +) / 30
    return (counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 30).squareRoot() / mean
  }

  @Test func theLoadsThatAreKeptAreThoseOfTheCards() throws {
    var random = SeededGenerator(for: "theLoadsThatAreKeptAreThoseOfTheCards")
    var reviews = Reviews()
    reviews.setDeck(try makeDeck(plainCards(40)))
    reviews.keepLoads(on: Self.today)
    for step in 0..<400 {
      let card = CardIdentity.side(
        deck: "test", first: "q\(Int.random(in: 0..<40, using: &random))")
      let day = Self.today + step / 4
      let schedule = reviews.fsrs.schedule(
        after: reviews.schedule(of: card, .forward), .good, at: UInt64(day) * Schedule.day, on: day)
      reviews.setSchedule(step % 7 == 0 ? nil : schedule, of: card, .forward)
      if step % 31 == 0 { reviews.setSuspended(step % 2 == 0, card) }
      reviews.keepLoads(on: day)
      let kept = reviews.dayLoads(on: day)
      var counted = reviews
      counted.loads = nil
      let all = counted.dayLoads(on: day)
      for ahead in 1...DayPlan.horizon { #expect(kept[day + ahead] == all[day + ahead]) }
    }
  }

  /// A day that new parameters have moved out of the range is the same on every machine.
  @Test func aDayOutOfItsRangeIsDrawnByTheReview() throws {
    let memory = try #require(MemoryState(stability: 50, difficulty: 5))
    func schedule(_ at: UInt64, _ chosen: Int?) -> Schedule {
      Schedule(
        memory: memory, introducedAt: 1, reviewedAt: at, reviewedOn: Self.today, chosenDay: chosen)
    }
    #expect(FSRS().dueDay(of: schedule(1, nil)) == Self.today + 50)
    #expect(FSRS().dueDay(of: schedule(1, Self.today + 46)) == Self.today + 46)
    let drawn = (0..<200).map { FSRS().dueDay(of: schedule(newYear + $0, Self.today + 60)) }
    #expect(drawn == (0..<200).map { FSRS().dueDay(of: schedule(newYear + $0, Self.today + 99)) })
    #expect(Set(drawn) == Set(Self.today + 46...Self.today + 54))
  }

  @Test func easyDaysHaveFewer() throws {
    var plan = DayPlan()
    plan.isSpread = true
    // 2026-01-01 is a Thursday.
    plan.easyDays = try EasyDays(["sat", "sun=0.5", "mon=0"])
    #expect([0, 1, 2, 3, 4].map { plan.easyDays[Self.today + $0] } == [1, 1, 0.5, 0.5, 0])
    var loads = DayLoads(from: Self.today)
    var counts: [Int: Int] = [:]
    for _ in 0..<60 {
      let day = try #require(
        plan.day(within: Self.today...Self.today + 6, near: Self.today + 3, loads))
      loads.add(1, on: day)
      counts[day - Self.today, default: 0] += 1
    }
    #expect(counts == [0: 12, 1: 12, 2: 6, 3: 6, 5: 12, 6: 12])
  }

  @Test(arguments: [
    (["sat"], "Say how many reviews sat should have, as in sat=0.5."),
    (
      ["sat=2"],
      "A day's share of reviews goes from 0 (as few as possible) to 1 (as usual), not “sat=2”."
    ),
    (
      ["sat=-0.5"],
      "A day's share of reviews goes from 0 (as few as possible) to 1 (as usual), not “sat=-0.5”."
    ),
    (
      ["sat=nan"],
      "A day's share of reviews goes from 0 (as few as possible) to 1 (as usual), not “sat=nan”."
    ),
    (
      ["sonntag=0"],
      "“sonntag” is no day of the week: they are mon, tue, wed, thu, fri, sat and sun."
    ),
    (
      ["mon", "tue", "wed", "thu", "fri", "sat", "sun=0"],
      "Not every day can have a share of 0: plan a break instead."
    ),
  ])
  func unusableSharesAreNamed(texts: [String], message: String) {
    #expect(EasyDays.fault(in: texts)?.message == message)
  }

  @Test(arguments: [
    ("2027-01-02..2026-12-24", "The break 2027-01-02..2026-12-24 ends before it begins."),
    ("2026-12-24..2028-01-02", "A break can last 366 days, not 375: suspend decks instead."),
    (
      "2026-13-01",
      "“2026-13-01” is no date: write it as 2026-12-24, of the calendar in general use."
    ),
    (
      "令和8年12月24日",
      "“令和8年12月24日” is no date: write it as 2026-12-24, of the calendar in general use."
    ),
    (
      "2026-12-24-2027-01-02",
      "“2026-12-24-2027-01-02” is no date: write it as 2026-12-24, of the calendar in general use."
    ),
    (
      "2026-12-24.2027-01-02",
      "A break is two dates, as 2026-12-24..2027-01-02, not “2026-12-24.2027-01-02”."
    ),
    ("", "A break is two dates, as 2026-12-24..2027-01-02, not “”."),
  ])
  func unusableBreaksAreNamed(text: String, message: String) {
    #expect(throws: DayPlanError.self) { try PlannedBreak(text) }
    do throws(DayPlanError) { _ = try PlannedBreak(text) } catch {
      #expect(error.message == message)
    }
  }

  @Test func breaksDoNotOverlapAndThoseThatAreOverAreForgotten() throws {
    var plan = DayPlan(breaks: ["2026-01-05..2026-01-09", "nonsense", "2026-01-09", "2026-01-20"])
    #expect(plan.breaks.map(\.text) == ["2026-01-05..2026-01-09", "2026-01-20..2026-01-20"])
    let over = try PlannedBreak("2025-12-01..2025-12-31")
    #expect(throws: DayPlanError.isOver(over)) { try plan.plan(over, on: Self.today) }
    #expect(throws: DayPlanError.overlaps(plan.breaks[0])) {
      try plan.plan(try PlannedBreak("2026-01-09..2026-01-12"), on: Self.today)
    }
    try plan.plan(try PlannedBreak("2026-02-01..2026-02-02"), on: Self.today + 10)
    #expect(plan.breaks.map(\.text) == ["2026-01-20..2026-01-20", "2026-02-01..2026-02-02"])
    #expect(throws: DayPlanError.noSuchBreak("2026-01-05..2026-01-09")) {
      try plan.remove(try PlannedBreak("2026-01-05..2026-01-09"))
    }
    try plan.remove(plan.breaks[0])
    #expect(plan.breaks.count == 1)
    #expect(plan.breakEnd(on: Self.today + 31) == Self.today + 32)
    #expect(plan.breakEnd(on: Self.today + 33) == nil)
  }

  /// Cards move out of a break within their ranges, also without Spread; what cannot is counted.
  @Test func aBreakMovesWhatItCan() throws {
    var reviews = Reviews()
    reviews.setDeck(try makeDeck(plainCards(120)))
    let fsrs = reviews.fsrs
    for number in 0..<120 {
      // Due in 5, 6 … 44 days, after intervals of 40 days or of 1 day.
      let due = Self.today + 5 + number % 40
      let interval = number < 80 ? 40 : 1
      let memory = try #require(MemoryState(stability: Double(interval), difficulty: 5))
      reviews.setSchedule(
        Schedule(
          memory: memory, introducedAt: 1, reviewedAt: 1, reviewedOn: due - interval),
        of: .side(deck: "test", first: "q\(number)"), .forward)
    }
    let first = DailyDate(day: Self.today + 10).text
    let planned = try PlannedBreak("\(first)..\(DailyDate(day: Self.today + 14).text)")
    var plan = DayPlan()
    try plan.plan(planned, on: Self.today)
    let moves = reviews.moves(by: planned, plan, on: Self.today)
    #expect(moves.moved.count == 10 && moves.left == 5)
    #expect(moves.lost > 0 && moves.lost < 5)
    for update in moves.moved {
      let schedule = try #require(update.schedule)
      let due = fsrs.dueDay(of: schedule)
      #expect(!planned.days.contains(due) && (36...44).contains(due - schedule.reviewedOn))
      reviews.setSchedule(schedule, of: update.card, update.direction)
    }
    #expect(reviews.reviewsAhead(from: Self.today, days: 15).suffix(5) == [1, 1, 1, 1, 1])
    #expect(reviews.moves(by: planned, plan, on: Self.today).moved.isEmpty)
    // A review that would fall into it is put beside it.
    let memory = try #require(MemoryState(stability: 13, difficulty: 5))
    let schedule = Schedule(
      memory: memory, introducedAt: 1, reviewedAt: 1, reviewedOn: Self.today)
    let day = plan.day(for: schedule, fsrs, reviews.dayLoads(on: Self.today))
    #expect(day == Self.today + 15)
  }
}
