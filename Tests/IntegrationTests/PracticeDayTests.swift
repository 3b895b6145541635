import DBus
import Foundation
import MemorizeBus
import MemoryGame
import Practice
import TestSupport
import Testing

@testable import memorized

/// Practice in the evenings of some days, at home and on journeys.
///
/// Cards fell due to the second: who practiced at 20:40 found nothing due the next morning, while the
/// statistics said that four were, and the reminder at 19:00 came in vain.
@Suite struct PracticeDayTests {
  /// An evening: a date, a place and the time of day there.
  struct Evening: CustomStringConvertible {
    let date: String
    let zone: String
    let clock: String

    var description: String { "\(date) \(clock) \(zone)" }
  }

  private static let seoul = "Asia/Seoul"
  private static let berlin = "Europe/Berlin"
  private static let honolulu = "Pacific/Honolulu"
  /// At another time each evening; one session begins after midnight, which is still the day before.
  private static let clocks = [
    "20:40", "18:05", "23:50", "21:15", "19:00", "22:30", "25:20", "20:00",
  ]

  private static func week(from date: String, in zone: String) -> [Evening] {
    guard let first = DailyDate(date) else { return [] }
    return clocks.enumerated().map { index, clock in
      Evening(date: DailyDate(day: first.day + index).text, zone: zone, clock: clock)
    }
  }

  private static let journeys: [[Evening]] =
    [seoul, berlin, honolulu].map { week(from: "2026-03-26", in: $0) }
    + [week(from: "2026-10-21", in: berlin)]
    + [
      // From Seoul to Honolulu the same date comes again; on the way back one is left out.
      [
        Evening(date: "2026-10-22", zone: seoul, clock: "20:40"),
        Evening(date: "2026-10-23", zone: seoul, clock: "21:30"),
        Evening(date: "2026-10-23", zone: honolulu, clock: "18:00"),
        Evening(date: "2026-10-24", zone: honolulu, clock: "22:10"),
        Evening(date: "2026-10-25", zone: honolulu, clock: "19:20"),
        Evening(date: "2026-10-27", zone: seoul, clock: "20:15"),
        Evening(date: "2026-10-28", zone: berlin, clock: "23:40"),
        Evening(date: "2026-10-29", zone: berlin, clock: "20:00"),
      ]
    ]

  @Test(arguments: journeys)
  func everyDayBeginsWithWhatIsDueOnIt(evenings: [Evening]) throws {
    let journey = try Journey()
    var streak = 0
    for (index, evening) in evenings.enumerated() {
      try journey.travel(to: evening)
      // As many at each hour from the start of the day until practice.
      let due = try journey.pass(until: evening)
      let asked = try journey.practice(isFirst: index == 0)
      let state = journey.state
      #expect(asked >= due && state.due == state.resting, "\(evening): \(asked) of \(due)")
      let isNewDay = index == 0 || evening.date != evenings[index - 1].date
      #expect(index < 2 || (due > 0) == isNewDay, "\(evening): \(due)")
      if isNewDay { streak += 1 }
      #expect(state.streak == streak && state.isFinishedToday, "\(evening): \(state.streak)")
      try journey.expectDueAtTheStartOfDays()
    }
  }

  /// A daemon whose clock and place the test sets.
  private final class Journey {
    private var now: UInt64 = 0
    private var zone = TimeZone.gmt
    private var fixture: PracticeFixture?
    private var calendar: LocalCalendar {
      let zone = zone
      return LocalCalendar {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))))
      }.starting(at: .usualDayStart)
    }

    init() throws {
      fixture = try PracticeFixture(
        now: { [unowned self] in now }, calendar: { [unowned self] in calendar })
    }

    private func practice() throws -> PracticeOnBus { try #require(fixture?.practice) }

    var state: PracticeState { fixture?.practice.published.state ?? PracticeState() }

    func travel(to evening: Evening) throws {
      zone = try #require(TimeZone(identifier: evening.zone))
    }

    private func time(of evening: Evening) throws -> UInt64 {
      let parts = evening.date.split(separator: "-").compactMap { Int($0) }
      let clock = evening.clock.split(separator: ":").compactMap { Int($0) }
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      let date = try #require(
        calendar.date(
          from: DateComponents(
            year: parts[0], month: parts[1], day: parts[2] + clock[0] / 24, hour: clock[0] % 24,
            minute: clock[1])))
      return UInt64(date.timeIntervalSince1970) * 1_000_000
    }

    /// Looks each hour; returns what is due on the day of the evening.
    func pass(until evening: Evening) throws -> Int {
      let end = try time(of: evening)
      let start = calendar.start(of: calendar.day(of: end))
      if now == 0 {
        now = start
        try practice().ensureLoaded()
        try practice().publishChanges()
      }
      var due: UInt32?
      while now < end {
        now = min(now - now % 3_600_000_000 + 3_600_000_000, end)
        if let clock = fixture?.clock, let alarm = clock.alarm, alarm <= now { clock.ring() }
        guard now >= start else { continue }
        // Another place is looked at with the next change, or call.
        if due == nil { try practice().publishChanges() }
        let ahead = try practice().statistics().ahead.first
        let decks = try practice().decks().reduce(0) { $0 + $1.due }
        #expect(state.due == ahead && state.due == decks)
        #expect(due == nil || state.due == due, "\(evening): \(state.due) at \(now)")
        due = state.due
      }
      return Int(due ?? state.due)
    }

    /// Answers all that is asked within an hour, some of it wrong at first; returns how much that was.
    func practice(isFirst: Bool) throws -> Int {
      let practice = try practice()
      if isFirst {
        try practice.start(["deck": .string("Japanese basics"), "questions": .uint32(1)])
        try practice.stop()
      }
      try practice.start([
        "due": .boolean(true), "questions": .uint32(0), "mode": .string("recall"),
      ])
      let count = Int(state.questions)
      for number in 0..<count {
        now += 3_600_000_000 / UInt64(count + 1)
        let question = state.questionNumber
        _ = try practice.reveal(question)
        try practice.grade(question, number % 4 == 0 ? 2 : 3)
      }
      #expect(state.isFinished)
      return count
    }

    /// The card's own dates are starts of days too.
    func expectDueAtTheStartOfDays() throws {
      let reviews = try practice().reviews
      #expect(reviews.schedules.count >= 10)
      let next = try #require(
        reviews.schedules.compactMap(\.schedule).map { reviews.fsrs.dueDay(of: $0) }
          .filter { $0 > calendar.day(of: now) }.min())
      #expect(state.nextDue == calendar.start(of: next))
      let clock = Date(timeIntervalSince1970: Double(state.nextDue / 1_000_000))
      var local = Calendar(identifier: .gregorian)
      local.timeZone = zone
      #expect(
        local.component(.hour, from: clock) == 4 && local.component(.minute, from: clock) == 0)
    }
  }
}
