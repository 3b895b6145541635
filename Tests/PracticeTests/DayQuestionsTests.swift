import Foundation
import TestSupport
import Testing

@testable import Practice

@Suite struct DayQuestionsTests {
  private static let minute: UInt64 = 60_000_000
  /// Both hemispheres, a change by half an hour, one at midnight, an odd offset, and no change.
  private static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo",
    "Asia/Kathmandu", "Asia/Tokyo",
  ]
  /// Across midnight, by day, and around the hours at which clocks change.
  private static let quietHours = [
    "22:00-08:00", "12:30-13:15", "02:15-02:45", "01:30-02:30", "23:30-00:30", "00:00-23:59",
  ]

  /// The minutes since midnight that a clock shows.
  private static func shown(_ time: UInt64, _ zone: TimeZone) -> Int {
    let local = Int(time / 1_000_000) + offset(time, zone)
    return local % 86_400 / 60
  }

  private static func offset(_ time: UInt64, _ zone: TimeZone) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time / 1_000_000)))
  }

  private static func isQuiet(
    _ hours: (start: Int, end: Int), _ time: UInt64, _ zone: TimeZone
  ) -> Bool {
    let shown = shown(time, zone)
    return hours.start < hours.end
      ? (hours.start..<hours.end).contains(shown) : shown >= hours.start || shown < hours.end
  }

  private static func calendar(_ zone: TimeZone) -> LocalCalendar {
    LocalCalendar { Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0)))) }
  }

  /// Two years, in which somebody sleeps, is late, and sets the clock, at random.
  @Test(arguments: zones, quietHours)
  func neverInQuietHoursAndNeverTwoAtOnce(_ identifier: String, _ text: String) throws {
    var generator = SeededGenerator(for: "neverInQuietHours(\(identifier), \(text))")
    let zone = try #require(TimeZone(identifier: identifier))
    let calendar = Self.calendar(zone)
    let parts = text.split { ":-".contains($0) }.compactMap { Int($0) }
    let quiet = (start: parts[0] * 60 + parts[1], end: parts[2] * 60 + parts[3])
    let period = UInt32([5, 45, 60, 480].randomElement(using: &generator) ?? 60)
    let rule = try #require(DayQuestions(period: period, quietHours: QuietHours(text)))
    // 2017, when Brazil still changed its clocks.
    var now = newYear - 3_287 * Schedule.day
    let end = now + 730 * Schedule.day
    var last: UInt64?
    var due = now
    var asked = 0
    while now < end {
      let time = rule.time(after: last, due: due, at: now, calendar)
      let earliest = max(now, due, last.map { min($0, now) + UInt64(period) * Self.minute } ?? 0)
      check(time >= earliest, "a question comes too early")
      check(!Self.isQuiet(quiet, time, zone), "\(identifier) \(text): a question in quiet hours")
      if time > earliest {
        check(Self.isQuiet(quiet, earliest, zone), "\(identifier) \(text): held without need")
        // An end that the clock skips comes as long after the skip.
        let isUsual = Self.offset(earliest, zone) == Self.offset(time, zone)
        check(
          Self.shown(time, zone) == quiet.end && time % Self.minute == 0 || !isUsual,
          "\(identifier) \(text): held until another time")
        check(time - earliest <= Schedule.day + hour, "\(identifier) \(text): held too long")
      }
      if time == now {
        last = now
        asked += 1
        // Mostly, more cards are due.
        due =
          .random(in: 0..<4, using: &generator) == 0
          ? now + .random(in: 1...Schedule.day, using: &generator) : now
        now += .random(in: 0...(3 * hour), using: &generator)
      } else if .random(in: 0..<20, using: &generator) == 0 {
        now += .random(in: 1...(3 * Schedule.day), using: &generator)
      } else {
        now = time
      }
    }
    check(asked > 300, "\(identifier) \(text): \(asked) questions")
  }

  @Test(arguments: [
    "", "22:00", "22:00-", "-08:00", "22:00-22:00", "22:00-08:00-09:00", "22:00–08:00",
    "22:00 - 08:00", "24:00-08:00", "22:00-8:00", "22:00-08:60", "-",
  ])
  func otherTextsAreNoQuietHours(_ text: String) {
    #expect(QuietHours(text) == nil)
  }

  /// Hours and minutes count from the new year in UTC.
  @Test func times() throws {
    let calendar = LocalCalendar { _ in 0 }
    let rule = try #require(DayQuestions(period: 60, quietHours: QuietHours("22:00-08:00")))
    func time(after last: UInt64?, due: UInt64, at now: UInt64) -> UInt64 {
      let time = rule.time(
        after: last.map { newYear + $0 * hour }, due: newYear + due * hour,
        at: newYear + now * hour, calendar)
      return (time - newYear) / hour
    }
    #expect(time(after: nil, due: 0, at: 12) == 12)
    #expect(time(after: 12, due: 0, at: 12) == 13)
    #expect(time(after: 12, due: 20, at: 12) == 20)
    #expect(time(after: 12, due: 23, at: 12) == 32)
    #expect(time(after: 21, due: 0, at: 21) == 32)
    #expect(time(after: 3, due: 0, at: 30) == 32)
    // The clock was ahead: it counts as asked now.
    #expect(time(after: 9_000, due: 0, at: 12) == 13)
    #expect(DayQuestions(period: 0, quietHours: nil) == nil)
    #expect(rule.time(after: .max, due: .max, at: newYear, calendar) > newYear)
  }
}
