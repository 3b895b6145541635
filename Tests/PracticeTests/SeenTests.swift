import TestSupport
import Testing

@testable import Practice

/// What the pages of statistics count, on logs small enough to count by hand.
@Suite struct SeenTests {
  private static let calendar = LocalCalendar { _ in 3_600 }
  private static let fsrs = FSRS()

  private static func row(
    _ card: UInt64, _ rating: Rating?, on day: Int, hour: Int = 12, took: UInt32 = 0,
    _ direction: Direction = .forward
  ) -> LoggedReview {
    let at = UInt64(day) * Schedule.day + UInt64(hour - 1) * 3_600_000_000
    return LoggedReview(
      Review(card: card, direction: direction, rating: rating, at: at, took: took), on: day)
  }

  private static func past(_ log: [LoggedReview], today: Int = 1_000) -> PastReviews {
    PastReviews(log, today: today, fsrs, calendar)
  }

  private static func counts(_ retention: Retention) -> [Int] {
    [retention.reviewed, retention.recalled]
  }

  @Test func daysInARowEndTodayOrYesterday() {
    var days = ReviewDays()
    #expect(days.streaks(on: 100) == (0, 0))
    for day in [90, 91, 92, 93, 97, 98, 99, 99, 99] { days.add(Self.row(1, .good, on: day)) }
    #expect(days.answers[99] == 3)
    #expect(days.streaks(on: 99) == (3, 4) && days.streaks(on: 100) == (3, 4))
    #expect(days.streaks(on: 101) == (0, 4))
    // What was taken over is no answer, and a clock that was ahead has no day in the row.
    days.add(Self.row(1, nil, on: 100))
    days.add(Self.row(1, .good, on: 5_000))
    #expect(days.streaks(on: 100) == (3, 4))
  }

  /// After “easy” a new card is due in eight days.
  @Test func reviewsAreOnTimeWithinADayOfBeingDue() {
    let days = [6, 7, 8, 9, 10, 30]
    let log = days.enumerated().flatMap { card, day in
      [
        Self.row(UInt64(card), .easy, on: 900),
        Self.row(UInt64(card), day == 9 || day == 30 ? .again : .good, on: 900 + day),
        // On the same day it says nothing.
        Self.row(UInt64(card), .again, on: 900 + day, hour: 13),
      ]
    }
    let past = Self.past(log)
    #expect(Self.counts(past[.onTime, .all]) == [3, 2])
    #expect(Self.counts(past[.late, .all]) == [2, 1])
    #expect(Self.counts(past[.early, .all]) == [1, 1])
    #expect(Self.counts(past[.young, .all]) == [6, 4])
    #expect(Self.counts(past[.mature, .all]) == [0, 0])
    #expect(Self.counts(past[.all, .all]) == [6, 4])
    #expect(Self.counts(past[.all, .year]) == [6, 4] && Self.counts(past[.all, .month]) == [0, 0])
    #expect(past.days.count == 6 && past.days[909].map(Self.counts) == [1, 0])
  }

  @Test func aCardIsMatureAfterThreeWeeks() throws {
    let log = [Self.row(1, .easy, on: 900), Self.row(1, .easy, on: 908)]
    let schedule = CardHistory(
      [(900, 1), (908, 2)].map {
        let at = UInt64($0.0) * Schedule.day
        return CardHistory.Row(
          EventOrder(at, EventID(.numbered(1), UInt64($0.1))), at: at, on: $0.0, .review(.easy))
      }
    ).schedule(Self.fsrs)
    let due = Self.fsrs.dueDay(of: try #require(schedule))
    #expect(due - 908 >= 21)
    let past = Self.past(log + [Self.row(1, .again, on: due + 1)])
    #expect(
      Self.counts(past[.mature, .all]) == [1, 0] && Self.counts(past[.young, .all]) == [1, 1])
    #expect(Self.counts(past[.onTime, .all]) == [2, 1])
  }

  /// The log may be in another order than time, and a schedule that was taken over has no past.
  @Test func whatWasTakenOverCountsOnlyInAll() {
    let log = [
      Self.row(1, .good, on: 905), Self.row(1, nil, on: 900), Self.row(2, .good, on: 960),
      Self.row(2, .good, on: 958), Self.row(1, .good, on: 920),
    ]
    let past = Self.past(log)
    #expect(Self.counts(past[.all, .all]) == [3, 3])
    #expect(
      Self.counts(past[.onTime, .all]) == [1, 1] && Self.counts(past[.late, .all]) == [0, 0])
  }

  @Test func directionsAreCardsOfTheirOwn() {
    let past = Self.past([Self.row(1, .good, on: 900), Self.row(1, .good, on: 905, .backward)])
    #expect(Self.counts(past[.all, .all]) == [0, 0])
  }

  @Test func answerTimesAreMediansByRatingAndHour() {
    let log =
      [(9, 3_000), (9, 1_000), (23, 2_000), (0, 0)].enumerated().map {
        Self.row(UInt64($0), .good, on: 900, hour: $1.0 + 1, took: UInt32($1.1))
      } + [Self.row(9, .again, on: 900, hour: 13, took: 7_000)]
    let past = Self.past(log)
    #expect(past.medians == [.good: 2_000, .again: 7_000])
    // The zone is an hour ahead.
    #expect(past.hours.indices.filter { past.hours[$0].answers > 0 } == [0, 1, 10, 13])
    #expect(past.hours[10].answers == 2)
  }

  @Test func cardsStandInTheirRanges() throws {
    var cards = CardsNow(today: 1_000, Self.fsrs)
    #expect(cards.meanChance == nil)
    let all: [(Double, Double, Int, Int)] = [
      (0.5, 1, 990, 990), (1, 9.99, 1_000, 1_000), (255.9, 10, 1_029, 1_000),
      (256, 5, 1_030, 1_000), (10_000, 5.5, 2_000, 400),
    ]
    for (stability, difficulty, due, reviewed) in all {
      cards.add(try Self.schedule(stability, difficulty, on: reviewed), due: due)
    }
    #expect(cards.cards == 5 && cards.later == 2)
    #expect(cards.ahead[0] == 2 && cards.ahead[29] == 1 && cards.ahead.reduce(0, +) == 3)
    #expect(CardsNow.top(of: cards.ahead) == 2)
    #expect(cards.byStability == [1, 1, 0, 0, 0, 0, 0, 0, 1, 2])
    #expect(cards.byDifficulty == [1, 0, 0, 0, 2, 0, 0, 0, 2])
    #expect(cards.byChance[9] == 4 && cards.byChance.reduce(0, +) == 5)
    #expect(try #require(cards.meanChance) > 0.8)
  }

  /// A backlog made all other days as low as nothing.
  @Test func aBacklogLeavesTheOtherDaysTheirBars() throws {
    var cards = CardsNow(today: 1_000, Self.fsrs)
    for _ in 0..<100 { cards.add(try Self.schedule(10, 5, on: 890), due: 900) }
    #expect(CardsNow.top(of: cards.ahead) == 100)
    for _ in 0..<3 { cards.add(try Self.schedule(10, 5, on: 995), due: 1_005) }
    #expect(CardsNow.top(of: cards.ahead) == 6)
  }

  private static func schedule(
    _ stability: Double, _ difficulty: Double, on day: Int
  ) throws -> Schedule {
    let memory = try #require(MemoryState(stability: stability, difficulty: difficulty))
    return Schedule(memory: memory, introducedAt: 0, reviewedAt: 0, reviewedOn: day)
  }
}
