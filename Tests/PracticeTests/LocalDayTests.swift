import Foundation
import TestSupport
import Testing

@testable import Practice

/// Days that start at 04:00, in time zones with and without changes of the clock.
@Suite struct LocalDayTests {
  private static func calendar(_ identifier: String) throws -> LocalCalendar {
    let zone = try #require(TimeZone(identifier: identifier))
    return LocalCalendar {
      Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))))
    }
  }

  @Test(arguments: ["Asia/Seoul", "Europe/Berlin", "Pacific/Honolulu", "America/St_Johns", "UTC"])
  func aDayStartsAtItsTimeAndEndsWithTheNext(zone: String) throws {
    var random = SeededGenerator(for: "aDayStartsAtItsTimeAndEndsWithTheNext \(zone)")
    for start in ["04:00", "00:00", "05:30", "23:45"] {
      let calendar = try Self.calendar(zone).starting(at: try #require(ClockTime(start)))
      for _ in 0..<200 {
        let day = Int.random(in: 10_000...30_000, using: &random)
        let time = calendar.start(of: day)
        #expect(calendar.day(of: time) == day && calendar.day(of: time - 1) == day - 1)
        #expect(calendar.clockTime(at: time).text == start)
        #expect(calendar.nextDay(after: time) == calendar.start(of: day + 1))
        let within = UInt64.random(in: time..<calendar.nextDay(after: time), using: &random)
        let now = calendar.practiceTime(at: within)
        #expect(now.day == day && now.startOfDay == time && now.now == within)
      }
    }
  }

  /// After midnight it is still the evening before, and 02:00 of a day comes at its end.
  @Test func lateEveningsBelongToTheDayBefore() throws {
    let calendar = try Self.calendar("Europe/Berlin").starting(at: .usualDayStart)
    // 2026-03-28 23:00 in Berlin; the clock goes forward in that night.
    let evening: UInt64 = 1_774_735_200_000_000
    let day = calendar.day(of: evening)
    #expect(calendar.day(of: evening + 4 * hour - 1) == day)
    #expect(calendar.day(of: evening + 4 * hour) == day + 1)
    let one = try #require(ClockTime("01:30"))
    #expect(calendar.time(one, on: day) == evening + 2 * hour + hour / 2)
    #expect(calendar.time(.usualReminder, on: day) == evening - 4 * hour)
  }

  /// Quiet hours until 08:00 ended at 08:00 of the day before, when looked at after midnight.
  @Test func quietHoursEndInTheMorning() throws {
    let calendar = try Self.calendar("Asia/Seoul").starting(at: .usualDayStart)
    let quiet = try #require(QuietHours("22:00-08:00"))
    let start = calendar.start(of: 20_000)
    // 23:00, 01:00, 03:59, 05:00.
    for ago in [5 * hour, 3 * hour, hour / 60] {
      #expect(quiet.end(at: start - ago, calendar) == start + 4 * hour)
    }
    #expect(quiet.end(at: start + hour, calendar) == start + 4 * hour)
    #expect(quiet.end(at: start + 5 * hour, calendar) == start + 5 * hour)
  }

  /// A start within the hour that comes twice made the day go back: the service woke up without end,
  /// and sessions ended as they began.
  @Test(arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"])
  func daysNeverGoBack(zone: String) throws {
    for start in ["01:30", "02:30", "02:59", "04:00"] {
      let calendar = try Self.calendar(zone).starting(at: try #require(ClockTime(start)))
      // Each half of an hour of the year 2026.
      var last = Int.min
      for half in 0..<(365 * 48) {
        let time = newYear + UInt64(half) * hour / 2
        let day = calendar.day(of: time)
        #expect(day >= last && calendar.start(of: day) <= time, "\(start) \(time)")
        #expect(calendar.nextDay(after: time) > time, "\(start) \(time)")
        last = day
      }
    }
  }

  // Flights.

  /// A streak of three days in Seoul, before a flight.
  private func streak() throws -> (past: PastSessions, day: Int, start: UInt64) {
    let seoul = try Self.calendar("Asia/Seoul").starting(at: .usualDayStart)
    var past = PastSessions()
    for day in 20_000...20_002 {
      past.finish(at: seoul.practiceTime(at: seoul.start(of: day) + 16 * hour), seoul)
    }
    return (past, 20_002, seoul.start(of: 20_002) + 16 * hour)
  }

  @Test func aDateThatComesAgainKeepsTheStreak() throws {
    var (past, day, evening) = try streak()
    let honolulu = try Self.calendar("Pacific/Honolulu").starting(at: .usualDayStart)
    // The evening of the same date, and of the next.
    for (hours, expected) in [(19 as UInt64, 3), (43, 4)] {
      let now = honolulu.practiceTime(at: evening + hours * hour)
      #expect(now.day == day + (expected - 3))
      past.finish(at: now, honolulu)
      #expect(past.done?.streak(at: now) == expected && past.done?.isDone(on: now.day) == true)
    }
    // The same evening, taken back.
    past.undoFinish(on: day + 1)
    #expect(past.done?.lastDay == day)
  }

  @Test func aDateThatIsLeftOutKeepsTheStreak() throws {
    let honolulu = try Self.calendar("Pacific/Honolulu").starting(at: .usualDayStart)
    let seoul = try Self.calendar("Asia/Seoul").starting(at: .usualDayStart)
    var past = PastSessions()
    let evening = honolulu.start(of: 20_000) + 16 * hour
    past.finish(at: honolulu.practiceTime(at: evening), honolulu)
    let next = seoul.practiceTime(at: evening + 29 * hour)
    #expect(next.day == 20_002 && past.done?.streak(at: next) == 1)
    var other = past
    past.finish(at: next, seoul)
    #expect(past.done?.streak(at: next) == 2)
    // Who stayed has missed a day.
    let late = honolulu.practiceTime(at: honolulu.start(of: 20_002) + hour)
    #expect(other.done?.streak(at: late) == 0)
    other.finish(at: late, honolulu)
    #expect(other.done?.streak(at: late) == 1)
  }

  /// The streak lasted through a missed day after a session on the day before was taken back.
  @Test func aSessionTakenBackKeepsNoStreak() throws {
    let utc = LocalCalendar { _ in 0 }
    func noon(_ day: Int) -> PracticeTime {
      utc.practiceTime(at: UInt64(day) * Schedule.day + 12 * hour)
    }
    var past = PastSessions()
    past.finish(at: noon(19), utc)
    past.finish(at: noon(20), utc)
    past.undoFinish(on: 20)
    #expect(past.done?.streak(at: noon(20)) == 1 && past.done?.streak(at: noon(21)) == 0)
    past.finish(at: noon(21), utc)
    #expect(past.done?.streak(at: noon(21)) == 1)
  }

  // Sessions.

  /// A forgotten session took practice over, and silenced the questions through the day.
  @Test func aSessionEndsAfterAnHourOrWithItsDay() throws {
    let calendar = try Self.calendar("Europe/Berlin").starting(at: .usualDayStart)
    let start = calendar.start(of: 20_500)
    var trainer = try makeTrainer(plainCards(5))
    var random = SeededGenerator(fixed: 1)
    func begin(at time: UInt64) throws -> Session {
      let now = calendar.practiceTime(at: time)
      _ = try trainer.start(
        SessionOptions(deck: "Test", questions: 3), PracticeSettings(), at: now, using: &random)
      return try #require(trainer.session)
    }
    let day = try begin(at: start + 2 * hour)
    #expect(day.end(calendar) == start + 3 * hour)
    #expect(!day.isOver(at: start + 3 * hour - 1, calendar))
    #expect(day.isOver(at: start + 3 * hour, calendar))
    // An answer gives it another hour, and so does taking it back: it once ended the session.
    let question = try #require(trainer.question)
    _ = try trainer.answer(
      1, choice: question.rightIndex, PracticeSettings(), at: start + 2 * hour + hour / 2)
    #expect(trainer.session?.end(calendar) == start + 3 * hour + hour / 2)
    _ = try trainer.undo(at: start + 3 * hour + hour / 4)
    #expect(trainer.session?.end(calendar) == start + 4 * hour + hour / 4)
    let night = try begin(at: calendar.start(of: 20_501) - hour / 4)
    #expect(night.end(calendar) == calendar.start(of: 20_501))
    // A clock that was ahead must not keep it for years.
    let ahead = try begin(at: start + 9000 * hour)
    #expect(ahead.isOver(at: start, calendar))
    #expect(!ahead.isOver(at: start + 8999 * hour, calendar))
    #expect(try begin(at: .max).end(calendar) == .max)
    #expect(calendar.start(of: Int(Int32.max)) == .max && calendar.start(of: -9) == 0)
  }
}
